/** A task that came with the link: a text, and questions whose answers the engine knows. */

import { button, byId, figure, make, say } from "../dom";
import { numberOf } from "../numeric";
import type { Player } from "../player";
import type { Question, Task } from "../scenes/wishes";
import { words } from "../words";

const TOLERANCE = 0.02; // of the answer, as it is read off a plot
const LEAST = 0.005; // beside an answer of 0

/** Whether somebody has found it. */
export function isRight(answer: number, truth: number): boolean {
  return Math.abs(answer - truth) <= Math.max(TOLERANCE * Math.abs(truth), LEAST);
}

export function taskPanel(player: Player, task: Task): void {
  const panel = byId("task-panel");
  panel.hidden = false;
  panel.replaceChildren(
    make("h2", { id: "task-title" }, words.task.title),
    make("p", { class: "task-text" }, task.text),
    ...task.questions.map((each, k) => question(player, each, k)),
  );
}

/** Asked of the scene as it came, whatever has been changed since. */
function question(player: Player, { ask, what, body, at }: Question, k: number): HTMLElement {
  const input = make("input", { inputmode: "decimal", autocomplete: "off", id: `answer-${k + 1}` });
  const verdict = make("span", { class: "verdict", role: "status" });
  const check = async (): Promise<void> => {
    const answer = numberOf(input.value);
    if (answer === undefined) return void (verdict.textContent = words.task.notANumber(input.value));
    const scene = player.document.now.origin;
    const truth = await player.client.ask("measure", { scene, what, at, ...(body === undefined ? {} : { body }) }).catch(() => undefined);
    if (truth === undefined) verdict.textContent = words.task.cannotTell;
    else verdict.textContent = isRight(answer, truth) ? words.task.right(figure(truth, 4)) : words.task.wrong;
    verdict.dataset["right"] = String(truth !== undefined && isRight(answer, truth));
    say(verdict.textContent);
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") void check();
  });
  return make(
    "div",
    { class: "question" },
    make("label", { for: input.id }, ask),
    make("div", { class: "row" }, input, button(words.task.check, () => void check(), { id: `check-${k + 1}` }), verdict),
  );
}
