/** The switch between ways to detect, and two of them side by side. */

import { byId, chooseRadio, radioKeys } from "../dom";
import type { Detection } from "../engine/protocol";
import type { Player } from "../player";
import type { Trouble } from "./trouble";
import { words } from "../words";

const ALL: Detection[] = ["swept", "overlap", "event"];

export class DetectionSwitch {
  private judged = "";

  constructor(
    private readonly player: Player,
    private readonly trouble: Trouble,
  ) {
    for (const detection of ALL) this.control(detection).addEventListener("click", () => void this.choose(detection));
    for (const control of [...ALL.map((detection) => this.control(detection)), byId("compare")])
      control.dataset["usual"] = control.title;
    radioKeys(ALL.map((detection) => this.control(detection)));
    byId("compare").addEventListener("click", () => void this.compare());
    player.onOpened.listen(() => this.update());
    player.onDocument.listen(() => void this.judge());
  }

  /** From the start, so that both ways can be seen on the same scene. */
  async choose(detection: Detection): Promise<void> {
    if (this.allowed(this.control(detection))) await this.again([detection]);
  }

  private async compare(): Promise<void> {
    if (this.allowed(byId("compare"))) await this.again(this.player.lanes.length > 1 ? ["swept"] : ["swept", "overlap"]);
  }

  /** A control that is off can still be asked why. */
  private allowed(control: HTMLElement): boolean {
    const { refused } = control.dataset;
    if (refused !== undefined) this.trouble.show(refused);
    return refused === undefined;
  }

  private async again(detections: Detection[]): Promise<void> {
    const { player } = this;
    const playing = player.playing;
    await this.trouble.watch(async () => {
      await player.detect(detections);
      this.trouble.clear();
    });
    if (playing) player.play();
  }

  /** What the engine would refuse is off, and says why. */
  private async judge(): Promise<void> {
    const { player } = this;
    const { scene } = player;
    if (scene === this.judged) return;
    this.judged = scene;
    const reasons = await player.client.ask("playable", { scene, detections: ALL }).catch(() => []);
    if (player.scene !== scene) return;
    ALL.forEach((detection, k) => refuse(this.control(detection), detection, reasons[k]));
    const [swept, overlap] = reasons;
    refuse(byId("compare"), swept ? "swept" : "overlap", swept ?? overlap);
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

/** Looks off and says the reason; without a reason as usual. It can still be pressed, to read it. */
function refuse(control: HTMLElement, detection: Detection, reason: string | undefined): void {
  const usual = control.dataset["usual"] ?? "";
  if (reason === undefined) {
    delete control.dataset["refused"];
    control.removeAttribute("aria-description");
  } else {
    control.dataset["refused"] = words.trouble.refused(detection, reason);
    control.setAttribute("aria-description", control.dataset["refused"]);
  }
  control.title = control.dataset["refused"] ?? usual;
}
