/** Draws one world into its part of the canvas. */

import { Flag, Kind } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Settings } from "../engine/protocol";
import { discs, lines, triangles } from "./brushes";
import type { Camera } from "./camera";
import { clusters } from "./clusters";
import type { Brush, GL } from "./gl";
import { clusterColour, isStanding, kindColour, speedColour } from "./palette";
import type { Colouring, Palette, Rgb } from "./palette";
import type { Trails } from "./trails";
import { triangulate } from "./triangulate";

export interface Look {
  palette: Palette;
  colouring: Colouring;
  /** The speed at the upper end of the scale. */
  fastest: number;
  ratio: number;
}

type Ends = [x1: number, y1: number, x2: number, y2: number];

const FAR = 1e5; // pixels: a border goes on for longer than any screen
const TURNED = 1e-6; // radians: less is rounding
const FEW = 100; // bodies, none of which may get too small to see: planets are, drawn to scale
const DOT = 2.5; // pixels of the page, the radius of what is smaller then

export class Painter {
  private readonly discs: Brush;
  private readonly lines: Brush;
  private readonly fills: Brush;
  private readonly ears = new WeakMap<LaneView["cast"], Map<number, number[]>>();

  constructor(gl: GL) {
    this.discs = discs(gl);
    this.lines = lines(gl);
    this.fills = triangles(gl);
  }

  paint(
    view: LaneView,
    camera: Camera,
    size: [number, number],
    settings: Settings,
    look: Look,
    trails: Trails | undefined,
  ): void {
    const [width, height] = size;
    this.grid(camera, width, height, look);
    this.bounds(camera, settings, look);
    this.lines.draw(width, height);
    const colours = this.colours(view, look);
    if (trails) this.trails(view, camera, trails, colours, look, longest(settings, camera));
    this.lines.draw(width, height);
    this.outlined(view, camera, colours, look);
    this.round(view, camera, colours, look);
    this.fills.draw(width, height);
    this.discs.draw(width, height);
    this.lines.draw(width, height);
  }

  private colours({ frame, cast, ...rest }: LaneView, look: Look): Rgb[] {
    const grouped = look.colouring === "cluster" ? clusters({ frame, cast, ...rest } as LaneView) : undefined;
    return Array.from({ length: frame.count }, (_, k) => {
      if (isStanding(cast, k)) return look.palette.wall;
      if (grouped) return clusterColour(look.palette, grouped[k]!);
      if (look.colouring === "kind") return kindColour(look.palette, cast, k);
      const speed = Math.hypot(frame.velocity[2 * k]!, frame.velocity[2 * k + 1]!);
      return speedColour(look.palette, speed / look.fastest);
    });
  }

  /** `beyond` its ends it goes on by half its width, so that corners are closed. */
  private line(ends: Ends, halfWidth: number, colour: Rgb, alpha: number, beyond = halfWidth): void {
    this.lines.records.add(...ends, halfWidth, beyond, 0, 0, ...colour, alpha);
  }

  private grid(camera: Camera, width: number, height: number, { palette, ratio }: Look): void {
    const spacing = 10 ** Math.ceil(Math.log10((56 * ratio) / camera.scale));
    const fine = spacing * camera.scale > 280 * ratio ? spacing / 5 : spacing;
    const [left, top] = camera.toWorld(-width / 2, -height / 2);
    const [right, bottom] = camera.toWorld(width / 2, height / 2);
    const line = (x1: number, y1: number, x2: number, y2: number, main: boolean) =>
      this.line([x1, y1, x2, y2], 0.5 * ratio, palette.grid, main ? 1 : 0.55);
    for (let n = Math.ceil(left / fine); n * fine <= right; ++n) {
      const x = Math.round(camera.toView(n * fine, 0)[0]);
      line(x, -height / 2, x, height / 2, n === 0);
    }
    for (let n = Math.ceil(bottom / fine); n * fine <= top; ++n) {
      const y = Math.round(camera.toView(0, n * fine)[1]);
      line(-width / 2, y, width / 2, y, n === 0);
    }
  }

  private bounds(camera: Camera, { bounds }: Settings, { palette, ratio }: Look): void {
    if (!bounds) return;
    const [x1, y1] = camera.toView(...bounds.min);
    const [x2, y2] = camera.toView(...bounds.max);
    const alpha = bounds.edges === "rebound" ? 1 : 0.4;
    for (const ends of [
      [x1, y1, x2, y1],
      [x2, y1, x2, y2],
      [x2, y2, x1, y2],
      [x1, y2, x1, y1],
    ] as Ends[]) {
      this.line(ends, ratio, palette.wall, alpha);
    }
  }

  private trails(view: LaneView, camera: Camera, trails: Trails, colours: Rgb[], { ratio }: Look, most: number): void {
    const { cast, frame } = view;
    for (let k = 0; k < frame.count; ++k) {
      const path = trails.of(cast.serial[k]!);
      const size = path.length / 2;
      const reach = Math.max(cast.radius[k]! * camera.scale, frame.count <= FEW ? DOT * ratio : 0);
      const widest = Math.min(reach * 0.5, 3 * ratio);
      let [x, y] = camera.toView(path[0] ?? 0, path[1] ?? 0);
      for (let p = 1; p <= size; ++p) {
        const last = p === size;
        const point = last ? 2 * k : 2 * p;
        const from = last ? frame.at : path;
        const [nx, ny] = camera.toView(from[point]!, from[point + 1]!);
        const share = p / size;
        const jump = Math.max(Math.abs(nx - x), Math.abs(ny - y)) > most;
        const wide = Math.max(0.4, widest * share);
        // No ends of its own: where two pieces met they would show as beads.
        if (!jump) this.line([x, y, nx, ny], wide, colours[k]!, 0.45 * share * share, 0);
        [x, y] = [nx, ny];
      }
    }
  }

  private round({ frame, cast }: LaneView, camera: Camera, colours: Rgb[], { ratio }: Look): void {
    const { scale, center } = camera;
    const least = frame.count <= FEW ? DOT * ratio : 0;
    for (let k = 0; k < frame.count; ++k) {
      if (cast.kind[k] !== Kind.circle) continue;
      const radius = Math.max(cast.radius[k]! * scale, least);
      const x = (frame.at[2 * k]! - center[0]) * scale;
      const y = (center[1] - frame.at[2 * k + 1]!) * scale;
      const hollow = (cast.flags[k]! & Flag.hollow) !== 0;
      const alpha = (cast.flags[k]! & Flag.sensor) !== 0 ? 0.35 : 1;
      const [r, g, b] = colours[k]!;
      this.discs.records.add(x, y, radius, hollow ? 1.25 * ratio : 0, r, g, b, alpha);
      if (!hollow && Math.abs(frame.angle[k]!) > TURNED) this.spoke(x, y, radius, frame.angle[k]!, ratio);
    }
  }

  /** A disc that has turned shows it. */
  private spoke(x: number, y: number, radius: number, angle: number, ratio: number): void {
    this.line([x, y, x + radius * Math.cos(angle), y - radius * Math.sin(angle)], ratio, [1, 1, 1], 0.6, 0);
  }

  private outlined(view: LaneView, camera: Camera, colours: Rgb[], look: Look): void {
    const { cast, frame, place } = view;
    const { serial, start, points } = cast.outlines;
    for (let n = 0; n < serial.length; ++n) {
      const k = place.get(serial[n]!);
      if (k === undefined) continue;
      const own = points.subarray(2 * start[n]!, 2 * start[n + 1]!);
      const drawn = placed(own, frame.at[2 * k]!, frame.at[2 * k + 1]!, frame.angle[k]!, camera);
      const colour = colours[k]!;
      if (isClosed(own)) this.polygon(view, n, k, own, drawn, colour, look);
      else this.straight(drawn, cast.kind[k] === Kind.border, colour, look.ratio);
    }
  }

  private polygon(
    view: LaneView,
    n: number,
    k: number,
    own: Float64Array,
    drawn: number[],
    colour: Rgb,
    look: Look,
  ): void {
    const { flags } = view.cast;
    const rim: Rgb = [colour[0] * 0.72, colour[1] * 0.72, colour[2] * 0.72];
    const hollow = (flags[k]! & Flag.hollow) !== 0;
    if (!hollow) {
      const alpha = (flags[k]! & Flag.sensor) !== 0 ? 0.35 : 1;
      for (const c of this.cut(view, n, own))
        this.fills.records.add(drawn[2 * c]!, drawn[2 * c + 1]!, ...colour, alpha);
    }
    for (let p = 0; p < drawn.length; p += 2) {
      const q = (p + 2) % drawn.length;
      const width = (hollow ? 1.25 : 0.75) * look.ratio;
      this.line([drawn[p]!, drawn[p + 1]!, drawn[q]!, drawn[q + 1]!], width, hollow ? colour : rim, 1);
    }
  }

  private straight(drawn: number[], endless: boolean, colour: Rgb, ratio: number): void {
    let [x1, y1, x2, y2] = drawn as [number, number, number, number];
    if (endless) {
      const size = Math.hypot(x2 - x1, y2 - y1) || 1;
      const [ux, uy] = [((x2 - x1) / size) * FAR, ((y2 - y1) / size) * FAR];
      [x1, y1, x2, y2] = [x1 - ux, y1 - uy, x1 + ux, y1 + uy];
    }
    this.line([x1, y1, x2, y2], 1.25 * ratio, colour, 1);
  }

  private cut({ cast }: LaneView, n: number, points: Float64Array): number[] {
    let known = this.ears.get(cast);
    if (!known) this.ears.set(cast, (known = new Map()));
    let ears = known.get(n);
    if (!ears) known.set(n, (ears = triangulate(points)));
    return ears;
  }
}

/** Pixels that a piece of a trail may have: in a periodic box what leaves on one side comes in on the other. */
function longest({ bounds }: Settings, camera: Camera): number {
  if (bounds?.edges !== "periodic") return FAR;
  return (camera.scale * Math.min(bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1])) / 2;
}

/** A polygon, or a circle drawn as one; a segment and a border have two points. */
export function isClosed(own: Float64Array): boolean {
  return own.length > 4;
}

/** Corners in pixels from the middle of the view. */
export function placed(own: Float64Array, x: number, y: number, angle: number, camera: Camera): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const drawn: number[] = [];
  for (let p = 0; p < own.length; p += 2) {
    const [u, v] = [own[p]!, own[p + 1]!];
    drawn.push(...camera.toView(x + c * u - s * v, y + s * u + c * v));
  }
  return drawn;
}
