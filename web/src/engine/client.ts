/** The page's side of the worker: a question is a call, its answer a promise. */

import { startWorker } from "./start_worker";
import { StopFlag } from "./stop_signal";
import type { Answer, Ask, Fault, Name, Reply, Request, Trouble } from "./protocol";
import { words } from "../words";

export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly faults: readonly Fault[];
  /** The engine broke and has been started anew: no scene is open. */
  readonly fatal: boolean;

  constructor(trouble: Trouble) {
    super(trouble.message || words.trouble.startedAnew);
    this.faults = trouble.faults;
    this.fatal = trouble.fatal;
  }
}

interface Open {
  resolve(answer: never): void;
  reject(error: Error): void;
}

export class Client {
  private worker: Worker;
  private readonly stop = new StopFlag();
  private readonly open = new Map<number, Open>();
  private last = 0;

  constructor() {
    this.worker = this.start();
  }

  ask<N extends Name>(name: N, ask: Ask<N>): Promise<Answer<N>> {
    const id = ++this.last;
    return new Promise<Answer<N>>((resolve, reject) => {
      this.open.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, ask, stop: this.stop.url } satisfies Request);
    });
  }

  /** Ends the step that is being computed, and all else that has been asked; where it can be, the state stays. */
  interrupt(): void {
    this.stop.raise();
  }

  /** Ends the worker, whatever it is at, and starts another. */
  restart(reason: string): void {
    this.worker.terminate();
    this.worker = this.start();
    const waiting = [...this.open.values()];
    this.open.clear();
    for (const { reject } of waiting) reject(new EngineError({ message: reason, faults: [], fatal: true }));
  }

  private start(): Worker {
    const worker = startWorker();
    worker.onmessage = (event: MessageEvent<Reply>) => this.settle(event.data);
    worker.onerror = (event) => this.restart(words.trouble.threadFailed(event.message ?? words.trouble.outOfMemory));
    return worker;
  }

  private settle(reply: Reply): void {
    const open = this.open.get(reply.id);
    this.open.delete(reply.id);
    if ("trouble" in reply) open?.reject(new EngineError(reply.trouble));
    else open?.resolve(reply.answer as never);
  }
}
