// The package, as scripts/build npm has made it in a folder, and an engine.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export async function loaded(folder) {
  const inside = (file) => pathToFileURL(resolve(folder, "dist", file));
  const interfaceOf = await import(inside("node.js"));
  return { ...interfaceOf, bytes: readFileSync(inside("carom.wasm")), inside, carom: await interfaceOf.load() };
}
