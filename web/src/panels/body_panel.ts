/** The selected body's numbers, to be nudged. */

import { button, byId, figure, make } from "../dom";
import type { Change, Point, SceneBody } from "../engine/protocol";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import type { Trouble } from "./trouble";

const OWN = ["restitution", "friction", "mass", "density", "spin"] as const;

export class BodyPanel {
  private readonly panel = byId("body-panel");
  private serial: number | undefined;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly trouble: Trouble,
  ) {
    player.onOpened.listen(() => this.select(undefined));
    player.onState.listen(() => void this.refresh());
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

  private async refresh(): Promise<void> {
    const { serial } = this;
    const body =
      serial === undefined
        ? undefined
        : await this.player.client.ask("body", { lane: 0, serial }).catch(() => undefined);
    if (serial !== this.serial) return;
    this.panel.hidden = !body;
    if (!body || this.panel.contains(document.activeElement)) return;
    this.draw(body);
  }

  private draw(body: SceneBody): void {
    const rows = make("div", { class: "fields" });
    rows.append(this.pair("at", body.at ?? [0, 0], (at) => ({ do: "move", serial: this.serial!, at })));
    rows.append(
      this.pair("velocity", body.velocity ?? [0, 0], (velocity) => ({ do: "throw", serial: this.serial!, velocity })),
    );
    if (body.circle) {
      const { circle } = body;
      rows.append(this.number("radius", circle.radius, (radius) => ({ ...body, circle: { ...circle, radius } })));
    }
    if (!body.circle) rows.append(this.number("angle", body.angle ?? 0, (angle) => ({ ...body, angle })));
    for (const key of OWN) {
      if (body[key] !== undefined) rows.append(this.number(key, body[key], (value) => ({ ...body, [key]: value })));
    }
    const fixed = make("input", { type: "checkbox" });
    fixed.checked = body.fixed ?? (body.segment !== undefined || body.border !== undefined);
    fixed.addEventListener("change", () => void this.replace({ ...body, fixed: fixed.checked }));
    rows.append(make("label", {}, "fixed", fixed));
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

  private pair(label: string, value: Point, change: (value: Point) => Change): HTMLElement {
    const fields = value.map((part, k) => this.field(`${label} ${"xy"[k]!}`, part)) as [
      HTMLInputElement,
      HTMLInputElement,
    ];
    for (const field of fields) {
      field.addEventListener("change", () => {
        const numbers = fields.map((each) => Number(each.value)) as Point;
        if (numbers.every(Number.isFinite)) void this.trouble.watch(() => this.player.change([change(numbers)]));
      });
    }
    return make("label", {}, label, make("span", { class: "pair" }, ...fields));
  }

  private number(label: string, value: number, change: (value: number) => SceneBody): HTMLElement {
    const field = this.field(label, value);
    field.addEventListener("change", () => {
      if (field.value.trim() !== "" && Number.isFinite(Number(field.value)))
        void this.replace(change(Number(field.value)));
    });
    return make("label", {}, label, field);
  }

  private field(label: string, value: number): HTMLInputElement {
    const field = make("input", { inputmode: "decimal", autocomplete: "off", "aria-label": label });
    field.value = figure(value, 9);
    return field;
  }

  /** A body with other properties is another body of the same name. */
  private async replace(body: SceneBody): Promise<void> {
    const serial = this.serial!;
    const made = await this.trouble.watch(() => this.player.change([{ do: "replace", serial, body }]));
    if (made !== undefined) this.select(made);
  }
}
