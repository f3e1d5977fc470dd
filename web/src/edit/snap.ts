/** Places that are round: on the lines of the grid, or in line with another body. */

import type { LaneView } from "../engine/lane_view";
import type { Point } from "../engine/protocol";
import { gridSpacing } from "../stage/camera";
import type { Camera } from "../stage/camera";

const NEAR = 7; // pixels within which a body gets in line with another one
const MOST = 2000; // bodies that are looked at

export class Snap {
  on = false;

  constructor(private readonly view: { readonly camera: Camera; readonly pixelRatio: number }) {}

  /** The nearest crossing of the grid. */
  point(at: Point): Point {
    if (!this.on) return at;
    const { camera, pixelRatio } = this.view;
    const { fine } = gridSpacing(camera.scale, pixelRatio);
    return at.map((value) => tidy(Math.round(value / fine) * fine)) as Point;
  }

  /** As another body has it, in x or y, if that is near; else on the grid. */
  body(at: Point, { cast, frame }: Pick<LaneView, "cast" | "frame">, serial: number): Point {
    if (!this.on) return at;
    const reach = (NEAR * this.view.pixelRatio) / this.view.camera.scale;
    const round = this.point(at);
    return ([0, 1] as const).map((axis) => {
      let [best, off] = [round[axis], reach];
      for (let k = 0; k < Math.min(frame.count, MOST); ++k) {
        const there = frame.at[2 * k + axis]!;
        if (cast.serial[k] === serial || !Number.isFinite(cast.radius[k]!) || !(Math.abs(there - at[axis]) < off)) continue;
        [best, off] = [there, Math.abs(there - at[axis])];
      }
      return best;
    }) as unknown as Point;
  }
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
