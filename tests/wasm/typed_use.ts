// What the package's types let through; package_test.mjs compiles it.
import { CaromError, EDGES, EngineFailure, Flag, Kind, load, RESPONSES, SceneError, Snapshot, StepFailure, World } from "carom";
import type { Bodies, BodyInfo, Carom, ContactAfter, Events, Fault, Point, Scene, SceneBody, Status } from "carom";
import { load as loadInline } from "carom/inline";

const carom: Carom = await load();
const same: Carom = await loadInline(fetch("./carom.wasm"));
await load(new URL("https://example.org/carom.wasm"));

const body: SceneBody = { circle: { radius: 1 }, at: [0, 1], tags: ["ball"] };
const scene: Scene = { carom: 1, world: { gravity: [0, -10], bounds: { min: [0, 0], max: [1, 1] } }, bodies: [body] };
const world: World = carom.open(scene);
const serial: number = carom.world({ gravity: [0, -10], dt: 0.01 }, [{ between: ["*", "*"], response: "rebound" }]).add(body);

world.onContact({
  before: ({ speed, velocityA: [x] }) => speed > 1 && x > 0,
  after(contact: ContactAfter) {
    const response: "impulse" | "rebound" | "slide" | "none" | "ignore" | "merge" = contact.response;
    console.log(response, contact.b === EDGES);
  },
});
world.onContact({});
world.onInterrupt(() => false);
world.onInterrupt(undefined);

const bodies: Bodies = world.bodies;
const events: Events = world.events;
const at: Float64Array = bodies.at;
const fixed: boolean = (bodies.flags[0]! & Flag.fixed) !== 0 && bodies.kind[0] === Kind.circle;
const words: string | undefined = RESPONSES[events.response[0]!];
const info: BodyInfo | undefined = world.info(serial);
const data: bigint | undefined = info?.userData;
const pushed: boolean = world.applyImpulse(serial, [1, 0]) && world.applyImpulse(serial, [1, 0], [0, 1]);
world.changeBody(serial, { mass: 3, restitution: null });
const point: Point | undefined = world.rayCast([0, 0], [1, 0], { mask: 1 })?.point;
const reach: number | undefined = world.shapeCast({ segment: { ends: [[0, 0], [1, 0]] } }, [0, 0], [1, 0], { angle: 1 })?.distance;
const turned: number | undefined = world.cast({ border: { x: 0 } }, { at: [0, 0] }, { at: [1, 0], angle: 1 }, { sensors: false })?.t;
const within: number[] | undefined = world.inside(0);
const overlapping: number[] = world.overlaps({ shapes: [{ circle: { radius: 1 } }] }, { at: [0, 0] }, { without: 0 });
const many: Uint8Array = world.rayCasts([0, 0], new Float64Array([1, 0])).hit;
const inside: number[] = world.inRegion([0, 0], [1, 1]);
const snapshot: Snapshot = same.snapshot(world.snapshot().bytes());
const again: World = same.open(snapshot);
const pressure: number | undefined = again.gas?.pressure;
const meets: number | undefined = carom.query({ a: { border: { y: 0 } }, b: { circle: { radius: 1, from: [0, 0] } } }).t;
const answers: (string | undefined)[] = carom.query(["{}", "{}"]).map(({ error }) => error);

try {
  world.stepTo(1, { record: false });
} catch (error) {
  if (error instanceof SceneError) {
    const faults: readonly Fault[] = error.faults;
    console.log(faults, error.place, error.reason);
  }
  if (error instanceof StepFailure || error instanceof CaromError) {
    const status: Status = error.status;
    console.log(status);
  }
  if (error instanceof EngineFailure) console.log(error.message);
}
console.log(at, fixed, words, data, pushed, point, reach, turned, within, overlapping, many, inside, pressure, meets, answers);
