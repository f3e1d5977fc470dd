import { expect, test } from "vitest";
import { nudged } from "./nudge";

test("an arrow key changes the third digit, with Shift the second, and gets past zero", () => {
  expect(nudged(1.5, 1, false)).toBe(1.51);
  expect(nudged(1.5, -1, true)).toBe(1.4);
  expect(nudged(-273.15, 1, false)).toBe(-272);
  expect(nudged(0, -1, false)).toBe(-0.001);
  expect(nudged(0.05, -1, true)).toBe(0.04);
});
