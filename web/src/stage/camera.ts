/** Where the page looks: world coordinates to pixels and back. y points up in the world and down on the screen. */

import type { Point } from "../engine/protocol";

export interface Box {
  min: Point;
  max: Point;
}

/** What is covered at each side of a view, in pixels. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const NOTHING: Insets = { top: 0, right: 0, bottom: 0, left: 0 };
const MARGIN = 0.96; // of the free part of the view that a fitted box fills
const CLOSEST = 1e12; // pixels a unit
const FARTHEST = 1e-12;

/** The lines of the grid, round numbers apart: the main ones, and those drawn between. */
export function gridSpacing(scale: number, ratio: number): { main: number; fine: number } {
  const main = 10 ** Math.ceil(Math.log10((56 * ratio) / scale));
  return { main, fine: main * scale > 280 * ratio ? main / 5 : main };
}

export class Camera {
  center: Point = [0, 0];
  /** Pixels a unit of length. */
  scale = 100;

  /** The box lies in the middle of what is not covered. */
  fit({ min, max }: Box, width: number, height: number, covered: Insets = NOTHING): void {
    const { top, right, bottom, left } = covered;
    const [w, h] = [Math.max(max[0] - min[0], 1e-9), Math.max(max[1] - min[1], 1e-9)];
    const [free, tall] = [Math.max(width - left - right, width / 4), Math.max(height - top - bottom, height / 4)];
    this.scale = clampScale(MARGIN * Math.min(free / w, tall / h));
    this.center = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
    this.pan((left - right) / 2, (top - bottom) / 2);
  }

  /** Pixels from the middle of the view. */
  toView(x: number, y: number): Point {
    return [(x - this.center[0]) * this.scale, (this.center[1] - y) * this.scale];
  }

  toWorld(px: number, py: number): Point {
    return [this.center[0] + px / this.scale, this.center[1] - py / this.scale];
  }

  pan(dx: number, dy: number): void {
    this.center = [this.center[0] - dx / this.scale, this.center[1] + dy / this.scale];
  }

  /** The point under (px, py) stays where it is. */
  zoom(factor: number, px = 0, py = 0): void {
    const [x, y] = this.toWorld(px, py);
    this.scale = clampScale(this.scale * factor);
    this.center = [x - px / this.scale, y + py / this.scale];
  }
}

function clampScale(scale: number): number {
  return Math.min(CLOSEST, Math.max(FARTHEST, scale));
}
