/** The package for Node.js: carom.wasm is read from beside this file. */

import { readFile } from "node:fs/promises";
import { loader } from "./loader.js";

export * from "./carom.js";
export type { Source } from "./loader.js";

/** A new engine: `const carom = await load()`. A source may say where carom.wasm is, or be what it holds. */
export const load = loader(async () => WebAssembly.compile(new Uint8Array(await readFile(new URL("./carom.wasm", import.meta.url)))));
