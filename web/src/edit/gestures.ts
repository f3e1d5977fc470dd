/** Pointers, wheel and fingers: what is not for a tool moves the view. */

import type { Point } from "../engine/protocol";
import type { Stage } from "../stage/stage";

export interface Place {
  lane: number;
  at: Point;
  /** When the pointer was there, which may be well before the page hears of it. */
  time: number;
}

export interface Wishes {
  /** False: the pointer is to move the view instead. */
  press(place: Place): Promise<boolean>;
  move(place: Place & { held: boolean }): void;
  release(place: Place): void;
  cancel(): void;
}

export class Gestures {
  private readonly fingers = new Map<number, { x: number; y: number }>();
  private mode: "idle" | "asking" | "tool" | "view" = "idle";

  constructor(
    private readonly stage: Stage,
    private readonly lanes: () => number,
    private readonly wishes: Wishes,
  ) {
    const { canvas } = stage;
    canvas.addEventListener("pointerdown", (event) => void this.down(event));
    canvas.addEventListener("pointermove", (event) => this.moved(event));
    canvas.addEventListener("pointerup", (event) => this.up(event, true));
    canvas.addEventListener("pointercancel", (event) => this.up(event, false));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  private locate(event: MouseEvent) {
    return { ...this.stage.locate(event.clientX, event.clientY, this.lanes()), time: event.timeStamp };
  }

  private async down(event: PointerEvent): Promise<void> {
    this.stage.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1 || event.button !== 0) {
      if (this.mode === "tool") this.wishes.cancel();
      this.mode = "view";
      return;
    }
    this.mode = "asking";
    const [beganX, beganY] = [event.clientX, event.clientY];
    const taken = await this.wishes.press(this.locate(event));
    if (this.mode !== "asking") {
      if (taken) this.wishes.release(this.locate(event));
      return;
    }
    this.mode = taken ? "tool" : "view";
    const finger = this.fingers.get(event.pointerId);
    if (!taken && finger) this.pan(finger.x - beganX, finger.y - beganY); // what was moved while the engine was asked
  }

  private moved(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger || this.mode !== "view") this.wishes.move({ ...this.locate(event), held: finger !== undefined });
    if (!finger) return;
    const before = this.spread();
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    Object.assign(finger, { x: event.clientX, y: event.clientY });
    if (this.mode !== "view") return;
    this.pan(dx, dy);
    const after = this.spread();
    if (before > 0 && after > 0) {
      const { px, py } = this.locate(event);
      this.stage.camera.zoom(after / before, px, py);
    }
  }

  private pan(dx: number, dy: number): void {
    const share = this.stage.pixelRatio / this.fingers.size;
    this.stage.camera.pan(dx * share, dy * share);
    this.stage.moved();
  }

  private up(event: PointerEvent, wanted: boolean): void {
    this.fingers.delete(event.pointerId);
    if (this.mode === "tool") {
      if (wanted) this.wishes.release(this.locate(event));
      else this.wishes.cancel();
    }
    if (this.fingers.size === 0) this.mode = "idle";
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const { px, py } = this.locate(event);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.stage.camera.zoom(Math.exp(-event.deltaY * lines * 0.0015), px, py);
    this.stage.moved();
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
