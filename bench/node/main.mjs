// Carom's WebAssembly beside the engines of npm, in Node: gases and piles, the same for all of them. docs/benchmarks.md.
//   node main.mjs [--only SCENE]… [--engine WORD]… [--steps N] [--patience SECONDS] [--json]
// SCENE is gas, pyramid, falling, tumbler, or one of them with its size: gas:1 (mean way in a step, in diameters),
// falling:1000. Each row runs in a process of its own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ENGINES } from "./engines.mjs";
import { GASES, makeScene, PILES } from "./scenes.mjs";

const USAGE = "node main.mjs [--only SCENE]… [--engine WORD]… [--steps N] [--patience SECONDS] [--json]";

function fail(message) {
  console.error(`${message}\nusage: ${USAGE}`);
  process.exit(2);
}

function parse() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: "string", multiple: true, default: [] },
        engine: { type: "string", multiple: true, default: [] },
        steps: { type: "string", default: "0" },
        patience: { type: "string", default: "60" },
        json: { type: "boolean", default: false },
      },
    });
    return values;
  } catch (error) {
    return fail(error.message);
  }
}

/** The scenes of a name: of all sizes in the list when it has none. */
function scenesOf(name) {
  const all = [...GASES, ...PILES];
  const found = makeScene(name) ? [name] : all.filter((listed) => listed.split(":")[0] === name);
  if (found.length === 0) fail(`--only: there is no scene "${name}"`);
  return found;
}

const options = parse();
for (const option of ["steps", "patience"]) {
  if (!/^[0-9]+$/.test(options[option])) fail(`--${option}: "${options[option]}" is not a whole number`);
}
const scenes = options.only.length === 0 ? [...GASES, ...PILES] : options.only.flatMap(scenesOf);
const engines = Object.keys(ENGINES).filter(
  (name) => options.engine.length === 0 || options.engine.some((word) => name.includes(word)),
);
if (engines.length === 0) fail(`--engine: there is no engine "${options.engine.join('", "')}"`);
if (engines.includes("Carom") && !existsSync(new URL("../../build/npm/package/dist/carom.wasm", import.meta.url)))
  fail("there is no build/npm/package: run scripts/build npm");

const worker = fileURLToPath(new URL("row.mjs", import.meta.url));

function measure(engine, scene) {
  const row = [worker, engine, scene, options.steps, options.patience];
  const child = spawnSync(process.execPath, row, { encoding: "utf8" });
  if (child.status !== 0) {
    console.error(`${engine} failed on ${scene}:\n${child.stderr}`);
    process.exit(1);
  }
  return JSON.parse(child.stdout.trim().split("\n").at(-1)); // engines may greet before it
}

const power = (x) => (x ?? Infinity).toExponential(1);
const columns = (name, ...rest) => name.padEnd(20) + rest.map((text) => text.padStart(13)).join("");

function lineOf({ engine, version, ms, deepest, gained, drift, overlapping, steps, wanted }) {
  const rest = drift === undefined ? [power(gained)] : [power(drift), `${(100 * overlapping).toFixed(2)} %`];
  const note = steps < wanted ? `   (${steps} steps)` : "";
  return columns(`${engine} ${version}`, ms.toFixed(3), power(deepest), ...rest) + note;
}

if (!options.json)
  console.log(`${cpus()[0].model}, load ${loadavg()[0].toFixed(1)} before the run, Node ${process.version}`);
for (const scene of scenes) {
  const { kind, pieces, discs, steps } = makeScene(scene);
  if (!options.json) {
    console.log(`\n${scene}, ${(pieces ?? discs).length} bodies, ${Number(options.steps) || steps} steps`);
    console.log(columns("engine", "ms a step", "deepest", ...(kind === "gas" ? ["energy drift", "overlapping"] : ["gained"])));
  }
  for (const engine of engines) {
    const row = measure(engine, scene);
    console.log(options.json ? JSON.stringify(row) : lineOf(row));
  }
}
