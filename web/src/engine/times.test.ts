import { expect, test } from "vitest";
import { after, before } from "./times";

test("the first later, the first not earlier; what lies behind the count is no time", () => {
  const times = Float64Array.of(1, 2, 2, 3, 0, 0);
  expect([0, 1, 2, 2.5, 3].map((time) => after(times, 4, time))).toEqual([0, 1, 3, 3, 4]);
  expect([0, 1, 2, 2.5, 4].map((time) => before(times, 4, time))).toEqual([0, 0, 1, 3, 4]);
});
