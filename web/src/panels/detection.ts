/** The switch between ways to detect, and two of them side by side. */

import { byId, chooseRadio, radioKeys } from "../dom";
import { EngineError } from "../engine/client";
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
    radioKeys(ALL.map((detection) => this.control(detection)));
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
      await player.open(scene, detections).catch((error: unknown) => {
        throw refusal(error, detections.at(-1)!);
      });
      this.trouble.clear();
    });
    if (playing) player.play();
  }

  private control(detection: Detection): HTMLElement {
    return document.querySelector<HTMLElement>(`[data-detection="${detection}"]`)!;
  }

  private update(): void {
    const { lanes } = this.player;
    const chosen = lanes.length === 1 ? this.control(lanes[0]!.frame.detection) : undefined;
    chooseRadio(
      ALL.map((detection) => this.control(detection)),
      chosen,
    );
    byId("compare").setAttribute("aria-pressed", String(lanes.length > 1));
  }
}

/** Not every world can play every scene: the engine says why. */
function refusal(error: unknown, detection: Detection): unknown {
  if (!(error instanceof EngineError) || error.faults.length === 0) return error;
  const message = `This scene cannot be played with ${detection}. ${error.message}`;
  return new EngineError({ message, faults: [...error.faults], fatal: error.fatal });
}
