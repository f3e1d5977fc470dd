/** Whether there is room for a new body: the engine's own answer for its shape against every body near it. */

import type { Carom, QueryShape, World } from "carom";
import type { Obstacle, Point, SceneBody, Settings } from "./protocol";

/** A body's shape where it stands, as a question to the engine has it; undefined: it is made of several. */
export function standing(body: SceneBody): QueryShape | undefined {
  const { at = [0, 0], angle = 0, circle, polygon, segment, border } = body;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const put = ([x, y]: Point): Point => [at[0] + c * x - s * y, at[1] + s * x + c * y];
  if (circle) return { circle: { radius: circle.radius, hollow: circle.hollow ?? false, from: at } };
  if (polygon) return { polygon: { from: polygon.vertices.map(put), hollow: polygon.hollow ?? false } };
  if (segment) return { segment: { from: segment.ends.map(put) } };
  return border ? { border } : undefined;
}

/** The least box around a body that stands still. */
export function boxOf(body: SceneBody): { min: Point; max: Point } {
  const shape = standing(body);
  const points = (shape?.polygon?.["from"] ?? shape?.segment?.["from"] ?? []) as Point[];
  const { at = [0, 0], circle } = body;
  const r = circle?.radius ?? 0;
  const all = points.length > 0 ? points : [[at[0] - r, at[1] - r], [at[0] + r, at[1] + r]];
  const [xs, ys] = [all.map(([x]) => x!), all.map(([, y]) => y!)];
  return { min: [Math.min(...xs), Math.min(...ys)], max: [Math.max(...xs), Math.max(...ys)] };
}

/** Walls may cross. */
function stands({ fixed, segment, border }: SceneBody): boolean {
  return fixed ?? (segment !== undefined || border !== undefined);
}

export function obstacle(carom: Carom, world: World, bounds: Settings["bounds"], body: SceneBody): Obstacle {
  const { min, max } = boxOf(body);
  if (bounds && [0, 1].some((axis) => min[axis]! < bounds.min[axis]! || max[axis]! > bounds.max[axis]!))
    return { beyond: true };
  const a = standing(body);
  for (const serial of world.inRegion(min, max)) {
    const other = world.body(serial);
    const b = other && standing(other);
    if (!other || other.sensor || (stands(body) && stands(other))) continue;
    if (a && b && carom.query({ a, b }).result === "overlap") return { over: world.name(serial) };
    if (other.shapes && world.pick(...(body.at ?? [0, 0])).includes(serial)) return { over: world.name(serial) };
  }
  return undefined;
}

