/** The selected body's numbers, to be nudged. */

import { button, byId, figure, make } from "../dom";
import type { Change, PartOfPoint, SceneBody } from "../engine/protocol";
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
  /** What it showed or sent last. */
  last: string;
}

/** The selected body. One with other properties is another body, with a serial of its own, and stays selected. */
interface Subject {
  serial: number;
  /** Changes on their way. Until they have arrived what the engine says is older than what the fields show. */
  underway: number;
  changed: Promise<void>;
}

export class BodyPanel {
  private readonly panel = byId("body-panel");
  private subject: Subject | undefined;
  private fields: Field[] = [];
  private asking = false;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly trouble: Trouble,
  ) {
    player.onOpened.listen(() => this.select(undefined));
    player.onState.listen(() => void this.refresh());
    player.onFrame.listen(() => {
      if (!player.playing && this.subject) void this.refresh();
    });
  }

  get selected(): number | undefined {
    return this.subject?.serial;
  }

  select(serial: number | undefined): void {
    if (serial !== this.selected)
      this.subject = serial === undefined ? undefined : { serial, underway: 0, changed: Promise.resolve() };
    this.stage.overlay.selected = serial;
    void this.refresh();
  }

  async remove(): Promise<void> {
    const { subject } = this;
    if (!subject) return;
    this.select(undefined);
    await subject.changed;
    await this.trouble.watch(() => this.player.change([{ do: "remove", serial: subject.serial }]));
  }

  /** One question at a time; while it is on its way something else may be wanted. */
  private async refresh(): Promise<void> {
    if (!this.subject) this.panel.hidden = true;
    if (this.asking) return;
    this.asking = true;
    let asked: string | undefined;
    for (let now = this.wanted(); now !== asked && now !== undefined; now = this.wanted()) {
      asked = now;
      const { serial } = this.subject!;
      const body = await this.player.client.ask("body", { lane: 0, serial }).catch(() => undefined);
      if (now !== this.wanted()) continue;
      this.panel.hidden = !body;
      if (body) this.show(body);
    }
    this.asking = false;
  }

  private wanted(): string | undefined {
    if (!this.subject || this.subject.underway > 0) return undefined;
    return `${this.subject.serial} ${this.player.shown} ${this.player.edition}`;
  }

  /** Where somebody is typing the field stays as it is. */
  private show(body: SceneBody): void {
    if (!this.panel.contains(document.activeElement)) this.draw(body);
    for (const field of this.fields) {
      if (field.input !== document.activeElement) field.input.value = field.last = shown(field.read(body));
    }
  }

  private draw(body: SceneBody): void {
    this.fields = [];
    const rows = make("div", { class: "fields" });
    rows.append(
      this.pair("at", (serial, at) => ({ do: "move", serial, at })),
      this.pair("velocity", (serial, velocity) => ({ do: "throw", serial, velocity })),
    );
    if (body.circle) {
      const radius = (value: number) => ({ circle: { ...body.circle, radius: value } });
      rows.append(this.number("radius", ({ circle }) => circle?.radius, radius));
    } else {
      rows.append(this.number("angle", ({ angle = 0 }) => angle, (angle) => ({ angle })));
    }
    for (const key of OWN.filter((each) => this.has(body, each)))
      rows.append(this.number(key, ({ [key]: own }) => own, (value) => ({ [key]: value })));
    rows.append(this.fixed(body));
    rows.append(
      make(
        "div",
        { class: "row" },
        button("Delete", () => void this.remove()),
        button("Close", () => this.select(undefined)),
      ),
    );
    const title = `${body.name ?? `#${this.selected}`}${body.tags?.length ? ` · ${body.tags.join(", ")}` : ""}`;
    this.panel.replaceChildren(
      make("h2", { id: "body-title" }, "Selected body"),
      make("p", { class: "who" }, title),
      rows,
    );
  }

  /** What the body has of its own, and what it may be given. */
  private has(body: SceneBody, key: Own): boolean {
    if (body[key] !== undefined || key === "restitution") return true;
    const { detection, attraction } = this.player.opened.settings;
    return (key === "friction" || key === "spin") && detection === "swept" && !attraction && !body.border;
  }

  private fixed(body: SceneBody): HTMLElement {
    const box = make("input", { type: "checkbox" });
    box.checked = body.fixed ?? (body.segment !== undefined || body.border !== undefined);
    box.addEventListener("change", () => this.replace({ fixed: box.checked }));
    return make("label", {}, "fixed", box);
  }

  private pair(key: "at" | "velocity", change: (serial: number, value: PartOfPoint) => Change): HTMLElement {
    const inputs = ([0, 1] as const).map((axis) =>
      this.field(`${key} ${"xy"[axis]}`, (body) => (body[key] ?? [0, 0])[axis], (value) => {
        const part: PartOfPoint = axis === 0 ? [value, undefined] : [undefined, value];
        this.send((serial) => change(serial, part));
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
    const field: Field = { input, read, last: "" };
    input.addEventListener("change", () => {
      if (input.value === field.last) return; // nudged before, or nothing new
      if (input.value.trim() === "" || !Number.isFinite(Number(input.value))) return;
      field.last = input.value;
      send(Number(input.value));
    });
    input.addEventListener("keydown", (event) => nudge(input, event));
    this.fields.push(field);
    return input;
  }

  private replace(by: SceneBody): void {
    this.send((serial) => ({ do: "replace", serial, by }));
  }

  /** After the changes before it, which may have made the body another one. */
  private send(change: (serial: number) => Change): void {
    const { subject } = this;
    if (!subject) return;
    ++subject.underway;
    subject.changed = subject.changed.then(async () => {
      const made = await this.trouble
        .watch(() => this.player.change([change(subject.serial)]))
        .finally(() => --subject.underway);
      if (made !== undefined) subject.serial = made;
      if (this.subject === subject) this.select(subject.serial);
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
