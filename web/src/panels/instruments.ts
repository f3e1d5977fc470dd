/** Instruments: a probe that tells what is under the pointer or selected, a ruler, and a stopwatch for scene time. */

import { button, byId, figure, make } from "../dom";
import { pick } from "../edit/pick";
import type { Tools } from "../edit/tools";
import type { Row } from "../engine/protocol";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import { words } from "../words";
import type { BodyPanel } from "./body_panel";

const DIGITS = 4;
const OFF = 14; // pixels from the pointer to what the probe says

export function instruments(player: Player, stage: Stage, tools: Tools, panel: BodyPanel): void {
  const chips = make("div", { class: "chips" });
  byId("show").append(chips, stopwatch(player, chips));
  new Probe(player, stage, panel, chips);
  const ruler = button(words.instruments.ruler, () => tools.take(tools.taken === "ruler" ? "hand" : "ruler"), {
    id: "ruler",
    title: words.instruments.rulerTitle,
    "aria-pressed": "false",
  });
  tools.onTaken.listen((tool) => ruler.setAttribute("aria-pressed", String(tool === "ruler")));
  chips.append(ruler);
}

/** Scene time since a moment. */
function stopwatch(player: Player, chips: HTMLElement): HTMLElement {
  let begin: number | undefined;
  const shown = make("output", { id: "stopwatch-value" });
  const line = make("p", { class: "legend", role: "timer", hidden: "" }, shown);
  const control = button(
    words.instruments.stopwatch,
    () => {
      begin = begin === undefined ? player.shown : undefined;
      control.setAttribute("aria-pressed", String(begin !== undefined));
      line.hidden = begin === undefined;
      tell();
    },
    { id: "stopwatch", title: words.instruments.stopwatchTitle, "aria-pressed": "false" },
  );
  const tell = () => {
    if (begin !== undefined) shown.textContent = `Δt = ${words.time.seconds(figure(player.shown - begin, 6))}`;
  };
  line.append(
    " ",
    button(words.instruments.zero, () => {
      begin = player.shown;
      tell();
    }),
  );
  player.onFrame.listen(tell);
  chips.append(control);
  return line;
}

class Probe {
  private readonly place = make("output", { id: "probe", class: "probe", hidden: "" });
  private on = false;
  private pointer: PointerEvent | undefined;
  private asking = false;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    panel: BodyPanel,
    chips: HTMLElement,
  ) {
    byId("stage-area").append(this.place);
    const control = button(
      words.instruments.probe,
      () => {
        this.on = !this.on;
        control.setAttribute("aria-pressed", String(this.on));
        void this.look();
      },
      { id: "show-probe", title: words.instruments.probeTitle, "aria-pressed": "false" },
    );
    chips.append(control);
    stage.canvas.addEventListener("pointermove", (event) => {
      this.pointer = event;
      void this.look();
    });
    stage.canvas.addEventListener("pointerleave", () => {
      this.pointer = undefined;
      void this.look();
    });
    panel.onSelected.listen(() => void this.look());
    player.onFrame.listen(() => void this.look());
    player.onState.listen(() => void this.look());
  }

  /** Under the pointer; without one, of the selected body. */
  private async look(): Promise<void> {
    const { player, stage, pointer } = this;
    this.place.hidden = !this.on || player.lanes.length === 0;
    if (this.place.hidden || this.asking) return;
    const there = pointer && stage.locate(pointer.clientX, pointer.clientY, player.lanes.length);
    this.asking = true;
    const serial = there ? await pick(player, stage, there.lane, there.at) : stage.overlay.selected;
    this.asking = false;
    const row = serial === undefined ? undefined : this.row(serial, there?.lane ?? 0);
    const [x, y] = there?.at ?? row?.at ?? [];
    if (x === undefined || y === undefined) return void (this.place.hidden = true);
    const [px, py] = there ? [there.px, there.py] : stage.camera.toView(x, y);
    const view = stage.views(player.lanes.length)[there?.lane ?? 0]!;
    const ratio = stage.pixelRatio;
    const [left, top] = [(view.x + view.width / 2 + px) / ratio, (view.y + view.height / 2 + py) / ratio];
    this.place.textContent = row ? told(row) : words.instruments.here(figure(x, DIGITS), figure(y, DIGITS));
    this.place.style.left = `${Math.min(left + OFF, stage.canvas.clientWidth - this.place.offsetWidth - 4)}px`;
    this.place.style.top = `${Math.max(4, top - OFF - this.place.offsetHeight)}px`;
  }

  /** As it is drawn. */
  private row(serial: number, lane: number): Row | undefined {
    const { frame, cast, place } = this.player.lanes[lane]!;
    const k = place.get(serial);
    if (k === undefined) return undefined;
    const at: [number, number] = [frame.at[2 * k]!, frame.at[2 * k + 1]!];
    const velocity: [number, number] = [frame.velocity[2 * k]!, frame.velocity[2 * k + 1]!];
    return { serial, name: cast.names[k] ?? `#${serial}`, mass: cast.mass[k]!, at, velocity };
  }
}

function told({ name, mass, at, velocity }: Row): string {
  const speed = Math.hypot(...velocity);
  const number = (value: number) => figure(value, DIGITS);
  return words.instruments.body(
    name,
    `${number(at[0])}; ${number(at[1])}`,
    `${number(velocity[0])}; ${number(velocity[1])}`,
    number(speed),
    number(mass),
    number((mass * speed * speed) / 2),
  );
}
