import { expect, test } from "vitest";
import type { Change } from "../engine/protocol";
import type { SceneFile } from "../scenes/scene_file";
import { adopted, needsExpansion, written } from "./adopt";

const SCENE: SceneFile = {
  carom: 1,
  name: "Two",
  world: { dt: 0.01, restitution: 1 },
  bodies: [
    { name: "one", circle: { radius: 1 }, at: [0, 0], density: 2 },
    { name: "two", circle: { radius: 1 }, at: [5, 1] },
  ],
};

/** One change after the other. */
function change(changes: [Change, number?][], slots: readonly number[] = [0, 1]) {
  return changes.reduce((all, [each, made]) => adopted(all.scene, all.slots, each, made), { scene: SCENE, slots });
}

test("places and velocities that are given change, the others stay", () => {
  const { scene } = change([
    [{ do: "move", serial: 1, at: [undefined, 3] }],
    [{ do: "throw", serial: 0, velocity: [2, undefined] }],
  ]);
  expect(scene.bodies![1]!.at).toEqual([5, 3]);
  expect(scene.bodies![0]!.velocity).toEqual([2, 0]);
  expect(SCENE.bodies![1]!.at).toEqual([5, 1]); // what was is not touched
});

test("a property changes, goes with null, and takes the place of its other form", () => {
  const { scene } = change([
    [{ do: "alter", serial: 0, by: { mass: 4, restitution: 0.5 } }],
    [{ do: "alter", serial: 0, by: { restitution: null, segment: { ends: [[0, 0], [1, 0]] } } }],
  ]);
  expect(scene.bodies![0]).toEqual({ name: "one", at: [0, 0], mass: 4, segment: { ends: [[0, 0], [1, 0]] } });
});

test("what the run calls a body is known after others have come and gone", () => {
  const { scene, slots } = change([
    [{ do: "add", body: { circle: { radius: 0.5 } } }, 7], // rules had made five bodies
    [{ do: "remove", serial: 0 }],
    [{ do: "move", serial: 7, at: [1, 2] }],
  ]);
  expect(slots).toEqual([1, 7]);
  expect(scene.bodies!.map(({ name }) => name)).toEqual(["two", undefined]);
  expect(scene.bodies![1]!.at).toEqual([1, 2]);
});

test("a body that a rule has made in the run is none of the scene's", () => {
  expect(change([[{ do: "move", serial: 4, at: [1, 2] }]]).scene).toBe(SCENE);
});

test("bodies of a fill are written out only where that is needed", () => {
  const filled = { ...SCENE, fill: [{ count: 3 }] };
  const needed = (each: Change) => needsExpansion(filled, [0, 1], [each]);
  expect(needed({ do: "settings", settings: { dt: 1 } })).toBe(false);
  expect(needed({ do: "move", serial: 1, at: [0, 0] })).toBe(false);
  expect(needed({ do: "move", serial: 2, at: [0, 0] })).toBe(true);
  expect(needed({ do: "add", body: {} })).toBe(true);
  expect(needsExpansion(SCENE, [0, 1], [{ do: "remove", serial: 0 }])).toBe(false);
});

test("a scene that is written out has nothing of a run", () => {
  expect(written('{"carom": 1, "created": 5, "clock": {}, "bodies": [{"name": "#0"}, {"name": "a"}]}')).toEqual({
    carom: 1,
    bodies: [{}, { name: "a" }],
  });
});
