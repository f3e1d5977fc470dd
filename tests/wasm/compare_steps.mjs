// Plays the generated scenes of tests/scenes/generated.py in the WebAssembly module and compares them every few steps with
// tests/scenes/golden_steps.json, which the native program is held against by tests/scenes/check_steps.py.
//   node compare_steps.mjs PACKAGE_FOLDER TESTS_SCENES_FOLDER
// Frames inside of steps are left out: the native program's are enough, and the state that follows from them is compared.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loaded } from "./loaded.mjs";

const k_least = 100; // fewer compared means that something was skipped, not that all is well
const [packageFolder, scenesFolder] = process.argv.slice(2);
const { carom } = await loaded(packageFolder);
const generated = spawnSync("python3", [join(scenesFolder, "generated.py")], { encoding: "utf8", maxBuffer: 1 << 28 });
if (generated.status !== 0) throw new Error(generated.stderr);
const scenes = JSON.parse(generated.stdout);
const golden = JSON.parse(readFileSync(join(scenesFolder, "golden_steps.json"), "utf8"));

// Digests as those of check_steps.py: numbers are doubles, lowest byte first.
const numbers = (...values) => Buffer.from(new Float64Array(values).buffer);

function feed(digest, value) {
  if (value === null) digest.update("n");
  else if (typeof value === "boolean") digest.update(value ? "t" : "f");
  else if (typeof value === "number") digest.update("d").update(numbers(value));
  else if (typeof value === "string") digest.update("s").update(value).update("\0");
  else if (Array.isArray(value)) {
    digest.update("[");
    for (const each of value) feed(digest, each);
    digest.update("]");
  } else {
    digest.update("{");
    for (const [name, each] of Object.entries(value)) {
      feed(digest, name);
      feed(digest, each);
    }
    digest.update("}");
  }
}

const short = (digest) => digest.digest("hex").slice(0, 8);

function digestOf(value) {
  const digest = createHash("sha256");
  feed(digest, value);
  return short(digest);
}

function bodyNumbers({ count, serial, at, velocity, angle, spin }) {
  const values = [];
  for (let k = 0; k < count; ++k) {
    values.push(serial[k], at[2 * k], at[2 * k + 1], velocity[2 * k], velocity[2 * k + 1], angle[k], spin[k]);
  }
  return values;
}

function sumsOf(world) {
  const { kinetic, potential, exchanged } = world.energy;
  const acted = Object.values(world.policies).filter((count) => count > 0);
  return digestOf([world.time, world.steps, world.bodies.count, world.collisions, kinetic, potential, exchanged, world.momentum,
    world.angularMomentum, acted]);
}

function stateOf(world) {
  const state = JSON.parse(world.scene());
  const keys = ["bodies", "passing", "touching", "resting", "clock", "flights", "created"];
  return digestOf(Object.fromEntries(keys.filter((key) => key in state).map((key) => [key, state[key]])));
}

/** All contacts of a run at once, in order. */
function contactsOf(text, end) {
  const world = carom.open(text);
  world.stepTo(end);
  const contacts = Array.from({ length: world.events.count }, (_, k) => world.event(k));
  world.free();
  return contacts;
}

/** Where the module parts from `expected`, in words; it is played from frame to frame, and nothing is recorded. */
function parting(text, every, expected) {
  const { detection, dt, duration, time: start = 0 } = JSON.parse(text).world;
  const contacts = contactsOf(text, start + duration);
  const log = createHash("sha256");
  let fed = 0;
  const world = carom.open(text);
  try {
    for (const [k, digest] of expected.frames.split(" ").entries()) {
      const t = start + k * every;
      while (fed < contacts.length && contacts[fed].t < t) feed(log, contacts[fed++]);
      if (detection !== "event" && !Number.isInteger((t - start) / dt)) continue;
      world.stepTo(t, { record: false });
      const found = short(log.copy().update(numbers(t, ...bodyNumbers(world.bodies))));
      if (found !== digest) return detection === "event" ? `t = ${t}` : `step ${(t - start) / dt} (t = ${t})`;
    }
    world.stepTo(start + duration, { record: false });
    if (digestOf(contacts) !== expected.log) return "the end, in the log of contacts";
    if (world.hash !== expected.hash) return "the end, in its hash";
    if (sumsOf(world) !== expected.sums) return "the end, in its sums";
    if (stateOf(world) !== expected.state) return "the end, in the state to go on from";
    return null;
  } finally {
    world.free();
  }
}

let compared = 0;
let different = 0;
for (const [group, members] of Object.entries(golden)) {
  for (const [name, expected] of Object.entries(members)) {
    ++compared;
    const made = scenes[name];
    const where = !made ? "its name, which generated.py does not have"
      : digestOf(JSON.parse(made.scene)) !== expected.scene ? "the scene itself: generated.py draws it differently"
        : parting(made.scene, made.every, expected);
    if (where === null) continue;
    ++different;
    console.log(`${group}/${name}: WebAssembly parts from golden_steps.json at ${where}`);
  }
}
console.log(`${compared} generated scenes, ${different} different`);
if (different > 0 || compared < k_least) process.exit(1);
