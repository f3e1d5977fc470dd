import { expect, test } from "vitest";
import { triangulate } from "./triangulate";

function area(points: number[], corners: number[]): number {
  let sum = 0;
  for (let k = 0; k < corners.length; k += 3) {
    const [a, b, c] = [corners[k]!, corners[k + 1]!, corners[k + 2]!].map((p) => [points[2 * p]!, points[2 * p + 1]!]);
    sum += Math.abs((b![0]! - a![0]!) * (c![1]! - a![1]!) - (b![1]! - a![1]!) * (c![0]! - a![0]!)) / 2;
  }
  return sum;
}

test.each([
  ["a square", [0, 0, 1, 0, 1, 1, 0, 1], 1],
  ["a square, clockwise", [0, 1, 1, 1, 1, 0, 0, 0], 1],
  ["an arrow", [-0.6, -0.5, 0.7, 0, -0.6, 0.5, -0.2, 0], 0.45],
  ["an L", [0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3], 5],
  ["a comb", [0, 0, 5, 0, 5, 3, 4, 3, 4, 1, 3, 1, 3, 3, 2, 3, 2, 1, 1, 1, 1, 3, 0, 3], 11],
])("%s is covered once", (_, points, wanted) => {
  const corners = triangulate(Float64Array.from(points));
  expect(corners.length).toBe(3 * (points.length / 2 - 2));
  expect(area(points, corners)).toBeCloseTo(wanted, 12);
});
