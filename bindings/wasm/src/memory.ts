/** The engine's memory: numbers, texts and columns in and out, callbacks, and what becomes of calls that fail. */

import { read, STATUSES } from "./layout.js";
import type { Members, Read, Status, Struct } from "./layout.js";
import type { Point } from "./types.js";

/** What is wrong with a scene, and where: a JSON pointer, or "line L, column C" of text that is no JSON. */
export interface Fault {
  place: string;
  reason: string;
  /** Both in one sentence, as `carom validate` prints it. */
  message: string;
}

/** Something that this world cannot do, or not now; `status` is what the C interface calls it. */
export class CaromError extends Error {
  override readonly name: string = "CaromError";

  constructor(
    message: string,
    readonly status: Status,
  ) {
    super(message);
  }
}

/** A scene, a body, a setting or a number that the engine does not take. `message` is that of the first fault. */
export class SceneError extends CaromError {
  override readonly name = "SceneError";
  readonly place: string;
  readonly reason: string;

  constructor(readonly faults: readonly Fault[]) {
    super(faults[0]?.message ?? "", "CAROM_BAD_INPUT");
    this.place = faults[0]?.place ?? "";
    this.reason = faults[0]?.reason ?? "";
  }
}

/**
 * A step that was not completed: it needed more work or memory than one step may, was ended by `onInterrupt`, or took a body
 * to no place at all. The world is where the step before has left it.
 */
export class StepFailure extends CaromError {
  override readonly name = "StepFailure";
}

/** The engine broke off in the middle of a call, mostly for want of memory. It is of no more use: load another. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
}

/** Called while a step runs; what they throw ends it. */
export interface Host {
  before(contact: number): boolean;
  after(contact: number): void;
  stop(): boolean;
}

type Call = (...values: (number | bigint)[]) => number;

const OUT_OF_MEMORY = 70; // bindings/wasm/host.cpp ends the module with it
const NOT_SUPPORTED = 58; // of WASI: the engine reads and writes nothing
const STEP_FAILURES: readonly Status[] = ["CAROM_LIMIT_REACHED", "CAROM_INTERRUPTED", "CAROM_NOT_FINITE"];
const [GO_ON, IGNORE, STOP] = [0, 1, 2]; // carom_verdict
const SCRATCH = 1024; // bytes, more than any call needs at once beside its texts and columns

/** All that the engine asks of a system: to be ended. libc++ would also like to write a message before that. */
function system(end: (code: number) => never): WebAssembly.ModuleImports {
  return new Proxy({}, { get: (_, name) => (name === "proc_exit" ? end : () => NOT_SUPPORTED), has: () => true });
}

export class Memory {
  private failure: EngineFailure | undefined;
  private exports!: Record<string, Call>;
  private memory!: WebAssembly.Memory;
  private seen = new DataView(new ArrayBuffer(0));
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private readonly hosts = new Map<number, Host>();
  private thrown: { error: unknown } | undefined;

  /**
   * Room for what a call takes and gives, which never moves. A call that runs callbacks keeps nothing here but what it gives
   * at its end, because calls from inside them use it too.
   */
  scratch = 0;

  static async load(module: WebAssembly.Module): Promise<Memory> {
    const memory = new Memory();
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: system((code) => memory.end(code)),
      carom: {
        before: (world: number, contact: number) => memory.tell(world, (host) => host.before(contact), IGNORE),
        after: (world: number, contact: number) => memory.tell(world, (host) => (host.after(contact), true), IGNORE),
        stop: (world: number) => memory.tell(world, (host) => !host.stop(), 1),
      },
    });
    memory.exports = instance.exports as unknown as Record<string, Call>;
    memory.memory = instance.exports["memory"] as WebAssembly.Memory;
    memory.call("_initialize");
    memory.scratch = memory.room(SCRATCH);
    return memory;
  }

  /** Whether a call has failed, so that all further ones will. */
  get broken(): boolean {
    return this.failure !== undefined;
  }

  /** Bytes of memory that the engine has taken so far; it never gives them back. */
  get size(): number {
    return this.memory.buffer.byteLength;
  }

  // Calls.

  call(name: string, ...values: (number | bigint)[]): number {
    if (this.failure) throw this.failure;
    try {
      return this.exports[name]!(...values);
    } catch (error) {
      // A trap: when memory ran out, `end` has stored the reason before.
      this.failure ??= new EngineFailure(`the engine broke off: ${error instanceof Error ? error.message : error}`);
      throw this.failure;
    }
  }

  /** What the status of a call is called. */
  ask(name: string, ...values: (number | bigint)[]): Status {
    return STATUSES[this.call(name, ...values)]!;
  }

  /** The same of a call that is to succeed. */
  must(name: string, ...values: (number | bigint)[]): void {
    const status = this.call(name, ...values);
    if (status !== 0) this.refuse(STATUSES[status]!);
  }

  /** Of a call that may find nothing: whether it has. */
  finds(status: Status, nothing: readonly Status[]): boolean {
    if (status === "CAROM_OK") return true;
    if (!nothing.includes(status)) this.refuse(status);
    return false;
  }

  /** Throws what the last call has failed with. */
  refuse(status: Status): never {
    const { thrown } = this;
    this.thrown = undefined;
    if (thrown) throw thrown.error;
    const [message, place, reason] = ["carom_last_error", "carom_last_error_place", "carom_last_error_reason"].map((name) =>
      this.constant(name),
    ) as [string, string, string];
    if (status === "CAROM_BAD_INPUT") throw new SceneError([{ place, reason, message }]);
    if (status === "CAROM_TIME_STANDS_STILL") throw new RangeError(message);
    if (STEP_FAILURES.includes(status)) throw new StepFailure(message, status);
    throw new CaromError(message, status);
  }

  // Callbacks.

  /** The host that receives the callbacks of a world; undefined: none. */
  listen(world: number, host: Host | undefined): void {
    if (host) this.hosts.set(world, host);
    else this.hosts.delete(world);
  }

  private tell(world: number, ask: (host: Host) => boolean, no: number): number {
    try {
      const host = this.hosts.get(world);
      return !host || ask(host) ? GO_ON : no;
    } catch (error) {
      this.thrown ??= { error };
      return STOP;
    }
  }

  // What stands in memory.

  /** Valid until the next call. */
  get view(): DataView {
    if (this.seen.buffer !== this.memory.buffer) this.seen = new DataView(this.memory.buffer);
    return this.seen;
  }

  /** `length` values from `address` on. */
  column<View>(
    Column: new (buffer: ArrayBufferLike, offset: number, length: number) => View,
    address: number,
    length: number,
  ): View {
    return new Column(this.memory.buffer, address >>> 0, length);
  }

  /** A column of 64-bit numbers as one of doubles: a copy. */
  wide(address: number, length: number): Float64Array {
    const halves = this.column(Uint32Array, address, 2 * length);
    const result = new Float64Array(length);
    for (let k = 0; k < length; ++k) result[k] = halves[2 * k]! + halves[2 * k + 1]! * 2 ** 32;
    return result;
  }

  struct<M extends Members>(type: Struct<M>, address: number): Read<M> {
    return read(this.view, type, address >>> 0);
  }

  address(at: number): number {
    return this.view.getUint32(at, true);
  }

  /** Writes a carom_vec2 to place `k` of the scratch, and returns where it stands. */
  point(k: number, [x, y]: Readonly<Point>): number {
    const at = this.scratch + 16 * k;
    this.view.setFloat64(at, x, true);
    this.view.setFloat64(at + 8, y, true);
    return at;
  }

  // Texts and whole arrays.

  /** Memory that has to be given back with `free`. */
  private room(size: number): number {
    const address = this.call("carom_host_room", Math.max(1, size));
    if (address === 0) this.end(OUT_OF_MEMORY);
    return address;
  }

  free(address: number): void {
    this.call("carom_free", address);
  }

  /** Runs `action` with so many bytes of the engine's memory, which hold anything. */
  withRoom<Result>(size: number, action: (address: number) => Result): Result {
    const address = this.room(size);
    try {
      return action(address);
    } finally {
      if (!this.failure) this.free(address);
    }
  }

  /** Runs `action` with bytes in the engine's memory. */
  withBytes<Result>(bytes: Uint8Array, action: (address: number, size: number) => Result): Result {
    return this.withRoom(bytes.length, (address) => {
      this.column(Uint8Array, address, bytes.length).set(bytes);
      return action(address, bytes.length);
    });
  }

  withText<Result>(text: string | Uint8Array, action: (address: number, size: number) => Result): Result {
    return this.withBytes(typeof text === "string" ? this.encoder.encode(text) : text, action);
  }

  /** A name, as functions take it that take no size: its end is a 0. */
  withName<Result>(name: string, action: (address: number) => Result): Result {
    return this.withText(`${name}\0`, action);
  }

  /** The same of numbers. */
  withNumbers<Result>(numbers: ArrayLike<number>, action: (address: number) => Result): Result {
    const given = numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);
    return this.withBytes(new Uint8Array(given.buffer, given.byteOffset, given.byteLength), action);
  }

  /** What stands at an address up to a 0. */
  private textAt(address: number): string {
    const bytes = new Uint8Array(this.memory.buffer, address >>> 0);
    return this.decoder.decode(bytes.subarray(0, bytes.indexOf(0)));
  }

  /** What a call makes, which has two places to write to as its last arguments: where it stands, and how large it is. */
  bytes(make: (where: number, size: number) => void): Uint8Array {
    make(this.scratch, this.scratch + 4);
    return this.taken();
  }

  text(make: (where: number, size: number) => void): string {
    return this.decoder.decode(this.bytes(make));
  }

  /** The text that a call has made which has written to the first two places of the scratch. */
  made(): string {
    return this.decoder.decode(this.taken());
  }

  /** A text that is always there. */
  constant(name: string): string {
    return this.textAt(this.call(name));
  }

  private taken(): Uint8Array {
    const [where, size] = [this.address(this.scratch), this.address(this.scratch + 4)];
    const copy = this.column(Uint8Array, where, size).slice();
    this.free(where);
    return copy;
  }

  private end(code: number): never {
    this.failure = new EngineFailure(
      code === OUT_OF_MEMORY ? "the engine is out of memory: the scene is too large" : `the engine ended with ${code}`,
    );
    throw this.failure;
  }
}
