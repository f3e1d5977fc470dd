// Holds the structs of the package (bindings/wasm/src/layout.ts) against carom.h: a C compiler for WebAssembly checks every
// name, place and size, and that no struct has members which the package does not know.
//   node check_layout.mjs PACKAGE_FOLDER INCLUDE_FOLDER clang++
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [packageFolder, includeFolder, compiler] = process.argv.slice(2);
const { STATUSES, STRUCTS } = await import(pathToFileURL(resolve(packageFolder, "dist/layout.js")));
const header = readFileSync(join(includeFolder, "carom/carom.h"), "utf8").replace(/\/\*.*?\*\//gs, "");

/** Names of the members of a struct, in order. */
function membersOf(name) {
  const body = new RegExp(`typedef struct ${name} \\{(.*?)\\} ${name};`, "s").exec(header)[1];
  return body.split(";").map((line) => /(\w+)\s*$/.exec(line)?.[1]).filter((member) => member);
}

const lines = ["#include <carom/carom.h>", "#include <cstddef>"];
let wrong = 0;
for (const { name, size, offset } of STRUCTS) {
  const [here, there] = [Object.keys(offset), membersOf(name)];
  if (here.join() !== there.join()) {
    ++wrong;
    console.log(`${name}: carom.h has ${there.join(", ")}; the package has ${here.join(", ")}`);
  }
  lines.push(`static_assert(sizeof(${name}) == ${size}, "size of ${name}");`);
  for (const [member, place] of Object.entries(offset))
    lines.push(`static_assert(offsetof(${name}, ${member}) == ${place}, "${name}.${member}");`);
}
STATUSES.forEach((status, k) => lines.push(`static_assert(${status} == ${k}, "${status}");`));

const { status, stderr } = spawnSync(
  compiler,
  ["--target=wasm32-wasi", "-std=c++20", "-fsyntax-only", "-I", includeFolder, "-x", "c++", "-"],
  { input: lines.join("\n"), encoding: "utf8" },
);
if (status !== 0) console.log(stderr);
console.log(`${STRUCTS.length} structs, ${lines.length - 2} claims, ${wrong} structs with other members`);
process.exit(status === 0 && wrong === 0 && STRUCTS.length >= 12 ? 0 : 1);
