// A ball falls on a floor and bounces: every hit, at its exact time.   node bouncing_ball.mjs
import { load } from "carom";

const carom = await load();
const world = carom.world({ gravity: [0, -10], restitution: 0.5 });
world.add({ border: { y: 0 }, name: "floor" });
world.add({ circle: { radius: 0.5 }, at: [0, 5.5], name: "ball" });
while (world.step(3)) {
  const { count, t, speed } = world.events;
  for (let k = 0; k < count; ++k) console.log(`t = ${t[k].toFixed(4)} s: hits the floor at ${speed[k].toFixed(3)} m/s`);
}
console.log(`t = ${world.time} s: the ball is at y = ${world.bodies.at[3].toFixed(4)}; state ${world.hash}`);
