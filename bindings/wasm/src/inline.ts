/** The package with the module inside of it: nothing is fetched, so it needs no server and no bundler that moves files. */

import { loader } from "./loader.js";
import { ENGINE } from "./engine.js";

export * from "./carom.js";
export type { Source } from "./loader.js";

async function own(): Promise<WebAssembly.Module> {
  const packed = Uint8Array.from(atob(ENGINE), (letter) => letter.charCodeAt(0));
  const bytes = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(bytes).arrayBuffer());
}

/** A new engine: `const carom = await load()`. A source may say where another carom.wasm is, or be what it holds. */
export const load = loader(own);
