/** The engine's own thread: a scene that takes long to compute never holds up the page. */

import { EngineFailure, load, SceneError } from "carom";
import type { Carom } from "carom";
import type { Answer, Ask, Name, Reply, Request, Trouble } from "./engine/protocol";
import { measure } from "./engine/measure";
import { runFile } from "./engine/run_files";
import { Session } from "./engine/session";
import { StopSignal } from "./engine/stop_signal";
import { withSettings } from "./scenes/scene_file";

let carom = load();
let session: Session | undefined;
const signal = new StopSignal();

function playing(): Session {
  if (!session) throw new EngineFailure("") /* the page says it */;
  return session;
}

type Handlers = { [N in Name]: (ask: Ask<N>, carom: Carom) => Answer<N> };

const handlers: Handlers = {
  open({ scene, detections }, engine) {
    const next = new Session(engine, scene, detections, signal); // the one before stays if this throws
    session?.free();
    session = next;
    return next.opened();
  },
  seek: ({ to, budget, step }) => playing().seek(to, budget, step),
  step: ({ back }) => playing().step(back),
  settle: () => playing().settle(),
  look: () => playing().look(),
  hit: ({ lane, t, a, b }) => playing().hit(lane, t, a, b),
  pick: ({ lane, at, reach }) => playing().pick(lane, at, reach),
  body: ({ lane, serial }) => playing().body(lane, serial),
  rows: ({ lane, most }) => playing().rows(lane, most),
  hash: () => playing().hashes(),
  revise({ edits, same }) {
    const serial = playing().revise(edits, same);
    return { ...playing().opened(), serial };
  },
  room: ({ lane, body }) => playing().room(lane, body),
  check: ({ scene }, engine) => [...engine.validate(scene).faults],
  expand({ scene }, engine) {
    const world = engine.open(scene);
    try {
      return world.scene();
    } finally {
      world.free();
    }
  },
  playable: ({ scene, detections }, engine) =>
    detections.map((detection) => engine.validate(withSettings(scene, { detection })).faults[0]?.message),
  file: ({ what, scene, until }, engine) => runFile(engine, what, scene, until),
  measures: ({ exact }) => playing().measures(exact),
  measure: (ask, engine) => measure(engine, ask),
  moment: () => playing().moment(),
};

function troubleOf(error: unknown): Trouble {
  const message = error instanceof Error ? error.message : String(error);
  return {
    message,
    faults: error instanceof SceneError ? [...error.faults] : [],
    fatal: error instanceof EngineFailure,
  };
}

/** The memory behind every typed array of an answer, so that it moves to the page instead of being copied. */
function buffers(value: unknown, found: Set<ArrayBuffer>): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) found.add(value.buffer as ArrayBuffer);
  else if (Array.isArray(value)) for (const part of value) buffers(part, found);
  else if (value && typeof value === "object") for (const part of Object.values(value)) buffers(part, found);
  return found;
}

async function answer({ id, name, ask, stop }: Request): Promise<void> {
  let reply: Reply;
  try {
    const engine = await carom;
    signal.watch(stop);
    reply = { id, answer: (handlers[name] as (ask: unknown, engine: Carom) => unknown)(ask, engine) };
  } catch (error) {
    session?.stand(error);
    const trouble = troubleOf(error);
    if (trouble.fatal) {
      session = undefined;
      carom = load();
    }
    reply = { id, trouble };
  }
  const transfer = "answer" in reply ? [...buffers(reply.answer, new Set())] : [];
  postMessage(reply, { transfer });
}

self.onmessage = (event: MessageEvent<Request>) => void answer(event.data);
