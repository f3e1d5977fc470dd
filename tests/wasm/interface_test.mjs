// Every call of bindings/wasm/carom.ts, and that what it tells is what the program tells.
//   node interface_test.mjs PACKAGE_FOLDER carom
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loaded } from "./loaded.mjs";

const [packageFolder, programPath] = process.argv.slice(2);
const root = new URL("../../", import.meta.url).pathname;
const { Carom, CaromError, EDGES, EngineFailure, Flag, Kind, RESPONSES, SceneError, StepFailure, World, bytes, carom, inside, load } = await loaded(packageFolder);

function program(...words) {
  const run = spawnSync(programPath, words, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (run.error) throw run.error;
  return run;
}

const shipped = readdirSync(join(root, "scenes")).filter((file) => file.endsWith(".json")).sort();
const sceneText = (file) => readFileSync(join(root, "scenes", file), "utf8");

const TWO_DISCS = `{"carom": 1, "world": {"dt": 0.1}, "bodies": [
  {"name": "left", "circle": {"radius": 1}, "at": [-2, 0], "velocity": [10, 0], "mass": 1, "tags": ["disc", "red"]},
  {"name": "right", "circle": {"radius": 0.5}, "at": [0.25, 0.5], "mass": 1}]}`;

test("the version is the program's", () => {
  assert.equal(`carom ${carom.version}\n`, program("--version").stdout);
});

test("each shipped scene comes to the program's state, events, sums and text after 2 s", () => {
  assert.ok(shipped.length >= 11);
  const folder = mkdtempSync(join(tmpdir(), "carom-"));
  for (const file of shipped) {
    const [events, state] = [join(folder, "events.jsonl"), join(folder, "state.json")];
    const run = program("run", join(root, "scenes", file), "--until", "2", "--json", "--events", events, "--state", state);
    assert.equal(run.status, 0, run.stderr);
    const native = JSON.parse(run.stdout);
    const world = carom.open(sceneText(file));
    const lines = [];
    const t = [];
    const responses = [];
    while (world.step(2)) {
      t.push(...world.events.t);
      responses.push(...Array.from(world.events.response, (number) => RESPONSES[number]));
      for (let k = 0; k < world.events.count; ++k) lines.push(world.event(k));
    }
    assert.equal(world.hash, native.hash, file);
    assert.equal(world.collisions, native.collisions, file);
    assert.equal(world.bodies.count, native.bodies, file);
    assert.equal(world.energy.total, native.energy.end, file);
    assert.equal(world.energy.exchanged, native.energy.exchanged, file);
    assert.deepEqual(world.momentum, native.momentum.end, file);
    assert.equal(world.angularMomentum, native.angular_momentum.end, file);
    assert.equal(world.keepsMomentum, native.momentum.drift !== null, file);
    const native_lines = readFileSync(events, "utf8").split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));
    assert.deepEqual(lines, native_lines, file);
    assert.deepEqual(t, native_lines.map((line) => line.t), file);
    assert.deepEqual(responses, native_lines.map((line) => line.response), file);
    assert.equal(world.scene(), readFileSync(state, "utf8"), file);
    world.free();
  }
  rmSync(folder, { recursive: true });
});

test("a broken scene gets the message that carom validate has for it", () => {
  const folder = join(root, "tests/scenes/bad");
  const files = readdirSync(folder).filter((file) => file.endsWith(".json")).map((file) => join(folder, file));
  assert.ok(files.length >= 170);
  const told = program("validate", ...files).stderr.split("\n");
  for (const file of files) {
    const native = told.filter((line) => line.startsWith(`${file}: `)).map((line) => line.slice(file.length + 2));
    const text = readFileSync(file);
    const { faults } = carom.validate(text);
    assert.deepEqual(faults.map((fault) => fault.message), native, file);
    assert.throws(() => carom.open(text), (error) => {
      assert.ok(error instanceof SceneError);
      assert.deepEqual(error.faults, faults);
      assert.deepEqual([error.message, error.place, error.reason], [native[0], faults[0].place, faults[0].reason]);
      return true;
    });
  }
});

test("a good scene validates, with warnings", () => {
  const scene = `${TWO_DISCS.slice(0, -1)}, "rules": [{"between": ["lef", "*"]}]}`;
  const { faults, warnings, bodies, rules } = carom.validate(scene);
  assert.deepEqual([faults, bodies, rules], [[], 2, 1]);
  assert.equal(warnings[0].message, '/rules/0/between/0: no body has the name or tag "lef", did you mean "left"?');
});

test("a question is answered as by carom query", () => {
  const line = '{"id": "q", "a": {"circle": {"radius": 1, "from": [-5, 0], "to": [5, 0]}}, "b": {"circle": {"radius": 1, "from": [0, 0]}}}';
  const { id, result, t } = carom.query(line);
  assert.deepEqual({ id, result, t }, { id: "q", result: "hit", t: 0.3 });
  assert.match(carom.query("{").error, /column/);
});

test("bodies and outlines are columns", () => {
  const world = carom.open(`{"carom": 1, "bodies": [
    {"circle": {"radius": 2, "hollow": true}, "at": [1, 2], "fixed": true},
    {"polygon": {"vertices": [[0, 0], [4, 0], [0, 3]]}, "at": [10, 20], "velocity": [3, 4], "angle": 0.5, "mass": 7},
    {"segment": {"ends": [[-1, 0], [1, 0]]}, "at": [0, -5]},
    {"border": {"x": -50}, "at": [1, 0]}, {"border": {"y": 60}},
    {"circle": {"radius": 1}, "at": [30, 0], "sensor": true}]}`);
  const { count, serial, kind, flags, at, velocity, angle, spin, radius, mass } = world.bodies;
  assert.equal(count, 6);
  assert.deepEqual([...serial], [0, 1, 2, 3, 4, 5]);
  assert.deepEqual([...kind], [Kind.circle, Kind.polygon, Kind.segment, Kind.border, Kind.border, Kind.circle]);
  assert.deepEqual([...flags], [Flag.fixed | Flag.hollow, 0, Flag.fixed, Flag.fixed, Flag.fixed, Flag.sensor]);
  assert.deepEqual([...at], [1, 2, 10, 20, 0, -5, 1, 0, 0, 0, 30, 0]);
  assert.deepEqual([...velocity.slice(2, 4)], [3, 4]);
  assert.deepEqual([angle[1], spin[1], mass[1], radius[0]], [0.5, 0, 7, 2]);
  assert.ok(Math.abs(radius[1] - 4) < 1e-12 && Math.abs(radius[2] - 1) < 1e-12);
  assert.equal(radius[3], Infinity);
  const { count: outlined, serial: whose, start, points } = world.outlines;
  assert.deepEqual([outlined, [...whose], [...start]], [4, [1, 2, 3, 4], [0, 3, 5, 7, 9]]);
  assert.deepEqual([...points], [0, 0, 4, 0, 0, 3, -1, 0, 1, 0, -50, 0, -50, 1, 0, 60, 1, 60]);
  world.free();
});

test("one that a hit destroyed was there until then, and none before it came", () => {
  const x = { name: "x", circle: { radius: 0.1 }, at: [0, 5], velocity: [1, 0] };
  const world = carom.open(JSON.stringify({
    carom: 1,
    world: { dt: 1 },
    bodies: [
      { name: "runner", circle: { radius: 0.5 }, at: [0, 0], velocity: [1, 0] },
      { name: "target", circle: { radius: 0.5 }, at: [1.5, 0] },
    ],
    rules: [{ between: ["runner", "target"], after: [{ destroy: "target" }, { spawn: x }] }],
  }));
  world.step();
  assert.deepEqual([...world.bodies.serial], [0, 2]);
  assert.deepEqual(world.stateAt(1, 0.25), { at: [1.5, 0], velocity: [0, 0], angle: 0, spin: 0 });
  assert.ok(world.stateAt(1, 0.5));
  assert.equal(world.stateAt(1, 0.75), undefined);
  assert.equal(world.stateAt(2, 0.25), undefined);
  // From the contact point, at (1, 0), on.
  assert.deepEqual(world.stateAt(2, 0.75).at, [1.25, 5]);
  world.free();
});

test("a hit has its moment: where both were, inside the step", () => {
  const world = carom.open(TWO_DISCS);
  assert.equal(world.step(), true);
  assert.deepEqual([world.time, world.steps, world.collisions], [0.1, 1, 1]);
  const { count, t, a, b, point, normal, speed, impulse, response, effects } = world.events;
  assert.deepEqual([count, a[0], b[0], RESPONSES[response[0]], effects[0]], [1, 0, 1, "impulse", 0]);
  const [left, right] = [world.stateAt(0, t[0]), world.stateAt(1, t[0])];
  assert.ok(Math.abs(Math.hypot(left.at[0] - right.at[0], left.at[1] - right.at[1]) - 1.5) < 1e-12);
  assert.ok(Math.abs(Math.hypot(point[0] - left.at[0], point[1] - left.at[1]) - 1) < 1e-12);
  assert.ok(Math.abs(Math.hypot(normal[0], normal[1]) - 1) < 1e-12);
  assert.ok(Math.abs(speed[0] + 10 * normal[0]) < 1e-12 && Math.abs(impulse[0] - speed[0]) < 1e-12);
  assert.deepEqual(world.stateAt(0, 0), { at: [-2, 0], velocity: [10, 0], angle: 0, spin: 0 });
  assert.equal(world.stateAt(0, 5), undefined);
  const { at, velocity } = world.statesAt(t[0]);
  assert.deepEqual([...at], [...left.at, ...right.at]);
  assert.deepEqual([...velocity], [...left.velocity, ...right.velocity]);
  assert.deepEqual([...world.statesAt(5).at], [...world.bodies.at]);
  assert.equal(world.stateAt(7, t[0]), undefined);
  assert.deepEqual(world.event(0).b, "right");
  assert.deepEqual(JSON.parse(world.eventText(0)), world.event(0));
  assert.throws(() => world.event(1), RangeError);
  world.free();
});

test("edges and effects in the events", () => {
  const world = carom.open(`{"carom": 1, "world": {"dt": 1, "bounds": {"min": [-2, -2], "max": [2, 2]}},
    "bodies": [{"name": "b", "circle": {"radius": 1}, "velocity": [2, 0]}],
    "rules": [{"between": ["b", "bounds"], "response": "rebound", "before": [{"sound": "knock"}], "after": [{"destroy": "b"}]}]}`);
  const { revision } = world.bodies;
  world.step();
  const { b, response, effects, t } = world.events;
  assert.deepEqual([b[0], RESPONSES[response[0]], effects[0], t[0]], [EDGES, "rebound", 2, 0.5]);
  assert.deepEqual(world.event(0).effects, [{ sound: "knock" }, { destroy: "b" }]);
  assert.equal(world.bodies.count, 0);
  assert.ok(world.bodies.revision > revision);
  assert.equal(world.name(0), "b");
  assert.equal(world.body(0), undefined);
  assert.equal(world.nearest(0, 0), undefined);
  world.free();
});

test("stepTo: any time, in parts, with and without events", () => {
  const [once, parts] = [carom.open(TWO_DISCS), carom.open(TWO_DISCS)];
  assert.equal(once.stepTo(1.05), true);
  assert.deepEqual([once.time, once.steps, once.events.count], [1.05, 11, 1]);
  assert.equal(parts.stepTo(1.05, { most: 4, record: false }), false);
  assert.deepEqual([parts.time, parts.events.count, parts.collisions], [0.4, 0, 1]);
  assert.equal(parts.stepTo(1.05, { most: 100 }), true);
  assert.equal(parts.hash, once.hash);
  assert.deepEqual([once.stepTo(1), once.step(1.05), once.time], [true, false, 1.05]);
  for (const wrong of [NaN, Infinity]) assert.throws(() => once.stepTo(wrong), RangeError);
  assert.throws(() => once.step(NaN), RangeError);
  once.free();
  parts.free();
  const stuck = carom.open('{"carom": 1, "world": {"time": 1e9, "dt": 1e-9}}');
  assert.throws(() => stuck.step(), /are lost in the rounding of the time/);
  stuck.free();
});

test("the event world, too, goes on in parts", () => {
  const scene = JSON.parse(sceneText("gas.json"));
  const text = JSON.stringify({ ...scene, world: { ...scene.world, detection: "event" } });
  const [once, parts] = [carom.open(text), carom.open(text)];
  assert.equal(once.stepTo(3), true);
  let calls = 1;
  let events = 0;
  while (!parts.stepTo(3, { most: 2 })) {
    ++calls;
    events += parts.events.count;
  }
  events += parts.events.count;
  assert.ok(calls > 1, `${calls} calls`);
  assert.deepEqual([parts.hash, events, parts.collisions], [once.hash, once.events.count, once.collisions]);
  assert.equal(once.steps, 0);
  once.free();
  parts.free();
});

test("pick and nearest", () => {
  const world = carom.open(TWO_DISCS);
  assert.deepEqual([world.pick(-2, 0.5), world.pick(0.25, 0.6), world.pick(9, 9)], [[0], [1], []]);
  const { serial, distance, point } = world.nearest(-2, 3);
  assert.deepEqual([serial, distance, point], [0, 2, [-2, 1]]);
  world.free();
});

test("bodies come, go and are moved", () => {
  const world = carom.open(TWO_DISCS);
  const { revision } = world.bodies;
  const serial = world.add({ name: "box", polygon: { vertices: [[0, 0], [1, 0], [1, 1], [0, 1]] }, at: [5, 5], tags: ["new"] });
  assert.equal(serial, 2);
  assert.ok(world.bodies.revision > revision);
  const { name, tags, at, mass } = world.body(serial);
  assert.deepEqual([name, tags, at, mass], ["box", ["new"], [5, 5], 1]);
  assert.equal(world.outlines.count, 1);
  const again = world.add({ ...world.body(0), name: "#0", at: [50, 0] });
  assert.deepEqual([again, world.name(again)], [3, "#3"]);
  for (const [body, place] of [[{ circle: { radius: -1 } }, "/circle/radius"], [{ circle: { radius: 1 }, name: "box" }, "/name"],
    ["{", "line 1, column 2"], [{ cirle: { radius: 1 } }, "/cirle"]]) {
    assert.throws(() => world.add(body), (error) => error instanceof SceneError && error.place === place && error.reason !== "");
  }
  assert.deepEqual([world.teleport(serial, -7, 3), world.setVelocity(serial, 1, 2)], [true, true]);
  assert.deepEqual([world.body(serial).at, world.body(serial).velocity], [[-7, 3], [1, 2]]);
  assert.deepEqual([world.teleport(serial, NaN, 0), world.setVelocity(serial, 1e61, 0)], [false, false]);
  assert.deepEqual([world.remove(serial), world.remove(serial), world.teleport(serial, 0, 0)], [true, false, false]);
  assert.equal(world.bodies.count, 3);
  world.free();
});

test("going on from a snapshot, and from the text of the state, gives the same bits", () => {
  for (const file of shipped) {
    const world = carom.open(sceneText(file));
    world.stepTo(world.time + 0.4);
    const [snapshot, text, hash] = [world.snapshot(), world.scene(), world.hash];
    const end = world.time + 0.4;
    world.stepTo(end);
    const after = world.hash;
    world.restore(snapshot);
    assert.deepEqual([world.time, world.hash, world.events.count], [snapshot.time, hash, 0], file);
    world.stepTo(end);
    assert.equal(world.hash, after, file);
    snapshot.free();
    world.free();
    const other = carom.open(text);
    other.stepTo(end);
    assert.equal(other.hash, after, file);
    other.free();
  }
});

test("settings change between steps, and a snapshot brings the old ones back", () => {
  const bullet = carom.open(sceneText("bullet_and_paper.json"));
  const start = bullet.snapshot();
  const { dt, detection } = bullet.settings;
  assert.equal(detection, "swept");
  bullet.step();
  const [time, steps, collisions] = [bullet.time, bullet.steps, bullet.collisions];
  bullet.change({ dt: dt / 2, restitution: 0.5, gravity: [0, -1] });
  assert.deepEqual([bullet.settings.dt, bullet.settings.restitution, bullet.settings.gravity], [dt / 2, 0.5, [0, -1]]);
  assert.deepEqual([bullet.time, bullet.steps, bullet.collisions], [time, steps, collisions]);
  bullet.step();
  assert.ok(Math.abs(bullet.time - time - dt / 2) < 1e-12);
  assert.throws(() => bullet.change({ dt: 0 }), (error) => error instanceof SceneError && error.place === "/world/dt");
  assert.throws(() => bullet.change({ detection: "event", sources: [{ at: [0, 0], strength: 1 }] }), SceneError);
  assert.equal(bullet.settings.dt, dt / 2);
  bullet.restore(start);
  assert.deepEqual([bullet.settings.dt, bullet.steps], [dt, 0]);
  bullet.change({ detection: "overlap" });
  bullet.stepTo(2);
  const missed = bullet.collisions;
  bullet.restore(start);
  bullet.stepTo(2);
  assert.ok(bullet.collisions > missed, `${bullet.collisions} collisions swept, ${missed} by looking after the step`);
  const straight = carom.open(sceneText("bullet_and_paper.json"));
  straight.stepTo(2);
  assert.equal(bullet.hash, straight.hash);
  for (const gone of [start, bullet, straight]) gone.free();
});

test("what has been freed is not used again", () => {
  const world = carom.open(TWO_DISCS);
  const snapshot = world.snapshot();
  world.free();
  assert.throws(() => world.time, /the world has been freed/);
  assert.throws(() => world.free(), /the world has been freed/);
  const other = carom.open(TWO_DISCS);
  other.step();
  other.restore(snapshot);
  assert.equal(other.time, 0);
  snapshot.free();
  assert.throws(() => other.restore(snapshot), /the snapshot has been freed/);
  other.free();
});

test("policies are counted", () => {
  const world = carom.open('{"carom": 1, "world": {"gravity": [0, -10], "restitution": 0.5}, "bodies": [{"circle": {"radius": 1}, "at": [0, 1.1]}, {"border": {"y": 0}}]}');
  world.stepTo(3);
  assert.deepEqual(Object.keys(world.policies), ["rests", "calms", "clumps", "grazes", "briefs", "hops", "holds",
    "cappedExtrapolations", "cappedSubsteps"]);
  assert.ok(world.policies.rests > 0);
  world.free();
});

// What the C interface has beside that.

const FALL = { gravity: [0, -10], restitution: 0.5 };

/** A ball above a floor, of which it is 5 m away. */
function falling(settings = {}) {
  const world = carom.world({ ...FALL, ...settings });
  const floor = world.add({ border: { y: 0 }, name: "floor" });
  const ball = world.add({ circle: { radius: 0.5 }, at: [0, 5.5], name: "ball" });
  return { world, floor, ball };
}

test("a world by its settings is that of the scene that has them", () => {
  const { world, floor, ball } = falling();
  assert.deepEqual([floor, ball, world.find("ball"), world.find("nobody")], [0, 1, 1, undefined]);
  world.stepTo(3);
  const bodies = [{ border: { y: 0 }, name: "floor" }, { circle: { radius: 0.5 }, at: [0, 5.5], name: "ball" }];
  const other = carom.open({ carom: 1, world: FALL, bodies });
  other.stepTo(3);
  assert.deepEqual([world.hash, world.end], [other.hash, 10]);
  assert.throws(() => carom.world({ gravty: [0, 1] }), (error) => error.place === "/world/gravty");
  assert.throws(() => carom.world({}, [{ between: ["*"] }]), SceneError);
  world.free();
  other.free();
});

test("callbacks see every contact, and may refuse it", () => {
  const { world, floor, ball } = falling();
  const told = [];
  let refuse = false;
  world.onContact({
    before: (contact) => (told.push(contact), !refuse),
    after: (contact) => void told.push(contact),
  });
  world.stepTo(1.5);
  assert.equal(told.length, 2);
  const [first, then] = told;
  assert.deepEqual(Object.keys(first), ["t", "a", "b", "point", "normal", "speed", "restitution", "inner", "velocityA", "velocityB"]);
  assert.deepEqual([first.a, first.b, first.restitution, first.inner, first.velocityA], [floor, ball, 0.5, false, [0, 0]]);
  const { t, point, normal, speed, impulse, response } = world.events;
  assert.deepEqual(then, { t: t[0], a: floor, b: ball, point: [...point], normal: [...normal], speed: speed[0],
    impulse: impulse[0], response: RESPONSES[response[0]] });
  const hash = world.hash;
  world.onContact({});
  world.stepTo(1.6);
  assert.equal(told.length, 2);
  // One that only looks changes nothing.
  const alone = falling();
  alone.world.stepTo(1.5);
  assert.equal(alone.world.hash, hash);
  alone.world.free();
  refuse = true;
  world.onContact({ before: () => false });
  world.stepTo(3);
  assert.ok(world.body(ball).at[1] < 0, "a contact that is refused lets through");
  world.free();
});

test("a callback may change the world, but not step it; what it throws undoes the step", () => {
  for (const detection of ["swept", "event", "overlap"]) {
    const { world, ball } = falling({ detection });
    const before = world.hash;
    const error = new Error("enough");
    world.onContact({ after() { throw error; } });
    assert.throws(() => world.stepTo(3), (thrown) => thrown === error);
    assert.ok(world.time <= 1 && (detection !== "event" || world.hash === before), detection);
    let spark;
    const busy = [];
    world.onContact({
      after({ point: [x, y] }) {
        spark ??= world.add({ circle: { radius: 0.1 }, at: [x + 3, y + 3] });
        world.applyImpulse(ball, [1, 0]);
        for (const forbidden of [() => world.step(), () => world.free(), () => world.snapshot()]) {
          try {
            forbidden();
          } catch (thrown) {
            busy.push(thrown.status);
          }
        }
      },
    });
    world.stepTo(1.5);
    assert.equal(spark, 2);
    assert.ok(world.body(ball).velocity[0] > 0);
    assert.deepEqual([...new Set(busy)], ["CAROM_BUSY"]);
    world.free();
  }
});

test("a long step is ended from inside, and goes on", () => {
  const scene = { ...JSON.parse(sceneText("gas.json")) };
  const world = carom.open({ ...scene, world: { ...scene.world, detection: "event" } });
  let asked = 0;
  world.onInterrupt(() => ++asked === 2);
  assert.throws(() => world.stepTo(1e6, { record: false }), (error) => error instanceof StepFailure && error.status === "CAROM_INTERRUPTED");
  world.onInterrupt(undefined);
  assert.equal(asked, 2);
  const { time } = world;
  assert.ok(time > 0 && time < 1e6);
  world.stepTo(time + 0.1);
  world.onInterrupt(() => { throw new Error("no"); });
  assert.throws(() => world.stepTo(1e6, { record: false }), { message: "no" });
  world.free();
});

test("limits: a step that needs too much is abandoned", () => {
  const world = carom.open(sceneText("gas.json"));
  const before = world.hash;
  world.setLimits({ work: 1, workABody: 0, records: 1, recordsABody: 0 });
  assert.throws(() => world.stepTo(1), (error) => error instanceof StepFailure && error.status === "CAROM_LIMIT_REACHED");
  assert.equal(world.hash, before);
  world.setLimits({});
  world.stepTo(1);
  assert.throws(() => world.setLimits({ work: NaN }), SceneError);
  world.free();
});

test("impulse, force, spin, filter, tags, user data, other keys", () => {
  const world = carom.world();
  const ball = world.add({ circle: { radius: 1 }, mass: 2 });
  assert.equal(world.applyImpulse(ball, [4, 0]), true);
  assert.deepEqual(world.body(ball).velocity, [2, 0]);
  assert.equal(world.applyImpulse(ball, [0, 1], [1, 0]), true);
  assert.ok(world.info(ball).spin > 0);
  assert.equal(world.setSpin(ball, 3), true);
  assert.equal(world.info(ball).spin, 3);
  assert.equal(world.applyForce(ball, [0, 10]), true);
  const { velocity: [, before] } = world.info(ball);
  world.step();
  assert.ok(world.info(ball).velocity[1] > before);
  assert.equal(world.setFilter(ball, 4, 3), true);
  assert.equal(world.addTag(ball, "red"), true);
  assert.equal(world.setUserData(ball, 2n ** 63n + 1n), true);
  assert.equal(world.changeBody(ball, { restitution: 0.25, mass: 5, damping: 0.5, name: "one" }), true);
  const info = world.info(ball);
  assert.deepEqual([info.kind, info.radius, info.mass, info.category, info.mask, info.restitution, info.friction, info.damping,
    info.userData, info.lifetime, info.fixed, info.sensor, info.hollow],
    ["circle", 1, 5, 4, 3, 0.25, undefined, 0.5, 2n ** 63n + 1n, undefined, false, false, false]);
  assert.deepEqual([world.body(ball).tags, world.name(ball)], [["red"], "one"]);
  world.changeBody(ball, { restitution: null });
  assert.equal(world.info(ball).restitution, undefined);
  assert.throws(() => world.changeBody(ball, { mass: -1 }), (error) => error instanceof SceneError && error.place === "/mass");
  assert.throws(() => world.setFilter(ball, -1, 3), (error) => error.place === "/category");
  assert.throws(() => world.applyImpulse(ball, [NaN, 0]), SceneError);
  world.setVelocities([ball], [7, 8]);
  assert.deepEqual(world.info(ball).velocity, [7, 8]);
  assert.throws(() => world.setVelocities([ball, 9], [0, 0, 0, 0]), (error) => error.status === "CAROM_GONE");
  assert.deepEqual(world.info(ball).velocity, [7, 8]);
  world.remove(ball);
  for (const gone of [ball, -1, 0.5, NaN, 2 ** 60, 77])
    assert.deepEqual([world.applyImpulse(gone, [0, 0]), world.setSpin(gone, 0), world.info(gone), world.changeBody(gone, {}),
      world.addTag(gone, "x"), world.body(gone)], [false, false, undefined, false, false, undefined]);
  assert.equal(world.name(EDGES), "bounds");
  world.free();
  const event = carom.world({ detection: "event" });
  assert.equal(event.setSpin(event.add({ circle: { radius: 1 } }), 1), true);
  const still = event.add({ polygon: { vertices: [[0, 0], [1, 0], [0, 1]] }, at: [5, 0] });
  assert.throws(() => event.setSpin(still, 1), (error) => error instanceof CaromError && error.status === "CAROM_NOT_HERE");
  event.free();
});

test("sensors and filters", () => {
  const world = carom.world({ dt: 1 });
  world.add({ circle: { radius: 1 }, velocity: [10, 0], category: 2, mask: 1 });
  world.add({ circle: { radius: 1 }, at: [5, 0], sensor: true, category: 1 });
  world.add({ circle: { radius: 1 }, at: [8, 0], category: 4, mask: 4 });
  world.step();
  assert.deepEqual([world.events.count, world.body(0).velocity[0]], [1, 10]);
  world.free();
});

test("rays, casts, regions", () => {
  const world = carom.open(TWO_DISCS);
  const { serial, distance, point, normal } = world.rayCast([-9, 0], [9, 0]);
  assert.deepEqual([serial, distance, point, normal], [0, 6, [-3, 0], [-1, 0]]);
  assert.equal(world.rayCast([-9, 5], [9, 5]), undefined);
  assert.equal(world.rayCast([-9, 0], [9, 0], { mask: 0 }), undefined);
  const many = world.rayCasts([-9, 0, -9, 5], [9, 0, 9, 5]);
  assert.deepEqual([[...many.hit], many.serial[0], many.distance[0], [...many.point], [...many.normal]],
    [[1, 0], 0, 6, [-3, 0, 0, 0], [-1, 0, 0, 0]]);
  assert.equal(world.rayCasts([], []).hit.length, 0);
  const disc = world.shapeCast({ circle: { radius: 0.5 } }, [-9, 0], [9, 0]);
  assert.deepEqual([disc.serial, disc.distance], [0, 5.5]);
  const box = { polygon: { vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] } };
  assert.equal(world.shapeCast(box, [-9, 0], [9, 0]).distance, 5);
  const turned = world.shapeCast(box, [-9, 0], [9, 0], { angle: Math.PI / 4 });
  assert.ok(Math.abs(turned.distance - (6 - Math.SQRT2)) < 1e-12);
  assert.equal(world.shapeCast({ segment: { ends: [[0, -1], [0, 1]] } }, [-9, 0], [9, 0]).serial, 0);
  assert.throws(() => world.shapeCast({ polygon: { vertices: [[0, 0]] } }, [0, 0], [1, 0]), SceneError);
  assert.deepEqual([world.inRegion([-9, -9], [9, 9]), world.inRegion([0, 0], [1, 1]), world.inRegion([5, 5], [6, 6])], [[0, 1], [1], []]);
  assert.throws(() => world.inRegion([1, 1], [0, 0]), SceneError);
  assert.throws(() => world.rayCast([NaN, 0], [1, 0]), SceneError);
  world.free();
});

test("casts that turn, overlaps, who is inside", () => {
  const world = carom.world({ dt: 1 });
  const post = world.add({ circle: { radius: 0.5 }, at: [0, 3], fixed: true });
  const zone = world.add({ circle: { radius: 2 }, at: [9, 0], fixed: true, sensor: true });
  const blade = { segment: { ends: [[-4, 0], [4, 0]] } };
  const still = { at: [0, 0] };
  const hit = world.cast(blade, still, { at: [0, 0], angle: 1.6 });
  assert.deepEqual([hit.serial, hit.distance], [post, 0]);
  assert.ok(Math.abs(hit.t * 1.6 - (Math.PI / 2 - Math.asin(0.5 / 3))) < 1e-9);
  assert.equal(world.cast(blade, still, { at: [0, 0], angle: 1.6 }, { without: post }), undefined);
  const disc = { circle: { radius: 1 } };
  const tee = { shapes: [{ circle: { radius: 0.5 }, at: [0, 1] }, { segment: { ends: [[-1, 0], [1, 0]] }, angle: Math.PI / 2 }] };
  const hits = world.casts([
    { shape: disc, from: { at: [5, 0] }, to: { at: [15, 0] } },
    { shape: tee, from: { at: [0, -5] }, to: { at: [0, 5] } },
  ]);
  assert.deepEqual([hits[0].serial, hits[0].t, hits[1].serial, hits[1].distance], [zone, 0.1, post, 6]);
  assert.deepEqual(world.casts([{ shape: disc, from: { at: [5, 0] }, to: { at: [15, 0] } }], { sensors: false }), [undefined]);
  assert.deepEqual([world.overlaps(disc, { at: [0, 2] }), world.overlaps({ border: { x: 0 } }, still), world.overlaps(tee, still)],
    [[post], [post], []]);
  assert.deepEqual(world.casts([]), []);
  assert.throws(() => world.casts([{ shape: disc, from: still, to: still }, { shape: { circle: { radius: -1 } }, from: still, to: still }]),
    (error) => error instanceof SceneError && error.place === "/1/circle/radius");
  const guest = world.add({ circle: { radius: 0.5 }, at: [6, 0], velocity: [1, 0] });
  assert.deepEqual(world.inside(zone), []);
  world.stepTo(2);
  assert.deepEqual([world.inside(zone), world.inside(77)], [[guest], undefined]);
  world.free();
});

test("a journal is replayed to the same bits", () => {
  const world = carom.open(TWO_DISCS);
  assert.throws(() => world.journal(), (error) => error.status === "CAROM_NOT_HERE");
  world.startJournal();
  let called = 0;
  world.onContact({ before: () => ++called % 3 !== 0 });
  world.setVelocity(0, 9, 1);
  const extra = world.add({ circle: { radius: 0.2 }, at: [0, 4], velocity: [0, -3] });
  world.stepTo(1);
  world.change({ gravity: [0, -2] });
  world.remove(extra);
  world.stepTo(2);
  const again = carom.replay(world.journal());
  assert.deepEqual([again.hash, again.time], [world.hash, 2]);
  again.free();
  assert.throws(() => carom.replay(new Uint8Array(40)), SceneError);
  world.stopJournal();
  world.free();
});

test("setters", () => {
  const world = carom.world();
  const crate = world.add({ polygon: { vertices: [[-1, -1], [1, -1], [1, 1], [-1, 1]] } });
  assert.deepEqual([world.setAngle(crate, 0.5), world.setRestitution(crate, 0.25), world.setFriction(crate, 0.75), world.setMass(crate, 3),
    world.setFixed(crate, true)], [true, true, true, true, true]);
  const { angle, restitution, friction, mass, fixed } = world.info(crate);
  assert.deepEqual([angle, restitution, friction, mass, fixed], [0.5, 0.25, 0.75, 3, true]);
  world.setRestitution(crate, undefined);
  assert.equal(world.info(crate).restitution, undefined);
  assert.throws(() => world.setMass(crate, -1), (error) => error.status === "CAROM_NOT_HERE");
  assert.throws(() => world.setAngle(crate, NaN), SceneError);
  assert.equal(world.setMass(77, 1), false);
  world.free();
});

test("questions in numbers: many circles at once", () => {
  const times = carom.impactTimes([-5, 0, 0, 0, 0, 0], [5, 0, 0, 0, 1, 0], [1, 1, 1], [0, 0, 1, 0, 0, 9], [0, 0, 1, 0, 0, 9], [1, 1, 1]);
  assert.deepEqual([...times], [0.3, 0, NaN]);
  assert.throws(() => carom.impactTimes([0], [0, 0], [1], [0, 0], [0, 0], [1]), RangeError);
  assert.throws(() => carom.impactTimes([0, 0], [0, 0], [-1], [0, 0], [0, 0], [1]), SceneError);
  const question = { a: { circle: { radius: 1, from: [-5, 0], to: [5, 0] } }, b: { circle: { radius: 1, from: [0, 0] } } };
  assert.deepEqual(carom.query([question, JSON.stringify({ id: "q", ...question })]).map(({ id, t }) => [id, t]), [[undefined, 0.3], ["q", 0.3]]);
  assert.match(carom.query({ a: question.a }).error, /"b"|\/b/);
});

test("a snapshot as bytes goes to another engine, and on with the same bits", async () => {
  const other = await load();
  for (const file of shipped) {
    const world = carom.open(sceneText(file));
    world.stepTo(world.time + 0.4);
    const snapshot = world.snapshot();
    const bytesOf = snapshot.bytes();
    assert.throws(() => other.open(snapshot), /of another engine/);
    const there = other.snapshot(bytesOf);
    assert.deepEqual([there.time, there.bytes()], [snapshot.time, bytesOf]);
    const copy = other.open(there);
    for (const one of [world, copy]) one.stepTo(one.time + 0.4);
    assert.equal(copy.hash, world.hash, file);
    for (const gone of [snapshot, world, there, copy]) gone.free();
  }
  const bad = bytesFrom("carom snapshot 1", 100);
  assert.throws(() => carom.snapshot(bad), SceneError);
  assert.throws(() => carom.snapshot(new Uint8Array()), SceneError);
});

function bytesFrom(text, length) {
  const result = new Uint8Array(length);
  result.set(new TextEncoder().encode(text));
  return result;
}

test("the gas", () => {
  const scene = JSON.parse(sceneText("gas.json"));
  const world = carom.open({ ...scene, world: { ...scene.world, detection: "event" } });
  assert.equal(world.gas, undefined);
  world.stepTo(world.time + 2);
  const gas = world.gas;
  assert.deepEqual(Object.keys(gas).sort(), ["area", "collisionRate", "compressibility", "meanFreePath", "pressure", "temperature"]);
  assert.ok(Object.values(gas).every((value) => value > 0));
  world.free();
});

test("more bodies than the memory had room for: views are read anew", () => {
  const world = carom.world({}, []);
  const before = carom.memorySize;
  const bounds = { min: [0, 0], max: [2000, 2000] };
  const large = carom.open({ carom: 1, fill: [{ count: 100000, circle: { radius: 0.5 }, region: bounds, arrangement: "square" }] });
  assert.ok(carom.memorySize > before);
  assert.deepEqual([large.bodies.count, large.bodies.serial[99999], large.statesAt(0).at.length], [100000, 99999, 200000]);
  large.free();
  world.free();
  // What is freed is used again.
  const once = carom.memorySize;
  for (let k = 0; k < 50; ++k) {
    const one = carom.open(TWO_DISCS);
    one.step();
    one.snapshot().free();
    one.free();
  }
  assert.equal(carom.memorySize, once);
});

test("the package with the module inside is the same", async () => {
  const inline = await import(inside("inline.js"));
  assert.equal(inline.World, World);
  const own = await inline.load();
  const world = own.open(TWO_DISCS);
  world.stepTo(1);
  const here = carom.open(TWO_DISCS);
  here.stepTo(1);
  assert.equal(world.hash, here.hash);
  here.free();
  const given = await load(await WebAssembly.compile(bytes));
  assert.equal((await load(bytes)).version, given.version);
  await assert.rejects(load(new Response("", { status: 404, statusText: "Not Found" })), /could not be loaded: 404 Not Found/);
});

test("without memory the engine breaks with a message, and another one can be loaded", async () => {
  const module = await WebAssembly.compile(bytes);
  const broken = await Carom.load(module);
  broken.open(TWO_DISCS); // malloc takes what there is when it is first asked, and must not get what follows
  const { memory } = broken.memory;
  memory.grow(65536 - memory.buffer.byteLength / 65536 - 16);
  const scene = '{"carom": 1, "fill": [{"count": 100000, "circle": {"radius": 0.1}, "region": {"min": [0, 0], "max": [100, 100]}, "arrangement": "square"}]}';
  assert.throws(() => broken.open(scene), (error) => error instanceof EngineFailure && /out of memory/.test(error.message));
  assert.equal(broken.broken, true);
  assert.throws(() => broken.version, EngineFailure);
  const fresh = await Carom.load(module);
  assert.deepEqual([fresh.broken, fresh.version], [false, carom.version]);
});
