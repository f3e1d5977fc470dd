import { expect, test } from "vitest";
import { Flag } from "carom";
import type { LaneView } from "../engine/lane_view";
import { Series, speedHistogram } from "./series";

test("a series stays in order, and short", () => {
  const series = new Series(1);
  for (let k = 0; k < 10_000; ++k) series.add(k, k * k);
  series.add(5, -1);
  const [times, values] = series.columns as [number[], number[]];
  expect(times.length).toBeLessThanOrEqual(2000);
  expect(values).toEqual(times.map((t) => t * t));
  series.keepUntil(100);
  expect(series.columns[0].every((t) => t <= 100)).toBe(true);
});

test("Maxwell's curve counts as many bodies as there are, whatever their masses", () => {
  const count = 4000;
  const mass = Float64Array.from({ length: count }, (_, k) => (k % 2 ? 1 : 4));
  // Speeds of a gas in equilibrium by inverting the law at evenly spread shares.
  const velocity = new Float32Array(2 * count);
  for (let k = 0; k < count; ++k) velocity[2 * k] = Math.sqrt((-2 * Math.log((k + 0.5) / count)) / mass[k]!);
  const lane = {
    frame: { count, velocity },
    cast: { mass, flags: new Uint8Array(count), kind: new Uint8Array(count) },
  } as unknown as LaneView;
  const [, counts, law] = speedHistogram(lane);
  const sum = (column: number[]) => column.reduce((a, b) => a + b, 0);
  expect(sum(counts)).toBe(count);
  expect(Math.abs(sum(law) - count)).toBeLessThan(0.01 * count);
  counts.forEach((found, k) => expect(Math.abs(found - law[k]!)).toBeLessThan(0.03 * count));
});

test("what stands fast has no speed", () => {
  const cast = { mass: Float64Array.of(1), flags: Uint8Array.of(Flag.fixed), kind: Uint8Array.of(0) };
  const lane = { frame: { count: 1, velocity: Float32Array.of(3, 0) }, cast } as unknown as LaneView;
  expect(speedHistogram(lane)[1].every((count) => count === 0)).toBe(true);
});
