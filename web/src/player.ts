/** Plays a scene: asks the worker for frames, keeps what comes back, and tells the rest of the page. */

import { adopted, needsExpansion, sceneText, written } from "./document/adopt";
import type { Slots } from "./document/adopt";
import { common, Document } from "./document/document";
import type { Version } from "./document/document";
import { Client, EngineError } from "./engine/client";
import { LaneView } from "./engine/lane_view";
import { after, before } from "./engine/times";
import type { Change, Detection, Edit, Frame, HitDetail, Opened, Point } from "./engine/protocol";
import { Pace } from "./pace";
import type { SceneFile } from "./scenes/scene_file";
import { Signal } from "./signal";
import { words } from "./words";

const FRAME_BUDGET = 20; // milliseconds of computing for a frame while playing
const SEARCH_BUDGET = 60; // for a frame while looking for a hit or scrubbing
const SEARCH_SPANS = 10; // durations ahead in which the next hit is looked for
const PATIENCE = 1500; // milliseconds from the wish to stop to the end of the engine, where a step could not be ended
const LONGEST_STRIDE = 0.1; // seconds: after a pause of the page time goes on from where it was
const SPRING = 9; // per second: the rate of a critically damped spring that somebody pulls at
const LARGE = 20_000; // bodies
const GROWTH = 1.5; // of the time line when time gets to its end

type Detections = (Detection | undefined)[];

/** A spring: which body, where to, and what it has done so far. */
interface Pull {
  serial: number;
  to: Point;
  edits: readonly Edit[];
}

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

/** A run has begun: of another scene, or of the one there was. */
export interface Begun {
  opened: Opened;
  fresh: boolean;
  scene: string;
  /** The serial that a body of the run before has now. */
  renamed(serial: number): number | undefined;
}

export class Player {
  readonly client = new Client();
  readonly document = new Document();
  readonly pace = new Pace();
  lanes: LaneView[] = [];
  opened!: Opened;
  detections: Detections = [undefined];
  playing = false;
  speed = 1;
  hit: CurrentHit | undefined;
  end = 0;
  /** Rises with every change by hand. */
  edition = 0;
  timing: Timing = { engine: 0, packing: 0, transfer: 0 };

  readonly onOpened = new Signal<Begun>();
  readonly onFrame = new Signal<Frame>();
  readonly onState = new Signal<void>();
  /** The scene has changed, or is another one. */
  readonly onDocument = new Signal<void>();
  readonly onTrouble = new Signal<EngineError>();

  /** A body on a spring that somebody holds the end of. */
  private pull: Pull | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private waiting = 0;
  /** Rises with every command: searches of earlier ones end. */
  private command = 0;
  private lastTick = 0;
  private runs = 0;
  /** Changes by hand in the run on screen: those of the document, and one that is still under way. */
  private edits: readonly Edit[] = [];

  get shown(): number {
    return this.lanes[0]?.frame.shown ?? 0;
  }

  get busy(): boolean {
    return this.waiting > 0;
  }

  /** The scene from its start, with all that was changed. */
  get scene(): string {
    return this.document.now.scene;
  }

  /** Another scene, begun as `origin` if that is not as it is. Throws an EngineError if it cannot be; the one before plays on. */
  async open(scene: string, origin = scene, detections: Detections = [undefined]): Promise<void> {
    this.stopPlaying();
    await this.inOrder(async () => {
      const slots = await this.load(scene, detections, true);
      this.document.begin({ scene, origin, run: this.runs, edits: [], slots });
      this.onDocument.tell();
    });
  }

  /** Another text for the scene there is, which can be undone. */
  async rewrite(scene: string): Promise<void> {
    this.stopPlaying();
    await this.inOrder(async () => {
      const slots = await this.load(scene, this.detections, true).catch((error: unknown) => {
        const own = this.detections.length === 1 && this.detections[0] === undefined;
        if (own || !(error instanceof EngineError) || error.fatal) throw error;
        return this.load(scene, [undefined], true); // it may be for another world
      });
      const origin = this.document.isOpen ? this.document.now.origin : scene;
      this.document.push({ scene, origin, run: this.runs, edits: [], slots });
      this.onDocument.tell();
    });
  }

  /** The scene from its start in other worlds. Throws an EngineError if it cannot be; the run before goes on. */
  async detect(detections: Detections): Promise<void> {
    this.stopPlaying();
    await this.inOrder(async () => {
      this.document.rerun(...(await this.begin(detections)));
      this.onDocument.tell();
    });
  }

  play(): void {
    if (this.playing || this.lanes.length === 0) return;
    ++this.command;
    this.playing = true;
    this.leaveHit();
    this.lastTick = performance.now();
    this.pace.begin(this.lastTick, this.shown);
    this.onState.tell();
  }

  pause(): void {
    if (!this.playing) return;
    ++this.command;
    this.playing = false;
    this.onState.tell();
    // To stand inside a step takes a replay from the last snapshot, which takes long among very many bodies.
    if (this.isLarge) void this.guard(async () => this.show(await this.client.ask("settle", {})));
  }

  /** So many bodies that steps take long. */
  get isLarge(): boolean {
    return (this.lanes[0]?.frame.count ?? 0) > LARGE;
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
    this.pace.tick(now, this.shown);
    void this.guard(async () => {
      if (this.pull) await this.tug(this.pull, Math.max(0, stride) * this.speed);
      await this.go(this.shown + Math.max(0, stride) * this.speed, FRAME_BUDGET);
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
    return done;
  }

  /** The scene from its start, as it has become. */
  async restart(): Promise<void> {
    const again = this.playing;
    this.stopPlaying();
    await this.guard(async () => {
      if (this.edits.length === 0) {
        while (!(await this.go(this.opened.start, SEARCH_BUDGET)));
      } else {
        this.document.rerun(...(await this.begin(this.detections)));
      }
    });
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

  /**
   * Changes the scene, and the run on screen at the time shown. Throws an EngineError, and nothing has changed, if it cannot
   * be. Returns the serial of a body that was added.
   */
  async change(changes: Change[]): Promise<number | undefined> {
    ++this.command;
    this.leaveHit();
    return this.inOrder(async () => {
      try {
        return await this.edit(changes);
      } catch (error) {
        if (error instanceof EngineError && !error.fatal) await this.revise(this.document.now.edits); // no preview is left
        throw error;
      }
    });
  }

  /** Changes the run on screen alone, in place of the last preview, until `change` makes it lasting; none takes it back. */
  async preview(changes: Change[]): Promise<void> {
    ++this.command;
    this.leaveHit();
    await this.inOrder(async () => {
      const { edits } = this.document.now;
      await this.revise(changes.length === 0 ? edits : [...this.earlier(edits), { t: this.shown, changes }]);
    });
  }

  /**
   * From now on time runs, and a spring draws the body to a place, until `letGo`. It changes the run alone: the scene from its
   * start has no such spring.
   */
  pullTo(serial: number, to: Point): void {
    if (this.pull?.serial === serial) this.pull.to = to;
    else this.pull = { serial, to, edits: [...this.earlier(this.edits)] };
    if (!this.playing) this.play();
  }

  /** What the spring has done can be undone. */
  async letGo(): Promise<void> {
    const { pull } = this;
    this.pull = undefined;
    if (!pull || pull.edits.length === 0) return;
    await this.inOrder(async () => {
      this.document.push({ ...this.document.now, edits: pull.edits });
      this.onDocument.tell();
    });
  }

  /** For the time up to the next picture: the velocity that a damped spring gives, by a step of the implicit Euler method. */
  private async tug(pull: Pull, seconds: number): Promise<void> {
    const { frame, place } = this.lanes[0]!;
    const k = place.get(pull.serial);
    if (k === undefined || !(seconds > 0)) return;
    const soft = 1 + 2 * SPRING * seconds + (SPRING * seconds) ** 2;
    const velocity = ([0, 1] as const).map(
      (axis) => (frame.velocity[2 * k + axis]! + SPRING ** 2 * seconds * (pull.to[axis] - frame.at[2 * k + axis]!)) / soft,
    ) as [number, number];
    const edits = [...pull.edits, { t: this.shown, changes: [{ do: "throw" as const, serial: pull.serial, velocity }] }];
    await this.revise(edits);
    pull.edits = edits;
  }

  undo(): Promise<void> {
    return this.travel(-1);
  }

  redo(): Promise<void> {
    return this.travel(1);
  }

  /**
   * Ends a computation that takes too long: the step that is being taken, and the state before it stays. What cannot be ended
   * so ends with the engine's thread, and the scene begins anew: false.
   */
  async stop(): Promise<boolean> {
    this.stopPlaying();
    const { queue } = this;
    this.client.interrupt();
    const patience = new Promise<boolean>((over) => setTimeout(() => over(false), PATIENCE));
    const ended = await Promise.race([queue.then(() => true), patience]);
    if (ended || this.queue !== queue) return true;
    this.client.restart(words.trouble.stopped);
    return false;
  }

  private async edit(changes: Change[]): Promise<number | undefined> {
    const version = this.document.now;
    const now = this.shown;
    const base = await this.listed(version, changes);
    const fold = (made?: number) =>
      changes.reduce((all, change) => adopted(all.scene, all.slots, change, made), base);
    const { scene, slots } = fold();
    const text = sceneText(scene);
    if (now === this.opened.start && version.edits.length === 0) {
      const fresh = await this.load(text, this.detections, false, slots);
      this.document.push({ ...version, scene: text, run: this.runs, edits: [], slots: fresh });
      this.onDocument.tell();
      return changes.some((change) => change.do === "add") ? scene.bodies!.length - 1 : undefined;
    }
    const faults = await this.client.ask("check", { scene: text });
    if (faults.length > 0) throw new EngineError({ message: words.trouble.fromTheStart(faults[0]!.message), faults, fatal: false });
    const edits = [...this.earlier(version.edits), { t: now, changes }];
    const serial = await this.revise(edits);
    this.document.push({ ...version, scene: text, edits, slots: fold(serial).slots });
    this.onDocument.tell();
    return serial;
  }

  /** The scene with the bodies of its fills written out, if a change needs them. */
  private async listed({ scene, slots }: Version, changes: Change[]): Promise<{ scene: SceneFile; slots: Slots }> {
    const file = JSON.parse(scene) as SceneFile;
    if (!needsExpansion(file, slots, changes)) return { scene: file, slots };
    const full = written(await this.client.ask("expand", { scene }));
    const { name, about, units } = file;
    const words = { ...(name === undefined ? {} : { name, about }), ...(units === undefined ? {} : { units }) };
    return { scene: { ...full, ...words }, slots: full.bodies!.map((_, k) => k) };
  }

  private earlier(edits: readonly Edit[]): readonly Edit[] {
    return edits.filter(({ t }) => t <= this.shown);
  }

  /** Throws an EngineError, and nothing has changed, if one of them cannot be. */
  private async revise(edits: readonly Edit[]): Promise<number | undefined> {
    const same = common(this.edits, edits);
    if (same === edits.length && same === this.edits.length) return undefined;
    const { serial, ...opened } = await this.client.ask("revise", { edits, same });
    this.edits = edits;
    this.opened = opened;
    this.show(await this.client.ask("look", {}));
    this.onState.tell();
    return serial;
  }

  private async travel(way: -1 | 1): Promise<void> {
    this.stopPlaying();
    await this.guard(async () => {
      const step = this.document.neighbour(way);
      if (!step) return;
      if ("revise" in step) {
        const { edits } = step.revise;
        const same = common(this.edits, edits);
        const at = Math.min(this.edits[same]?.t ?? Infinity, edits[same]?.t ?? Infinity);
        if (at > this.shown && at < Infinity) while (!(await this.go(at, SEARCH_BUDGET)));
        await this.revise(edits);
        this.document.settle(way);
      } else {
        const fresh = step.open.origin !== this.document.now.origin;
        const again = await this.load(step.open.scene, fresh ? [undefined] : this.detections, fresh);
        this.document.settle(way);
        this.document.rerun(this.runs, again);
      }
      this.onDocument.tell();
      this.onState.tell();
    });
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

  /** A new run of the scene there is: its number, and what its bodies are called. */
  private async begin(detections: Detections): Promise<[run: number, slots: Slots]> {
    const slots = await this.load(this.scene, detections, false);
    return [this.runs, slots];
  }

  /** `slots`: what the bodies of the scene are called in the run before, if it is the same scene. */
  private async load(scene: string, detections: Detections, fresh: boolean, slots?: Slots): Promise<Slots> {
    const opened = await this.client.ask("open", { scene, detections });
    const frame = await this.client.ask("look", {});
    const { bodies = [], fill = [] } = JSON.parse(scene) as SceneFile;
    const known = slots ?? (!fresh && this.document.isOpen ? this.document.now.slots : undefined);
    ++this.runs;
    this.edits = [];
    this.detections = detections;
    this.lanes = detections.map(() => new LaneView());
    this.hit = undefined;
    this.opened = opened;
    const end = opened.start + opened.duration;
    this.end = fresh ? end : Math.max(this.end, end);
    this.take(frame);
    this.onOpened.tell({
      opened,
      fresh,
      scene,
      renamed(serial) {
        if (fresh || known?.length !== bodies.length) return undefined;
        const place = known.indexOf(serial);
        return place >= 0 ? place : fill.length > 0 ? serial : undefined;
      },
    });
    this.onState.tell();
    this.onFrame.tell(frame);
    return bodies.map((_, k) => k);
  }

  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    ++this.waiting;
    const safely = () => work().catch((error: unknown) => this.recover(error));
    const done = this.queue.then(safely).finally(() => --this.waiting);
    this.queue = done.catch(() => undefined);
    return done;
  }

  /** The engine broke and was loaded anew: the scene is there again with all that was changed, at its start. */
  private async recover(error: unknown): Promise<never> {
    if (error instanceof EngineError && error.fatal && this.document.isOpen) {
      this.playing = false;
      this.document.rerun(...(await this.begin(this.detections)));
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
    this.show(frame);
    this.onState.tell();
  }

  private take(frame: Frame): void {
    this.edition = frame.edition;
    frame.lanes.forEach((lane, k) => this.lanes[k]?.take(frame, lane));
    const { start } = this.opened;
    while (this.end < this.shown) this.end = start + GROWTH * (this.end - start);
  }

  private show(frame: Frame): void {
    this.take(frame);
    this.onFrame.tell(frame);
  }
}
