// The module and its interface, as they were built in a folder.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export async function loaded(folder) {
  const bytes = readFileSync(resolve(folder, "world.wasm"));
  const interfaceOf = await import(pathToFileURL(resolve(folder, "carom.js")));
  return { ...interfaceOf, bytes, carom: await interfaceOf.Carom.load(bytes) };
}
