// Box2D 3 as WebAssembly with SIMD, one worker, its usual 4 sub-steps.
import { createRequire } from "node:module";
import { STRIDE } from "../judge.mjs";
import { DT, FRICTION, GRAVITY } from "../scenes.mjs";

const SUB_STEPS = 4;

export async function load() {
  const { default: factory } = await import("box2d3-wasm");
  const b2 = await factory();
  const vec = (x, y) => new b2.b2Vec2(x, y);
  const { b2_staticBody, b2_kinematicBody, b2_dynamicBody } = b2.b2BodyType;

  function makeWorld(gravity, restitutionThreshold) {
    const def = b2.b2DefaultWorldDef();
    def.gravity = vec(0, -gravity);
    def.enableSleep = false;
    def.workerCount = 1;
    if (restitutionThreshold !== undefined) def.restitutionThreshold = restitutionThreshold;
    return b2.b2CreateWorld(def);
  }

  function addBody(world, type, x, y, spin = 0) {
    const def = b2.b2DefaultBodyDef();
    def.type = type;
    def.position = vec(x, y);
    def.angularVelocity = spin;
    const body = b2.b2CreateBody(world, def);
    def.delete();
    return body;
  }

  function shapeDef(friction, restitution, density) {
    const def = b2.b2DefaultShapeDef();
    def.density = density;
    const { material } = def;
    material.friction = friction;
    material.restitution = restitution;
    def.material = material;
    return def;
  }

  function addSegment(body, def, p, q) {
    const segment = new b2.b2Segment();
    segment.point1 = vec(...p);
    segment.point2 = vec(...q);
    b2.b2CreateSegmentShape(body, def, segment);
  }

  function addPolygon(body, def, points) {
    const hull = b2.b2ComputeHull(points.map(([x, y]) => vec(x, y)));
    if (hull.count !== points.length) throw new Error(`a polygon of ${points.length} corners has lost some`);
    const polygon = b2.b2MakePolygon(hull, 0);
    b2.b2CreatePolygonShape(body, def, polygon);
    polygon.delete();
    hull.delete();
  }

  function addDrum(world, pile) {
    const body = addBody(world, b2_kinematicBody, 0, 0, pile.drumSpin);
    const material = b2.b2DefaultSurfaceMaterial();
    material.friction = FRICTION;
    material.restitution = pile.restitution;
    const chain = b2.b2DefaultChainDef();
    // A chain collides on its right side only.
    chain.SetPoints([...pile.drum].reverse().map(([x, y]) => vec(x, y)));
    chain.SetMaterials([material]);
    chain.isLoop = true;
    b2.b2CreateChain(body, chain);
  }

  function fillPile(world, pile) {
    const fixed = shapeDef(FRICTION, pile.restitution, 1);
    const ground = addBody(world, b2_staticBody, 0, 0);
    if (pile.floor) addSegment(ground, fixed, [-500, 0], [500, 0]);
    if (pile.wall > 0) {
      for (const x of [-pile.wall, pile.wall]) addSegment(ground, fixed, [x, 0], [x, 500]);
    }
    if (pile.drum.length > 0) addDrum(world, pile);
    return pile.pieces.map(({ vertices, at }) => {
      const body = addBody(world, b2_dynamicBody, ...at);
      addPolygon(body, fixed, vertices);
      return body;
    });
  }

  function fillGas(world, gas) {
    const def = shapeDef(0, 1, 1 / (Math.PI * gas.radius ** 2));
    const ground = addBody(world, b2_staticBody, 0, 0);
    const inner = gas.half;
    const outer = inner + gas.wallThickness;
    for (const [low, high] of [
      [[-outer, -outer], [-inner, outer]], [[inner, -outer], [outer, outer]],
      [[-outer, -outer], [outer, -inner]], [[-outer, inner], [outer, outer]],
    ]) addPolygon(ground, def, [low, [high[0], low[1]], high, [low[0], high[1]]]);
    const circle = new b2.b2Circle();
    circle.center = vec(0, 0);
    circle.radius = gas.radius;
    return gas.discs.map(({ at, velocity }) => {
      const body = addBody(world, b2_dynamicBody, ...at);
      const locks = b2.b2Body_GetMotionLocks(body);
      locks.angularZ = true;
      b2.b2Body_SetMotionLocks(body, locks);
      b2.b2CreateCircleShape(body, def, circle);
      b2.b2Body_SetLinearVelocity(body, vec(...velocity));
      return body;
    });
  }

  const version = createRequire(import.meta.url)("../node_modules/box2d3-wasm/package.json").version;
  return {
    version,
    make(scene) {
      const world = scene.kind === "gas" ? makeWorld(0, 0) : makeWorld(GRAVITY);
      const bodies = (scene.kind === "gas" ? fillGas : fillPile)(world, scene);
      return {
        step: () => b2.b2World_Step(world, DT, SUB_STEPS),
        read(motions) {
          bodies.forEach((body, k) => {
            const at = b2.b2Body_GetPosition(body);
            const rotation = b2.b2Body_GetRotation(body);
            const v = b2.b2Body_GetLinearVelocity(body);
            const spin = b2.b2Body_GetAngularVelocity(body);
            motions.set([at.x, at.y, Math.atan2(rotation.s, rotation.c), v.x, v.y, spin], k * STRIDE);
            for (const handle of [at, rotation, v]) handle.delete();
          });
        },
        free: () => b2.b2DestroyWorld(world),
      };
    },
  };
}
