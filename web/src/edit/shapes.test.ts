import { expect, test } from "vitest";
import { bodyOf, usualPoints } from "./shapes";

test("what is drawn becomes a body around its own middle", () => {
  expect(
    bodyOf("circle", [
      [1, 2],
      [1, 2.5],
    ]),
  ).toEqual({ circle: { radius: 0.5 }, at: [1, 2] });
  expect(
    bodyOf("wall", [
      [0, 0],
      [2, 4],
    ]),
  ).toEqual({
    segment: {
      ends: [
        [-1, -2],
        [1, 2],
      ],
    },
    at: [1, 2],
  });
  const box = {
    polygon: {
      vertices: [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ],
    },
    at: [1, 1],
  };
  expect(
    bodyOf("box", [
      [0, 0],
      [2, 2],
    ]),
  ).toEqual(box);
});

test("corners go counterclockwise whichever way they were drawn", () => {
  const area = (corners: [number, number][]) =>
    corners.reduce((sum, [x, y], k) => {
      const [nx, ny] = corners[(k + 1) % corners.length]!;
      return sum + x * ny - nx * y;
    }, 0);
  for (const far of [
    [2, 3],
    [-2, 3],
    [-2, -3],
    [2, -3],
  ] as [number, number][]) {
    expect(area(bodyOf("box", [[0, 0], far])!.polygon!.vertices)).toBeGreaterThan(0);
  }
});

test("what has no size is nothing", () => {
  expect(
    bodyOf("circle", [
      [1, 2],
      [1, 2],
    ]),
  ).toBeUndefined();
  expect(
    bodyOf("wall", [
      [1, 2],
      [1, 2],
    ]),
  ).toBeUndefined();
  expect(
    bodyOf("box", [
      [1, 2],
      [3, 2],
    ]),
  ).toBeUndefined();
});

test("a shape that is placed by a key stands where it should, and can be", () => {
  for (const tool of ["circle", "box", "polygon", "wall"] as const) {
    const body = bodyOf(tool, usualPoints(tool, [3, -2], 0.5))!;
    expect(Math.hypot(body.at![0] - 3, body.at![1] + 2), tool).toBeLessThan(0.1);
  }
});
