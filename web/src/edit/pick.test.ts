import { expect, test } from "vitest";
import { nearestDisc } from "./pick";

test("the disc under the pointer, the nearest one within reach, or none", () => {
  const lane = {
    frame: { count: 3, at: Float64Array.of(0, 0, 3, 0, 0, 5) },
    cast: { serial: Float64Array.of(4, 7, 9), radius: Float64Array.of(1, 1, 1), kind: Uint8Array.of(0, 0, 2) },
  } as unknown as Parameters<typeof nearestDisc>[0];
  expect(nearestDisc(lane, [0.5, 0.5], 0.1)).toBe(4);
  expect(nearestDisc(lane, [1.6, 0], 0.7)).toBe(7);
  expect(nearestDisc(lane, [1.5, 0], 0.1)).toBeUndefined();
  expect(nearestDisc(lane, [0, 5], 0.1)).toBeUndefined();
  expect(nearestDisc(lane, [0.5, 0.5], 0.1, 2)).toBeUndefined(); // too small to be held
});
