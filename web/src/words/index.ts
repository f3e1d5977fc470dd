/** The language of the page: what the address asks for (`lang=`), what was chosen before, or what the browser prefers. */

import { de } from "./de";
import { en } from "./en";
import type { Words } from "./en";
import { fr } from "./fr";

export type { Words };
export const LANGUAGES = { en, de, fr } satisfies Record<string, Words>;
export type Language = keyof typeof LANGUAGES;

const KEY = "carom.language";

/** The first of those wanted that there is; of "de-AT" the part before the hyphen counts. */
export function pick(wanted: readonly (string | null)[]): Language {
  const known = wanted.map((each) => each?.toLowerCase().split("-")[0]).find((each) => each && each in LANGUAGES);
  return (known ?? "en") as Language;
}

function asked(): (string | null)[] {
  return [location.search.slice(1), location.hash.slice(1)].map((part) => new URLSearchParams(part).get("lang"));
}

function chosen(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Without a page, as in unit tests, English. */
export const language: Language =
  typeof document === "undefined" ? "en" : pick([...asked(), chosen(), ...navigator.languages]);

export const words: Words = LANGUAGES[language];

/** The page anew in another language; the work is kept. */
export function speak(next: string): void {
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // No storage: the address says it.
  }
  const address = new URL(location.href);
  if (chosen() !== next || address.searchParams.has("lang")) address.searchParams.set("lang", next);
  try {
    history.replaceState(history.state, "", address);
    location.reload();
  } catch {
    location.assign(address); // from disk a page may not change its address
  }
}
