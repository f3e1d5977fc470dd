import { expect, test } from "vitest";
import { Camera } from "./camera";

test("the point under the pointer stays there when zooming", () => {
  const camera = new Camera();
  camera.fit({ min: [0, 0], max: [40, 30] }, 800, 600);
  const before = camera.toWorld(120, -80);
  camera.zoom(3.5, 120, -80);
  const after = camera.toWorld(120, -80);
  expect(after[0]).toBeCloseTo(before[0], 12);
  expect(after[1]).toBeCloseTo(before[1], 12);
});

test("world to view and back, y upward", () => {
  const camera = new Camera();
  camera.fit({ min: [-1, -1], max: [1, 1] }, 200, 400);
  expect(camera.toView(1, 0)).toEqual([96, 0]);
  expect(camera.toView(0, 1)[1]).toBe(-96);
  const [x, y] = camera.toWorld(...camera.toView(0.3, -0.7));
  expect([x, y]).toEqual([expect.closeTo(0.3, 14), expect.closeTo(-0.7, 14)]);
});

test("a box lies in the middle of what is not covered", () => {
  const camera = new Camera();
  camera.fit({ min: [-2, -1], max: [2, 1] }, 500, 300, { top: 60, right: 0, bottom: 40, left: 100 });
  expect(camera.scale).toBeCloseTo(0.96 * Math.min(400 / 4, 200 / 2), 12);
  const [x, y] = camera.toView(0, 0);
  expect([x, y]).toEqual([expect.closeTo(50, 9), expect.closeTo(10, 9)]);
});

test("a box without size can be looked at", () => {
  const camera = new Camera();
  camera.fit({ min: [2, 2], max: [2, 2] }, 100, 100);
  expect(Number.isFinite(camera.scale)).toBe(true);
});
