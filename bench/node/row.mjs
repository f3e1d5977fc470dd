// One engine with one scene, in a process of its own:  node row.mjs ENGINE SCENE STEPS PATIENCE   prints a line of JSON.
// STEPS 0: as many as the scene has.
import { ENGINES } from "./engines.mjs";
import { GasJudge, PileJudge, STRIDE } from "./judge.mjs";
import { makeScene } from "./scenes.mjs";

const RUNS = 3; // timed, of which the fastest counts: the first one warms the compilers up

const [name, sceneName, stepsText, patienceText] = process.argv.slice(2);
const engine = await ENGINES[name]();
const scene = makeScene(sceneName);
const wanted = Number(stepsText) || scene.steps;
const patience = Number(patienceText);
const count = (scene.pieces ?? scene.discs).length;

// Processor time of the process, collector and compilers included: what else the machine does is not counted.
const seconds = (since) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

/** A run of the scene: its steps, fewer than wanted if they take longer than patience. */
function timedRun() {
  const world = engine.make(scene);
  const start = process.cpuUsage();
  let steps = 0;
  while (steps < wanted && seconds(start) < patience) {
    world.step();
    ++steps;
  }
  const spent = seconds(start);
  world.free();
  return { steps, spent, ms: (1000 * spent) / steps };
}

let best = { steps: 0, ms: Infinity };
let spent = 0;
for (let run = 0; run < RUNS && spent < patience; ++run) {
  const timed = timedRun();
  spent += timed.spent;
  if (timed.steps > best.steps || (timed.steps === best.steps && timed.ms < best.ms)) best = timed;
}

// The same steps once more, looked at after each of them.
const judge = scene.kind === "gas" ? new GasJudge(scene) : new PileJudge(scene);
const judged = engine.make(scene);
const motions = new Float64Array(STRIDE * count);
for (let k = 0; k <= best.steps; ++k) {
  if (k > 0) judged.step();
  judged.read(motions);
  judge.look(motions);
}

const { deepest, gained, drift } = judge;
const overlapping = scene.kind === "gas" ? judge.overlapping / best.steps / count : undefined;
const { version } = engine;
const { steps, ms } = best;
const row = { engine: name, version, scene: sceneName, bodies: count, steps, wanted, ms, deepest, gained, drift, overlapping };
// Worker threads of a module would keep the process alive.
process.stdout.write(`${JSON.stringify(row)}\n`, () => process.exit(0));
