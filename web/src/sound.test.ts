import { expect, test } from "vitest";
import { clink } from "./sound";

test("a stronger hit is louder, a smaller body is higher", () => {
  const usual = clink(1, 1, 1, 1);
  expect(clink(0.5, 1, 1, 1).volume).toBeLessThan(usual.volume);
  expect(clink(1, 1, 0.5, 1).pitch).toBeGreaterThan(usual.pitch);
  expect(clink(1, 1, 2, 1).pitch).toBeLessThan(usual.pitch);
});

test("what has no size, or nearly none, is heard all the same", () => {
  for (const size of [0, 1e-9, 1e9, Infinity]) {
    const { pitch } = clink(1, 1, size, 1);
    expect(pitch).toBeGreaterThan(100);
    expect(pitch).toBeLessThan(4000);
  }
});
