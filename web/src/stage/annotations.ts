/** What can be shown above the bodies: velocities, momenta, normals and impulses of the last hits, names, the centre of mass. */

import { figure } from "../dom";
import { after } from "../engine/times";
import type { LaneView } from "../engine/lane_view";
import type { Point } from "../engine/protocol";
import type { Camera } from "./camera";
import { drawArrow } from "./marks";
import type { Canvas } from "./marks";
import { css, isStanding } from "./palette";
import type { Palette } from "./palette";

export const MARKS = ["velocity", "momentum", "normals", "impulses", "names", "centre", "scale"] as const;
export type Mark = (typeof MARKS)[number];

export interface MarkLook {
  palette: Palette;
  ratio: number;
  width: number;
  height: number;
}

const MOST = 400; // bodies with arrows and names
const LONGEST = 90; // pixels, of the arrow of the fastest
const HIT_SECONDS = 0.4; // scene time that normals and impulses of a hit stay
const MOST_HITS = 40;

export function annotate(context: Canvas, lane: LaneView, shown: ReadonlySet<Mark>, camera: Camera, look: MarkLook): void {
  if (shown.has("centre")) centrePath(context, lane, camera, look);
  if (lane.frame.count <= MOST) {
    if (shown.has("velocity")) arrows(context, lane, camera, look, look.palette.accent, () => 1);
    if (shown.has("momentum")) arrows(context, lane, camera, look, css(look.palette.kinds[0]!), (k) => lane.cast.mass[k]!);
    if (shown.has("names")) names(context, lane, camera, look);
  }
  if (shown.has("normals") || shown.has("impulses")) hits(context, lane, shown, camera, look);
  if (shown.has("scale")) scaleBar(context, camera, look);
}

function moving({ frame, cast }: LaneView): number[] {
  return Array.from({ length: frame.count }, (_, k) => k).filter((k) => !isStanding(cast, k));
}

/** All on one scale, so that they can be compared. */
function arrows(
  context: Canvas,
  lane: LaneView,
  camera: Camera,
  { ratio }: MarkLook,
  colour: string,
  weight: (k: number) => number,
): void {
  const { at, velocity } = lane.frame;
  const bodies = moving(lane);
  const size = (k: number) => weight(k) * Math.hypot(velocity[2 * k]!, velocity[2 * k + 1]!);
  const most = bodies.reduce((largest, k) => Math.max(largest, size(k)), 0);
  if (!(most > 0)) return;
  for (const k of bodies) {
    const [x, y] = camera.toView(at[2 * k]!, at[2 * k + 1]!);
    const reach = (LONGEST * ratio * weight(k)) / most;
    drawArrow(context, [x, y], [x + reach * velocity[2 * k]!, y - reach * velocity[2 * k + 1]!], colour, ratio);
  }
}

function label(context: Canvas, text: string, [x, y]: Point, { palette, ratio }: MarkLook): void {
  context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
  context.lineJoin = "round";
  context.lineWidth = 3 * ratio;
  context.strokeStyle = css(palette.paper);
  context.strokeText(text, x, y);
  context.fillStyle = palette.text;
  context.fillText(text, x, y);
}

/** Beside the body; of two that would lie on each other the first is written. */
function names(context: Canvas, lane: LaneView, camera: Camera, look: MarkLook): void {
  const { frame, cast } = lane;
  const taken: [left: number, top: number, right: number][] = [];
  const line = 14 * look.ratio;
  context.font = `600 ${12 * look.ratio}px system-ui, sans-serif`;
  for (let k = 0; k < frame.count; ++k) {
    const name = cast.names[k];
    if (!name || name.startsWith("#")) continue;
    const [x, y] = camera.toView(frame.at[2 * k]!, frame.at[2 * k + 1]!);
    const reach = Math.min(cast.radius[k]! * camera.scale, 60 * look.ratio);
    const left = x + 0.7 * reach + 4 * look.ratio;
    const top = y - 0.7 * reach - 4 * look.ratio;
    const right = left + context.measureText(name).width;
    if (taken.some(([l, t, r]) => left < r && right > l && Math.abs(t - top) < line)) continue;
    taken.push([left, top, right]);
    label(context, name, [left, top], look);
  }
}

function hits(context: Canvas, lane: LaneView, shown: ReadonlySet<Mark>, camera: Camera, look: MarkLook): void {
  const { columns, length } = lane.hits;
  const until = after(columns.t, length, lane.frame.shown);
  const from = Math.max(until - MOST_HITS, after(columns.t, length, lane.frame.shown - HIT_SECONDS));
  let most = 0;
  for (let k = from; k < until; ++k) most = Math.max(most, columns.impulse[k]!);
  for (let k = from; k < until; ++k) {
    const [x, y] = camera.toView(columns.point[2 * k]!, columns.point[2 * k + 1]!);
    const [nx, ny] = [columns.normal[2 * k]!, columns.normal[2 * k + 1]!];
    if (shown.has("normals")) {
      const reach = 26 * look.ratio;
      drawArrow(context, [x, y], [x + reach * nx, y - reach * ny], look.palette.ghost, 0.7 * look.ratio);
    }
    if (shown.has("impulses") && most > 0) {
      const reach = (LONGEST * look.ratio * columns.impulse[k]!) / most;
      drawArrow(context, [x, y], [x + reach * nx, y - reach * ny], css(look.palette.kinds[3]!), look.ratio);
      drawArrow(context, [x, y], [x - reach * nx, y + reach * ny], css(look.palette.kinds[3]!), look.ratio);
    }
  }
}

/** Of the bodies that move: mass times the place of each one's origin. */
function centre(lane: LaneView, serial: Float64Array, at: Float64Array): Point | undefined {
  let [m, x, y] = [0, 0, 0];
  for (let n = 0; n < serial.length; ++n) {
    const k = lane.place.get(serial[n]!);
    if (k === undefined || isStanding(lane.cast, k)) continue;
    const mass = lane.cast.mass[k]!;
    [m, x, y] = [m + mass, x + mass * at[2 * n]!, y + mass * at[2 * n + 1]!];
  }
  return m > 0 ? [x / m, y / m] : undefined;
}

function centrePath(context: Canvas, lane: LaneView, camera: Camera, { palette, ratio }: MarkLook): void {
  const { cast, frame } = lane;
  const path = lane.track
    .between(-Infinity, frame.shown)
    .map(({ serial, at }) => centre(lane, serial, at))
    .filter((point) => point !== undefined);
  const now = centre(lane, cast.serial, frame.at);
  if (!now) return;
  context.strokeStyle = context.fillStyle = palette.text;
  context.lineWidth = 1.5 * ratio;
  context.beginPath();
  for (const point of [...path, now]) context.lineTo(...camera.toView(...point));
  context.stroke();
  const [x, y] = camera.toView(...now);
  context.beginPath();
  context.arc(x, y, 5 * ratio, 0, 2 * Math.PI);
  context.moveTo(x - 8 * ratio, y);
  context.lineTo(x + 8 * ratio, y);
  context.moveTo(x, y - 8 * ratio);
  context.lineTo(x, y + 8 * ratio);
  context.stroke();
}

/** A round length, of about a hundred pixels. */
export function roundLength(scale: number, ratio: number): number {
  const rough = (100 * ratio) / scale;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([5, 2, 1].find((factor) => factor * power <= rough) ?? 1);
}

function scaleBar(context: Canvas, { scale }: Camera, look: MarkLook): void {
  const { palette, ratio, width, height } = look;
  const length = roundLength(scale, ratio);
  const right = width / 2 - 16 * ratio;
  const left = right - length * scale;
  const y = height / 2 - 100 * ratio;
  context.strokeStyle = palette.text;
  context.lineWidth = 1.5 * ratio;
  context.beginPath();
  context.moveTo(left, y - 4 * ratio);
  context.lineTo(left, y);
  context.lineTo(right, y);
  context.lineTo(right, y - 4 * ratio);
  context.stroke();
  label(context, figure(length, 3), [left + 4 * ratio, y - 6 * ratio], look);
}
