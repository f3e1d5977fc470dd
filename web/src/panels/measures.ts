/** For researchers: energy drift, and what a gas says of itself, as the program prints it. */

import { byId, figure, make } from "../dom";
import type { Measures } from "../engine/protocol";
import type { Player } from "../player";
import { words } from "../words";
import { Plot } from "./plot";
import { radial } from "./radial";

const LIVE = 500; // milliseconds from one look to the next while time runs
const MOST = 20_000; // bodies of a radial distribution
const DIGITS = 5;

export class MeasuresPanel {
  private readonly panel = byId<HTMLDetailsElement>("measures-panel");
  private readonly facts = make("dl", { class: "facts" });
  private readonly hint = make("p", { class: "legend" }, words.measures.hint);
  private readonly place = make("div", { id: "radial-plot", class: "plot", role: "img" });
  private readonly plot = new Plot(this.place, words.measures.radial, [words.measures.distance, words.measures.radialShort], [
    { label: words.measures.radialShort, colour: "--accent" },
  ]);
  private asking = false;
  private again = false;
  private asked = -Infinity;

  constructor(private readonly player: Player) {
    this.panel.append(this.facts, this.hint, this.place);
    this.panel.addEventListener("toggle", () => void this.refresh());
    for (const signal of [player.onFrame, player.onState, player.onOpened]) signal.listen(() => void this.refresh());
  }

  restyle(): void {
    this.plot.forget();
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    const { player } = this;
    const now = performance.now();
    if (!this.panel.open || player.lanes.length === 0 || (player.playing && now < this.asked + LIVE)) return;
    if (this.asking) return void (this.again = true);
    this.asking = true;
    this.asked = now;
    do {
      this.again = false;
      const found = await player.client.ask("measures", { exact: !player.playing && !player.isLarge }).catch(() => undefined);
      if (found) this.show(found);
    } while (this.again && !player.playing);
    this.asking = false;
  }

  private show({ energy, drift, gas }: Measures): void {
    const rows: [id: string, name: string, value: number][] = [
      ["energy", words.measures.energy, energy],
      ...(drift === undefined ? [] : ([["drift", words.measures.drift, drift]] as [string, string, number][])),
    ];
    if (gas)
      rows.push(
        ["pressure", words.measures.pressure, gas.pressure],
        ["temperature", words.measures.temperature, gas.temperature],
        ["compressibility", words.measures.compressibility, gas.compressibility],
        ["collision-rate", words.measures.collisionRate, gas.collisionRate],
        ["free-path", words.measures.meanFreePath, gas.meanFreePath],
      );
    const cells = rows.map(([id, name, value]) => [
      make("dt", {}, name),
      make("dd", { id: `measure-${id}`, "data-value": String(value) }, figure(value, DIGITS)),
    ]);
    this.facts.replaceChildren(...cells.flat());
    this.hint.hidden = gas !== undefined;
    const lane = this.player.lanes[0]!;
    const curve = lane.frame.count <= MOST ? radial(lane, this.player.opened.settings) : undefined;
    this.place.hidden = !curve;
    if (curve) this.plot.draw(curve, 0, undefined);
  }
}
