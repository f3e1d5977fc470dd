import { expect, test } from "vitest";
import { rulerText } from "./overlay";

test("a ruler tells length, parts and direction, and the angle between two legs", () => {
  expect(rulerText([[1, 1], [4, 5]])).toBe("5 (Δx 3, Δy 4), 53.13°");
  expect(rulerText([[1, 0], [0, 0], [0, 2]])).toBe("90°");
  expect(rulerText([[1, 0], [0, 0], [-1, 0]])).toBe("180°");
});
