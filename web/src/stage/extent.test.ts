import { expect, test } from "vitest";
import type { LaneView } from "../engine/lane_view";
import type { Settings } from "../engine/protocol";
import { extent } from "./extent";

function lane(bodies: [x: number, y: number, radius: number, mass: number][]): LaneView {
  const column = (part: 2 | 3) => Float64Array.from(bodies, (body) => body[part]);
  return {
    frame: { count: bodies.length, at: Float64Array.from(bodies.flatMap(([x, y]) => [x, y])) },
    cast: { radius: column(2), mass: column(3) },
  } as unknown as LaneView;
}

const world = (more: object) => more as unknown as Settings;

test("bounds, or what the bodies fill, borders aside", () => {
  const two = lane([
    [0, 0, 1, 1],
    [4, 2, 0.5, 1],
    [0, -3, Infinity, 1],
  ]);
  expect(extent(two, world({}))).toEqual({ min: [-1, -3], max: [4.5, 2.5] });
  const bounds = { min: [0, 0], max: [9, 9], edges: "rebound" };
  expect(extent(two, world({ bounds }))).toEqual({ min: [0, 0], max: [9, 9] });
  expect(extent(lane([]), world({}))).toEqual({ min: [-1, -1], max: [1, 1] });
});

test("orbits come around: as far as anybody is from the center of mass, on every side", () => {
  const sun = lane([
    [0, 0, 0, 3],
    [4, 4, 0, 1],
  ]);
  const { min, max } = extent(sun, world({ attraction: {} }));
  const half = Math.hypot(3, 3);
  expect([...min, ...max]).toEqual([1 - half, 1 - half, 1 + half, 1 + half].map((value) => expect.closeTo(value, 12)));
});
