/** An SVG file as bodies: a preview, how wide it is to be, and whether it is to stand fast. */

import { button, byId, dialogHead, figure, make } from "../dom";
import { bodyOf } from "../edit/shapes";
import type { Change, Point, SceneBody } from "../engine/protocol";
import { onNumber } from "../numeric";
import type { Trouble } from "../panels/trouble";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import { words } from "../words";
import { boxOfShapes, drawingOf } from "./read";
import type { Drawing, Drawn } from "./read";

const SHARE = 0.5; // of what is seen, that the drawing is wide or high at first
const SVG = "http://www.w3.org/2000/svg";

export class ImportDialog {
  private readonly dialog = byId<HTMLDialogElement>("svg-dialog");
  private readonly preview = document.createElementNS(SVG, "svg");
  private readonly told = make("p", { class: "legend", role: "status", id: "svg-told" });
  private readonly width = make("input", { id: "svg-width", inputmode: "decimal", autocomplete: "off", "aria-label": words.svg.width });
  private readonly fixed = make("input", { type: "checkbox", id: "svg-fixed" });
  private drawing: Drawing = { shapes: [], leftOut: 0 };
  private wide = 1;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    trouble: Trouble,
  ) {
    this.preview.setAttribute("class", "svg-preview");
    this.preview.setAttribute("role", "img");
    this.preview.setAttribute("aria-label", words.svg.preview);
    onNumber(this.width, words.svg.width, trouble, (value) => (this.wide = value > 0 ? value : this.wide));
    this.dialog.append(
      dialogHead(this.dialog, "svg-title", words.svg.title),
      this.preview,
      this.told,
      make("label", { class: "hosted" }, words.svg.width, this.width),
      make("label", {}, this.fixed, ` ${words.svg.fixed}`),
      make("div", { class: "row" }, button(words.svg.add, () => void this.add(), { class: "main", id: "svg-add" })),
    );
  }

  /** Shows what a file holds. */
  open(text: string): void {
    try {
      this.drawing = drawingOf(text);
    } catch {
      this.drawing = { shapes: [], leftOut: 0 };
    }
    const { shapes, leftOut } = this.drawing;
    const { min, max } = boxOfShapes(shapes);
    const [w, h] = [Math.max(max[0] - min[0], 1e-9), Math.max(max[1] - min[1], 1e-9)];
    const seen = this.stage.canvas;
    const { scale } = this.stage.camera;
    const fit = SHARE * Math.min(seen.width / scale / w, seen.height / scale / h);
    this.wide = Number((fit * w).toPrecision(3));
    this.width.value = figure(this.wide);
    const count = (kind: string) => shapes.filter((shape) => kind in shape).length;
    this.told.textContent = shapes.length > 0 ? words.svg.found(count("circle"), count("polygon"), count("wall"), leftOut) : words.svg.nothing;
    byId<HTMLButtonElement>("svg-add").disabled = shapes.length === 0;
    this.preview.setAttribute("viewBox", `${min[0] - 0.03 * w} ${-max[1] - 0.03 * h} ${1.06 * w} ${1.06 * h}`);
    this.preview.replaceChildren(...shapes.map(outline));
    this.dialog.showModal();
  }

  /** In the middle of what is seen. */
  private async add(): Promise<void> {
    const { shapes } = this.drawing;
    const { min, max } = boxOfShapes(shapes);
    const scale = this.wide / Math.max(max[0] - min[0], 1e-9);
    const [cx, cy] = this.stage.camera.center;
    const place = ([x, y]: Point): Point => [cx + scale * (x - (min[0] + max[0]) / 2), cy + scale * (y - (min[1] + max[1]) / 2)];
    const bodies = shapes.map((shape) => bodyFrom(shape, place)).filter((body) => body !== undefined);
    this.player.pause();
    try {
      for (const body of bodies) {
        const found = await this.player.client.ask("room", { lane: 0, body });
        if (found) return this.tell("over" in found ? words.notices.over(found.over) : words.notices.beyond);
      }
      const changes = bodies.map((body): Change => ({ do: "add", body: { ...body, ...(this.fixed.checked ? { fixed: true } : {}) } }));
      await this.player.change(changes);
      this.dialog.close();
    } catch (error) {
      this.tell((error as Error).message);
    }
  }

  private tell(message: string): void {
    this.told.textContent = message;
  }
}

function bodyFrom(shape: Drawn, place: (point: Point) => Point): SceneBody | undefined {
  if ("circle" in shape) return bodyOf("circle", [place(shape.at), place([shape.at[0] + shape.circle, shape.at[1]])]);
  return "polygon" in shape ? bodyOf("polygon", shape.polygon.map(place)) : bodyOf("wall", shape.wall.map(place));
}

/** y points down in a picture. */
function outline(shape: Drawn): SVGElement {
  const numbers = (points: Point[]) => points.map(([x, y]) => `${x},${-y}`).join(" ");
  const element = document.createElementNS(SVG, "circle" in shape ? "circle" : "polygon" in shape ? "polygon" : "polyline");
  if ("circle" in shape) {
    for (const [name, value] of Object.entries({ cx: shape.at[0], cy: -shape.at[1], r: shape.circle }))
      element.setAttribute(name, String(value));
  } else element.setAttribute("points", numbers("polygon" in shape ? shape.polygon : shape.wall));
  return element;
}
