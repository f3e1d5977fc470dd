/** The pointer on the stage: drag and throw, draw, pan and zoom. */

import { byId, chooseRadio, radioKeys } from "../dom";
import type { Point, SceneBody } from "../engine/protocol";
import type { BodyPanel } from "../panels/body_panel";
import type { Trouble } from "../panels/trouble";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import { Gestures } from "./gestures";
import type { Place } from "./gestures";
import { Hand } from "./hand";
import { bodyOf, usualPoints } from "./shapes";

export const TOOLS = ["hand", "circle", "box", "polygon", "wall"] as const;
export type Tool = (typeof TOOLS)[number];

const PLACED = 30; // pixels, half the size of a shape that is placed by a key

export class Tools {
  private tool: Tool = "hand";
  private readonly corners: Point[] = [];
  private lane = 0;
  private readonly hand: Hand;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly panel: BodyPanel,
    private readonly trouble: Trouble,
  ) {
    this.hand = new Hand(player, stage, panel, trouble);
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
    this.stage.canvas.dataset.tool = tool;
    chooseRadio(
      TOOLS.map((each) => this.control(each)),
      this.control(tool),
    );
  }

  /** Closes a polygon; true if there was one. */
  finish(): boolean {
    if (this.tool !== "polygon" || this.corners.length < 3) return false;
    void this.add(bodyOf("polygon", this.corners.splice(0)));
    return true;
  }

  /** Without a pointer: a shape of a usual size in the middle of the view, whose numbers can then be changed. */
  place(): void {
    if (this.tool === "hand" || this.corners.length > 0) return;
    this.player.pause();
    const { center, scale } = this.stage.camera;
    void this.add(bodyOf(this.tool, usualPoints(this.tool, center, (PLACED * this.stage.pixelRatio) / scale)));
  }

  /** Forgets a shape half drawn; true if there was one. */
  drop(): boolean {
    const busy = this.corners.length > 0;
    this.corners.length = 0;
    this.stage.overlay.sketch = undefined;
    this.hand.drop();
    return busy;
  }

  private control(tool: Tool): HTMLElement {
    return byId("stage-area").querySelector<HTMLElement>(`[data-tool="${tool}"]:not(canvas)`)!;
  }

  /** False: nothing is here to hold, so the pointer moves the view. */
  private async press(place: Place): Promise<boolean> {
    this.lane = place.lane;
    if (this.tool === "hand") return this.hand.press(place);
    this.player.pause();
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
    if (this.tool === "hand") this.hand.move(place, place.held);
    else if (this.corners.length > 0) this.sketch(place.at);
  }

  private release(place: Place): void {
    if (this.tool === "hand") {
      void this.hand.release(place);
    } else if (this.tool !== "polygon" && this.corners.length > 0) {
      const body = bodyOf(this.tool, [this.corners[0]!, place.at]);
      this.drop();
      void this.add(body);
    }
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

  private async add(body: SceneBody | undefined): Promise<void> {
    this.stage.overlay.sketch = undefined;
    if (!body) return;
    const serial = await this.trouble.watch(() => this.player.change([{ do: "add", body }]));
    if (serial !== undefined) this.panel.select(serial);
  }
}
