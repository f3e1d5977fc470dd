/** The shipped scenes, with a picture and the one idea each. */

import { button, byId, dialogHead, make } from "../dom";
import { BLANK, SHIPPED } from "./shipped";
import type { Shipped } from "./shipped";

export function gallery(choose: (scene: Shipped) => void, openFile: () => void): void {
  const dialog = byId<HTMLDialogElement>("gallery");
  const card = (scene: Shipped): HTMLElement => {
    const picture = make("img", { src: `./pictures/${scene.id}.webp`, alt: "", loading: "lazy", width: "480", height: "300" });
    const open = button("", () => {
      dialog.close();
      choose(scene);
    }, { "data-scene": scene.id });
    open.replaceChildren(picture, make("strong", {}, scene.name), make("span", {}, scene.about));
    return make("li", {}, open);
  };
  byId("scenes").addEventListener("click", () => {
    if (dialog.childElementCount === 0) {
      dialog.append(
        dialogHead(dialog, "gallery-title", "Scenes"),
        make("ul", { class: "cards" }, ...[...SHIPPED, BLANK].map(card)),
        make("div", { class: "row" }, button("Open a file…", () => {
          dialog.close();
          openFile();
        })),
      );
    }
    dialog.showModal();
  });
}
