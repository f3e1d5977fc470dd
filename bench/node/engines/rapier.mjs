// Rapier with its usual 4 solver iterations; `ccd`: with continuous collision for the moving bodies.
import { STRIDE } from "../judge.mjs";
import { DT, FRICTION, GRAVITY } from "../scenes.mjs";

export async function load(ccd = false) {
  const { default: rapier } = await import("@dimforge/rapier2d-compat");
  await rapier.init();
  const { ColliderDesc, RigidBodyDesc } = rapier;
  const flat = (points) => new Float32Array(points.flat());

  function fillPile(world, pile) {
    const surface = (desc) => desc.setFriction(FRICTION).setRestitution(pile.restitution).setDensity(1);
    if (pile.floor) world.createCollider(surface(ColliderDesc.segment({ x: -500, y: 0 }, { x: 500, y: 0 })));
    if (pile.wall > 0) {
      for (const x of [-pile.wall, pile.wall])
        world.createCollider(surface(ColliderDesc.segment({ x, y: 0 }, { x, y: 500 })));
    }
    if (pile.drum.length > 0) {
      const drum = world.createRigidBody(RigidBodyDesc.kinematicVelocityBased().setAngvel(pile.drumSpin));
      world.createCollider(surface(ColliderDesc.polyline(flat([...pile.drum, pile.drum[0]]))), drum);
    }
    return pile.pieces.map(({ vertices, at }) => {
      const desc = RigidBodyDesc.dynamic().setTranslation(...at).setCanSleep(false).setCcdEnabled(ccd);
      const body = world.createRigidBody(desc);
      world.createCollider(surface(ColliderDesc.convexPolyline(flat(vertices))), body);
      return body;
    });
  }

  function fillGas(world, gas) {
    const surface = (desc) => desc.setFriction(0).setRestitution(1);
    const t = gas.wallThickness / 2;
    const middle = gas.half + t;
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const long = middle + t;
      const block = ColliderDesc.cuboid(x === 0 ? long : t, x === 0 ? t : long);
      world.createCollider(surface(block.setTranslation(x * middle, y * middle)));
    }
    return gas.discs.map(({ at, velocity }) => {
      const desc = RigidBodyDesc.dynamic().setTranslation(...at).setLinvel(...velocity).lockRotations();
      const body = world.createRigidBody(desc.setCanSleep(false).setCcdEnabled(ccd));
      world.createCollider(surface(ColliderDesc.ball(gas.radius)).setMass(1), body);
      return body;
    });
  }

  return {
    version: rapier.version(),
    make(scene) {
      const world = new rapier.World({ x: 0, y: scene.kind === "gas" ? 0 : -GRAVITY });
      world.timestep = DT;
      const bodies = (scene.kind === "gas" ? fillGas : fillPile)(world, scene);
      return {
        step: () => world.step(),
        read(motions) {
          bodies.forEach((body, k) => {
            const at = body.translation();
            const v = body.linvel();
            motions.set([at.x, at.y, body.rotation(), v.x, v.y, body.angvel()], k * STRIDE);
          });
        },
        free: () => world.free(),
      };
    },
  };
}
