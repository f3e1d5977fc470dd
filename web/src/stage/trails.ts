/** Where bodies have just been. Forgets everything when time runs backwards. */

import type { LaneView } from "../engine/lane_view";
import { isStanding } from "./palette";

const MOST_BODIES = 1500;
const LENGTH = 40; // points of a trail
const SECONDS = 0.9; // that a trail lasts at normal speed

export class Trails {
  private readonly paths = new Map<number, number[]>();
  private last = -Infinity;

  clear(): void {
    this.paths.clear();
    this.last = -Infinity;
  }

  /** `speed` of the play: in slow motion trails last as long on the screen and show less time. */
  add({ frame, cast }: LaneView, speed: number): void {
    if (frame.shown < this.last) this.clear();
    if (frame.count > MOST_BODIES || frame.shown - this.last < (SECONDS * speed) / LENGTH) return;
    this.last = frame.shown;
    for (let k = 0; k < frame.count; ++k) {
      if (isStanding(cast, k)) continue;
      const serial = cast.serial[k]!;
      let path = this.paths.get(serial);
      if (!path) this.paths.set(serial, (path = []));
      path.push(frame.at[2 * k]!, frame.at[2 * k + 1]!);
      if (path.length > 2 * LENGTH) path.splice(0, 2);
    }
  }

  /** Points of a body's trail, oldest first, x and y one after the other. */
  of(serial: number): readonly number[] {
    return this.paths.get(serial) ?? [];
  }
}
