import type { PartOfPoint, Point } from "./protocol";

/** A point of which a part is given; the rest is as it was. */
export function completed([x, y]: PartOfPoint, now: Point = [0, 0]): Point {
  return [x ?? now[0], y ?? now[1]];
}
