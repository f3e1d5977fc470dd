/** Lines above the bodies that more than one annotation is made of. */

import { Kind } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Point, Pose } from "../engine/protocol";
import type { Camera } from "./camera";
import { isClosed, placed } from "./painter";

export type Canvas = CanvasRenderingContext2D;

/** The outline of a body somewhere else than where it is; `more` pixels around a circle. */
export function outline(
  context: Canvas,
  { cast, place }: LaneView,
  serial: number,
  pose: Pose,
  camera: Camera,
  more = 0,
): void {
  context.beginPath();
  const k = place.get(serial);
  if (k === undefined) return;
  if (cast.kind[k] === Kind.circle) {
    context.arc(...camera.toView(...pose.at), cast.radius[k]! * camera.scale + more, 0, 2 * Math.PI);
    return;
  }
  const { start, points } = cast.outlines;
  const first = cast.outlines.serial.indexOf(serial);
  for (let n = first; n >= 0 && cast.outlines.serial[n] === serial; ++n) {
    const own = points.subarray(2 * start[n]!, 2 * start[n + 1]!);
    const drawn = placed(own, pose.at[0], pose.at[1], pose.angle, camera);
    context.moveTo(drawn[0]!, drawn[1]!);
    for (let p = 2; p < drawn.length; p += 2) context.lineTo(drawn[p]!, drawn[p + 1]!);
    if (isClosed(own)) context.closePath();
  }
}

export function drawArrow(context: Canvas, [x1, y1]: Point, [x2, y2]: Point, colour: string, ratio: number): void {
  const size = Math.hypot(x2 - x1, y2 - y1);
  if (size < 1) return;
  const [ux, uy] = [(x2 - x1) / size, (y2 - y1) / size];
  const head = 8 * ratio;
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 2 * ratio;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2 - ux * head * 0.8, y2 - uy * head * 0.8);
  context.stroke();
  context.beginPath();
  context.moveTo(x2, y2);
  context.lineTo(x2 - ux * head - uy * head * 0.45, y2 - uy * head + ux * head * 0.45);
  context.lineTo(x2 - ux * head + uy * head * 0.45, y2 - uy * head - ux * head * 0.45);
  context.fill();
}
