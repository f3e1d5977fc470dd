// Runs every scene twice, in the WebAssembly module and by the native program, and compares the bits of the end state:
// as it is, and in the event world, where the module plays all at once and the program in pieces.
//   node compare_hashes.mjs PACKAGE_FOLDER carom SECONDS=FOLDER…
// SECONDS of scene time at most; scenes made for the parser may be wild, and their gases boil soon.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loaded } from "./loaded.mjs";

const k_least = 16; // fewer compared means that something was skipped, not that all is well
const [packageFolder, programPath, ...folders] = process.argv.slice(2);
const { carom } = await loaded(packageFolder);

function runInModule(text, until) {
  let world;
  try {
    world = carom.open(text);
  } catch (error) {
    return { error: error.message };
  }
  try {
    world.stepTo(until, { record: false });
  } catch (error) {
    world.free();
    return { error: error.message };
  }
  const { time, steps, collisions, hash } = world;
  const bodies = world.bodies.count;
  world.free();
  return { time, steps, bodies, collisions, hash };
}

function runProgram(file, until) {
  const run = spawnSync(programPath, ["run", file, "--json", "--until", String(until)], { encoding: "utf8" });
  if (run.error) throw run.error;
  return run.status === 0 ? JSON.parse(run.stdout) : { error: run.stderr };
}

const keys = ["time", "steps", "bodies", "collisions", "hash"];
let compared = 0;
let different = 0;
let collisions = 0;

function compare(label, file, until) {
  const inModule = runInModule(readFileSync(file, "utf8"), until);
  const native = runProgram(file, until);
  ++compared;
  collisions += native.collisions ?? 0;
  if (!inModule.error && keys.every((key) => Object.is(inModule[key], native[key]))) return;
  ++different;
  console.log(`${label}:\n  wasm   ${JSON.stringify(inModule)}\n  native ${JSON.stringify(native)}`);
}

// A file, so that numbers that JavaScript reads differently, large seeds, are different for both.
const draft = mkdtempSync(join(tmpdir(), "carom-"));
function inEventWorld(scene) {
  const file = join(draft, "event.json");
  writeFileSync(file, JSON.stringify({ ...scene, world: { ...scene.world, detection: "event" } }));
  return file;
}

// No wells, no attraction, nothing that spins or rubs, and nothing that slows bodies down bit by bit.
const hasEventWorld = (scene) =>
  !(scene.world?.sources?.length > 0) && !scene.world?.attraction && !/"(damping|spin|friction)"/.test(JSON.stringify(scene));

for (const [longest, folder] of folders.map((text) => text.split("=", 2))) {
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".json")).sort()) {
    const file = join(folder, name);
    const scene = JSON.parse(readFileSync(file, "utf8"));
    const { time = 0, duration = 10 } = scene.world ?? {};
    const until = time + Math.min(duration, Number(longest));
    compare(file, file, until);
    if (hasEventWorld(scene) && scene.world?.detection !== "event") compare(`${file}, event`, inEventWorld(scene), until);
  }
}

rmSync(draft, { recursive: true });

console.log(`${compared} runs, ${collisions} collisions, ${different} different`);
if (different > 0 || compared < k_least) process.exit(1);
