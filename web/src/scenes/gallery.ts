/** The shipped scenes, with a picture and the one idea each. */

import { button, byId, dialogHead, make } from "../dom";
import { pictureOf } from "./pictures";
import { BLANK, SHIPPED } from "./shipped";
import type { Shipped } from "./shipped";
import { WORKSHEETS } from "./worksheets";
import { words } from "../words";

export function gallery(choose: (scene: Shipped) => void, openFile: () => void): void {
  const dialog = byId<HTMLDialogElement>("gallery");
  const card = (scene: Shipped): HTMLElement => {
    const shade = document.documentElement.classList.contains("dark") ? "dark" : "light";
    const picture = make("img", {
      src: pictureOf(scene.id, shade),
      alt: "",
      loading: "lazy",
      width: "480",
      height: "300",
    });
    const open = button(
      "",
      () => {
        dialog.close();
        choose(scene);
      },
      { "data-scene": scene.id },
    );
    open.replaceChildren(picture, make("strong", {}, scene.name), make("span", {}, scene.about.replaceAll("`", "")));
    return make("li", {}, open);
  };
  const sheet = ({ id, title }: (typeof WORKSHEETS)[number]): HTMLElement =>
    make("a", { href: `?worksheet=${id}`, class: "sheet" }, title);
  byId("scenes").addEventListener("click", () => {
    dialog.replaceChildren(
      dialogHead(dialog, "gallery-title", words.gallery.title),
      make("ul", { class: "cards" }, ...[...SHIPPED, BLANK].map(card)),
      make("h3", {}, words.gallery.worksheets),
      make("div", { class: "row" }, ...WORKSHEETS.map(sheet)),
      make(
        "div",
        { class: "row" },
        button(words.openFile, () => {
          dialog.close();
          openFile();
        }),
      ),
    );
    dialog.showModal();
  });
}
