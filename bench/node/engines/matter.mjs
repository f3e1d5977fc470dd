// Matter with its usual iterations. Its lengths are pixels: 40 to a metre, so that its fixed tolerances, such as a slop of
// 0.05, are small. Its velocities are ways in a step of 1/60 s.
import { createRequire } from "node:module";
import { massOf, STRIDE } from "../judge.mjs";
import { DT, FRICTION, GRAVITY } from "../scenes.mjs";

const PIXELS = 40;

export async function load() {
  const { default: matter } = await import("matter-js");
  const { Bodies, Body, Composite, Engine, Resolver } = matter;
  const point = ([x, y]) => ({ x: x * PIXELS, y: y * PIXELS });

  function fillPile(engine, pile) {
    const surface = { friction: FRICTION, restitution: pile.restitution, frictionAir: 0 };
    const block = (x, y, width, height) =>
      Bodies.rectangle(x * PIXELS, y * PIXELS, width * PIXELS, height * PIXELS, { isStatic: true, ...surface });
    const fixed = [];
    if (pile.floor) fixed.push(block(0, -10, 1000, 20));
    if (pile.wall > 0) fixed.push(block(-pile.wall - 10, 250, 20, 500), block(pile.wall + 10, 250, 20, 500));
    let turn = () => {};
    if (pile.drum.length > 0) {
      // A box of thickness 2 outside of each side.
      const parts = pile.drum.map((p, k) => {
        const q = pile.drum[(k + 1) % pile.drum.length];
        const angle = Math.atan2(q[1] - p[1], q[0] - p[0]);
        const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
        const out = [Math.sin(angle), -Math.cos(angle)];
        const part = block((p[0] + q[0]) / 2 + out[0], (p[1] + q[1]) / 2 + out[1], length, 2);
        Body.rotate(part, angle);
        return part;
      });
      const drum = Body.create({ parts, isStatic: true, ...surface });
      fixed.push(drum);
      turn = () => Body.rotate(drum, pile.drumSpin * DT, undefined, true);
    }
    const pieces = pile.pieces.map(({ vertices, at }) => {
      const { mass, center, inertia } = massOf(vertices);
      const body = Body.create({
        position: point([at[0] + center[0], at[1] + center[1]]),
        vertices: vertices.map(point),
        ...surface,
      });
      Body.setMass(body, mass);
      Body.setInertia(body, inertia * PIXELS ** 2); // its own is four times the true one
      return { body, center };
    });
    Composite.add(engine.world, [...fixed, ...pieces.map(({ body }) => body)]);
    return { pieces, turn };
  }

  function fillGas(engine, gas) {
    const surface = { friction: 0, frictionStatic: 0, frictionAir: 0, restitution: 1 };
    const t = gas.wallThickness;
    const middle = gas.half + t / 2;
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const [width, height] = x === 0 ? [2 * (gas.half + t), t] : [t, 2 * (gas.half + t)];
      const at = point([x * middle, y * middle]);
      const block = Bodies.rectangle(at.x, at.y, width * PIXELS, height * PIXELS, { isStatic: true, ...surface });
      Composite.add(engine.world, block);
    }
    const pieces = gas.discs.map(({ at, velocity }) => {
      const { x, y } = point(at);
      const body = Bodies.circle(x, y, gas.radius * PIXELS, { inertia: Infinity, slop: 0, ...surface });
      Body.setMass(body, 1);
      Body.setInertia(body, Infinity);
      Body.setVelocity(body, point(velocity.map((c) => c * DT)));
      return { body, center: [0, 0] };
    });
    Composite.add(engine.world, pieces.map(({ body }) => body));
    return { pieces, turn() {} };
  }

  return {
    version: createRequire(import.meta.url)("../node_modules/matter-js/package.json").version,
    make(scene) {
      const isGas = scene.kind === "gas";
      if (isGas) Resolver._restingThresh = 0; // or slow discs would not rebound
      const engine = Engine.create({ enableSleeping: false });
      engine.gravity = { x: 0, y: -1, scale: isGas ? 0 : GRAVITY * PIXELS * 1e-6 };
      const { pieces, turn } = (isGas ? fillGas : fillPile)(engine, scene);
      return {
        step() {
          turn();
          Engine.update(engine, 1000 * DT);
        },
        read(motions) {
          const scale = PIXELS * DT;
          pieces.forEach(({ body, center: [x, y] }, k) => {
            const c = Math.cos(body.angle);
            const s = Math.sin(body.angle);
            const at = [body.position.x / PIXELS - (c * x - s * y), body.position.y / PIXELS - (s * x + c * y)];
            const { velocity, angularVelocity } = body;
            motions.set([...at, body.angle, velocity.x / scale, velocity.y / scale, angularVelocity / DT], k * STRIDE);
          });
        },
        free() {},
      };
    },
  };
}
