/** What is written and sketched above the bodies: ghosts of a hit, missed hits, the selected body, a shape being drawn. */

import { Kind } from "../../../bindings/wasm/carom";
import type { LaneView } from "../engine/lane_view";
import type { HitDetail, Point, Pose } from "../engine/protocol";
import type { Camera } from "./camera";
import { isClosed, placed } from "./painter";
import type { Palette } from "./palette";
import type { View } from "./stage";

export interface ShownHit {
  lane: number;
  point: Point;
  normal: Point;
  detail: HitDetail;
}

/** A shape being drawn, in world coordinates. */
export interface Sketch {
  lane: number;
  points: Point[];
  closed: boolean;
  /** A circle around the first point through the second. */
  round: boolean;
}

const MISSED = "missed here";
const MISS_SECONDS = 1.5; // scene time that a "missed here" stays in full

export class Overlay {
  hit: ShownHit | undefined;
  selected: number | undefined;
  sketch: Sketch | undefined;
  /** From a body in hand to where it is thrown. */
  arrow: { lane: number; from: Point; to: Point } | undefined;
  private readonly context: CanvasRenderingContext2D;
  /** Of the lane being drawn: half its width. */
  private edge = 0;
  /** Of the lane being drawn: left end and middle of the labels so far. */
  private labels: Point[] = [];

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext("2d")!;
  }

  resize(width: number, height: number): void {
    this.canvas.width = width;
    this.canvas.height = height;
  }

  draw(lanes: LaneView[], views: View[], camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    lanes.forEach((lane, k) => {
      const view = views[k]!;
      context.save();
      context.beginPath();
      context.rect(view.x, view.y, view.width, view.height);
      context.clip();
      context.translate(view.x + view.width / 2, view.y + view.height / 2);
      this.edge = view.width / 2;
      this.labels = [];
      this.lane(lane, k, camera, palette, ratio);
      context.restore();
      if (lanes.length > 1) this.caption(lane, view, k, palette, ratio);
    });
  }

  private lane(lane: LaneView, k: number, camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    context.lineWidth = 1.5 * ratio;
    if (this.selected !== undefined) this.selection(lane, this.selected, camera, palette, ratio);
    if (this.hit?.lane === k) this.contact(lane, this.hit, camera, palette, ratio);
    for (const miss of lane.misses) {
      if (miss.t <= lane.frame.shown) this.miss(miss.point, lane.frame.shown - miss.t, camera, palette, ratio);
    }
    if (this.sketch?.lane === k) this.sketched(this.sketch, camera, palette, ratio);
    if (this.arrow?.lane === k) {
      const { from, to } = this.arrow;
      this.drawArrow(camera.toView(...from), camera.toView(...to), palette.accent, ratio);
    }
  }

  private caption(lane: LaneView, view: View, k: number, palette: Palette, ratio: number): void {
    const { context } = this;
    context.fillStyle = palette.text;
    context.font = `600 ${13 * ratio}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.fillText(lane.frame.detection, view.x + view.width / 2, view.y + view.height - 40 * ratio);
    context.textAlign = "left";
    if (k === 0) return;
    context.strokeStyle = palette.ghost;
    context.lineWidth = ratio;
    context.beginPath();
    context.moveTo(view.x, view.y);
    context.lineTo(view.x > 0 ? view.x : view.x + view.width, view.x > 0 ? view.y + view.height : view.y);
    context.stroke();
  }

  private selection(lane: LaneView, serial: number, camera: Camera, palette: Palette, ratio: number): void {
    const k = lane.place.get(serial);
    if (k === undefined) return;
    const at: Point = [lane.frame.at[2 * k]!, lane.frame.at[2 * k + 1]!];
    this.context.strokeStyle = palette.accent;
    this.context.lineWidth = 2 * ratio;
    this.shape(lane, serial, { at, angle: lane.frame.angle[k]! }, camera, 3 * ratio);
    this.context.stroke();
  }

  private contact(lane: LaneView, hit: ShownHit, camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    for (const { serial, start, contact, end } of hit.detail.poses) {
      context.lineWidth = 1.25 * ratio;
      context.strokeStyle = palette.ghost;
      for (const [pose, dash] of [
        [start, [2, 4]],
        [end, [7, 4]],
      ] as const) {
        context.setLineDash(dash.map((part) => part * ratio));
        this.shape(lane, serial, pose, camera);
        context.stroke();
      }
      context.setLineDash([]);
      this.path([start, contact, end], camera, palette, ratio);
      context.strokeStyle = palette.accent;
      this.shape(lane, serial, contact, camera);
      context.stroke();
    }
    const [x, y] = camera.toView(...hit.point);
    const reach = 46 * ratio;
    this.drawArrow([x, y], [x + hit.normal[0] * reach, y - hit.normal[1] * reach], palette.accent, ratio);
    context.fillStyle = palette.accent;
    context.beginPath();
    context.arc(x, y, 4 * ratio, 0, 2 * Math.PI);
    context.fill();
  }

  private path(poses: Pose[], camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    context.strokeStyle = palette.ghost;
    context.lineWidth = ratio;
    context.beginPath();
    for (const pose of poses) context.lineTo(...camera.toView(...pose.at));
    context.stroke();
  }

  private miss(at: Point, age: number, camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    const [x, y] = camera.toView(...at);
    const fresh = age < MISS_SECONDS;
    context.globalAlpha = fresh ? 1 : 0.45;
    context.strokeStyle = context.fillStyle = palette.accent;
    context.lineWidth = 2 * ratio;
    context.beginPath();
    context.arc(x, y, 9 * ratio, 0, 2 * Math.PI);
    const arm = 4.5 * ratio;
    context.moveTo(x - arm, y - arm);
    context.lineTo(x + arm, y + arm);
    context.moveTo(x + arm, y - arm);
    context.lineTo(x - arm, y + arm);
    context.stroke();
    if (fresh) this.missLabel(x, y, ratio);
    context.globalAlpha = 1;
  }

  /** Beside the mark, or below it, where there is room and no other label; where there is none, the mark says enough. */
  private missLabel(x: number, y: number, ratio: number): void {
    const { context } = this;
    context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    const { width } = context.measureText(MISSED);
    const [off, line] = [15 * ratio, 14 * ratio];
    const free = ([left, middle]: Point) =>
      left > -this.edge &&
      left + width < this.edge &&
      this.labels.every(([l, m]) => Math.abs(l - left) > width + 4 * ratio || Math.abs(m - middle) > line);
    const places: Point[] = [
      [x + off, y],
      [x - off - width, y],
      [x - width / 2, y + 1.4 * off],
    ];
    const place = places.find(free);
    if (!place) return;
    this.labels.push(place);
    context.fillText(MISSED, place[0], place[1] + 4 * ratio);
  }

  private sketched({ points, closed, round }: Sketch, camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    context.strokeStyle = palette.accent;
    context.setLineDash([5 * ratio, 4 * ratio]);
    context.beginPath();
    const [first, second] = points;
    if (round && first && second) {
      const radius = Math.hypot(second[0] - first[0], second[1] - first[1]);
      context.arc(...camera.toView(...first), radius * camera.scale, 0, 2 * Math.PI);
    } else {
      for (const point of points) context.lineTo(...camera.toView(...point));
      if (closed) context.closePath();
    }
    context.stroke();
    context.setLineDash([]);
  }

  /** The outline of a body somewhere else than where it is; `more` pixels around a circle. */
  private shape({ cast, place }: LaneView, serial: number, pose: Pose, camera: Camera, more = 0): void {
    const { context } = this;
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

  private drawArrow([x1, y1]: Point, [x2, y2]: Point, colour: string, ratio: number): void {
    const { context } = this;
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
}
