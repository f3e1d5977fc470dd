/** The collision table: every moving body with its numbers, to be changed while time stands still, and every hit in full. */

import { copied, download, fileName } from "../clipboard";
import { button, byId, figure, make, say } from "../dom";
import type { Change, Row, Rows } from "../engine/protocol";
import { onNumber } from "../numeric";
import type { Player } from "../player";
import { SHIPPED } from "../scenes/shipped";
import { impactRows } from "./impact_rows";
import type { Notice } from "./notice";
import { bodyColumns, bodyCells, flat, hitCells, hitColumns, sumCells } from "./table_cells";
import type { Cells } from "./table_cells";
import type { Trouble } from "./trouble";
import { words } from "../words";

const MOST_BODIES = 12;
const MOST_HITS = 50;
const LIVE = 150; // milliseconds from one look to the next while time runs
const DIGITS = 6;

/** A cell whose number can be changed. */
interface Cell {
  input: HTMLInputElement;
  read(row: Row): number;
  serial: number;
}

export class CollisionTable {
  private readonly panel = byId("table-panel");
  private readonly bodies = make("table", { id: "body-table" });
  private readonly hits = make("table", { id: "hit-table" });
  private readonly none = make("p", { class: "legend" });
  private cells: Cell[] = [];
  private form = "";
  private asking = false;
  private asked = -Infinity;
  private again = false;
  private last: { bodies: Cells; hits: Cells } | undefined;

  constructor(
    private readonly player: Player,
    private readonly trouble: Trouble,
    private readonly notice: Notice,
  ) {
    this.panel.append(
      make(
        "div",
        { class: "row" },
        make("h2", { id: "table-title" }, words.table.title),
        button(words.table.copyText, () => void this.copy("\t"), { id: "table-text" }),
        button(words.table.copyCsv, () => void this.copy(","), { id: "table-csv" }),
        button(words.table.saveCsv, () => this.save(), { id: "table-save" }),
      ),
      this.none,
      make("div", { class: "wide" }, this.bodies),
      make("div", { class: "wide" }, this.hits),
    );
    byId("table").addEventListener("click", () => this.toggle(this.panel.hidden));
    player.onOpened.listen(({ fresh, scene }) => {
      if (fresh && SHIPPED.some(({ table, text }) => table && text === scene)) this.toggle(true);
      this.form = "";
      void this.refresh();
    });
    player.onFrame.listen(() => void this.refresh());
    player.onState.listen(() => void this.refresh());
  }

  private toggle(on: boolean): void {
    this.panel.hidden = !on;
    byId("table").setAttribute("aria-pressed", String(on));
    void this.refresh();
  }

  private async refresh(): Promise<void> {
    const { player } = this;
    const now = performance.now();
    if (this.panel.hidden || player.lanes.length === 0 || (player.playing && now < this.asked + LIVE)) return;
    if (this.asking) return void (this.again = true);
    this.asking = true;
    this.asked = now;
    do {
      this.again = false;
      const rows = await player.client.ask("rows", { lane: 0, most: MOST_BODIES }).catch(() => undefined);
      this.show(rows);
    } while (this.again && !player.playing);
    this.asking = false;
  }

  private show(rows: Rows | undefined): void {
    this.none.hidden = rows !== undefined;
    this.none.textContent = words.table.tooMany(MOST_BODIES);
    this.bodies.hidden = this.hits.hidden = rows === undefined;
    this.last = undefined;
    if (!rows) return;
    const names = new Map(rows.rows.map(({ serial, name }) => [serial, name]));
    const impacts = impactRows(this.player.lanes[0]!, MOST_HITS, (serial) => names.get(serial) ?? `#${serial}`);
    const line = flat(rows, impacts);
    const hits = impacts.map((impact) => hitCells(impact, line));
    this.last = {
      bodies: [bodyColumns(line), ...rows.rows.map((row) => bodyCells(row, line)), sumCells(rows, line)],
      hits: [hitColumns(line), ...hits],
    };
    this.showBodies(rows, line);
    const head = make("thead", {}, tableRow(hitColumns(line), "th", "col"));
    this.hits.replaceChildren(
      make("caption", {}, impacts.length === 0 ? words.table.noHit : words.table.hits(MOST_HITS)),
      head,
      make("tbody", {}, ...hits.map((cells) => tableRow(cells.map(shown), "td"))),
    );
  }

  /** The fields stay while there are the same bodies, so that somebody can go on typing. */
  private showBodies(rows: Rows, line: boolean): void {
    const form = `${line} ${rows.rows.map(({ serial }) => serial).join()}`;
    if (form !== this.form) this.build(rows, line);
    this.form = form;
    const { playing } = this.player;
    for (const { input, read, serial } of this.cells) {
      const row = rows.rows.find((each) => each.serial === serial);
      if (row && input !== document.activeElement && !input.hasAttribute("aria-invalid"))
        input.value = figure(read(row), DIGITS);
      input.readOnly = playing;
    }
    const derived = rows.rows.map((row) => bodyCells(row, line).slice(line ? 4 : 6));
    [...this.bodies.tBodies[0]!.rows].forEach((tr, k) => fill(tr, derived[k]!, line ? 4 : 6));
    fill(this.bodies.tFoot!.rows[0]!, sumCells(rows, line).slice(1), 1);
  }

  private build(rows: Rows, line: boolean): void {
    this.cells = [];
    const body = rows.rows.map((row) => {
      const { serial, name } = row;
      const point = (what: "at" | "velocity", axis: 0 | 1): HTMLElement =>
        this.cell(row, `${name} ${what === "at" ? "" : "v"}${"xy"[axis]}`, (each) => each[what][axis], (value) => {
          const part: [number | undefined, number | undefined] = axis === 0 ? [value, undefined] : [undefined, value];
          return what === "at" ? { do: "move", serial, at: part } : { do: "throw", serial, velocity: part };
        });
      const mass = this.cell(row, `${name} ${words.table.mass}`, (each) => each.mass, (value) => ({
        do: "alter",
        serial,
        by: { mass: value },
      }));
      const axes = line ? ([0] as const) : ([0, 1] as const);
      const numbers = [mass, ...axes.map((k) => point("at", k)), ...axes.map((k) => point("velocity", k))];
      const derived = bodyCells(row, line).slice(line ? 4 : 6).map(() => make("td"));
      return make("tr", {}, make("th", { scope: "row" }, name), ...numbers.map((each) => make("td", {}, each)), ...derived);
    });
    const foot = tableRow(sumCells(rows, line).map(shown), "td");
    foot.cells[0]!.replaceWith(make("th", { scope: "row" }, words.table.all));
    this.bodies.replaceChildren(
      make("caption", {}, words.table.bodies),
      make("thead", {}, tableRow(bodyColumns(line), "th", "col")),
      make("tbody", {}, ...body),
      make("tfoot", {}, foot),
    );
  }

  private cell(row: Row, label: string, read: (row: Row) => number, change: (value: number) => Change): HTMLElement {
    const input = make("input", { inputmode: "decimal", autocomplete: "off", "aria-label": label });
    onNumber(input, label, this.trouble, (value) => {
      if (value !== read(row)) void this.trouble.watch(() => this.player.change([change(value)]));
    });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter") input.blur();
    });
    this.cells.push({ input, read, serial: row.serial });
    return input;
  }

  private text(separator: string): string {
    const { bodies = [], hits = [] } = this.last ?? {};
    const cell = (value: string | number | undefined) => {
      const text = value === undefined ? "" : String(value);
      return separator === "," && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    };
    return [...bodies, [], ...hits].map((cells) => cells.map(cell).join(separator)).join("\n") + "\n";
  }

  private async copy(separator: string): Promise<void> {
    const done = await copied(this.text(separator));
    const message = done ? words.copied : words.notices.noCopy;
    this.notice.show(message);
    say(message);
  }

  private save(): void {
    download(fileName(this.player.opened.name, "csv"), this.text(","), "text/csv");
  }
}

function shown(value: string | number | undefined): string {
  return value === undefined ? "–" : typeof value === "number" ? figure(value, DIGITS) : value;
}

function fill(row: HTMLTableRowElement, cells: (string | number | undefined)[], from: number): void {
  cells.forEach((cell, k) => {
    const place = row.cells[from + k];
    if (place) place.textContent = shown(cell);
  });
}

function tableRow(cells: readonly (string | number | undefined)[], tag: "th" | "td", scope?: string): HTMLTableRowElement {
  return make("tr", {}, ...cells.map((cell) => make(tag, scope ? { scope } : {}, String(cell ?? ""))));
}
