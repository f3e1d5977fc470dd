// What modules of the npm package weigh and how fast they are, one beside the other: kB with gzip, then milliseconds of the
// processor, the least of several rounds that take turns.
//   node bench/bindings/module.mjs build/wasm/carom.wasm [OTHER.wasm…]
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { load } from "../../build/npm/package/dist/node.js";

const ROUNDS = 6;
const root = new URL("../../", import.meta.url);
const shipped = (name) => readFileSync(new URL(`scenes/${name}.json`, root));
const floor = { border: { y: 0 } };
const grid = (count, make) => Array.from({ length: count }, (_, k) => make(k % 16, Math.floor(k / 16), k));
const square = [[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]];
const pentagon = Array.from({ length: 5 }, (_, k) => [0.3 * Math.cos((2 * Math.PI * k) / 5), 0.3 * Math.sin((2 * Math.PI * k) / 5)]);
const box = { min: [0, 0], max: [50, 50] };

/** Scene, steps that are not counted, steps that are. */
const CASES = {
  gas: [{ carom: 1, world: { bounds: box, dt: 0.01 }, fill: [{ count: 2000, circle: { radius: 0.4 }, region: box, speed: 5 }] }, 5, 40],
  event: [{ carom: 1, world: { bounds: box, dt: 0.01, detection: "event" }, fill: [{ count: 2000, circle: { radius: 0.4 }, region: box, speed: 5 }] }, 5, 40],
  pile: [{ carom: 1, world: { gravity: [0, -10], restitution: 0, friction: 0.5 }, bodies: [floor, ...grid(160, (x, y) => ({ polygon: { vertices: square }, at: [x + 0.3 * (y % 2), 0.5 + y] }))] }, 20, 30],
  spinning: [{ carom: 1, world: { bounds: box }, bodies: grid(400, (x, y, k) => ({ polygon: { vertices: pentagon }, at: [2 + 3 * x, 1 + 1.9 * y], velocity: [(k % 7) - 3, (k % 5) - 2], spin: (k % 9) - 4 })) }, 5, 40],
  galaxy: [JSON.parse(shipped("disc_galaxy")), 2, 20],
};
const vectors = readFileSync(new URL("tests/vectors/query.jsonl", root), "utf8").trimEnd().split("\n");

function processor(action) {
  const begin = process.cpuUsage();
  action();
  return process.cpuUsage(begin).user / 1e3;
}

const modules = await Promise.all(
  process.argv.slice(2).map(async (path) => {
    const bytes = readFileSync(path);
    return { path, kB: Math.round(gzipSync(bytes, { level: 9 }).length / 1000), carom: await load(bytes), least: {} };
  }),
);
for (let round = 0; round < ROUNDS; ++round) {
  for (const { carom, least } of modules) {
    for (const [name, [scene, before, counted]] of Object.entries(CASES)) {
      const world = carom.open(scene);
      for (let k = 0; k < before; ++k) world.step();
      const taken = processor(() => {
        for (let k = 0; k < counted; ++k) world.step();
      });
      world.free();
      least[name] = Math.min(least[name] ?? Infinity, taken / counted);
    }
    least.vectors = Math.min(least.vectors ?? Infinity, processor(() => vectors.forEach((line) => carom.query(line))));
  }
}
console.log(["gzip", ...Object.keys(modules[0].least)].map((name) => name.padStart(10)).join(""));
for (const { path, kB, least } of modules) {
  console.log([`${kB} kB`, ...Object.values(least).map((ms) => ms.toFixed(2))].map((text) => text.padStart(10)).join(""), ` ${path}`);
}
