/** The hit that is shown, on the stage. */

import type { LaneView } from "../engine/lane_view";
import type { HitDetail, Point } from "../engine/protocol";
import type { Camera } from "./camera";
import { drawArrow, outline } from "./marks";
import type { Canvas } from "./marks";
import { css } from "./palette";
import type { Palette } from "./palette";

export interface ShownHit {
  lane: number;
  point: Point;
  normal: Point;
  label: string;
  detail: HitDetail;
}

export interface HitLook {
  palette: Palette;
  ratio: number;
  /** Half the width of the view, in which the label stays. */
  edge: number;
}

/** Ghosts of both bodies, their ways through the step, the point, the normal and the numbers. */
export function drawHit(context: Canvas, lane: LaneView, hit: ShownHit, camera: Camera, look: HitLook): void {
  const { palette, ratio } = look;
  for (const { serial, start, contact, end, path } of hit.detail.poses) {
    context.lineWidth = 1.25 * ratio;
    context.strokeStyle = palette.ghost;
    for (const [pose, dash] of [
      [start, [2, 4]],
      [end, [7, 4]],
    ] as const) {
      context.setLineDash(dash.map((part) => part * ratio));
      outline(context, lane, serial, pose, camera);
      context.stroke();
    }
    context.setLineDash([]);
    drawWay(context, path, camera, palette, ratio);
    context.strokeStyle = palette.accent;
    outline(context, lane, serial, contact, camera);
    context.stroke();
  }
  const [x, y] = camera.toView(...hit.point);
  const reach = 46 * ratio;
  drawArrow(context, [x, y], [x + hit.normal[0] * reach, y - hit.normal[1] * reach], palette.accent, ratio);
  context.fillStyle = palette.accent;
  context.beginPath();
  context.arc(x, y, 4 * ratio, 0, 2 * Math.PI);
  context.fill();
  drawLabel(context, hit, [x, y], look);
}

/** On the side that the normal points away from, where no arrow is; readable on whatever is behind it. */
function drawLabel(context: Canvas, { label, normal }: ShownHit, [x, y]: Point, look: HitLook): void {
  const { palette, ratio, edge } = look;
  context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
  const { width } = context.measureText(label);
  const off = 12 * ratio;
  const left = normal[0] > 0 ? x - width - off : x + off;
  const inside = Math.min(Math.max(left, off - edge), edge - width - off);
  const base = y + (normal[1] > 0 ? 2 * off : -off);
  context.lineWidth = 4 * ratio;
  context.lineJoin = "round";
  context.strokeStyle = css(palette.paper);
  context.strokeText(label, inside, base);
  context.fillStyle = palette.accent;
  context.fillText(label, inside, base);
}

function drawWay(context: Canvas, points: Float64Array, camera: Camera, palette: Palette, ratio: number): void {
  context.strokeStyle = palette.ghost;
  context.lineWidth = ratio;
  context.beginPath();
  for (let p = 0; p < points.length; p += 2) context.lineTo(...camera.toView(points[p]!, points[p + 1]!));
  context.stroke();
}
