/** What an address asks for beside its scene: paused, parts that are hidden, a page in a frame, a task. */

import { fromFragment, toFragment } from "./link";
import { worksheet } from "./worksheets";
import { words } from "../words";

/** Parts of the page that an address may leave out, by the name that it calls them. */
export const PARTS = ["bar", "tools", "detection", "view", "time", "counts", "settings", "show", "measures", "plots", "table"] as const;
export type Part = (typeof PARTS)[number];

export const QUANTITIES = ["x", "y", "vx", "vy", "speed", "kinetic", "potential", "px", "py", "hits"] as const;
export type Quantity = (typeof QUANTITIES)[number];

/** Of a body, or of all of them: the quantity says which. */
export const OF_BODY: readonly Quantity[] = ["x", "y", "vx", "vy", "speed"];

export interface Question {
  ask: string;
  what: Quantity;
  body?: string;
  /** Scene time. */
  at: number;
}

export interface Task {
  text: string;
  questions: Question[];
}

export interface Wishes {
  paused: boolean;
  hide: ReadonlySet<Part>;
  embedded: boolean;
  task: Task | undefined;
}

const MOST_QUESTIONS = 3;
/** A page in a frame shows the stage and the time, and what is asked for by name. */
const EMBEDDED: readonly Part[] = ["bar", "tools", "detection", "view", "counts", "settings", "show", "measures", "plots", "table"];

function parts(list: string | null): Part[] {
  return (list ?? "").split(",").filter((name): name is Part => (PARTS as readonly string[]).includes(name));
}

/** Throws an Error if it is no task. */
export function taskOf(text: string): Task {
  const task = JSON.parse(text) as Partial<Task>;
  if (typeof task.text !== "string" || !Array.isArray(task.questions) || task.questions.length > MOST_QUESTIONS)
    throw new Error(words.trouble.brokenTask);
  for (const { ask, what, at, body } of task.questions) {
    const known = typeof ask === "string" && QUANTITIES.includes(what) && Number.isFinite(at);
    if (!known || (OF_BODY.includes(what) && typeof body !== "string"))
      throw new Error(words.trouble.brokenQuestion);
  }
  return task as Task;
}

/** From the part after the ? and that after the #, either of which may say it. Throws an Error for a task that is none. */
export async function wishesOf(search: string, hash: string): Promise<Wishes> {
  const found = [new URLSearchParams(search), new URLSearchParams(hash.replace(/^#/, ""))];
  const value = (name: string) => found.map((each) => each.get(name)).find((each) => each !== null) ?? null;
  const embed = value("embed");
  const wanted = parts(embed);
  const hidden = embed === null ? [] : EMBEDDED.filter((part) => !wanted.includes(part));
  const task = value("task");
  const sheet = worksheet(value("worksheet"));
  return {
    paused: value("paused") !== null || sheet !== undefined,
    hide: new Set([...parts(value("hide")), ...hidden]),
    embedded: embed !== null,
    task: task === null ? sheet?.task : taskOf(await fromFragment(task)),
  };
}

/** The same as a part of an address. */
export async function wishText({ paused, hide, task }: Pick<Wishes, "paused" | "hide" | "task">): Promise<string> {
  const parts = [
    ...(paused ? ["paused"] : []),
    ...(hide.size > 0 ? [`hide=${[...hide].join(",")}`] : []),
    ...(task ? [`task=${await toFragment(JSON.stringify(task))}`] : []),
  ];
  return parts.map((part) => `&${part}`).join("");
}
