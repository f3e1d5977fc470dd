/** Where bodies have just been. Forgets everything when time runs backwards. */

import { Kind } from "carom";
import type { LaneView } from "../engine/lane_view";
import { after } from "../engine/times";
import { isStanding } from "./palette";

const MOST_BODIES = 1500;
const FEW = 100; // bodies whose trails have more points, so that long ones are round
const LENGTH = 40; // points of a trail
const FINE_LENGTH = 160;

/** Seconds of scene time that a trail lasts at normal speed: among few that attract each other a good part of an orbit. */
export function trailSeconds(bodies: number, orbits: boolean, duration: number): number {
  const usual = 0.9;
  return orbits && bodies <= FEW ? Math.max(usual, duration / 3) : usual;
}

export class Trails {
  private readonly paths = new Map<number, number[]>();
  private last = -Infinity;
  private seconds = 1;

  begin(seconds: number): void {
    this.seconds = seconds;
    this.clear();
  }

  /** `speed` of the play: in slow motion trails last as long on the screen and show less time. */
  add(lane: LaneView, speed: number): void {
    const { frame, cast } = lane;
    if (frame.shown < this.last) this.clear();
    const length = frame.count <= FEW ? FINE_LENGTH : LENGTH;
    if (frame.count > MOST_BODIES || frame.shown - this.last < (this.seconds * speed) / length) return;
    this.corners(lane);
    this.last = frame.shown;
    for (let k = 0; k < frame.count; ++k) {
      if (isStanding(cast, k)) continue;
      const serial = cast.serial[k]!;
      let path = this.paths.get(serial);
      if (!path) this.paths.set(serial, (path = []));
      path.push(frame.at[2 * k]!, frame.at[2 * k + 1]!);
      if (path.length > 2 * length) path.splice(0, path.length - 2 * length);
    }
  }

  /** Points of a body's trail, oldest first, x and y one after the other. */
  of(serial: number): readonly number[] {
    return this.paths.get(serial) ?? [];
  }

  /** A disc that was hit since the last point turned where it touched: its center lies along the normal. */
  private corners({ frame, cast, hits, place }: LaneView): void {
    const { t, a, b, point, normal, count } = hits.columns;
    for (let k = after(t, count, this.last); k < count && t[k]! <= frame.shown; ++k) {
      for (const [serial, side] of [
        [a[k]!, 1],
        [b[k]!, -1],
      ] as const) {
        const body = place.get(serial);
        if (body === undefined || cast.kind[body] !== Kind.circle) continue;
        const reach = side * cast.radius[body]!;
        const [x, y] = [point[2 * k]! + reach * normal[2 * k]!, point[2 * k + 1]! + reach * normal[2 * k + 1]!];
        this.paths.get(serial)?.push(x, y);
      }
    }
  }

  private clear(): void {
    this.paths.clear();
    this.last = -Infinity;
  }
}
