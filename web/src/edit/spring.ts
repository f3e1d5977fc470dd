/** A body on a spring, whose other end follows the pointer while time runs. */

import type { BodyPanel } from "../panels/body_panel";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import type { Place } from "./gestures";
import { pick } from "./pick";

export class Spring {
  private serial: number | undefined;

  constructor(
    private readonly player: Player,
    private readonly stage: Stage,
    private readonly panel: BodyPanel,
  ) {}

  /** False: there is nothing to pull at. */
  async press({ lane, at }: Place): Promise<boolean> {
    const found = await pick(this.player, this.stage, lane, at);
    if (found === undefined || lane > 0) return false;
    this.serial = found;
    this.panel.select(found);
    this.draw({ lane, at });
    return true;
  }

  move(place: Pick<Place, "lane" | "at">): void {
    if (this.serial !== undefined) this.draw(place);
  }

  release(): void {
    if (this.serial === undefined) return;
    this.serial = undefined;
    this.stage.overlay.spring = undefined;
    void this.player.letGo();
  }

  private draw({ lane, at }: Pick<Place, "lane" | "at">): void {
    this.stage.overlay.spring = { lane, to: at };
    this.player.pullTo(this.serial!, at);
  }
}
