/** Numbers that somebody types: with a point or a comma; what is none gets an answer. */

import type { Trouble } from "./panels/trouble";
import { words } from "./words";

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i;

/** Undefined: it is no number. */
export function numberOf(text: string): number | undefined {
  const bare = text.trim().replace("−", "-");
  if (!NUMBER.test(bare)) return undefined;
  const value = Number(bare.replace(",", "."));
  return Number.isFinite(value) ? value : undefined;
}

/** `empty`: what to do where nothing stands; without it that is no number either. */
export function onNumber(
  input: HTMLInputElement,
  name: string,
  trouble: Trouble,
  take: (value: number) => void,
  empty?: () => void,
): void {
  let wrong = false;
  const settled = () => {
    input.removeAttribute("aria-invalid");
    if (wrong) trouble.clear();
    wrong = false;
  };
  input.addEventListener("input", settled);
  input.addEventListener("change", () => {
    const value = numberOf(input.value);
    if (value === undefined && input.value.trim() === "" && empty) return empty();
    if (value !== undefined) {
      settled();
      return take(value);
    }
    wrong = true;
    input.setAttribute("aria-invalid", "true");
    trouble.show(words.trouble.notANumber(name, input.value));
  });
}
