// What the npm package costs: a call, reading 10,000 bodies, a callback. The least of several rounds.
//   node bench/bindings/cost.mjs
import { readFileSync } from "node:fs";
import { load } from "../../build/npm/package/dist/node.js";

const carom = await load();

function least(action, rounds = 20, times = 1) {
  let best = Infinity;
  for (let round = 0; round < rounds; ++round) {
    const begin = performance.now();
    for (let k = 0; k < times; ++k) action();
    best = Math.min(best, (performance.now() - begin) / times);
  }
  return best; // milliseconds
}

/** Processor time of the same both seconds of a gas, in milliseconds, and its contacts. */
function gas(callbacks) {
  const world = carom.open(readFileSync(new URL("../../scenes/gas.json", import.meta.url)));
  world.onContact(callbacks);
  const begin = process.cpuUsage();
  world.stepTo(2, { record: false });
  const taken = process.cpuUsage(begin).user / 1e3;
  const { collisions } = world;
  world.free();
  return [taken, collisions];
}

const region = { min: [0, 0], max: [100, 100] };
const world = carom.open({ carom: 1, fill: [{ count: 10000, circle: { radius: 0.1 }, region, arrangement: "square", speed: 1 }] });
const change = () => world.setVelocity(0, 1, 0); // so that the columns are filled anew
let sum = 0;
const call = least(() => (sum += world.time), 20, 2000);
const one = least(() => (sum += world.info(0).at[0]), 20, 1000);
const columns = least(() => (change(), (sum += world.bodies.at[1])), 20, 20) - least(change, 20, 20);
const again = least(() => (sum += world.bodies.at[1]), 20, 200);
// One callback more: being watched at all changes the loop that plays a gas.
let [first, both, contacts] = [Infinity, Infinity, 0];
for (let round = 0; round < 40; ++round) {
  let taken;
  [taken, contacts] = gas({ before: () => true });
  first = Math.min(first, taken);
  both = Math.min(both, gas({ before: () => true, after: () => {} })[0]);
}
const n = 100_000;
const numbers = () => Float64Array.from({ length: 2 * n }, () => 2 * Math.random() - 1);
const [from, to, second, then, radius] = [numbers(), numbers(), numbers(), numbers(), new Float64Array(n).fill(0.1)];
const pairs = least(() => (sum += carom.impactTimes(from, to, radius, second, then, radius)[0]), 5) / n;
void sum;
console.log(
  `a call ${(call * 1e6).toFixed(0)} ns; one body's numbers ${(one * 1e3).toFixed(1)} us; bodies of 10,000 bodies ${(columns * 1e3).toFixed(0)} us, ` +
    `read again ${(again * 1e3).toFixed(1)} us; a callback ${(((both - first) / contacts) * 1e3).toFixed(2)} us (${contacts} contacts); ` +
    `impactTimes ${(pairs * 1e6).toFixed(0)} ns a pair`,
);
