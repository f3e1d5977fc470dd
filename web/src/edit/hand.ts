/** A body in hand: it follows the pointer, and flies on as the pointer did when it is let go. */

import { Flag } from "carom";
import type { Change, Point } from "../engine/protocol";
import type { BodyPanel } from "../panels/body_panel";
import type { Trouble } from "../panels/trouble";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import type { Place } from "./gestures";
import { pick } from "./pick";
import type { Snap } from "./snap";

const FLICK = 90; // milliseconds before the last move that make the throw; longer where moves are told rarely
const REST = 250; // milliseconds: a pointer that stood still for longer lets go without throwing
const STILL = 6; // pixels: less is a click, not a drag

interface Held {
  serial: number;
  lane: number;
  /** From the pointer to the body's origin. */
  grip: Point;
  from: Point;
  path: { at: Point; time: number }[];
  moved: boolean;
  wasPlaying: boolean;
}

export class Hand {
  private held: Held | undefined;
  private sending = false;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly panel: BodyPanel,
    private readonly trouble: Trouble,
    private readonly snap: Snap,
  ) {}

  async press({ lane, at, time }: Place): Promise<boolean> {
    const wasPlaying = this.player.playing;
    if (!this.player.isLarge) this.player.pause(); // where it moved on meanwhile, another body might be there
    const found = await pick(this.player, this.stage, lane, at);
    const place = found === undefined ? undefined : this.player.lanes[lane]!.place.get(found);
    if (found === undefined || place === undefined) {
      if (wasPlaying) this.player.play();
      else this.panel.select(undefined);
      return false;
    }
    this.player.pause();
    const { frame } = this.player.lanes[lane]!;
    const grip: Point = [frame.at[2 * place]! - at[0], frame.at[2 * place + 1]! - at[1]];
    this.held = { serial: found, lane, grip, from: at, path: [{ at, time }], moved: false, wasPlaying };
    this.panel.select(found);
    return true;
  }

  move({ at, time }: Place, pressed: boolean): void {
    const { held } = this;
    if (!held || !pressed) return;
    held.path.push({ at, time });
    const far = Math.hypot(at[0] - held.from[0], at[1] - held.from[1]) * this.stage.camera.scale;
    if (!held.moved && far < STILL * this.stage.pixelRatio) return;
    held.moved = true;
    void this.follow();
  }

  async release({ at, time }: Place): Promise<void> {
    const { held } = this;
    this.held = undefined;
    if (!held) return;
    if (held.moved) {
      const rested = time - held.path.at(-1)!.time > REST;
      const velocity = rested ? undefined : this.flick(held);
      held.path.push({ at, time });
      const { serial } = held;
      const changes: Change[] = [{ do: "move", serial, at: this.target(held) }];
      if (velocity) changes.push({ do: "throw", serial, velocity });
      await this.trouble.watch(() => this.player.change(changes));
      if (velocity) this.player.play();
    }
    if (held.wasPlaying) this.player.play();
  }

  drop(): void {
    const { held } = this;
    this.held = undefined;
    if (held?.moved) void this.trouble.watch(() => this.player.preview([]));
    if (held?.wasPlaying) this.player.play();
  }

  /** The engine puts the body where the pointer is; while it is at that, later places wait. */
  private async follow(): Promise<void> {
    const { held } = this;
    if (!held || this.sending) return;
    this.sending = true;
    const change: Change = { do: "move", serial: held.serial, at: this.target(held) };
    await this.trouble.watch(() => this.player.preview([change]));
    this.sending = false;
  }

  private target({ path, grip, lane, serial }: Held): Point {
    const { at } = path.at(-1)!;
    return this.snap.body([at[0] + grip[0], at[1] + grip[1]], this.player.lanes[lane]!, serial);
  }

  /** The pointer's velocity as it let go; nothing if it stood still, or for what is fixed. */
  private flick({ path, serial, lane }: Held): Point | undefined {
    const { cast, place } = this.player.lanes[lane]!;
    const k = place.get(serial);
    if (k === undefined || (cast.flags[k]! & Flag.fixed) !== 0) return undefined;
    const last = path.at(-1)!;
    const first = path.findLast(({ time }) => time <= last.time - FLICK) ?? path[0]!;
    const seconds = (last.time - first.time) / 1000;
    if (!(seconds > 0)) return undefined;
    const velocity: Point = [(last.at[0] - first.at[0]) / seconds, (last.at[1] - first.at[1]) / seconds];
    return Math.hypot(...velocity) > 0 ? velocity : undefined;
  }
}
