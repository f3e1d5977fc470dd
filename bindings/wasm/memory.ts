/** The engine's memory: text in and out, columns as typed arrays, and what becomes of calls that fail. */

/** What is wrong with a scene, and where: a JSON pointer, or "line L, column C" of text that is no JSON. */
export interface Fault {
  place: string;
  reason: string;
  /** Both in one sentence, as `carom validate` prints it. */
  message: string;
}

/** A scene, a body or a setting that the engine does not take. `message` is that of the first fault. */
export class SceneError extends Error {
  override readonly name = "SceneError";
  readonly place: string;
  readonly reason: string;

  constructor(readonly faults: readonly Fault[]) {
    super(faults[0]?.message ?? "");
    this.place = faults[0]?.place ?? "";
    this.reason = faults[0]?.reason ?? "";
  }
}

/** A step that needed more work or memory than one step may. The world is where the step before has left it. */
export class StepFailure extends Error {
  override readonly name = "StepFailure";
}

/** The engine broke off in the middle of a call, mostly for want of memory. It is of no more use: load another. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
}

/** The module's functions; all take and return numbers, 64-bit ones as bigint. */
export type Exports = { memory: WebAssembly.Memory } & Record<string, (...numbers: number[]) => number>;

const OUT_OF_MEMORY = 70; // bindings/wasm/text.cpp ends the module with it
const NOT_SUPPORTED = 58; // of WASI: the engine reads and writes nothing

/** All that the engine asks of a system: to be ended. libc++ would also like to write a message before that. */
function system(end: (code: number) => never): WebAssembly.ModuleImports {
  return new Proxy({}, { get: (_, name) => (name === "proc_exit" ? end : () => NOT_SUPPORTED), has: () => true });
}

export class Memory {
  private failure: EngineFailure | undefined;
  private exports!: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  static async load(source: BufferSource | WebAssembly.Module): Promise<Memory> {
    const memory = new Memory();
    const imports = { wasi_snapshot_preview1: system((code) => memory.end(code)) };
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(module, imports);
    memory.exports = instance.exports as Exports;
    memory.call("_initialize");
    return memory;
  }

  /** Whether a call has failed, so that all further ones will. */
  get broken(): boolean {
    return this.failure !== undefined;
  }

  call(name: string, ...numbers: number[]): number {
    if (this.failure) throw this.failure;
    try {
      return this.exports[name]!(...numbers);
    } catch (error) {
      // A trap: of memory that was not to be had it is told by `end`, before.
      this.failure ??= new EngineFailure(`the engine broke off: ${error instanceof Error ? error.message : error}`);
      throw this.failure;
    }
  }

  /** Puts a text where the engine reads it. */
  give(text: string | Uint8Array): void {
    const bytes = typeof text === "string" ? this.encoder.encode(text) : text;
    const room = this.call("carom_room", bytes.length);
    this.column(Uint8Array, room, bytes.length).set(bytes);
  }

  /** The text that the last call has left. */
  answer(): string {
    const size = this.call("carom_answer_size");
    return this.decoder.decode(this.column(Uint8Array, this.call("carom_answer"), size));
  }

  /** Throws the faults that the last call has left. */
  refuse(): never {
    throw new SceneError(JSON.parse(this.answer()) as Fault[]);
  }

  /** `length` values from `address` on. */
  column<View>(
    Column: new (buffer: ArrayBufferLike, offset: number, length: number) => View,
    address: number,
    length: number,
  ): View {
    return new Column(this.exports.memory.buffer, address >>> 0, length);
  }

  /** Values that stand one after the other, by name. */
  record<Name extends string>(
    Column: Float64ArrayConstructor | Uint32ArrayConstructor,
    address: number,
    names: readonly Name[],
  ): Record<Name, number> {
    const values = this.column<Float64Array | Uint32Array>(Column, address, names.length);
    return Object.fromEntries(names.map((name, k) => [name, values[k]])) as Record<Name, number>;
  }

  private end(code: number): never {
    this.failure = new EngineFailure(
      code === OUT_OF_MEMORY ? "the engine is out of memory: the scene is too large" : `the engine ended with ${code}`,
    );
    throw this.failure;
  }
}
