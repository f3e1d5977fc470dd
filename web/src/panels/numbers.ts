/** Plots that follow the run, of every world there is: energy, momentum, speeds, hits a second. */

import type uPlot from "uplot";
import { byId, make } from "../dom";
import type { LaneView } from "../engine/lane_view";
import type { Player } from "../player";
import { Plot } from "./plot";
import type { Line } from "./plot";
import { clean, hitRate, momentumScale, speedHistogram } from "./series";
import { words } from "../words";

const EVERY = 200; // milliseconds from one drawing to the next

interface Kind {
  id: string;
  title: string;
  axes: [x: string, y: string];
  lines: Line[];
  data(lane: LaneView, start: number, scale: number): uPlot.AlignedData;
}

const KINDS: Kind[] = [
  {
    id: "energy",
    title: words.plots.energy,
    axes: [words.plots.time, words.plots.energyAxis],
    lines: [
      { label: words.plots.kinetic, colour: "--kinetic" },
      { label: words.plots.potential, colour: "--potential" },
      { label: words.plots.total, colour: "--total", dash: [6, 3] },
    ],
    data(lane) {
      const [t, kinetic, potential] = lane.sums.columns as [number[], number[], number[]];
      const total = kinetic.map((value, k) => value + potential[k]!);
      const scale = total.reduce((most, value, k) => Math.max(most, Math.abs(value), kinetic[k]!), 0);
      return [t, clean(kinetic, scale), clean(potential, scale), clean(total, scale)];
    },
  },
  {
    id: "momentum",
    title: words.plots.momentum,
    axes: [words.plots.time, words.plots.momentumAxis],
    lines: [
      { label: "x", colour: "--kinetic" },
      { label: "y", colour: "--potential", dash: [4, 2] },
    ],
    data(lane, _, scale) {
      const [t, , , px, py] = lane.sums.columns as [number[], number[], number[], number[], number[]];
      return [t, clean(px, scale), clean(py, scale)];
    },
  },
  {
    id: "speeds",
    title: words.plots.speeds,
    axes: [words.plots.speedAxis, words.plots.bodies],
    lines: [
      { label: words.plots.bodies, colour: "--soft", bars: true },
      { label: words.plots.maxwell, colour: "--accent" },
    ],
    data: (lane) => speedHistogram(lane),
  },
  {
    id: "rate",
    title: words.plots.rate,
    axes: [words.plots.time, words.plots.rateAxis],
    lines: [{ label: words.plots.rateAxis, colour: "--accent" }],
    data: (lane, start) => hitRate(lane, start),
  },
];

/** The plots of one world. */
class Group {
  readonly element = make("div", { class: "plots" });
  private readonly plots: Plot[];
  /** The largest momentum of all bodies together so far. */
  private scale = 0;

  constructor(detection: string, k: number) {
    const of = detection === "" ? "" : ` · ${detection}`;
    const suffix = k === 0 ? "" : `-${k + 1}`;
    this.plots = KINDS.map(({ id, title, axes, lines }) => {
      const place = make("div", { id: `${id}-plot${suffix}`, class: "plot", role: "img" });
      const head = make("h2", { id: `${id}-title${suffix}` }, `${title}${of}`);
      this.element.append(make("section", { "aria-labelledby": head.id }, head, place));
      return new Plot(place, `${title}${of}`, axes, lines);
    });
  }

  forget(): void {
    for (const plot of this.plots) plot.forget();
  }

  draw(lane: LaneView, start: number): void {
    this.scale = Math.max(this.scale, momentumScale(lane));
    KINDS.forEach(({ id, data }, k) => {
      const scale = id === "momentum" ? this.scale : 0;
      this.plots[k]!.draw(data(lane, start, this.scale), scale, id === "speeds" ? undefined : lane.frame.shown);
    });
  }
}

export class Numbers {
  private groups: Group[] = [];
  private last = -Infinity;
  private stale = false;

  constructor(private readonly player: Player) {
    player.onOpened.listen(() => {
      for (const group of this.groups) group.forget();
      const { lanes } = player;
      this.groups = lanes.map((lane, k) => new Group(lanes.length > 1 ? lane.frame.detection : "", k));
      byId("plots").replaceChildren(...this.groups.map(({ element }) => element));
    });
    player.onFrame.listen(() => (this.stale = true));
  }

  restyle(): void {
    for (const group of this.groups) group.forget();
    this.stale = true;
    this.last = -Infinity;
  }

  draw(now: number): void {
    if (!this.stale || now - this.last < EVERY) return;
    this.last = now;
    this.stale = false;
    const { lanes, opened } = this.player;
    this.groups.forEach((group, k) => group.draw(lanes[k]!, opened.start));
  }
}
