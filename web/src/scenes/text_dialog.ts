/** The scene as text, to be changed. What is typed stays, whatever the engine makes of it. */

import { button, byId, dialogHead, make } from "../dom";
import { EngineError } from "../engine/client";
import type { Trouble } from "../panels/trouble";
import type { Player } from "../player";
import { words } from "../words";

const DRAFT = "carom.draft";

export class TextDialog {
  private readonly dialog = byId<HTMLDialogElement>("text-dialog");
  private readonly area = make("textarea", {
    id: "scene-text",
    spellcheck: "false",
    "aria-label": words.text.area,
    autocomplete: "off",
  });
  private readonly faults = make("ul", { class: "faults", id: "faults" });

  constructor(
    private readonly player: Player,
    private readonly open: (scene: string) => Promise<void>,
    private readonly trouble: Trouble,
  ) {
    const { dialog, area } = this;
    dialog.append(
      dialogHead(dialog, "text-title", words.text.title),
      area,
      make("div", { role: "alert" }, this.faults),
      make(
        "div",
        { class: "row" },
        button(words.text.play, () => void this.apply(), { class: "main", id: "apply-text" }),
        button(words.text.recall, () => this.recall(), { id: "recall-text" }),
      ),
    );
    area.addEventListener("input", () => keep(area.value));
    byId("text").addEventListener("click", () => this.show());
  }

  /** With a text of its own, such as a file that could not be opened. */
  show(text?: string): void {
    this.area.value = text ?? this.player.scene;
    if (text !== undefined) keep(text);
    this.faults.replaceChildren();
    byId("recall-text").hidden = recalled() === null || recalled() === this.area.value;
    this.dialog.showModal();
    this.area.scrollTop = 0;
    this.area.setSelectionRange(0, 0);
  }

  tell(error: EngineError): void {
    const messages = error.faults.length > 0 ? error.faults.map((fault) => fault.message) : [error.message];
    this.faults.replaceChildren(...messages.map((message) => make("li", {}, message)));
  }

  private async apply(): Promise<void> {
    this.faults.replaceChildren();
    try {
      await this.open(this.area.value);
      this.dialog.close();
      byId("stage").focus({ preventScroll: true });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.tell(error);
      if (!this.dialog.open) this.trouble.show(error.message); // it took long, and somebody went back to the stage
    }
  }

  private recall(): void {
    this.area.value = recalled() ?? this.area.value;
    byId("recall-text").hidden = true;
  }
}

function keep(text: string): void {
  try {
    localStorage.setItem(DRAFT, text);
  } catch {
    // No storage, or it is full: the text still stands in the dialog.
  }
}

function recalled(): string | null {
  try {
    return localStorage.getItem(DRAFT);
  } catch {
    return null;
  }
}
