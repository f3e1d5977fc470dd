/** A plot that is drawn anew as its numbers grow, and tells them to the pointer and to those who do not see it. */

import uPlot from "uplot";
import { figure } from "../dom";
import { words } from "../words";
import { span } from "./series";

const HEIGHT = 150;
const DIGITS = 5;

export interface Line {
  label: string;
  colour: string;
  bars?: boolean;
  dash?: number[];
}

export class Plot {
  private plot: uPlot | undefined;
  private scale = 0;
  /** Where a line marks the time shown. */
  private mark: number | undefined;

  constructor(
    private readonly place: HTMLElement,
    private readonly title: string,
    private readonly axes: readonly [x: string, y: string],
    private readonly lines: Line[],
  ) {
    new ResizeObserver(() => this.plot?.setSize({ width: this.width(), height: HEIGHT })).observe(place);
  }

  /** The colours may have changed: made anew at the next drawing. */
  forget(): void {
    this.plot?.destroy();
    this.plot = undefined;
  }

  /** `scale`: beside it rounding is nothing; 0: the numbers themselves tell. */
  draw(data: uPlot.AlignedData, scale: number, mark: number | undefined): void {
    if (this.place.offsetParent === null) return;
    this.describe(data);
    if (data[0].length < 2) return this.forget(); // one point has no scale
    [this.scale, this.mark] = [scale, mark];
    this.plot ??= new uPlot(this.options(), data, this.place);
    this.plot.setData(data);
  }

  /** The last numbers, and between which they have been. */
  private describe(data: uPlot.AlignedData): void {
    const parts = this.lines.map(({ label }, k) => {
      const values = (data[k + 1] ?? []) as number[];
      const [low, high] = [Math.min(...ends(values)), Math.max(...ends(values))];
      return words.plots.line(label, figure(values.at(-1) ?? 0, DIGITS), figure(low, DIGITS), figure(high, DIGITS));
    });
    const none = data[0].length === 0;
    this.place.setAttribute("aria-label", none ? this.title : `${this.title}: ${parts.join("; ")}`);
  }

  private width(): number {
    return Math.max(120, this.place.clientWidth);
  }

  private options(): uPlot.Options {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    const axis: uPlot.Axis = {
      stroke: colour("--soft"),
      font: "11px system-ui",
      labelFont: "11px system-ui",
      labelSize: 14,
      labelGap: 0,
      grid: { stroke: colour("--line"), width: 1 },
      ticks: { show: false },
    };
    const value = (_: uPlot, number: number | null) => (number === null ? "–" : figure(number, DIGITS));
    const series = this.lines.map(
      ({ label, colour: name, bars, dash }): uPlot.Series => ({
        label,
        value,
        stroke: colour(name),
        width: 1.5,
        points: { show: false },
        ...(dash ? { dash } : {}),
        ...(bars ? { paths: uPlot.paths.bars!({ size: [0.9, 40] }), fill: colour("--line"), width: 0 } : {}),
      }),
    );
    const ticks = (_: uPlot, values: number[]) => values.map((tick) => figure(tick, 4));
    return {
      width: this.width(),
      height: HEIGHT,
      padding: [8, 8, 0, 0],
      scales: {
        x: { time: false },
        y: { range: (_, low, high) => span(low, high, this.scale || Math.max(Math.abs(low), Math.abs(high))) },
      },
      axes: [
        { ...axis, size: 20, label: this.axes[0], values: ticks },
        { ...axis, size: 46, label: this.axes[1], values: ticks },
      ],
      series: [{ label: this.axes[0].split(",")[0]!, value }, ...series],
      cursor: { drag: { x: false, y: false }, points: { size: 5 } },
      legend: { live: true, markers: { show: this.lines.length > 1 } },
      hooks: { draw: [(plot) => this.marked(plot, colour("--ink"))] },
    };
  }

  /** Where time stands, if that is not at the end. */
  private marked(plot: uPlot, colour: string): void {
    if (this.mark === undefined) return;
    const { ctx, bbox } = plot;
    const x = plot.valToPos(this.mark, "x", true);
    if (!(x >= bbox.left && x <= bbox.left + bbox.width)) return;
    ctx.save();
    ctx.globalAlpha = 0.4;
    ctx.fillStyle = colour;
    ctx.fillRect(Math.round(x), bbox.top, 1, bbox.height);
    ctx.restore();
  }
}

/** The least and the largest. */
function ends(values: readonly number[]): number[] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return values.length > 0 ? [low, high] : [0];
}
