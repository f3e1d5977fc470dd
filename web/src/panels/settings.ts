/** Sliders for what may change while a scene runs. */

import { byId, figure, make } from "../dom";
import type { Settings } from "../engine/protocol";
import type { Player } from "../player";
import type { Trouble } from "./trouble";

interface Slider {
  label: string;
  min: number;
  max: number;
  step: number;
  read(settings: Settings): number;
  write(value: number, settings: Settings): Partial<Settings>;
  /** Of the place on the slider, where that is not the value itself. */
  scale?: { to(value: number): number; from(place: number): number };
  /** Where the engine would refuse it. */
  off?(settings: Settings, lanes: number): boolean;
}

const LOG = { to: (value: number) => Math.log10(value), from: (place: number) => Number((10 ** place).toPrecision(3)) };

const SLIDERS: Slider[] = [
  {
    label: "step, s",
    min: -4,
    max: -0.7,
    step: 0.01,
    scale: LOG,
    read: ({ dt }) => dt,
    write: (dt) => ({ dt }),
    off: ({ detection }) => detection === "event",
  },
  {
    label: "restitution",
    min: 0,
    max: 1,
    step: 0.01,
    read: ({ restitution = 1 }) => restitution,
    write: (restitution) => ({ restitution }),
  },
  {
    label: "friction",
    min: 0,
    max: 1,
    step: 0.01,
    read: ({ friction = 0 }) => friction,
    write: (friction) => ({ friction }),
    off: ({ detection, attraction }, lanes) => detection !== "swept" || lanes > 1 || attraction !== undefined,
  },
  {
    label: "gravity x",
    min: -20,
    max: 20,
    step: 0.1,
    read: ({ gravity }) => gravity?.[0] ?? 0,
    write: (x, { gravity }) => ({ gravity: [x, gravity?.[1] ?? 0] }),
  },
  {
    label: "gravity y",
    min: -20,
    max: 20,
    step: 0.1,
    read: ({ gravity }) => gravity?.[1] ?? 0,
    write: (y, { gravity }) => ({ gravity: [gravity?.[0] ?? 0, y] }),
  },
];

/** Sends one change at a time, and only the latest of those that came meanwhile. */
class Sender {
  private next: Partial<Settings> | undefined;
  private sending = false;

  constructor(
    private readonly player: Player,
    private readonly trouble: Trouble,
  ) {}

  async send(settings: Partial<Settings>, hold: boolean): Promise<void> {
    this.next = { ...this.next, ...settings };
    if (this.sending) return;
    this.sending = true;
    for (let first = hold; this.next; first = false) {
      const changes = this.next;
      this.next = undefined;
      await this.trouble.watch(() => this.player.change([{ do: "settings", settings: changes }], first));
    }
    this.sending = false;
  }
}

export function settingsPanel(player: Player, trouble: Trouble): void {
  const sender = new Sender(player, trouble);
  const rows = SLIDERS.map((slider) => row(slider, player, sender));
  byId("settings").replaceChildren(...rows.map(({ element }) => element));
  const update = () => {
    if (player.opened) for (const { update } of rows) update(player.opened.settings);
  };
  player.onOpened.listen(update);
  player.onState.listen(update);
}

function row(
  slider: Slider,
  player: Player,
  sender: Sender,
): { element: HTMLElement; update(settings: Settings): void } {
  const { min, max, step } = slider;
  const { to, from } = slider.scale ?? { to: (value: number) => value, from: (place: number) => place };
  const attributes = { min: String(min), max: String(max), step: String(step) };
  const range = make("input", { type: "range", ...attributes, "aria-label": slider.label });
  const exact = make("input", { inputmode: "decimal", autocomplete: "off", "aria-label": `${slider.label}, exactly` });
  let held = false; // one undo for one pull of the slider
  const send = (value: number) => {
    void sender.send(slider.write(value, player.opened.settings), !held);
    held = true;
  };
  range.addEventListener("input", () => send(from(Number(range.value))));
  range.addEventListener("change", () => (held = false));
  exact.addEventListener("change", () => {
    const value = Number(exact.value);
    if (exact.value.trim() !== "" && Number.isFinite(value)) send(value);
    held = false;
  });
  const update = (settings: Settings) => {
    const value = slider.read(settings);
    const off = slider.off?.(settings, player.lanes.length) ?? false;
    range.disabled = exact.disabled = off;
    if (document.activeElement !== range) range.value = String(to(value));
    if (document.activeElement !== exact) exact.value = figure(value, 4);
  };
  return { element: make("label", {}, slider.label, range, exact), update };
}
