// Makes the npm package:   node make_package.mjs carom.wasm FOLDER
// FOLDER/package is what is in it, FOLDER/carom-VERSION.tgz what is published. Needs what package.json lists (npm ci).
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

// What the module may take on its way to a page; README.md says what is in it.
const MOST_GZIPPED = 700_000;

const here = fileURLToPath(new URL(".", import.meta.url));
const [wasmPath, folder] = process.argv.slice(2).map((path) => resolve(path));
const packaged = join(folder, "package");
const wasm = readFileSync(wasmPath);
const packed = gzipSync(wasm, { level: 9 });

rmSync(packaged, { recursive: true, force: true });
mkdirSync(join(packaged, "dist"), { recursive: true });
execFileSync("node", [join(here, "node_modules/typescript/bin/tsc"), "-p", here, "--outDir", join(packaged, "dist")], {
  stdio: "inherit",
});
writeFileSync(join(packaged, "dist/carom.wasm"), wasm);
writeFileSync(join(packaged, "dist/engine.js"), `export const ENGINE = "${packed.toString("base64")}";\n`);

// What is needed only to build the package is left out of its manifest.
const { devDependencies, ...manifest } = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));
void devDependencies;
writeFileSync(join(packaged, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
cpSync(join(here, "README.md"), join(packaged, "README.md"));
cpSync(join(here, "../../LICENSE"), join(packaged, "LICENSE"));
cpSync(join(here, "examples"), join(packaged, "examples"), { recursive: true });

execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: packaged, stdio: ["ignore", "ignore", "inherit"] });
console.log(`carom.wasm: ${wasm.length} bytes, ${packed.length} gzipped`);
if (packed.length > MOST_GZIPPED) {
  console.error(`carom.wasm is larger than its budget of ${MOST_GZIPPED} bytes gzipped`);
  process.exit(1);
}
