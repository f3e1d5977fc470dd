/** The selected body's numbers, to be nudged. */

import { button, byId, figure, make, say } from "../dom";
import type { BodyChanges, Change, PartOfPoint, SceneBody } from "../engine/protocol";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import { numberOf, onNumber } from "../numeric";
import { Signal } from "../signal";
import { nudged } from "./nudge";
import type { Trouble } from "./trouble";
import { words } from "../words";

const DIGITS = 7;
const LIVE = 150; // milliseconds from one look at the body to the next while time runs
const OWN = ["mass", "density", "restitution", "friction", "spin"] as const;
type Own = (typeof OWN)[number];
type Labelled = "at" | "velocity" | "radius" | "angle" | Own;

interface Field {
  input: HTMLInputElement;
  read(body: SceneBody): number | undefined;
  /** What it showed or sent last. */
  last: string;
}

/** The selected body. */
interface Subject {
  serial: number;
  /** Changes on their way. Until they have arrived what the engine says is older than what the fields show. */
  underway: number;
  changed: Promise<void>;
}

export class BodyPanel {
  readonly onSelected = new Signal<void>();
  private readonly panel = byId("body-panel");
  private subject: Subject | undefined;
  private fields: Field[] = [];
  /** Which fields there are, and of whom. */
  private form = "";
  private asking = false;
  private asked = -Infinity;
  /** Whose selection has been announced. */
  private told: number | undefined;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly trouble: Trouble,
  ) {
    player.onOpened.listen(({ renamed }) => {
      const serial = this.subject && renamed(this.subject.serial);
      if (!this.subject || serial === undefined) return this.select(undefined);
      this.subject.serial = this.stage.overlay.selected = serial;
      void this.refresh();
    });
    player.onState.listen(() => void this.refresh());
    player.onFrame.listen(() => void this.refresh());
  }

  get selected(): number | undefined {
    return this.subject?.serial;
  }

  select(serial: number | undefined): void {
    if (serial !== this.selected)
      this.subject = serial === undefined ? undefined : { serial, underway: 0, changed: Promise.resolve() };
    this.stage.overlay.selected = serial;
    this.told = undefined;
    this.onSelected.tell();
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
    if (!this.subject) {
      this.panel.hidden = true;
      this.form = "";
    }
    const wall = performance.now();
    if (this.asking || (this.player.playing && wall < this.asked + LIVE)) return;
    this.asking = true;
    this.asked = wall;
    let asked: string | undefined;
    for (let now = this.wanted(); now !== asked && now !== undefined; now = this.wanted()) {
      asked = now;
      const { serial } = this.subject!;
      const body = await this.player.client.ask("body", { lane: 0, serial }).catch(() => undefined);
      if (!this.subject || this.subject.serial !== serial || this.subject.underway > 0) continue;
      this.panel.hidden = !body;
      if (body) this.show(body);
      if (this.player.playing) break; // the next frame asks again
    }
    this.asking = false;
  }

  private wanted(): string | undefined {
    if (!this.subject || this.subject.underway > 0) return undefined;
    return `${this.subject.serial} ${this.player.shown} ${this.player.edition}`;
  }

  /** Where somebody is typing the field stays as it is. */
  private show(body: SceneBody): void {
    const form = `${this.selected} ${this.player.opened.settings.detection} ${Object.keys(body).join()}`;
    if (form !== this.form && !this.panel.contains(document.activeElement)) {
      this.form = form;
      this.draw(body);
    }
    for (const field of this.fields) {
      const busy = field.input === document.activeElement || field.input.hasAttribute("aria-invalid");
      if (!busy) field.input.value = field.last = shown(field.read(body));
    }
    if (this.told === this.selected) return;
    this.told = this.selected;
    const [x, y] = body.at ?? [0, 0];
    say(words.body.selected(this.title(body), figure(x, 4), figure(y, 4)));
  }

  private draw(body: SceneBody): void {
    this.fields = [];
    const rows = make("div", { class: "fields" });
    rows.append(
      this.pair("at", (serial, at) => ({ do: "move", serial, at })),
      this.pair("velocity", (serial, velocity) => ({ do: "throw", serial, velocity })),
    );
    if (body.circle) {
      const { hollow } = body.circle;
      const radius = (value: number) => ({ circle: { radius: value, ...(hollow ? { hollow } : {}) } });
      rows.append(this.number("radius", ({ circle }) => circle?.radius, radius));
    } else {
      rows.append(this.number("angle", ({ angle = 0 }) => angle, (angle) => ({ angle })));
    }
    for (const key of OWN.filter((each) => this.has(body, each)))
      rows.append(this.number(key, ({ [key]: own }) => own, (value) => ({ [key]: value }), () => ({ [key]: null })));
    rows.append(this.fixed(body));
    rows.append(
      make(
        "div",
        { class: "row" },
        button(words.body.remove, () => void this.remove()),
        button(words.close, () => this.select(undefined)),
      ),
    );
    const tags = body.tags?.length ? ` · ${body.tags.join(", ")}` : "";
    this.panel.replaceChildren(
      make("h2", { id: "body-title" }, words.body.title),
      make("p", { class: "who" }, `${this.title(body)}${tags}`),
      rows,
    );
  }

  private title(body: SceneBody): string {
    return body.name ?? `#${this.selected}`;
  }

  /** What the body has of its own, and what it may be given. */
  private has(body: SceneBody, key: Own): boolean {
    if (body[key] !== undefined || key === "restitution") return true;
    return (key === "friction" || key === "spin") && this.player.opened.settings.detection === "swept" && !body.border;
  }

  private fixed(body: SceneBody): HTMLElement {
    const box = make("input", { type: "checkbox" });
    box.checked = body.fixed ?? (body.segment !== undefined || body.border !== undefined);
    box.addEventListener("change", () => this.alter({ fixed: box.checked }));
    return make("label", {}, words.body.fixed, box);
  }

  private pair(key: "at" | "velocity", change: (serial: number, value: PartOfPoint) => Change): HTMLElement {
    const inputs = ([0, 1] as const).map((axis) =>
      this.field(key, `${words.body[key]} ${"xy"[axis]}`, (body) => (body[key] ?? [0, 0])[axis], (value) => {
        const part: PartOfPoint = axis === 0 ? [value, undefined] : [undefined, value];
        this.send((serial) => change(serial, part));
      }),
    );
    return make("label", {}, words.body[key], make("span", { class: "pair" }, ...inputs));
  }

  private number(
    name: Labelled,
    read: Field["read"],
    change: (value: number) => BodyChanges,
    none?: () => BodyChanges,
  ): HTMLElement {
    const send = (value: number) => this.alter(change(value));
    const label = words.body[name];
    return make("label", {}, label, this.field(name, label, read, send, none && (() => this.alter(none()))));
  }

  /** Without a value of its own the body has the world's. */
  private field(
    name: Labelled,
    label: string,
    read: Field["read"],
    send: (value: number) => void,
    none?: () => void,
  ): HTMLInputElement {
    const input = make("input", { inputmode: "decimal", autocomplete: "off", "aria-label": label });
    input.placeholder = figure(Number(this.player.opened.settings[name] ?? 0), 4);
    const field: Field = { input, read, last: "" };
    const news = () => {
      const changed = input.value !== field.last; // not nudged before
      field.last = input.value;
      return changed;
    };
    const take = (value: number) => {
      if (news()) send(value);
    };
    onNumber(input, label, this.trouble, take, none && (() => void (news() && none())));
    input.addEventListener("keydown", (event) => nudge(input, event));
    this.fields.push(field);
    return input;
  }

  private alter(by: BodyChanges): void {
    this.send((serial) => ({ do: "alter", serial, by }));
  }

  /** After the changes before it, which may have given the body another serial. */
  private send(change: (serial: number) => Change): void {
    const { subject } = this;
    if (!subject) return;
    ++subject.underway;
    subject.changed = subject.changed.then(async () => {
      await this.trouble
        .watch(() => this.player.change([change(subject.serial)]))
        .finally(() => --subject.underway);
      if (this.subject === subject) void this.refresh();
    });
  }
}

function shown(value: number | undefined): string {
  return value === undefined ? "" : figure(value, DIGITS);
}

/** Arrow up and down change a number by a little. */
function nudge(input: HTMLInputElement, event: KeyboardEvent): void {
  const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
  const value = numberOf(input.value || input.placeholder);
  if (way === 0 || value === undefined) return;
  event.preventDefault();
  input.value = shown(nudged(value, way, event.shiftKey));
  input.dispatchEvent(new Event("change"));
}
