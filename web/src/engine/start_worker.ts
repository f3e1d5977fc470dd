/** The engine's own thread, from a file of its own. */
export function startWorker(): Worker {
  return new Worker(new URL("../worker.ts", import.meta.url), { type: "module", name: "carom" });
}
