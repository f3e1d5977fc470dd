import { expect, test } from "vitest";
import { numberText, TimeGrid } from "./run_files";

test("numbers are written as the program does", () => {
  for (const [value, text] of [
    [0, "0"], [-0, "-0"], [1, "1"], [-2.5, "-2.5"], [0.05, "0.05"], [1e-4, "0.0001"], [1e-5, "1e-05"], [1.5e-7, "1.5e-07"],
    [1e15, "1000000000000000"], [1e16, "1e+16"], [1.25e20, "1.25e+20"], [6.756747938929664e-16, "6.756747938929664e-16"],
    [-2.9000000000000004, "-2.9000000000000004"], [123456.75, "123456.75"], [1e-300, "1e-300"],
  ] as const)
    expect(numberText(value)).toBe(text);
});

test("moments are multiples of a fraction where the interval is one", () => {
  const grid = new TimeGrid(0, 1 / 60);
  let t = 0;
  for (let k = 0; k < 60; ++k) t = grid.after(t);
  expect(t).toBe(1);
  expect(new TimeGrid(0, 0.1).after(0.2)).toBe(0.3);
});
