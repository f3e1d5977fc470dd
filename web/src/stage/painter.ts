/** Draws one world into its part of the canvas. */

import { Flag, Kind } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Settings } from "../engine/protocol";
import { discs, lines, triangles } from "./brushes";
import { gridSpacing } from "./camera";
import type { Camera } from "./camera";
import { clusters } from "./clusters";
import { Dots, isDot } from "./dots";
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
  /** The kinetic energy there. */
  strongest: number;
  ratio: number;
}

type Ends = [x1: number, y1: number, x2: number, y2: number];

const EDGE = 4; // pixels around the view in which something may still be seen
const SHADES = 256; // of the scale of speeds
const FAR = 1e5; // pixels: a border goes on for longer than any screen
const TURNED = 1e-6; // radians: less is rounding
const FEW = 100; // bodies, none of which may get too small to see: planets are, drawn to scale
const DOT = 2.5; // pixels of the page, the radius of what is smaller then

export class Painter {
  private readonly discs: Brush;
  private readonly lines: Brush;
  private readonly fills: Brush;
  private readonly dots: Dots;
  private readonly known = new WeakMap<LaneView["frame"], { key: string; colours: Float32Array }>();
  private readonly ears = new WeakMap<LaneView["cast"], Map<number, number[]>>();

  constructor(gl: GL) {
    this.discs = discs(gl);
    this.lines = lines(gl);
    this.fills = triangles(gl);
    this.dots = new Dots(gl);
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
    const colours = this.coloursOf(view, look);
    if (trails) this.trails(view, camera, trails, colours, look, longest(settings, camera));
    this.lines.draw(width, height);
    this.outlined(view, camera, colours, look);
    this.fills.draw(width, height);
    const dotted = this.dots.draw(view, camera, colours, size, look.ratio);
    this.round(view, camera, colours, size, look.ratio, dotted);
    this.discs.draw(width, height);
    this.lines.draw(width, height);
  }

  /** Found anew only for another frame, or where colours mean something else. */
  coloursOf(view: LaneView, look: Look): Float32Array {
    const { palette, colouring, fastest, strongest } = look;
    const key = `${colouring} ${fastest} ${strongest} ${palette.accent}`;
    const known = this.known.get(view.frame);
    if (known?.key === key) return known.colours;
    const colours = this.colours(view, look);
    this.known.set(view.frame, { key, colours });
    return colours;
  }

  /** Red, green and blue of each body, one after the other. */
  private colours(view: LaneView, look: Look): Float32Array {
    const { frame, cast } = view;
    const { palette, colouring } = look;
    const grouped = colouring === "cluster" ? clusters(view) : undefined;
    const ramp = rampOf(palette);
    const result = new Float32Array(3 * frame.count);
    const { velocity } = frame;
    const steps = ramp.length / 3 - 1;
    for (let k = 0; k < frame.count; ++k) {
      if (isStanding(cast, k) || grouped || colouring === "kind") {
        const colour = isStanding(cast, k)
          ? palette.wall
          : grouped
            ? clusterColour(palette, grouped[k]!)
            : kindColour(palette, cast, k);
        result.set(colour, 3 * k);
        continue;
      }
      const squared = velocity[2 * k]! ** 2 + velocity[2 * k + 1]! ** 2;
      const share =
        colouring === "energy" ? (cast.mass[k]! * squared) / 2 / look.strongest : Math.sqrt(squared) / look.fastest;
      const place = 3 * Math.round(steps * Math.min(1, share));
      result[3 * k] = ramp[place]!;
      result[3 * k + 1] = ramp[place + 1]!;
      result[3 * k + 2] = ramp[place + 2]!;
    }
    return result;
  }

  /** `beyond` its ends it goes on by half its width, so that corners are closed. */
  private line(ends: Ends, halfWidth: number, colour: Rgb, alpha: number, beyond = halfWidth): void {
    this.lines.records.add(...ends, halfWidth, beyond, 0, 0, ...colour, alpha);
  }

  private grid(camera: Camera, width: number, height: number, { palette, ratio }: Look): void {
    const { fine } = gridSpacing(camera.scale, ratio);
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

  private trails(view: LaneView, camera: Camera, trails: Trails, colours: Float32Array, { ratio }: Look, most: number): void {
    const { cast, frame } = view;
    for (let k = 0; k < frame.count; ++k) {
      const path = trails.of(cast.serial[k]!);
      const size = path.length / 2;
      if (size === 0) continue;
      const colour = rgbOf(colours, k);
      const reach = Math.max(cast.radius[k]! * camera.scale, frame.count <= FEW ? DOT * ratio : 0);
      const disc = cast.kind[k] === Kind.circle; // of others only where they went, so that it does not cover them
      const widest = disc ? Math.min(reach * 0.5, 3 * ratio) : ratio;
      const strength = disc ? 0.45 : 0.25;
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
        if (!jump) this.line([x, y, nx, ny], wide, colour, strength * share * share, 0);
        [x, y] = [nx, ny];
      }
    }
  }

  /** `dotted`: those that are filled have been drawn. */
  private round(
    { frame, cast }: LaneView,
    camera: Camera,
    colours: Float32Array,
    size: [number, number],
    ratio: number,
    dotted: boolean,
  ): void {
    const { scale, center } = camera;
    const least = frame.count <= FEW ? DOT * ratio : 0;
    const { at, angle } = frame;
    const { kind, flags, radius: radii } = cast;
    const [right, bottom] = [size[0] / 2, size[1] / 2];
    for (let k = 0; k < frame.count; ++k) {
      if (kind[k] !== Kind.circle || (dotted && isDot(kind[k]!, flags[k]!))) continue;
      const radius = Math.max(radii[k]! * scale, least);
      const x = (at[2 * k]! - center[0]) * scale;
      const y = (center[1] - at[2 * k + 1]!) * scale;
      if (Math.abs(x) > right + radius + EDGE || Math.abs(y) > bottom + radius + EDGE) continue; // not in the view
      const hollow = (flags[k]! & Flag.hollow) !== 0;
      const alpha = (flags[k]! & Flag.sensor) !== 0 ? 0.35 : 1;
      const stroke = hollow ? 1.25 * ratio : 0;
      this.discs.records.add8(x, y, radius, stroke, colours[3 * k]!, colours[3 * k + 1]!, colours[3 * k + 2]!, alpha);
      if (!hollow && Math.abs(angle[k]!) > TURNED) this.spoke(x, y, radius, angle[k]!, ratio);
    }
  }

  /** A disc that has turned shows it. */
  private spoke(x: number, y: number, radius: number, angle: number, ratio: number): void {
    this.line([x, y, x + radius * Math.cos(angle), y - radius * Math.sin(angle)], ratio, [1, 1, 1], 0.6, 0);
  }

  private outlined(view: LaneView, camera: Camera, colours: Float32Array, look: Look): void {
    const { cast, frame, place } = view;
    const { serial, start, points } = cast.outlines;
    for (let n = 0; n < serial.length; ++n) {
      const k = place.get(serial[n]!);
      if (k === undefined) continue;
      const own = points.subarray(2 * start[n]!, 2 * start[n + 1]!);
      const drawn = placed(own, frame.at[2 * k]!, frame.at[2 * k + 1]!, frame.angle[k]!, camera);
      const colour = rgbOf(colours, k);
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

function rgbOf(colours: Float32Array, k: number): Rgb {
  return [colours[3 * k]!, colours[3 * k + 1]!, colours[3 * k + 2]!];
}

const ramps = new WeakMap<Palette, Float32Array>();

/** The scale of speeds in so many shades. */
function rampOf(palette: Palette): Float32Array {
  let ramp = ramps.get(palette);
  if (!ramp) {
    ramp = new Float32Array(3 * SHADES);
    for (let k = 0; k < SHADES; ++k) ramp.set(speedColour(palette, k / (SHADES - 1)), 3 * k);
    ramps.set(palette, ramp);
  }
  return ramp;
}
