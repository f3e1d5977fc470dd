// Beside worker.html: computes as long as it takes, while the page stays awake.
import { load } from "./carom/index.js";

const engine = load();

onmessage = async ({ data: { discs, until } }) => {
  const carom = await engine;
  const bounds = { min: [0, 0], max: [40, 40] };
  const world = carom.open({
    carom: 1,
    world: { bounds },
    fill: [{ count: discs, circle: { radius: 0.4 }, region: bounds, arrangement: "random", speed: 5, seed: 1 }],
  });
  world.stepTo(until, { record: false });
  const { time, collisions, hash } = world;
  const at = world.bodies.at.slice(); // a copy: what is sent moves over to the page
  world.free();
  postMessage({ time, collisions, hash, at }, [at.buffer]);
};
