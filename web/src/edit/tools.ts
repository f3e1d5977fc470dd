/** The pointer on the stage: drag and throw, draw, pan and zoom. */

import { byId, chooseRadio, radioKeys } from "../dom";
import { boxOf } from "../engine/room";
import type { Obstacle, Point, SceneBody } from "../engine/protocol";
import type { BodyPanel } from "../panels/body_panel";
import type { Notice } from "../panels/notice";
import type { Trouble } from "../panels/trouble";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import { Gestures } from "./gestures";
import type { Place } from "./gestures";
import { Hand } from "./hand";
import { HandleGrips } from "./handles";
import type { Snap } from "./snap";
import { Spring } from "./spring";
import { Signal } from "../signal";
import { bodyOf, usualPoints } from "./shapes";
import { words } from "../words";

export const TOOLS = ["hand", "spring", "circle", "box", "polygon", "wall"] as const;
/** The ruler has its control elsewhere. */
export type Tool = (typeof TOOLS)[number] | "ruler";

const PLACED = 30; // pixels, half the size of a shape that is placed by a key
const RINGS = 4; // around the middle in which a place is looked for

export class Tools {
  /** Another tool has been taken. */
  readonly onTaken = new Signal<Tool>();
  private tool: Tool = "hand";
  private readonly corners: Point[] = [];
  private lane = 0;
  private copied: SceneBody | undefined;
  private readonly hand: Hand;
  private readonly spring: Spring;
  private readonly handles: HandleGrips;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly panel: BodyPanel,
    private readonly trouble: Trouble,
    private readonly notice: Notice,
    private readonly snap: Snap,
  ) {
    this.hand = new Hand(player, stage, panel, trouble, snap);
    this.spring = new Spring(player, stage, panel);
    this.handles = new HandleGrips(player, stage, panel, trouble);
    const controls = TOOLS.map((tool) => this.control(tool));
    TOOLS.forEach((tool, k) => controls[k]!.addEventListener("click", () => this.take(tool)));
    radioKeys(controls);
    new Gestures(stage, () => player.lanes.length, {
      press: (place) => this.press(place),
      move: (place) => this.move(place),
      release: (place) => this.release(place),
      cancel: () => this.drop(),
    });
    this.take("hand");
  }

  take(tool: Tool): void {
    this.drop();
    this.tool = tool;
    this.stage.overlay.handles = tool === "hand";
    this.stage.canvas.dataset.tool = tool;
    chooseRadio(
      TOOLS.map((each) => this.control(each)),
      tool === "ruler" ? undefined : this.control(tool),
    );
    this.stage.overlay.ruler = [];
    this.onTaken.tell(tool);
  }

  get taken(): Tool {
    return this.tool;
  }

  /** Closes a polygon; true if there was one. */
  finish(): boolean {
    if (this.tool !== "polygon" || this.corners.length < 3) return false;
    void this.add([bodyOf("polygon", this.corners.splice(0))]);
    return true;
  }

  /** Without a pointer: a shape of a usual size in the middle of the view, whose numbers can then be changed. */
  place(): void {
    const { tool } = this;
    if (tool === "hand" || tool === "spring" || tool === "ruler" || this.corners.length > 0) return;
    this.player.pause();
    const { center, scale } = this.stage.camera;
    const half = (PLACED * this.stage.pixelRatio) / scale;
    void this.add(places(center, half).map((at) => bodyOf(tool, usualPoints(tool, at, half))));
  }

  /** Remembers the selected body, to be pasted. */
  async copy(): Promise<void> {
    const serial = this.panel.selected;
    if (serial === undefined) return;
    this.copied = await this.player.client.ask("body", { lane: 0, serial }).catch(() => undefined);
    if (this.copied) this.notice.show(words.notices.bodyCopied);
  }

  /** Another body like the one that was copied, beside it, as soon as there is room. */
  async paste(): Promise<void> {
    if (!this.copied) return;
    const { name, ...body } = this.copied;
    void name; // names are unique
    const { min, max } = boxOf(body);
    const half = Math.max(max[0] - min[0], max[1] - min[1]) / 2;
    this.player.pause();
    this.lane = 0;
    const at = body.at ?? [0, 0];
    await this.add(places(at, half).map((place) => ({ ...body, at: place })));
  }

  /** Forgets a shape half drawn; true if there was one. */
  drop(): boolean {
    const busy = this.corners.length > 0;
    this.corners.length = 0;
    this.stage.overlay.sketch = undefined;
    this.hand.drop();
    this.handles.drop();
    this.spring.release();
    return busy;
  }

  private control(tool: (typeof TOOLS)[number]): HTMLElement {
    return byId("stage-area").querySelector<HTMLElement>(`[data-tool="${tool}"]:not(canvas)`)!;
  }

  /** False: nothing is here to hold, so the pointer moves the view. */
  private async press(place: Place): Promise<boolean> {
    this.lane = place.lane;
    if (this.tool === "spring") return this.spring.press(place);
    if (this.tool === "ruler") return this.lay(this.snap.point(place.at), true);
    if (this.tool === "hand") return (await this.handles.press(place)) || this.hand.press(place);
    this.player.pause();
    place = { ...place, at: this.snap.point(place.at) };
    if (this.tool === "polygon") {
      const reach = 10 / (this.stage.camera.scale / this.stage.pixelRatio);
      const first = this.corners[0];
      if (first && Math.hypot(place.at[0] - first[0], place.at[1] - first[1]) < reach && this.finish()) return true;
      this.corners.push(place.at);
    } else {
      this.corners.splice(0, Infinity, place.at);
    }
    this.sketch(place.at);
    return true;
  }

  private move(place: Place & { held: boolean }): void {
    if (this.tool === "spring") this.spring.move(place);
    else if (this.tool === "ruler") place.held && this.lay(this.snap.point(place.at), false);
    else if (this.tool !== "hand") this.corners.length > 0 && this.sketch(this.snap.point(place.at));
    else if (!this.handles.move(place)) this.hand.move(place, place.held);
  }

  private release(place: Place): void {
    const { tool } = this;
    if (tool === "spring") {
      this.spring.release();
    } else if (tool === "hand") {
      if (!this.handles.release()) void this.hand.release(place);
    } else if (tool !== "polygon" && tool !== "ruler" && this.corners.length > 0) {
      const body = bodyOf(tool, [this.corners[0]!, this.snap.point(place.at)]);
      this.drop();
      void this.add([body]);
    }
  }

  /** A leg of the ruler; one that begins where the first ends makes an angle with it. */
  private lay(at: Point, begins: boolean): boolean {
    const { overlay, camera, pixelRatio } = this.stage;
    const end = overlay.ruler[1];
    const near = end && Math.hypot(at[0] - end[0], at[1] - end[1]) * camera.scale < 12 * pixelRatio;
    if (begins) overlay.ruler = near && overlay.ruler.length === 2 ? [...overlay.ruler, end] : [at, at];
    else overlay.ruler = [...overlay.ruler.slice(0, -1), at];
    return true;
  }

  private sketch(at: Point): void {
    const [first] = this.corners;
    const corners: Point[] =
      this.tool === "box" && first ? [first, [at[0], first[1]], at, [first[0], at[1]]] : [...this.corners, at];
    this.stage.overlay.sketch = {
      lane: this.lane,
      points: corners,
      closed: this.tool === "box" || this.corners.length > 1,
      round: this.tool === "circle",
    };
  }

  /** The first of them for which there is room; where there is none, a word about the first. */
  private async add(choice: (SceneBody | undefined)[]): Promise<void> {
    this.stage.overlay.sketch = undefined;
    const { lane } = this;
    let first: Obstacle;
    for (const body of choice) {
      if (!body) continue;
      const found = await this.player.client.ask("room", { lane, body }).catch(() => undefined);
      first ??= found;
      if (found) continue;
      const serial = await this.trouble.watch(() => this.player.change([{ do: "add", body }]));
      if (serial !== undefined) this.panel.select(serial);
      return;
    }
    if (first) this.notice.show("over" in first ? words.notices.over(first.over) : words.notices.beyond);
  }
}

/** A place, and others to be tried one after the other: beside it, then around it. */
function places([x, y]: Point, half: number): Point[] {
  const all: Point[] = [[x, y]];
  for (let ring = 1; ring <= RINGS; ++ring) all.push([x + 2.4 * half * ring, y], [x - 2.4 * half * ring, y]);
  for (let ring = 1; ring <= RINGS; ++ring)
    for (let k = 1; k < 8 * ring; ++k) {
      const turn = (2 * Math.PI * k) / (8 * ring);
      all.push([x + 2.4 * half * ring * Math.cos(turn), y + 2.4 * half * ring * Math.sin(turn)]);
    }
  return all;
}
