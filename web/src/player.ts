/** Plays a scene: asks the worker for frames, keeps what comes back, and tells the rest of the page. */

import { Client, EngineError } from "./engine/client";
import { LaneView } from "./engine/lane_view";
import { after, before } from "./engine/times";
import type { Change, Detection, Frame, HitDetail, Opened } from "./engine/protocol";
import { Signal } from "./signal";

const FRAME_BUDGET = 20; // milliseconds of computing for a frame while playing
const SEARCH_BUDGET = 60; // for a frame while looking for a hit or scrubbing
const SEARCH_SPANS = 10; // durations ahead in which the next hit is looked for
const PATIENCE = 300; // milliseconds from the wish to stop to the end of the engine
const LONGEST_STRIDE = 0.1; // seconds: after a pause of the page time goes on from where it was

export interface CurrentHit {
  lane: number;
  index: number;
  detail: HitDetail;
}

export interface Timing {
  engine: number;
  packing: number;
  transfer: number;
}

export class Player {
  readonly client = new Client();
  lanes: LaneView[] = [];
  opened!: Opened;
  /** The scene as last opened without an error, to come back to. */
  scene = "";
  detections: (Detection | undefined)[] = [undefined];
  playing = false;
  speed = 1;
  hit: CurrentHit | undefined;
  end = 0;
  /** Rises with every change by hand. */
  edition = 0;
  timing: Timing = { engine: 0, packing: 0, transfer: 0 };

  readonly onOpened = new Signal<Opened>();
  readonly onFrame = new Signal<Frame>();
  readonly onState = new Signal<void>();
  readonly onTrouble = new Signal<EngineError>();

  private queue: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** Rises with every command: searches of earlier ones end. */
  private command = 0;
  private lastTick = 0;

  get shown(): number {
    return this.lanes[0]?.frame.shown ?? 0;
  }

  get busy(): boolean {
    return this.waiting > 0;
  }

  /** Throws an EngineError if the scene cannot be; the one before then plays on. */
  async open(scene: string, detections: (Detection | undefined)[] = [undefined]): Promise<void> {
    this.pause();
    ++this.command;
    await this.inOrder(() => this.load(scene, detections));
  }

  play(): void {
    if (this.playing || this.lanes.length === 0) return;
    ++this.command;
    if (this.shown >= this.end) this.end = this.shown + this.opened.duration;
    this.playing = true;
    this.leaveHit();
    this.lastTick = performance.now();
    this.onState.tell();
  }

  pause(): void {
    if (!this.playing) return;
    ++this.command;
    this.playing = false;
    this.onState.tell();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Called for every picture of the screen. */
  tick(now: number): void {
    if (!this.playing || this.busy) return;
    const stride = Math.min((now - this.lastTick) / 1000, LONGEST_STRIDE);
    this.lastTick = now;
    const to = Math.min(this.shown + Math.max(0, stride) * this.speed, this.end);
    const { command } = this;
    void this.guard(async () => {
      await this.go(to, FRAME_BUDGET);
      if (command === this.command && this.shown >= this.end) this.pause();
    });
  }

  async step(back = false): Promise<void> {
    this.stopPlaying();
    await this.guard(async () => {
      const frame = await this.client.ask("step", { back });
      this.leaveHit();
      this.show(frame);
    });
  }

  /** To a time, however long it takes; ends early when something else is wanted. */
  async seek(to: number): Promise<boolean> {
    this.stopPlaying();
    const { command } = this;
    let done = false;
    await this.guard(async () => {
      while (!done && command === this.command) done = await this.go(to, SEARCH_BUDGET);
    });
    this.end = Math.max(this.end, this.shown);
    return done;
  }

  async restart(): Promise<void> {
    const again = this.playing;
    const scene = await this.client.ask("text", { moment: false });
    await this.open(scene, this.detections);
    if (again) this.play();
  }

  /** To the hit after the one shown; computes on until there is one. False: there is none for a long time. */
  async nextHit(): Promise<boolean> {
    if (this.lanes.length === 0) return false;
    this.stopPlaying();
    const { command } = this;
    const { hits } = this.lanes[0]!;
    const next = this.hit ? this.hit.index + 1 : after(hits.columns.t, hits.length, this.shown);
    const limit = this.shown + SEARCH_SPANS * this.opened.duration;
    let found = false;
    await this.guard(async () => {
      let going = true;
      while (hits.length <= next && this.shown < limit && going && command === this.command) {
        const before = this.shown;
        // Hits are told when their step has been computed, so this goes on a step at a time.
        this.take(await this.client.ask("step", { back: false }));
        going = this.shown > before;
      }
      found = hits.length > next && command === this.command;
      if (found) await this.goToHit(next);
      else this.show(await this.client.ask("look", {}));
    });
    return found;
  }

  async previousHit(): Promise<boolean> {
    if (this.lanes.length === 0) return false;
    this.stopPlaying();
    const { hits } = this.lanes[0]!;
    const index = (this.hit ? this.hit.index : before(hits.columns.t, hits.length, this.shown)) - 1;
    if (index < 0) return false;
    await this.guard(() => this.goToHit(index));
    return true;
  }

  /** Number `index` of the first lane's hits. */
  async showHit(index: number): Promise<void> {
    this.stopPlaying();
    await this.guard(() => this.goToHit(index));
  }

  private leaveHit(): void {
    if (!this.hit) return;
    this.hit = undefined;
    this.onState.tell();
  }

  /** Throws an EngineError, and nothing has changed, if it cannot be. Returns the serial of a body that was added. */
  async change(changes: Change[], hold = true): Promise<number | undefined> {
    ++this.command;
    this.leaveHit();
    return this.inOrder(async () => {
      const { serial, ...opened } = await this.client.ask("change", { changes, hold });
      this.opened = opened;
      this.show(await this.client.ask("look", {}));
      this.onState.tell();
      return serial;
    });
  }

  async undo(): Promise<void> {
    this.stopPlaying();
    await this.guard(async () => {
      const opened = await this.client.ask("undo", {});
      if (!opened) return;
      this.opened = opened;
      this.show(await this.client.ask("look", {}));
      this.onState.tell();
    });
  }

  /** Ends a computation that takes too long: between two steps if it gets there soon, otherwise with the engine. */
  stop(): void {
    this.stopPlaying();
    const { queue } = this;
    setTimeout(() => {
      if (this.busy && this.queue === queue) this.client.restart("stopped: the engine was started anew");
    }, PATIENCE);
  }

  /** Does one thing after the other; an error goes to `onTrouble`. */
  private async guard(work: () => Promise<void>): Promise<void> {
    try {
      await this.inOrder(work);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.playing = false;
      this.onTrouble.tell(error);
      this.onState.tell();
    }
  }

  private async load(scene: string, detections: (Detection | undefined)[]): Promise<void> {
    const opened = await this.client.ask("open", { scene, detections });
    this.scene = scene;
    this.detections = detections;
    this.lanes = detections.map(() => new LaneView());
    this.hit = undefined;
    this.opened = opened;
    this.end = opened.start + opened.duration;
    const frame = await this.client.ask("look", {});
    this.take(frame);
    this.onOpened.tell(opened);
    this.onState.tell();
    this.onFrame.tell(frame);
  }

  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    ++this.waiting;
    const safely = () => work().catch((error: unknown) => this.recover(error));
    const done = this.queue.then(safely).finally(() => --this.waiting);
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** The engine broke and was loaded anew: the last scene that could be opened is there again, at its start. */
  private async recover(error: unknown): Promise<never> {
    if (error instanceof EngineError && error.fatal && this.scene !== "") {
      this.playing = false;
      await this.load(this.scene, this.detections);
    }
    throw error;
  }

  private stopPlaying(): void {
    this.pause();
    ++this.command;
  }

  private async go(to: number, budget: number): Promise<boolean> {
    const asked = performance.now();
    const frame = await this.client.ask("seek", { to, budget });
    const { engine, packing } = frame;
    this.timing = { engine, packing, transfer: performance.now() - asked - engine - packing };
    this.leaveHit();
    this.show(frame);
    return frame.done;
  }

  private async goToHit(index: number): Promise<void> {
    const { command } = this;
    const { t, begin, end, a, b } = this.lanes[0]!.hits.columns;
    const [time, step] = [t[index]!, { begin: begin[index]!, end: end[index]! }];
    let frame: Frame;
    do frame = await this.client.ask("seek", { to: time, budget: SEARCH_BUDGET, step });
    while (!frame.done && command === this.command);
    if (!frame.done) return this.show(frame);
    const detail = await this.client.ask("hit", { lane: 0, t: time, a: a[index]!, b: b[index]! });
    this.hit = { lane: 0, index, detail };
    this.end = Math.max(this.end, time);
    this.show(frame);
    this.onState.tell();
  }

  private take(frame: Frame): void {
    this.edition = frame.edition;
    frame.lanes.forEach((lane, k) => this.lanes[k]?.take(frame, lane));
  }

  private show(frame: Frame): void {
    this.take(frame);
    this.onFrame.tell(frame);
  }
}
