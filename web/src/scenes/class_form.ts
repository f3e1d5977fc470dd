/** For a class: what a link asks for beside its scene. */

import { make } from "../dom";
import { numberOf } from "../numeric";
import { OF_BODY, PARTS, QUANTITIES } from "./wishes";
import type { Part, Quantity, Question, Wishes } from "./wishes";
import { words } from "../words";

const QUESTIONS = 3;

interface Fields {
  ask: HTMLInputElement;
  what: HTMLSelectElement;
  body: HTMLInputElement;
  at: HTMLInputElement;
}

export class ClassForm {
  readonly element = make("details", { id: "for-class" });
  private readonly paused = make("input", { type: "checkbox", id: "link-paused" });
  private readonly text = make("textarea", { id: "task-text", rows: "2", "aria-label": words.classes.text });
  private readonly parts = new Map<Part, HTMLInputElement>();
  private readonly questions: Fields[] = [];

  constructor() {
    const parts = PARTS.map((part) => [part, words.classes.parts[part]] as const).map(([part, label]) => {
      const box = make("input", { type: "checkbox", "data-hide": part });
      this.parts.set(part, box);
      return make("label", {}, box, ` ${label}`);
    });
    const rows = Array.from({ length: QUESTIONS }, (_, k) => this.row(k + 1));
    this.element.append(
      make("summary", {}, words.classes.title),
      make("label", {}, this.paused, ` ${words.classes.paused}`),
      make("fieldset", { class: "parts" }, make("legend", {}, words.classes.leaveOut), ...parts),
      make("label", { for: "task-text" }, words.classes.task),
      this.text,
      ...rows,
    );
  }

  /** Throws an Error that says what is missing. */
  get wishes(): Pick<Wishes, "paused" | "hide" | "task"> {
    const hide = new Set([...this.parts].filter(([, box]) => box.checked).map(([part]) => part));
    const questions = this.questions.map(questionOf).filter((each) => each !== undefined);
    const text = this.text.value.trim();
    const task = text === "" && questions.length === 0 ? undefined : { text, questions };
    return { paused: this.paused.checked, hide, task };
  }

  private row(number: number): HTMLElement {
    const label = (what: string) => ({ "aria-label": words.classes.field(number, what) });
    const ask = make("input", { ...label(words.classes.ask), placeholder: words.classes.question(number), class: "ask" });
    const options = QUANTITIES.map((each) => make("option", { value: each }, words.classes.quantities[each]));
    const what = make("select", label(words.classes.quantity), ...options);
    const body = make("input", { ...label(words.classes.name), placeholder: words.classes.body });
    const at = make("input", { ...label(words.classes.time), placeholder: words.classes.timeShort, inputmode: "decimal" });
    const update = () => (body.hidden = !OF_BODY.includes(what.value as Quantity));
    what.addEventListener("change", update);
    this.questions.push({ ask, what, body, at });
    return make("div", { class: "row" }, ask, what, body, at);
  }
}

/** Undefined: nothing is asked. */
function questionOf({ ask, what, body, at }: Fields, k: number): Question | undefined {
  const text = ask.value.trim();
  if (text === "") return undefined;
  const time = numberOf(at.value);
  const quantity = what.value as Quantity;
  const name = body.value.trim();
  if (time === undefined) throw new Error(words.classes.needsTime(k + 1));
  if (!OF_BODY.includes(quantity)) return { ask: text, what: quantity, at: time };
  if (name === "") throw new Error(words.classes.needsBody(k + 1));
  return { ask: text, what: quantity, body: name, at: time };
}
