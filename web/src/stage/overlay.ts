/** What is written and sketched above the bodies: ghosts of a hit, missed hits, the selected body, a shape being drawn. */

import { figure } from "../dom";
import type { LaneView } from "../engine/lane_view";
import type { Point } from "../engine/protocol";
import { annotate } from "./annotations";
import type { Mark } from "./annotations";
import type { Camera } from "./camera";
import { drawHit } from "./hit_marks";
import type { ShownHit } from "./hit_marks";
import { drawArrow, outline } from "./marks";
import { css } from "./palette";
import { handlesOf } from "./handles";
import type { Palette } from "./palette";
import type { View } from "./stage";
import { words } from "../words";

/** A shape being drawn, in world coordinates. */
export interface Sketch {
  lane: number;
  points: Point[];
  closed: boolean;
  /** A circle around the first point through the second. */
  round: boolean;
}

const GRIP = 7; // pixels, half the size of a handle
const COILS = 8; // of a spring
const ARROW_SECONDS = 0.25; // of flight that the arrow of a velocity shows
const LONGEST_ARROW = 140; // pixels
const MISS_SECONDS = 1.5; // scene time that a "missed here" stays in full

export class Overlay {
  hit: ShownHit | undefined;
  selected: number | undefined;
  sketch: Sketch | undefined;
  /** The end of a spring that pulls the selected body. */
  spring: { lane: number; to: Point } | undefined;
  /** Two ends of a length, or three points of an angle. */
  ruler: Point[] = [];
  /** Whether the selected body has handles, to rotate and to resize it. */
  handles = false;
  /** What is shown of all bodies. */
  readonly shown = new Set<Mark>();
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

  draw(lanes: LaneView[], views: View[], camera: Camera, palette: Palette, ratio: number, below: number): void {
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
      annotate(context, lane, this.shown, camera, { palette, ratio, width: view.width, height: view.height });
      this.lane(lane, k, camera, palette, ratio);
      context.restore();
      if (lanes.length > 1) this.caption(lane, view, k, palette, ratio, below);
    });
  }

  private lane(lane: LaneView, k: number, camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    context.lineWidth = 1.5 * ratio;
    if (this.selected !== undefined) this.selection(lane, this.selected, camera, palette, ratio);
    if (this.hit?.lane === k) drawHit(context, lane, this.hit, camera, { palette, ratio, edge: this.edge });
    for (const miss of lane.misses) {
      if (miss.t <= lane.frame.shown) this.miss(miss.point, lane.frame.shown - miss.t, camera, palette, ratio);
    }
    if (k === 0 && this.ruler.length > 1) this.measured(this.ruler, camera, palette, ratio);
    if (this.spring?.lane === k) this.stretched(lane, this.spring.to, camera, palette, ratio);
    if (this.sketch?.lane === k) this.sketched(this.sketch, camera, palette, ratio);
  }

  /** In what is covered `below`, above the controls there. */
  private caption(lane: LaneView, view: View, k: number, palette: Palette, ratio: number, below: number): void {
    const { context } = this;
    context.fillStyle = palette.text;
    context.font = `600 ${13 * ratio}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.fillText(caption(lane), view.x + view.width / 2, view.y + view.height - below + 14 * ratio);
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
    outline(this.context, lane, serial, { at, angle: lane.frame.angle[k]! }, camera, 3 * ratio);
    this.context.stroke();
    this.velocity(lane, k, camera, palette, ratio);
    if (this.handles) this.grips(lane, serial, camera, palette, ratio);
  }

  /** A ring to turn it by, a square to make it larger or smaller. */
  private grips(lane: LaneView, serial: number, camera: Camera, palette: Palette, ratio: number): void {
    const found = handlesOf(lane, serial, camera, ratio);
    if (!found) return;
    const { context } = this;
    context.lineWidth = 1.5 * ratio;
    context.strokeStyle = palette.accent;
    context.fillStyle = css(palette.paper);
    const { turn, size } = found;
    context.beginPath();
    context.arc(...turn, GRIP * ratio, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
    context.beginPath();
    context.rect(size[0] - GRIP * ratio, size[1] - GRIP * ratio, 2 * GRIP * ratio, 2 * GRIP * ratio);
    context.fill();
    context.stroke();
  }

  private measured(points: readonly Point[], camera: Camera, palette: Palette, ratio: number): void {
    const { context } = this;
    const drawn = points.map((point) => camera.toView(...point));
    context.strokeStyle = context.fillStyle = palette.accent;
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    for (const [x, y] of drawn) context.lineTo(x, y);
    context.stroke();
    for (const [x, y] of drawn) {
      context.beginPath();
      context.arc(x, y, 3 * ratio, 0, 2 * Math.PI);
      context.fill();
    }
    const [x, y] = drawn.at(-1)!;
    context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    context.lineWidth = 4 * ratio;
    context.strokeStyle = css(palette.paper);
    const text = rulerText(points);
    const left = Math.min(x + 8 * ratio, this.edge - context.measureText(text).width - 8 * ratio);
    context.strokeText(text, left, y - 8 * ratio);
    context.fillText(text, left, y - 8 * ratio);
  }

  private stretched(lane: LaneView, to: Point, camera: Camera, palette: Palette, ratio: number): void {
    const k = this.selected === undefined ? undefined : lane.place.get(this.selected);
    if (k === undefined) return;
    const [x1, y1] = camera.toView(lane.frame.at[2 * k]!, lane.frame.at[2 * k + 1]!);
    const [x2, y2] = camera.toView(...to);
    const { context } = this;
    context.strokeStyle = palette.accent;
    context.lineWidth = 2 * ratio;
    context.beginPath();
    context.moveTo(x1, y1);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length = Math.hypot(dx, dy) || 1;
    for (let n = 1; n < 2 * COILS; ++n) {
      const side = (n % 2 === 0 ? 1 : -1) * 5 * ratio;
      context.lineTo(x1 + (dx * n) / (2 * COILS) - (dy / length) * side, y1 + (dy * n) / (2 * COILS) + (dx / length) * side);
    }
    context.lineTo(x2, y2);
    context.stroke();
  }

  /** As far as the body goes in a quarter of a second, but no arrow is longer than can be seen. */
  private velocity({ frame }: LaneView, k: number, camera: Camera, palette: Palette, ratio: number): void {
    const [x, y] = camera.toView(frame.at[2 * k]!, frame.at[2 * k + 1]!);
    const [vx, vy] = [frame.velocity[2 * k]!, frame.velocity[2 * k + 1]!];
    const speed = Math.hypot(vx, vy);
    if (speed === 0) return;
    const length = Math.min(speed * camera.scale * ARROW_SECONDS, LONGEST_ARROW * ratio);
    drawArrow(this.context, [x, y], [x + (vx / speed) * length, y - (vy / speed) * length], palette.accent, ratio);
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
    const { width } = context.measureText(words.stage.missedHere);
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
    context.fillText(words.stage.missedHere, place[0], place[1] + 4 * ratio);
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
}

/** A length with its parts and its direction, or the angle between two legs. */
export function rulerText(points: readonly Point[]): string {
  const [a, b, c] = points as [Point, Point, Point?];
  const way = (from: Point, to: Point): Point => [to[0] - from[0], to[1] - from[1]];
  const degrees = (angle: number) => figure((angle * 180) / Math.PI, 4);
  const [x, y] = way(a, b);
  if (!c) return words.instruments.length(figure(Math.hypot(x, y), 4), figure(x, 4), figure(y, 4), degrees(Math.atan2(y, x)));
  const [u, v] = [way(b, a), way(b, c)];
  return words.instruments.angle(degrees(Math.abs(Math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1]))));
}

/** What a world has counted up to the time shown. */
export function caption({ frame, hitsShown, sums, misses }: LaneView): string {
  const [kinetic = 0, potential = 0] = sums.at(frame.shown) ?? [];
  const missed = misses.filter(({ t }) => t <= frame.shown).length;
  const parts = [frame.detection, words.stage.hits(hitsShown), words.stage.energy(figure(kinetic + potential, 4))];
  return [...parts, ...(missed > 0 ? [words.stage.missed(missed)] : [])].join(" · ");
}
