/** How fast time goes, measured: seconds of scene time a second. */

const WINDOW = 1000; // milliseconds over which it is measured
const LEAST = 300; // before there is something to say

export class Pace {
  private seen: { wall: number; shown: number }[] = [];

  begin(wall: number, shown: number): void {
    this.seen = [{ wall, shown }];
  }

  tick(wall: number, shown: number): void {
    if (shown < (this.seen.at(-1)?.shown ?? shown)) this.seen = [];
    this.seen.push({ wall, shown });
    while (this.seen.length > 2 && this.seen[1]!.wall < wall - WINDOW) this.seen.shift();
  }

  /** Undefined: not known yet. */
  get reached(): number | undefined {
    const [first, last] = [this.seen[0], this.seen.at(-1)];
    if (!first || !last || last.wall - first.wall < LEAST) return undefined;
    return ((last.shown - first.shown) / (last.wall - first.wall)) * 1000;
  }
}
