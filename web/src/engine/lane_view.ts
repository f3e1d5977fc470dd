/** What the page knows of one world: the latest frame, who is in it, and every hit so far. */

import { Series } from "../panels/series";
import { HitWriter } from "./hit_writer";
import { after } from "./times";
import { TrackStore } from "./track_store";
import type { Cast, Frame, LaneFrame, Miss, Sounded } from "./protocol";

export class LaneView {
  frame!: LaneFrame;
  cast!: Cast;
  readonly hits = new HitWriter();
  /** Kinetic energy, potential energy, momentum in x and y. */
  readonly sums = new Series(4);
  readonly track = new TrackStore();
  misses: Miss[] = [];
  sounds: Sounded[] = [];
  /** Place of a body in the frame by its serial. */
  readonly place = new Map<number, number>();
  edition = 0;

  /** Up to the time shown: the engine counts to the end of the step. */
  get hitsShown(): number {
    const { columns } = this.hits;
    const later = after(columns.t, columns.count, this.frame.time) - after(columns.t, columns.count, this.frame.shown);
    return this.frame.collisions - later;
  }

  take(whole: Frame, frame: LaneFrame): void {
    if (whole.edition !== this.edition) {
      this.edition = whole.edition;
      this.hits.keepUntil(whole.keepUntil);
      this.sums.keepUntil(whole.keepUntil);
      this.track.keepUntil(whole.keepUntil);
      this.misses = this.misses.filter((miss) => miss.t <= whole.keepUntil);
      this.sounds = this.sounds.filter((sound) => sound.t <= whole.keepUntil);
    }
    this.frame = frame;
    this.hits.append(frame.hits);
    const { t, kinetic, potential, px, py, count } = frame.samples;
    for (let k = 0; k < count; ++k) this.sums.add(t[k]!, kinetic[k]!, potential[k]!, px[k]!, py[k]!);
    this.track.add(frame.track);
    this.misses.push(...frame.misses);
    this.sounds.push(...frame.sounds);
    if (!frame.cast) return;
    this.cast = frame.cast;
    this.place.clear();
    this.cast.serial.forEach((serial, k) => this.place.set(serial, k));
  }
}
