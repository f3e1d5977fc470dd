/** What went wrong, said where it can be seen; the page lives on. */

import { button, byId, make } from "../dom";
import { EngineError } from "../engine/client";
import { words } from "../words";

export class Trouble {
  private readonly place = byId("trouble");

  show(message: string): void {
    const close = button("×", () => this.clear(), { "aria-label": words.closeMessage });
    this.place.replaceChildren(make("span", {}, message), close);
    this.place.hidden = false;
  }

  clear(): void {
    this.place.hidden = true;
  }

  /** Does something that the engine may refuse; then says why and returns nothing. */
  async watch<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await work();
      return result;
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.show(error.message);
      return undefined;
    }
  }
}
