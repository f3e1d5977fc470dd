/** Where the handles of a body are: one to turn it by, one to make it larger or smaller. */

import type { LaneView } from "../engine/lane_view";
import type { Point } from "../engine/protocol";
import type { Camera } from "./camera";

const OFF = 22; // pixels from the body's outline

export interface Handles {
  /** In pixels from the middle of the view. */
  middle: Point;
  turn: Point;
  size: Point;
}

/** Undefined: the body is gone, or endless. */
export function handlesOf({ cast, frame, place }: LaneView, serial: number, camera: Camera, ratio: number): Handles | undefined {
  const k = place.get(serial);
  if (k === undefined || !Number.isFinite(cast.radius[k]!)) return undefined;
  const middle = camera.toView(frame.at[2 * k]!, frame.at[2 * k + 1]!);
  const reach = cast.radius[k]! * camera.scale + OFF * ratio;
  const angle = frame.angle[k]! + Math.PI / 2;
  const turn: Point = [middle[0] + reach * Math.cos(angle), middle[1] - reach * Math.sin(angle)];
  const size: Point = [middle[0] + reach * Math.SQRT1_2, middle[1] + reach * Math.SQRT1_2];
  return { middle, turn, size };
}
