import { expect, test } from "vitest";
import { Flag } from "carom";
import type { LaneView } from "../engine/lane_view";
import { clean, Series, span, speedHistogram } from "./series";

test("a series stays in order, and keeps its steps when it gets long", () => {
  const series = new Series(1);
  const step = (t: number) => Math.floor(t / 1000);
  for (let k = 0; k < 50_000; ++k) series.add(k, step(k));
  series.add(5, -1);
  const [times, values] = series.columns as [number[], number[]];
  expect(times.length).toBeLessThanOrEqual(20_000);
  expect(values).toEqual(times.map(step));
  for (const jump of [1000, 40_000]) for (const t of [jump - 1, jump]) expect(times).toContain(t);
  expect([series.at(2999), series.at(999.5), series.at(-1)]).toEqual([[2], [0], undefined]);
  series.keepUntil(100);
  expect(series.columns[0].every((t) => t <= 100)).toBe(true);
});

test("next to nothing is nothing, and what only rounding moves is level", () => {
  expect(clean([1e-15, -3e-16, 0.5], 4)).toEqual([0, 0, 0.5]);
  const [low, high] = span(2, 2 + 1e-15, 4);
  expect(low).toBeLessThan(1.6);
  expect(high).toBeGreaterThan(2.4);
  expect(span(0, 0, 0)).toEqual([-1, 1]);
  expect(span(0, 10, 10)).toEqual([expect.closeTo(-0.8), expect.closeTo(10.8)]);
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
