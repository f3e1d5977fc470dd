/** What the page knows of one world: the latest frame, who is in it, and every hit so far. */

import { HitWriter } from "./hit_writer";
import type { Cast, Frame, LaneFrame, Miss, Sounded } from "./protocol";

export class LaneView {
  frame!: LaneFrame;
  cast!: Cast;
  readonly hits = new HitWriter();
  misses: Miss[] = [];
  sounds: Sounded[] = [];
  /** Place of a body in the frame by its serial. */
  readonly place = new Map<number, number>();
  private edition = 0;

  take(whole: Frame, frame: LaneFrame): void {
    if (whole.edition !== this.edition) {
      this.edition = whole.edition;
      this.hits.keepUntil(whole.keepUntil);
      this.misses = this.misses.filter((miss) => miss.t <= whole.keepUntil);
      this.sounds = this.sounds.filter((sound) => sound.t <= whole.keepUntil);
    }
    this.frame = frame;
    this.hits.append(frame.hits);
    this.misses.push(...frame.misses);
    this.sounds.push(...frame.sounds);
    if (!frame.cast) return;
    this.cast = frame.cast;
    this.place.clear();
    this.cast.serial.forEach((serial, k) => this.place.set(serial, k));
  }
}
