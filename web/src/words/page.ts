/** Puts the words into the elements of the page that say by an attribute which: data-text, data-title and so on. */

import { language, words } from ".";

const ATTRIBUTES = { title: "title", label: "aria-label", content: "content" } as const;

type Key = keyof typeof words.page;

document.documentElement.lang = language;
for (const element of document.querySelectorAll<HTMLElement>("[data-text]"))
  element.textContent = words.page[element.dataset["text"] as Key];
for (const [name, attribute] of Object.entries(ATTRIBUTES))
  for (const element of document.querySelectorAll<HTMLElement>(`[data-${name}]`))
    element.setAttribute(attribute, words.page[element.dataset[name] as Key]);
