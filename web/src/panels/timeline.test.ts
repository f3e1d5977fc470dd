import { expect, test } from "vitest";
import { tickHeight } from "./timeline";

test("few hits are ticks of one height; among many a column tells how many", () => {
  expect([tickHeight(1, 1), tickHeight(1, 4)]).toEqual([1, 1]);
  expect(tickHeight(1, 1000)).toBeLessThan(0.35);
  expect(tickHeight(1000, 1000)).toBe(1);
  expect(tickHeight(30, 1000)).toBeGreaterThan(tickHeight(10, 1000));
});
