/** In a page that is one file: from the text of the worker, which is inside of it. */
import EngineWorker from "../worker?worker&inline";

export function startWorker(): Worker {
  return new EngineWorker({ name: "carom" });
}
