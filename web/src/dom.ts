/** Elements of the page, by id and made. */

import { words } from "./words";

export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return element as E;
}

type Children = (Node | string)[];

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: Children
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function button(label: string, action: () => void, attributes: Record<string, string> = {}): HTMLButtonElement {
  const made = make("button", { type: "button", ...attributes }, label);
  made.addEventListener("click", action);
  return made;
}

/** A dialog's head, with a way out. */
export function dialogHead(dialog: HTMLDialogElement, id: string, title: string): HTMLElement {
  return make(
    "header",
    {},
    make("h2", { id }, title),
    button(words.close, () => dialog.close(), { "aria-label": words.closeDialog(title) }),
  );
}

/** Of a group of radio buttons one is chosen, and that one Tab goes to; the arrow keys go to the others. */
export function chooseRadio(controls: HTMLElement[], chosen: HTMLElement | undefined): void {
  for (const control of controls) {
    control.setAttribute("aria-checked", String(control === chosen));
    control.tabIndex = control === (chosen ?? controls[0]) ? 0 : -1;
  }
}

const WAYS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function radioKeys(controls: HTMLElement[]): void {
  controls.forEach((control, k) =>
    control.addEventListener("keydown", (event) => {
      const way = WAYS[event.key];
      if (way === undefined || event.shiftKey) return;
      event.preventDefault();
      const next = controls[(k + way + controls.length) % controls.length]!;
      next.focus();
      next.click();
    }),
  );
}

/** Read to those who do not see the page. */
export function say(text: string): void {
  byId("spoken").textContent = text;
}

/** Few digits, no noise, for programs: 0.0166667, 1.5e-9, 3141. */
export function plain(value: number, digits = 6): string {
  return value === 0 ? "0" : String(Number(value.toPrecision(digits)));
}

/** The same as it is written in the language of the page. */
export function figure(value: number, digits = 6): string {
  return plain(value, digits).replace(".", words.decimal);
}
