/** Light or dark: as the system has it, until somebody chooses. */

import { byId } from "./dom";
import { words } from "./words";

const KEY = "carom.theme";

export function theme(changed: (dark: boolean) => void): void {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let chosen = read();
  const apply = () => {
    const dark = chosen === null ? system.matches : chosen === "dark";
    document.documentElement.classList.toggle("dark", dark);
    byId("theme").textContent = dark ? words.light : words.dark;
    changed(dark);
  };
  system.addEventListener("change", apply);
  byId("theme").addEventListener("click", () => {
    chosen = document.documentElement.classList.contains("dark") ? "light" : "dark";
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // No storage: the choice lasts as long as the page.
    }
    apply();
  });
  apply();
}

function read(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
