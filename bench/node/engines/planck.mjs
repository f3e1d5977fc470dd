// Planck (Box2D 2 in JavaScript) with Box2D's usual 8 and 3 iterations.
import { createRequire } from "node:module";
import { STRIDE } from "../judge.mjs";
import { DT, FRICTION, GRAVITY } from "../scenes.mjs";

export async function load() {
  const planck = await import("planck");
  const { Box, Chain, Circle, Edge, Polygon, Settings, Vec2, World } = planck;
  Settings.maxTranslation = 100; // or fast discs would be slowed down

  function fillPile(world, pile) {
    const surface = { friction: FRICTION, restitution: pile.restitution };
    const ground = world.createBody();
    if (pile.floor) ground.createFixture({ shape: new Edge(new Vec2(-500, 0), new Vec2(500, 0)), ...surface });
    if (pile.wall > 0) {
      for (const x of [-pile.wall, pile.wall])
        ground.createFixture({ shape: new Edge(new Vec2(x, 0), new Vec2(x, 500)), ...surface });
    }
    if (pile.drum.length > 0) {
      const drum = world.createBody({ type: "kinematic", angularVelocity: pile.drumSpin });
      drum.createFixture({ shape: new Chain(pile.drum.map(([x, y]) => new Vec2(x, y)), true), ...surface });
    }
    return pile.pieces.map(({ vertices, at }) => {
      const body = world.createBody({ type: "dynamic", position: new Vec2(...at) });
      const shape = new Polygon(vertices.map(([x, y]) => new Vec2(x, y)));
      body.createFixture({ shape, density: 1, ...surface });
      return body;
    });
  }

  function fillGas(world, gas) {
    const surface = { friction: 0, restitution: 1 };
    const ground = world.createBody();
    const t = gas.wallThickness / 2;
    const middle = gas.half + t;
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const long = middle + t;
      const center = new Vec2(x * middle, y * middle);
      ground.createFixture({ shape: new Box(x === 0 ? long : t, x === 0 ? t : long, center), ...surface });
    }
    return gas.discs.map(({ at, velocity }) => {
      const body = world.createBody({
        type: "dynamic",
        position: new Vec2(...at),
        linearVelocity: new Vec2(...velocity),
        fixedRotation: true,
      });
      body.createFixture({ shape: new Circle(gas.radius), density: 1, ...surface });
      return body;
    });
  }

  return {
    version: createRequire(import.meta.url)("../node_modules/planck/package.json").version,
    make(scene) {
      const isGas = scene.kind === "gas";
      Settings.velocityThreshold = isGas ? 0 : 1;
      const world = new World({ gravity: new Vec2(0, isGas ? 0 : -GRAVITY), allowSleep: false });
      const bodies = (isGas ? fillGas : fillPile)(world, scene);
      return {
        step: () => world.step(DT, 8, 3),
        read(motions) {
          bodies.forEach((body, k) => {
            const at = body.getPosition();
            const v = body.getLinearVelocity();
            motions.set([at.x, at.y, body.getAngle(), v.x, v.y, body.getAngularVelocity()], k * STRIDE);
          });
        },
        free() {},
      };
    },
  };
}
