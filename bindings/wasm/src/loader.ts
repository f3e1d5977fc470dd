/** From where the module comes to the engine. */

import { Carom } from "./carom.js";

/** What carom.wasm holds, where it is, or a module made of it. */
export type Source = BufferSource | WebAssembly.Module | Response | URL | string;

async function compiled(response: Response): Promise<WebAssembly.Module> {
  if (!response.ok)
    throw new Error(`the engine could not be loaded: ${response.status} ${response.statusText}`);
  // Some servers have no name for files of this kind, and the browser then does not compile while it loads.
  const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

export async function moduleOf(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source === "string" || source instanceof URL) return compiled(await fetch(source));
  if (source instanceof Response) return compiled(source);
  return WebAssembly.compile(source);
}

/** `load` of a package whose own module `own` finds; it is compiled once. */
export function loader(own: () => Promise<WebAssembly.Module>) {
  let kept: Promise<WebAssembly.Module> | undefined;

  /** A new engine. Without a source it is the module that comes with the package. */
  return async function load(source?: Source | PromiseLike<Source>): Promise<Carom> {
    const given = await source;
    if (given !== undefined) return Carom.load(await moduleOf(given));
    const module = (kept ??= own());
    // One that could not be loaded may be there the next time.
    module.catch(() => (kept = undefined));
    return Carom.load(await module);
  };
}
