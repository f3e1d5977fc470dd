/** Columns of numbers that grow, of one length each. */
export class Columns<Name extends string> {
  private data: Record<Name, Float64Array>;
  private used = 0;

  constructor(private readonly names: readonly Name[]) {
    this.data = Object.fromEntries(names.map((name) => [name, new Float64Array(64)])) as Record<Name, Float64Array>;
  }

  get count(): number {
    return this.used;
  }

  add(...values: number[]): void {
    if (this.used === this.data[this.names[0]!]!.length) {
      for (const name of this.names) {
        const larger = new Float64Array(2 * this.used);
        larger.set(this.data[name]);
        this.data[name] = larger;
      }
    }
    this.names.forEach((name, k) => (this.data[name][this.used] = values[k]!));
    ++this.used;
  }

  /** What comes after the last number of a sorted column that is not above `most` never was. */
  keepUntil(name: Name, most: number): void {
    while (this.used > 0 && this.data[name][this.used - 1]! > most) --this.used;
  }

  /** The columns, cut to size; empty afterwards. */
  take(): Record<Name, Float64Array> & { count: number } {
    const count = this.used;
    this.used = 0;
    const cut = this.names.map((name) => [name, this.data[name].slice(0, count)]);
    return { ...(Object.fromEntries(cut) as Record<Name, Float64Array>), count };
  }
}
