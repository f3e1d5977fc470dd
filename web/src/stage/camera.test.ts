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
  expect(camera.toView(1, 0)).toEqual([90, 0]);
  expect(camera.toView(0, 1)[1]).toBe(-90);
  expect(camera.toWorld(...camera.toView(0.3, -0.7))).toEqual([0.3, -0.7]);
});

test("a box without size can be looked at", () => {
  const camera = new Camera();
  camera.fit({ min: [2, 2], max: [2, 2] }, 100, 100);
  expect(Number.isFinite(camera.scale)).toBe(true);
});
