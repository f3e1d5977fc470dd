/** The switch between ways to detect, and two of them side by side. */

import { byId } from "../dom";
import type { Detection } from "../engine/protocol";
import type { Player } from "../player";
import type { Trouble } from "./trouble";

const ALL: Detection[] = ["swept", "overlap", "event"];

export class DetectionSwitch {
  constructor(
    private readonly player: Player,
    private readonly trouble: Trouble,
  ) {
    for (const detection of ALL) this.control(detection).addEventListener("click", () => void this.choose(detection));
    byId("compare").addEventListener("click", () => void this.compare());
    player.onOpened.listen(() => this.update());
  }

  /** From the start, so that both ways can be seen on the same scene. */
  async choose(detection: Detection): Promise<void> {
    await this.again([detection]);
  }

  private async compare(): Promise<void> {
    await this.again(this.player.lanes.length > 1 ? ["swept"] : ["swept", "overlap"]);
  }

  private async again(detections: Detection[]): Promise<void> {
    const { player } = this;
    const playing = player.playing;
    await this.trouble.watch(async () => {
      const scene = await player.client.ask("text", { moment: false });
      await player.open(scene, detections);
    });
    if (playing) player.play();
  }

  private control(detection: Detection): HTMLElement {
    return document.querySelector<HTMLElement>(`[data-detection="${detection}"]`)!;
  }

  private update(): void {
    const { lanes } = this.player;
    for (const detection of ALL) {
      const on = lanes.length === 1 && lanes[0]!.frame.detection === detection;
      this.control(detection).setAttribute("aria-checked", String(on));
    }
    byId("compare").setAttribute("aria-pressed", String(lanes.length > 1));
  }
}
