import { expect, test } from "vitest";
import { EDGES, Flag } from "carom";
import type { LaneView } from "../engine/lane_view";
import { clusters } from "./clusters";

/** Bodies 10, 11, … of which the last is fixed; hits as [time, a, b]. */
function lane(count: number, shown: number, hits: [number, number, number][]): LaneView {
  const serial = Float64Array.from({ length: count }, (_, k) => 10 + k);
  const column = (part: 0 | 1 | 2) => hits.map((hit) => hit[part]);
  return {
    frame: { count, shown },
    cast: { serial, kind: new Uint8Array(count), flags: Uint8Array.from(serial, (_, k) => (k === count - 1 ? Flag.fixed : 0)) },
    place: new Map([...serial].map((each, k) => [each, k])),
    hits: { columns: { t: column(0), a: column(1), b: column(2), count: hits.length } },
  } as unknown as LaneView;
}

test("who hit whom within the last second hangs together; walls and edges join nobody", () => {
  const found = clusters(
    lane(8, 5, [
      [3, 10, 11], // long ago
      [4.5, 12, 13],
      [4.6, 13, 14],
      [4.7, 11, 17],
      [4.8, 15, 17],
      [4.9, 10, EDGES],
      [5.1, 15, 16], // not yet
    ]),
  );
  expect([...found]).toEqual([-1, -1, 12, 12, 12, -1, -1, -1]);
});

test("in a crowd only the latest hits count, so that not everybody is one", () => {
  const count = 101;
  const hits = Array.from({ length: 99 }, (_, k): [number, number, number] => [4.1 + k / 1000, 10 + k, 11 + k]);
  const found = clusters(lane(count, 5, hits));
  expect(found.filter((cluster) => cluster < 0).length).toBeGreaterThan(50);
  expect(found[99]).toBe(found[70]);
});
