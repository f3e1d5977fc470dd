/** What is seen on the stage, as a picture or a film. */

import type { Stage } from "./stage";

/** Both layers on one canvas. In the same task as the drawing: afterwards the graphics have forgotten it. */
function compose(stage: Stage, canvas: HTMLCanvasElement): void {
  const { width, height } = stage.canvas;
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext("2d")!;
  context.drawImage(stage.canvas, 0, 0);
  context.drawImage(stage.annotations, 0, 0);
}

export class Capture {
  private waiting: ((picture: Blob) => void) | undefined;
  private film: { canvas: HTMLCanvasElement; recorder: MediaRecorder } | undefined;

  constructor(private readonly stage: Stage) {}

  /** Somebody wants the next picture, also if it is as the last one. */
  get wanted(): boolean {
    return this.film !== undefined || this.waiting !== undefined;
  }

  /** PNG of the next picture that is drawn. */
  picture(): Promise<Blob> {
    return new Promise((resolve) => (this.waiting = resolve));
  }

  /** WebM of all that is drawn until `end`; false: this browser cannot. */
  begin(done: (film: Blob) => void): boolean {
    if (this.film || typeof MediaRecorder === "undefined" || !MediaRecorder.isTypeSupported("video/webm")) return false;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [this.stage.canvas.width, this.stage.canvas.height];
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm", videoBitsPerSecond: 8e6 });
    const parts: Blob[] = [];
    recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
    recorder.addEventListener("stop", () => done(new Blob(parts, { type: "video/webm" })));
    recorder.start();
    this.film = { canvas, recorder };
    return true;
  }

  end(): void {
    this.film?.recorder.stop();
    this.film = undefined;
  }

  /** Right after every drawing. */
  drawn(): void {
    if (this.film) compose(this.stage, this.film.canvas);
    const { waiting } = this;
    if (!waiting) return;
    this.waiting = undefined;
    const canvas = document.createElement("canvas");
    compose(this.stage, canvas);
    canvas.toBlob((blob) => blob && waiting(blob), "image/png");
  }
}
