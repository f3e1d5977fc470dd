import { expect, test } from "vitest";
import { linesOf, simplified } from "./path";

test("straight commands, absolute and relative, end up in the same corners", () => {
  const square = [[1, 1], [3, 1], [3, 3], [1, 3]];
  for (const data of ["M1 1H3V3H1Z", "m1,1h2v2h-2z", "M1 1 3 1 3 3 1 3z", "M 1,1 l2 0 0 2 -2 0 Z", "M1 1L3 1L3 3L1 3L1 1"])
    expect(linesOf(data), data).toEqual([{ points: square, closed: true }]);
});

test("numbers may stand without spaces, and flags of arcs without any", () => {
  expect(linesOf("M.5-1.5L1e1.25")[0]!.points).toEqual([[0.5, -1.5], [10, 0.25]]);
  const half = linesOf("M0 0a1 1 0 012 0")[0]!.points;
  expect(half.at(-1)).toEqual([2, 0]);
  for (const [x, y] of half) expect(Math.hypot(x - 1, y)).toBeCloseTo(1, 12);
  expect(half.every(([, y]) => y <= 1e-12), "clockwise on the screen: above").toBe(true);
});

test("curves go through the middle of their control points, and S mirrors", () => {
  const [line] = linesOf("M0 0C0 1 1 1 1 0S2-1 2 0");
  const at = (x: number) => line!.points.find(([px]) => Math.abs(px - x) < 1e-9)!;
  expect(at(0.5)[1]).toBeCloseTo(0.75, 12);
  expect(at(1.5)[1]).toBeCloseTo(-0.75, 12);
  const [q] = linesOf("M0 0Q.5 1 1 0T2 0");
  expect(q!.points[8]![1]).toBeCloseTo(0.5, 12);
  expect(q!.points[24]![1]).toBeCloseTo(-0.5, 12);
});

test("several pieces; a piece after Z goes on from its start; what is no path is refused", () => {
  expect(linesOf("M0 0H1V1Z M5 5H6V6Z").length).toBe(2);
  expect(linesOf("M1 2H3V4Zl-1 -1 2 0z")[1]!.points[0]).toEqual([1, 2]);
  expect(() => linesOf("M0 0 L 1 x")).toThrow();
  expect(() => linesOf("12 3")).toThrow();
});

test("points in line go, corners stay", () => {
  expect(simplified([[0, 0], [1, 0.001], [2, 0], [2, 1]], 0.01)).toEqual([[0, 0], [2, 0], [2, 1]]);
});
