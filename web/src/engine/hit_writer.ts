/** Columns that grow: contacts from the engine's memory, until they are taken to the page. */

import type { Events } from "carom";
import type { Hits, Point } from "./protocol";

function empty(room: number): Hits {
  return {
    count: 0,
    t: new Float64Array(room),
    begin: new Float64Array(room),
    end: new Float64Array(room),
    a: new Float64Array(room),
    b: new Float64Array(room),
    point: new Float64Array(2 * room),
    normal: new Float64Array(2 * room),
    speed: new Float64Array(room),
    impulse: new Float64Array(room),
    response: new Uint8Array(room),
    placeA: new Float64Array(2 * room),
    placeB: new Float64Array(2 * room),
    beforeA: new Float64Array(2 * room),
    beforeB: new Float64Array(2 * room),
    afterA: new Float64Array(2 * room),
    afterB: new Float64Array(2 * room),
  };
}

type Column = Exclude<keyof Hits, "count">;
const TOLD = ["placeA", "placeB", "beforeA", "beforeB", "afterA", "afterB"] as const;
const POINTS = ["point", "normal", ...TOLD] as const;
const COLUMNS = ["t", "begin", "end", "a", "b", "speed", "impulse", "response", ...POINTS] as const;

/** What is known of a hit beside the engine's event: points of both bodies. */
export type Told = Partial<Record<(typeof TOLD)[number], Point | undefined>>;

const NOWHERE: Point = [NaN, NaN];

export class HitWriter {
  private hits = empty(0);

  get length(): number {
    return this.hits.count;
  }

  get columns(): Readonly<Hits> {
    return this.hits;
  }

  add(events: Events, begin: number, end: number, told: (k: number) => Told): void {
    const { count } = events;
    if (count === 0) return;
    const from = this.hits.count;
    this.reserve(from + count);
    for (const name of ["t", "a", "b", "speed", "impulse", "response"] as const)
      this.hits[name].set(events[name], from);
    for (const name of ["point", "normal"] as const) this.hits[name].set(events[name], 2 * from);
    this.hits.begin.fill(begin, from, from + count);
    this.hits.end.fill(end, from, from + count);
    for (let k = 0; k < count; ++k) {
      const points = told(k);
      for (const name of TOLD) this.hits[name].set(points[name] ?? NOWHERE, 2 * (from + k));
    }
    this.hits.count += count;
  }

  /** From number `from` on; views, until more are added. */
  tail(from: number): Hits {
    const cut: Record<string, unknown> = { count: this.hits.count - from };
    for (const name of COLUMNS)
      cut[name] = this.hits[name].subarray(stride(name) * from, stride(name) * this.hits.count);
    return cut as unknown as Hits;
  }

  append(more: Hits): void {
    const from = this.hits.count;
    this.reserve(from + more.count);
    for (const name of COLUMNS) this.hits[name].set(more[name], stride(name) * from);
    this.hits.count += more.count;
  }

  /** Hits later than this never happened. */
  keepUntil(time: number): void {
    while (this.hits.count > 0 && this.hits.t[this.hits.count - 1]! > time) --this.hits.count;
  }

  /** The columns, cut to size; the writer is empty afterwards. */
  take(): Hits {
    const { count } = this.hits;
    const cut: Record<string, unknown> = { count };
    for (const name of COLUMNS) cut[name] = this.hits[name].slice(0, stride(name) * count);
    this.hits.count = 0;
    return cut as unknown as Hits;
  }

  private reserve(wanted: number): void {
    if (wanted <= this.hits.t.length) return;
    const larger = empty(Math.max(wanted, 2 * this.hits.t.length, 64));
    for (const name of COLUMNS) larger[name].set(this.hits[name]);
    larger.count = this.hits.count;
    this.hits = larger;
  }
}

function stride(name: Column): number {
  return (POINTS as readonly string[]).includes(name) ? 2 : 1;
}
