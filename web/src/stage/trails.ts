/** Where bodies have just been: straight from the end of a step to the next, and around the corner of every hit between. */

import { after } from "../engine/times";
import type { LaneView } from "../engine/lane_view";
import { isStanding } from "./palette";

const FEW = 100; // bodies whose trails may last an orbit

/** Seconds of scene time that a trail lasts at normal speed: among few that attract each other a good part of an orbit. */
export function trailSeconds(bodies: number, orbits: boolean, duration: number): number {
  const usual = 0.9;
  return orbits && bodies <= FEW ? Math.max(usual, duration / 3) : usual;
}

export class Trails {
  private readonly paths = new Map<number, number[]>();
  private seconds = 1;
  private made = "";

  /** They last so many seconds of scene time at normal speed. */
  begin(seconds: number): void {
    this.seconds = seconds;
    this.made = "";
  }

  /** `speed` of the play: in slow motion trails last as long on the screen and show less time. */
  update(lane: LaneView, speed: number): void {
    const { shown } = lane.frame;
    const made = `${shown} ${speed} ${lane.edition}`;
    if (made === this.made) return;
    this.made = made;
    this.paths.clear();
    const from = shown - this.seconds * Math.min(1, speed);
    const { columns, length } = lane.hits;
    let hit = after(columns.t, length, from);
    const corners = (until: number) => {
      for (; hit < length && columns.t[hit]! <= until; ++hit) {
        this.corner(lane, columns.a[hit]!, columns.placeA, hit);
        this.corner(lane, columns.b[hit]!, columns.placeB, hit);
      }
    };
    for (const { t, serial, at } of lane.track.between(from, shown)) {
      corners(t);
      for (let k = 0; k < serial.length; ++k) this.point(lane, serial[k]!, at[2 * k]!, at[2 * k + 1]!);
    }
    corners(shown);
  }

  /** Points of a body's trail, oldest first, x and y one after the other. */
  of(serial: number): readonly number[] {
    return this.paths.get(serial) ?? [];
  }

  private corner(lane: LaneView, serial: number, places: Float64Array, hit: number): void {
    const [x, y] = [places[2 * hit]!, places[2 * hit + 1]!];
    if (!Number.isNaN(x)) this.point(lane, serial, x, y);
  }

  private point({ cast, place }: LaneView, serial: number, x: number, y: number): void {
    const k = place.get(serial);
    if (k === undefined || isStanding(cast, k)) return;
    const path = this.paths.get(serial);
    if (path) path.push(x, y);
    else this.paths.set(serial, [x, y]);
  }
}
