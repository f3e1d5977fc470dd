import { expect, test } from "vitest";
import { HitWriter } from "../engine/hit_writer";
import type { LaneView } from "../engine/lane_view";
import type { Hits } from "../engine/protocol";
import { TrackStore } from "../engine/track_store";
import { Trails, trailSeconds } from "./trails";

/** Body 7, which was at (t, 0) at the end of each step, and hits of it as [time, x, y]. */
function lane(shown: number, steps: number[], hits: [number, number, number][] = []): LaneView {
  const track = new TrackStore();
  track.add({ t: steps, serial: steps.map(() => Float64Array.of(7)), at: steps.map((t) => Float64Array.of(t, 0)) });
  const written = new HitWriter();
  const column = (values: number[]) => Float64Array.from(values);
  const none = column(hits.flatMap(() => [NaN, NaN]));
  written.append({
    count: hits.length,
    t: column(hits.map(([t]) => t)),
    a: column(hits.map(() => 3)),
    b: column(hits.map(() => 7)),
    placeA: none,
    placeB: column(hits.flatMap(([, x, y]) => [x, y])),
    ...Object.fromEntries(["begin", "end", "speed", "impulse", "response"].map((name) => [name, column([])])),
    ...Object.fromEntries(["point", "normal", "beforeA", "beforeB", "afterA", "afterB"].map((name) => [name, none])),
  } as unknown as Hits);
  const cast = { flags: Uint8Array.of(0), kind: Uint8Array.of(0) };
  return { frame: { shown }, cast, hits: written, track, place: new Map([[7, 0]]), edition: 1 } as unknown as LaneView;
}

test("a body turns where it touched, between two steps, however long the time between two pictures", () => {
  const trails = new Trails();
  trails.begin(10);
  trails.update(lane(4, [0, 1, 2, 3, 4], [[2.5, 9, 1]]), 1);
  expect(trails.of(7)).toEqual([0, 0, 1, 0, 2, 0, 9, 1, 3, 0, 4, 0]);
});

test("a trail holds as many seconds as it should, and none of the future", () => {
  const trails = new Trails();
  trails.begin(2);
  const steps = Array.from({ length: 11 }, (_, k) => k);
  trails.update(lane(8.5, steps, [[9.5, 1, 1]]), 1);
  expect(trails.of(7)).toEqual([7, 0, 8, 0]);
  trails.update(lane(3, steps), 1);
  expect(trails.of(7)).toEqual([2, 0, 3, 0]);
  trails.update(lane(8.5, steps), 0.5);
  expect(trails.of(7)).toEqual([8, 0]);
});

test("what is told in any order stands in order of time, as it was told last", () => {
  const store = new TrackStore();
  const at = (t: number, x: number) => ({ t: [t], serial: [Float64Array.of(7)], at: [Float64Array.of(x, 0)] });
  for (const [t, x] of [[2, 2], [1, 1], [3, 3], [2, 5]] as const) store.add(at(t, x));
  expect(store.between(0, 9).map(({ at }) => at[0])).toEqual([1, 5, 3]);
  store.keepUntil(2);
  expect(store.between(0, 9).length).toBe(2);
});

test("few that attract each other have trails long enough for an orbit", () => {
  expect(trailSeconds(9, true, 12)).toBe(4);
  expect(trailSeconds(9, false, 12)).toBe(0.9);
  expect(trailSeconds(5000, true, 12)).toBe(0.9);
});
