// A ball falls on a floor and bounces: every hit, at its exact time.   node bouncing_ball.mjs FOLDER
// FOLDER is where world.wasm and carom.js have been built: build/wasm
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const folder = pathToFileURL(`${process.argv[2] ?? "build/wasm"}/`);
const { Carom } = await import(new URL("carom.js", folder));
const carom = await Carom.load(readFileSync(new URL("world.wasm", folder)));

const world = carom.open(`{"carom": 1, "world": {"gravity": [0, -10], "restitution": 0.5}, "bodies": [
  {"name": "ball", "circle": {"radius": 0.5}, "at": [0, 5.5]},
  {"name": "floor", "border": {"y": 0}}]}`);
while (world.step(3)) {
  const { count, t, speed } = world.events;
  for (let k = 0; k < count; ++k) console.log(`t = ${t[k].toFixed(4)} s: hits the floor at ${speed[k].toFixed(3)} m/s`);
}
console.log(`t = ${world.time} s: the ball is at y = ${world.bodies.at[1].toFixed(4)}; state ${world.hash}`);
