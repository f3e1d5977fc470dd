/** The time line: a tick for every hit, the part that has been computed, and the time shown. */

import { byId, figure, plain } from "../dom";
import type { HitWriter } from "../engine/hit_writer";
import type { Player } from "../player";
import { words } from "../words";

const FEW = 4; // hits in a column, up to which ticks are all of one height
const SNAP = 5; // pixels: a click this close to a tick goes to the hit

/** As a share of the highest. */
export function tickHeight(count: number, most: number): number {
  return most <= FEW ? 1 : 0.2 + (0.8 * Math.log(1 + count)) / Math.log(1 + most);
}

export class Timeline {
  private readonly canvas = byId<HTMLCanvasElement>("timeline");
  private readonly context = this.canvas.getContext("2d")!;
  private wanted: number | undefined;
  private scrubbing = false;
  private readonly counted: { state: string; hits: HitWriter; counts: Uint32Array }[] = [];

  constructor(private readonly player: Player) {
    const { canvas } = this;
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => {
      if (this.scrubbing) this.scrub(this.timeAt(event.offsetX));
    });
    for (const name of ["pointerup", "pointercancel"]) canvas.addEventListener(name, () => (this.scrubbing = false));
    canvas.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(canvas);
    player.onFrame.listen(() => this.describe());
  }

  draw(): void {
    const { canvas, context, player } = this;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    context.clearRect(0, 0, width, height);
    if (player.lanes.length === 0 || width === 0) return;
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue("--soft");
    const middle = Math.round(height * 0.5);
    context.fillStyle = style.getPropertyValue("--line");
    context.fillRect(0, middle - ratio, width, 2 * ratio);
    context.fillStyle = ink;
    context.fillRect(0, middle - ratio, this.place(this.known()) * width, 2 * ratio);
    this.scale(width, height, ratio, ink);
    context.fillStyle = style.getPropertyValue("--accent");
    this.ticks(0, width, middle - 14 * ratio, (player.lanes.length > 1 ? 13 : 22) * ratio, ratio);
    if (player.lanes.length > 1) {
      context.fillStyle = ink;
      this.ticks(1, width, middle + ratio, 8 * ratio, ratio);
    }
    this.hand(width, height, ratio, style.getPropertyValue("--ink"));
  }

  /** Hits in one column of pixels make one tick; where there are many it is the higher the more they are. */
  private ticks(lane: number, width: number, top: number, height: number, ratio: number): void {
    const counts = this.columns(lane, Math.ceil(width / ratio) + 1);
    const most = counts.reduce((a, b) => Math.max(a, b), 0);
    counts.forEach((count, x) => {
      if (count === 0) return;
      const share = tickHeight(count, most);
      this.context.fillRect(x * ratio, top + (1 - share) * height, ratio, share * height);
    });
  }

  /** Hits in each column of pixels, counted anew only when there are others. */
  private columns(lane: number, width: number): Uint32Array {
    const { hits, edition } = this.player.lanes[lane]!;
    const known = this.counted[lane];
    const state = `${hits.length} ${edition} ${this.player.end} ${width}`;
    if (known?.state === state && known.hits === hits) return known.counts;
    const counts = new Uint32Array(width);
    const { t } = hits.columns;
    for (let k = 0; k < hits.length; ++k) {
      const x = Math.round(this.place(t[k]!) * (width - 1));
      if (x < width) ++counts[x]!;
    }
    this.counted[lane] = { state, hits, counts };
    return counts;
  }

  private scale(width: number, height: number, ratio: number, ink: string): void {
    const { opened, end } = this.player;
    const span = end - opened.start;
    const rough = span / Math.max(2, width / ratio / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const unit = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
    this.context.fillStyle = ink;
    this.context.font = `${11 * ratio}px system-ui, sans-serif`;
    for (let n = Math.ceil(opened.start / unit); n * unit <= end; ++n) {
      const x = this.place(n * unit) * width;
      const label = words.time.seconds(figure(n * unit));
      const room = this.context.measureText(label).width;
      this.context.fillText(label, Math.min(Math.max(0, x - room / 2), width - room), height - 2 * ratio);
    }
  }

  private hand(width: number, height: number, ratio: number, ink: string): void {
    const { context } = this;
    const x = Math.min(width - ratio, Math.max(ratio, this.place(this.player.shown) * width));
    context.fillStyle = ink;
    context.fillRect(x - ratio, 0, 2 * ratio, height - 14 * ratio);
    context.beginPath();
    context.arc(x, 5 * ratio, 5 * ratio, 0, 2 * Math.PI);
    context.fill();
  }

  private known(): number {
    return Math.min(this.player.end, this.player.lanes[0]!.frame.time);
  }

  private place(time: number): number {
    const { opened, end } = this.player;
    return (time - opened.start) / Math.max(end - opened.start, 1e-12);
  }

  private timeAt(x: number): number {
    const { opened, end } = this.player;
    const share = Math.min(1, Math.max(0, x / Math.max(1, this.canvas.clientWidth)));
    return opened.start + share * (end - opened.start);
  }

  /** As sliders do; single steps and hits are everybody's keys. */
  private key(event: KeyboardEvent): void {
    const { opened, end, shown, lanes } = this.player;
    if (lanes.length === 0) return;
    const tenth = (end - opened.start) / 10;
    const places: Record<string, number> = {
      Home: opened.start,
      End: end,
      PageUp: Math.min(end, shown + tenth),
      PageDown: Math.max(opened.start, shown - tenth),
    };
    const time = places[event.key];
    if (time === undefined) return;
    event.preventDefault();
    this.scrub(time);
  }

  private press(event: PointerEvent): void {
    if (this.player.lanes.length === 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.scrubbing = true;
    const near = this.nearest(event.offsetX);
    if (near === undefined) this.scrub(this.timeAt(event.offsetX));
    else void this.player.showHit(near);
  }

  private nearest(x: number): number | undefined {
    const { hits } = this.player.lanes[0]!;
    const time = this.timeAt(x);
    const reach = this.timeAt(x + SNAP) - time;
    let best: number | undefined;
    for (let k = 0; k < hits.length; ++k) {
      const off = Math.abs(hits.columns.t[k]! - time);
      if (off <= reach && (best === undefined || off < Math.abs(hits.columns.t[best]! - time))) best = k;
    }
    return best;
  }

  /** Only the latest place counts, however long the engine takes to get there. */
  private scrub(time: number): void {
    const idle = this.wanted === undefined;
    this.wanted = time;
    if (idle) void this.follow();
  }

  private async follow(): Promise<void> {
    while (this.wanted !== undefined) {
      const time = this.wanted;
      await this.player.seek(time);
      if (this.wanted === time) this.wanted = undefined;
    }
  }

  private describe(): void {
    const { opened, end, shown, lanes } = this.player;
    this.canvas.setAttribute("aria-valuemin", plain(opened.start));
    this.canvas.setAttribute("aria-valuemax", plain(end));
    this.canvas.setAttribute("aria-valuenow", plain(shown));
    this.canvas.setAttribute("aria-valuetext", words.time.said(figure(shown), lanes[0]!.hits.length));
  }
}
