/** What is worth a word and is nobody's fault: seen for a while, and read out. */

import { button, byId, make } from "../dom";
import { words } from "../words";

const SECONDS = 8;

export class Notice {
  private readonly place = byId("notice");
  private until = 0;

  /** With a button, it stays until one is pressed. */
  show(message: string, action?: { label: string; run(): void }): void {
    const parts: Node[] = [make("span", {}, message)];
    if (action) {
      parts.push(
        button(action.label, () => {
          this.clear();
          action.run();
        }),
      );
    }
    parts.push(button("×", () => this.clear(), { "aria-label": words.closeMessage }));
    this.place.replaceChildren(...parts);
    this.place.hidden = false;
    clearTimeout(this.until);
    if (!action) this.until = window.setTimeout(() => this.clear(), 1000 * SECONDS);
  }

  clear(): void {
    this.place.hidden = true;
  }
}
