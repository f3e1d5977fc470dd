/** What was drawn, as a body of a scene. */

import type { Point, SceneBody } from "../engine/protocol";

/** Nothing, if it has no size. A box has two corners, a circle its middle and a point of it. */
export function bodyOf(tool: "circle" | "box" | "polygon" | "wall", points: Point[]): SceneBody | undefined {
  const [first, second] = points as [Point, Point];
  if (tool === "circle") {
    const radius = round(Math.hypot(second[0] - first[0], second[1] - first[1]));
    return radius > 0 ? { circle: { radius }, at: roundPoint(first) } : undefined;
  }
  if (tool === "wall") {
    const at = roundPoint([(first[0] + second[0]) / 2, (first[1] + second[1]) / 2]);
    const ends: [Point, Point] = [away(first, at), away(second, at)];
    return ends[0][0] === ends[1][0] && ends[0][1] === ends[1][1] ? undefined : { segment: { ends }, at };
  }
  return polygon(tool === "box" ? [first, [second[0], first[1]], second, [first[0], second[1]]] : points);
}

const PENTAGON: Point[] = [
  [0, 1],
  [-0.95, 0.31],
  [-0.59, -0.81],
  [0.59, -0.81],
  [0.95, 0.31],
];

/** Points for a shape around a center that reaches about so far. */
export function usualPoints(tool: "circle" | "box" | "polygon" | "wall", [x, y]: Point, half: number): Point[] {
  if (tool === "circle") return [[x, y], [x + half, y]];
  if (tool === "wall") return [[x - 2 * half, y], [x + 2 * half, y]];
  if (tool === "box") return [[x - half, y - half], [x + half, y + half]];
  return PENTAGON.map(([u, v]) => [x + half * u, y + half * v]);
}

/** Its corners lie around the middle of its box; counterclockwise or not is the engine's to sort out. */
function polygon(corners: Point[]): SceneBody | undefined {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (!(right > left && high > low)) return undefined;
  const at = roundPoint([(left + right) / 2, (low + high) / 2]);
  return { polygon: { vertices: counterclockwise(corners.map((corner) => away(corner, at))) }, at };
}

function counterclockwise(corners: Point[]): Point[] {
  const doubled = corners.reduce((sum, [x, y], k) => {
    const [nx, ny] = corners[(k + 1) % corners.length]!;
    return sum + x * ny - nx * y;
  }, 0);
  return doubled < 0 ? corners.reverse() : corners;
}

function away(point: Point, from: Point): Point {
  return roundPoint([point[0] - from[0], point[1] - from[1]]);
}

/** Nobody draws more exactly than this, and numbers stay readable. */
function round(value: number): number {
  return Number(value.toPrecision(5));
}

function roundPoint([x, y]: Point): Point {
  return [round(x), round(y)];
}
