import { expect, test } from "vitest";
import type { LaneView } from "../engine/lane_view";
import { Trails, trailSeconds } from "./trails";

function at(shown: number): LaneView {
  const cast = { serial: Float64Array.of(7), flags: Uint8Array.of(0), kind: Uint8Array.of(0) };
  const frame = { count: 1, shown, at: Float64Array.of(shown, 0) };
  const hits = { columns: { t: Float64Array.of(), count: 0 } };
  return { frame, cast, hits, place: new Map([[7, 0]]) } as unknown as LaneView;
}

test("a disc turns where it touched, between two pictures", () => {
  const trails = new Trails();
  trails.begin(1);
  const lane = at(0);
  Object.assign(lane.cast, { radius: Float64Array.of(0.5) });
  trails.add(lane, 1);
  // It flies to the wall at x = 3 and half of the way back.
  Object.assign(lane.frame, { shown: 4, at: Float64Array.of(1, 0) });
  const one = (value: number) => Float64Array.of(value);
  const [point, normal] = [Float64Array.of(3, 0), Float64Array.of(1, 0)];
  Object.assign(lane.hits.columns, { t: Float64Array.of(2.5), a: one(3), b: one(7), point, normal, count: 1 });
  trails.add(lane, 1);
  expect(trails.of(7)).toEqual([0, 0, 2.5, 0, 1, 0]);
});

test("a trail holds as many seconds as it should, and none of the future", () => {
  const trails = new Trails();
  trails.begin(2.5); // 160 points, a 64th of a second apart
  for (let k = 0; k <= 1280; ++k) trails.add(at(k / 128), 1);
  const xs = trails.of(7).filter((_, k) => k % 2 === 0);
  expect([xs[0], xs.at(-1)]).toEqual([10 - 159 / 64, 10]);
  trails.add(at(3), 1);
  expect(trails.of(7)).toEqual([3, 0]);
});

test("few that attract each other have trails long enough for an orbit", () => {
  expect(trailSeconds(9, true, 12)).toBe(4);
  expect(trailSeconds(9, false, 12)).toBe(0.9);
  expect(trailSeconds(5000, true, 12)).toBe(0.9);
});
