/** Where bodies were at the ends of steps, as far back as there is room. */

import { after } from "./times";
import type { Track } from "./protocol";

const MOST = 400_000; // places of bodies

interface Place {
  t: number;
  serial: Float64Array;
  at: Float64Array;
}

export class TrackStore {
  private places: Place[] = [];
  private times: number[] = [];
  private held = 0;

  add({ t, serial, at }: Track): void {
    t.forEach((time, k) => this.insert({ t: time, serial: serial[k]!, at: at[k]! }));
    while (this.held > MOST && this.places.length > 2) this.drop(this.places.length - 1 > this.latest ? this.places.length - 1 : 0);
  }

  /** Those from one time to another. */
  between(from: number, to: number): readonly Place[] {
    return this.places.slice(after(this.times, this.times.length, from), after(this.times, this.times.length, to));
  }

  keepUntil(time: number): void {
    while ((this.times.at(-1) ?? -Infinity) > time) this.drop(this.places.length - 1);
  }

  /** Where the last one was put in. */
  private latest = 0;

  /** In order of time; one that is known says the same again. */
  private insert(place: Place): void {
    const k = after(this.times, this.times.length, place.t);
    this.latest = k;
    if (this.times[k - 1] === place.t) {
      this.held += place.serial.length - this.places[k - 1]!.serial.length;
      this.places[k - 1] = place; // after a change by hand
      return;
    }
    this.places.splice(k, 0, place);
    this.times.splice(k, 0, place.t);
    this.held += place.serial.length;
  }

  private drop(k: number): void {
    this.held -= this.places[k]!.serial.length;
    this.places.splice(k, 1);
    this.times.splice(k, 1);
  }
}
