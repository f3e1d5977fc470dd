/** The package for pages and workers: carom.wasm is fetched from beside this file, where bundlers put it. */

import { loader, moduleOf } from "./loader.js";

export * from "./carom.js";
export type { Source } from "./loader.js";

/** A new engine: `const carom = await load()`. A source may say where carom.wasm is, or be what it holds. */
export const load = loader(() => moduleOf(new URL("./carom.wasm", import.meta.url)));
