// Carom's npm package, as `scripts/build npm` leaves it in build/npm.
import { STRIDE } from "../judge.mjs";
import { DT, FRICTION, GRAVITY } from "../scenes.mjs";

const entry = new URL("../../../build/npm/package/dist/node.js", import.meta.url);

function caromScene(scene) {
  if (scene.kind === "gas") {
    const { half, radius } = scene;
    return {
      carom: 1,
      world: { dt: DT, bounds: { min: [-half, -half], max: [half, half], edges: "rebound" } },
      bodies: scene.discs.map(({ at, velocity }) => ({ circle: { radius }, at, velocity, mass: 1 })),
    };
  }
  const bodies = scene.pieces.map(({ vertices, at }) => ({ polygon: { vertices }, at }));
  if (scene.floor) bodies.push({ border: { y: 0 } });
  if (scene.wall > 0) bodies.push({ border: { x: -scene.wall } }, { border: { x: scene.wall } });
  if (scene.drum.length > 0)
    bodies.push({ polygon: { vertices: scene.drum, hollow: true }, fixed: true, spin: scene.drumSpin });
  const { restitution } = scene;
  return { carom: 1, world: { dt: DT, gravity: [0, -GRAVITY], friction: FRICTION, restitution }, bodies };
}

export async function load() {
  const carom = await (await import(entry)).load();
  return {
    version: carom.version,
    make(scene) {
      const world = carom.open(JSON.stringify(caromScene(scene)));
      const count = (scene.pieces ?? scene.discs).length;
      return {
        step: () => world.stepTo(1e9, { most: 1, record: false }),
        read(motions) {
          const { at, velocity, angle, spin } = world.bodies;
          for (let k = 0; k < count; ++k)
            motions.set([at[2 * k], at[2 * k + 1], angle[k], velocity[2 * k], velocity[2 * k + 1], spin[k]], k * STRIDE);
        },
        free: () => world.free(),
      };
    },
  };
}
