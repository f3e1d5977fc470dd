/** Sliders for what may change while a scene runs. */

import { byId, figure, make } from "../dom";
import type { Change, Settings } from "../engine/protocol";
import { onNumber } from "../numeric";
import type { Player } from "../player";
import type { Trouble } from "./trouble";
import { words } from "../words";

interface Slider {
  label: string;
  /** Behind the value, for those who hear it. */
  unit: string;
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
    label: words.settings.step,
    unit: ` ${words.settings.seconds}`,
    min: -4,
    max: -0.7,
    step: 0.01,
    scale: LOG,
    read: ({ dt }) => dt,
    write: (dt) => ({ dt }),
    off: ({ detection }) => detection === "event",
  },
  {
    label: words.settings.restitution,
    unit: "",
    min: 0,
    max: 1,
    step: 0.01,
    read: ({ restitution = 1 }) => restitution,
    write: (restitution) => ({ restitution }),
  },
  {
    label: words.settings.friction,
    unit: "",
    min: 0,
    max: 1,
    step: 0.01,
    read: ({ friction = 0 }) => friction,
    write: (friction) => ({ friction }),
    off: ({ detection, attraction }, lanes) => detection !== "swept" || lanes > 1 || attraction !== undefined,
  },
  {
    label: words.settings.gravityX,
    unit: ` ${words.settings.acceleration}`,
    min: -20,
    max: 20,
    step: 0.1,
    read: ({ gravity }) => gravity?.[0] ?? 0,
    write: (x, { gravity }) => ({ gravity: [x, gravity?.[1] ?? 0] }),
  },
  {
    label: words.settings.gravityY,
    unit: ` ${words.settings.acceleration}`,
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
  private lasting = false;

  constructor(
    private readonly player: Player,
    private readonly trouble: Trouble,
  ) {}

  /** A preview only, until it is to be `lasting`. */
  async send(settings: Partial<Settings>, lasting: boolean): Promise<void> {
    this.next = { ...this.next, ...settings };
    this.lasting ||= lasting;
    if (this.sending) return;
    this.sending = true;
    while (this.next) {
      const changes = this.next;
      this.next = undefined;
      const change: Change[] = [{ do: "settings", settings: changes }];
      const lasting = this.lasting;
      this.lasting = false;
      await this.trouble.watch<unknown>(() => (lasting ? this.player.change(change) : this.player.preview(change)));
    }
    this.sending = false;
  }
}

export function settingsPanel(player: Player, trouble: Trouble): void {
  const sender = new Sender(player, trouble);
  const rows = SLIDERS.map((slider) => row(slider, player, sender, trouble));
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
  trouble: Trouble,
): { element: HTMLElement; update(settings: Settings): void } {
  const { min, max, step } = slider;
  const { to, from } = slider.scale ?? { to: (value: number) => value, from: (place: number) => place };
  const attributes = { min: String(min), max: String(max), step: String(step) };
  const range = make("input", { type: "range", ...attributes, "aria-label": slider.label });
  const exact = make("input", { inputmode: "decimal", autocomplete: "off", "aria-label": words.settings.exactly(slider.label) });
  const send = (value: number, lasting: boolean) =>
    void sender.send(slider.write(value, player.opened.settings), lasting);
  const told = (value: number) => range.setAttribute("aria-valuetext", `${figure(value, 4)}${slider.unit}`);
  // One undo for one pull of the slider.
  for (const [name, lasting] of [["input", false], ["change", true]] as const)
    range.addEventListener(name, () => {
      const value = from(Number(range.value));
      told(value);
      send(value, lasting);
    });
  onNumber(exact, slider.label, trouble, (value) => send(value, true));
  const update = (settings: Settings) => {
    const value = slider.read(settings);
    const off = slider.off?.(settings, player.lanes.length) ?? false;
    range.disabled = exact.disabled = off;
    if (document.activeElement !== range) range.value = String(to(value));
    if (document.activeElement !== exact && !exact.hasAttribute("aria-invalid")) exact.value = figure(value, 4);
    told(value);
  };
  return { element: make("label", {}, slider.label, range, exact), update };
}
