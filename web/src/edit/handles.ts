/** Turning and resizing the selected body by its handles. */

import type { BodyChanges, Change, Point, SceneBody } from "../engine/protocol";
import type { BodyPanel } from "../panels/body_panel";
import type { Trouble } from "../panels/trouble";
import type { Player } from "../player";
import { handlesOf } from "../stage/handles";
import type { Stage } from "../stage/stage";
import type { Place } from "./gestures";

const REACH = 16; // pixels around a handle
const LEAST = 0.05; // of its size, to which a body may be made smaller at once

interface Grip {
  serial: number;
  what: "turn" | "size";
  body: SceneBody;
  lane: number;
  from: Point;
  middle: Point;
  /** What is wanted last. */
  change: Change | undefined;
}

export class HandleGrips {
  private grip: Grip | undefined;
  private sending = false;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly panel: BodyPanel,
    private readonly trouble: Trouble,
  ) {}

  /** False: there is no handle here. */
  async press({ lane, at }: Place): Promise<boolean> {
    const serial = this.panel.selected;
    const { camera, pixelRatio, overlay } = this.stage;
    const found = serial === undefined || !overlay.handles ? undefined : handlesOf(this.player.lanes[lane]!, serial, camera, pixelRatio);
    if (serial === undefined || !found) return false;
    const here = camera.toView(...at);
    const near = ([x, y]: Point) => Math.hypot(here[0] - x, here[1] - y) <= REACH * pixelRatio;
    const what = near(found.turn) ? "turn" : near(found.size) ? "size" : undefined;
    if (!what) return false;
    this.player.pause();
    const body = await this.player.client.ask("body", { lane, serial }).catch(() => undefined);
    if (!body) return false;
    this.grip = { serial, what, body, lane, from: at, middle: camera.toWorld(...found.middle), change: undefined };
    return true;
  }

  /** False: nothing is held. */
  move({ at }: Place): boolean {
    const { grip } = this;
    if (!grip) return false;
    const [a, b] = [grip.from, at].map(([x, y]): Point => [x - grip.middle[0], y - grip.middle[1]]) as [Point, Point];
    const by = grip.what === "turn" ? turned(grip.body, Math.atan2(b[1], b[0]) - Math.atan2(a[1], a[0])) : resized(grip.body, Math.hypot(...b) / Math.hypot(...a));
    grip.change = { do: "alter", serial: grip.serial, by };
    void this.follow();
    return true;
  }

  /** False: nothing was held. */
  release(): boolean {
    const { grip } = this;
    this.grip = undefined;
    if (!grip) return false;
    if (grip.change) void this.trouble.watch(() => this.player.change([grip.change!]));
    return true;
  }

  drop(): void {
    if (this.grip?.change) void this.trouble.watch(() => this.player.preview([]));
    this.grip = undefined;
  }

  private async follow(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    for (let sent: Change | undefined; this.grip?.change && this.grip.change !== sent; ) {
      sent = this.grip.change;
      const change = sent;
      await this.trouble.watch(() => this.player.preview([change]));
    }
    this.sending = false;
  }
}

function digits(value: number): number {
  return Number(value.toPrecision(6));
}

function turned({ angle = 0 }: SceneBody, by: number): BodyChanges {
  return { angle: digits(angle + Math.atan2(Math.sin(by), Math.cos(by))) };
}

/** Larger or smaller about its own place; what it weighs goes with its size where that is given by a density. */
export function resized({ circle, polygon, segment }: SceneBody, factor: number): BodyChanges {
  const by = Math.max(LEAST, factor);
  const point = ([x, y]: Point): Point => [digits(by * x), digits(by * y)];
  if (circle) return { circle: { ...circle, radius: digits(by * circle.radius) } };
  if (polygon) return { polygon: { ...polygon, vertices: polygon.vertices.map(point) } };
  return segment ? { segment: { ...segment, ends: segment.ends.map(point) as [Point, Point] } } : {};
}
