/** The selected body's numbers, to be nudged. */

import { button, byId, figure, make } from "../dom";
import type { Change, Point, SceneBody } from "../engine/protocol";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import { nudged } from "./nudge";
import type { Trouble } from "./trouble";

const DIGITS = 7;
const OWN = ["mass", "density", "restitution", "friction", "spin"] as const;
type Own = (typeof OWN)[number];

interface Field {
  input: HTMLInputElement;
  read(body: SceneBody): number | undefined;
}

export class BodyPanel {
  private readonly panel = byId("body-panel");
  private serial: number | undefined;
  private body: SceneBody = {};
  private fields: Field[] = [];
  private asking = false;
  private replacing = Promise.resolve();

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly trouble: Trouble,
  ) {
    player.onOpened.listen(() => this.select(undefined));
    player.onState.listen(() => void this.refresh());
    player.onFrame.listen(() => {
      if (!player.playing && this.serial !== undefined) void this.refresh();
    });
  }

  get selected(): number | undefined {
    return this.serial;
  }

  select(serial: number | undefined): void {
    this.serial = this.stage.overlay.selected = serial;
    void this.refresh();
  }

  async remove(): Promise<void> {
    const { serial } = this;
    if (serial === undefined) return;
    this.select(undefined);
    await this.trouble.watch(() => this.player.change([{ do: "remove", serial }]));
  }

  /** One question at a time; while it is on its way something else may be wanted. */
  private async refresh(): Promise<void> {
    if (this.serial === undefined) this.panel.hidden = true;
    if (this.asking) return;
    this.asking = true;
    let asked: string | undefined;
    for (let now = this.wanted(); now !== asked && this.serial !== undefined; now = this.wanted()) {
      asked = now;
      const { serial } = this;
      const body = await this.player.client.ask("body", { lane: 0, serial }).catch(() => undefined);
      if (now !== this.wanted()) continue;
      this.panel.hidden = !body;
      if (body) this.show(body);
    }
    this.asking = false;
  }

  private wanted(): string {
    return `${this.serial} ${this.player.shown} ${this.player.edition}`;
  }

  /** Where somebody is typing the field stays as it is. */
  private show(body: SceneBody): void {
    this.body = body;
    if (!this.panel.contains(document.activeElement)) this.draw();
    for (const { input, read } of this.fields) {
      if (input !== document.activeElement) input.value = shown(read(body));
    }
  }

  private draw(): void {
    const { body } = this;
    this.fields = [];
    const rows = make("div", { class: "fields" });
    rows.append(
      this.pair("at", (at) => ({ do: "move", serial: this.serial!, at })),
      this.pair("velocity", (velocity) => ({ do: "throw", serial: this.serial!, velocity })),
    );
    if (body.circle) {
      const radius = (value: number) => ({ circle: { ...this.body.circle, radius: value } });
      rows.append(this.number("radius", ({ circle }) => circle?.radius, radius));
    } else {
      rows.append(this.number("angle", ({ angle = 0 }) => angle, (angle) => ({ angle })));
    }
    for (const key of OWN.filter((each) => this.has(each)))
      rows.append(this.number(key, ({ [key]: own }) => own, (value) => ({ [key]: value })));
    rows.append(this.fixed());
    rows.append(
      make(
        "div",
        { class: "row" },
        button("Delete", () => void this.remove()),
        button("Close", () => this.select(undefined)),
      ),
    );
    const title = `${body.name ?? `#${this.serial}`}${body.tags?.length ? ` · ${body.tags.join(", ")}` : ""}`;
    this.panel.replaceChildren(
      make("h2", { id: "body-title" }, "Selected body"),
      make("p", { class: "who" }, title),
      rows,
    );
  }

  /** What the body has of its own, and what it may be given. */
  private has(key: Own): boolean {
    if (this.body[key] !== undefined || key === "restitution") return true;
    const { detection, attraction } = this.player.opened.settings;
    return (key === "friction" || key === "spin") && detection === "swept" && !attraction && !this.body.border;
  }

  private fixed(): HTMLElement {
    const { body } = this;
    const box = make("input", { type: "checkbox" });
    box.checked = body.fixed ?? (body.segment !== undefined || body.border !== undefined);
    box.addEventListener("change", () => this.replace({ fixed: box.checked }));
    return make("label", {}, "fixed", box);
  }

  private pair(key: "at" | "velocity", change: (value: Point) => Change): HTMLElement {
    const inputs = ([0, 1] as const).map((axis) =>
      this.field(`${key} ${"xy"[axis]}`, (body) => (body[key] ?? [0, 0])[axis], (value) => {
        const point: Point = [...(this.body[key] ?? [0, 0])]; // the other number stays as it is, to the last bit
        point[axis] = value;
        this.body = { ...this.body, [key]: point };
        void this.trouble.watch(() => this.player.change([change(point)]));
      }),
    );
    return make("label", {}, key, make("span", { class: "pair" }, ...inputs));
  }

  private number(label: string, read: Field["read"], change: (value: number) => SceneBody): HTMLElement {
    return make("label", {}, label, this.field(label, read, (value) => this.replace(change(value))));
  }

  /** Without a value of its own the body has the world's. */
  private field(label: string, read: Field["read"], send: (value: number) => void): HTMLInputElement {
    const input = make("input", { inputmode: "decimal", autocomplete: "off", "aria-label": label });
    input.placeholder = figure(Number(this.player.opened.settings[label] ?? 0), 4);
    input.addEventListener("change", () => {
      if (input.value === shown(read(this.body))) return; // nudged before, or nothing new
      if (input.value.trim() !== "" && Number.isFinite(Number(input.value))) send(Number(input.value));
    });
    input.addEventListener("keydown", (event) => nudge(input, event));
    this.fields.push({ input, read });
    return input;
  }

  /** A body with other properties is another body of the same name. */
  private replace(other: SceneBody): void {
    const body = { ...this.body, ...other };
    this.body = body;
    this.replacing = this.replacing.then(async () => {
      const { serial } = this; // another one, after the change before
      if (serial === undefined) return;
      const made = await this.trouble.watch(() => this.player.change([{ do: "replace", serial, body }]));
      if (made !== undefined) this.select(made);
      else await this.refresh();
    });
  }
}

function shown(value: number | undefined): string {
  return value === undefined ? "" : figure(value, DIGITS);
}

/** Arrow up and down change a number by a little. */
function nudge(input: HTMLInputElement, event: KeyboardEvent): void {
  const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
  const value = Number(input.value || input.placeholder);
  if (way === 0 || !Number.isFinite(value)) return;
  event.preventDefault();
  input.value = shown(nudged(value, way, event.shiftKey));
  input.dispatchEvent(new Event("change"));
}
