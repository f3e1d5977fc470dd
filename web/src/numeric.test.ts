import { expect, test } from "vitest";
import { numberOf } from "./numeric";

test.each([
  ["1.5", 1.5],
  ["1,5", 1.5],
  [" -0,25 ", -0.25],
  [",5", 0.5],
  ["2.", 2],
  ["1e-3", 1e-3],
  ["−3", -3],
  ["+7", 7],
])("%s is a number", (text, value) => {
  expect(numberOf(text)).toBe(value);
});

test.each(["", "abc", "1,5,2", "1.000,5", "1e999", "0x10", "1 2", "--1", "Infinity", "1e"])("%s is none", (text) => {
  expect(numberOf(text)).toBeUndefined();
});
