/** Plots that follow the run: energy, momentum, speeds, hits a second. */

import uPlot from "uplot";
import { byId } from "../dom";
import type { LaneView } from "../engine/lane_view";
import type { Player } from "../player";
import { hitRate, Series, speedHistogram } from "./series";

const EVERY = 200; // milliseconds from one drawing to the next
const HEIGHT = 118;

interface Line {
  label: string;
  colour: string;
  bars?: boolean;
  dash?: number[];
}

class Plot {
  private plot: uPlot | undefined;

  constructor(
    private readonly place: HTMLElement,
    private readonly axis: string,
    private readonly lines: Line[],
  ) {
    new ResizeObserver(() => this.plot?.setSize({ width: this.width(), height: HEIGHT })).observe(place);
  }

  /** The colours may have changed: made anew at the next drawing. */
  forget(): void {
    this.plot?.destroy();
    this.plot = undefined;
  }

  draw(data: uPlot.AlignedData): void {
    if (this.place.offsetParent === null) return;
    if (data[0].length < 2) return this.forget(); // one point has no scale
    this.plot ??= new uPlot(this.options(), data, this.place);
    this.plot.setData(data);
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
      grid: { stroke: colour("--line"), width: 1 },
      ticks: { show: false },
    };
    const series = this.lines.map(
      ({ label, colour: name, bars, dash }): uPlot.Series => ({
        label,
        stroke: colour(name),
        width: 1.5,
        points: { show: false },
        ...(dash ? { dash } : {}),
        ...(bars ? { paths: uPlot.paths.bars!({ size: [0.9, 40] }), fill: colour("--line"), width: 0 } : {}),
      }),
    );
    return {
      width: this.width(),
      height: HEIGHT,
      padding: [8, 8, 0, 0],
      scales: { x: { time: false } },
      axes: [
        { ...axis, size: 22 },
        { ...axis, size: 54, values: (_, ticks) => ticks.map((tick) => String(Number(tick.toPrecision(4)))) },
      ],
      series: [{ label: this.axis }, ...series],
      cursor: { drag: { x: false, y: false }, points: { size: 5 } },
      legend: { live: false, show: this.lines.length > 1 },
    };
  }
}

export class Numbers {
  private readonly energy = new Series(3);
  private readonly momentum = new Series(2);
  private readonly plots = {
    energy: new Plot(byId("energy-plot"), "t", [
      { label: "kinetic", colour: "--kinetic" },
      { label: "potential", colour: "--potential" },
      { label: "total", colour: "--total", dash: [6, 3] },
    ]),
    momentum: new Plot(byId("momentum-plot"), "t", [
      { label: "x", colour: "--kinetic" },
      { label: "y", colour: "--potential" },
    ]),
    speeds: new Plot(byId("speeds-plot"), "speed", [
      { label: "bodies", colour: "--soft", bars: true },
      { label: "Maxwell", colour: "--accent" },
    ]),
    rate: new Plot(byId("rate-plot"), "t", [{ label: "hits a second", colour: "--accent" }]),
  };
  private last = -Infinity;
  private edition = 0;
  private stale = false;

  constructor(private readonly player: Player) {
    player.onOpened.listen(() => {
      this.energy.clear();
      this.momentum.clear();
      this.edition = 0;
    });
    player.onFrame.listen((frame) => {
      const { time, energy, momentum } = frame.lanes[0]!;
      if (frame.edition !== this.edition) {
        this.edition = frame.edition;
        this.energy.keepUntil(frame.keepUntil);
        this.momentum.keepUntil(frame.keepUntil);
      }
      this.energy.add(time, energy.kinetic, energy.potential, energy.total);
      this.momentum.add(time, ...momentum);
      this.stale = true;
    });
  }

  restyle(): void {
    for (const plot of Object.values(this.plots)) plot.forget();
    this.stale = true;
    this.last = -Infinity;
  }

  draw(now: number): void {
    if (!this.stale || now - this.last < EVERY) return;
    this.last = now;
    this.stale = false;
    const lane: LaneView = this.player.lanes[0]!;
    this.plots.energy.draw(this.energy.columns);
    this.plots.momentum.draw(this.momentum.columns);
    this.plots.speeds.draw(speedHistogram(lane));
    this.plots.rate.draw(hitRate(lane, this.player.opened.start));
  }
}
