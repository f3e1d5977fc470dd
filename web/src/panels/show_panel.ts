/** What is shown above the bodies, and what their colours mean. */

import { button, byId, figure, make } from "../dom";
import type { Snap } from "../edit/snap";
import type { LaneView } from "../engine/lane_view";
import type { Player } from "../player";
import { MARKS } from "../stage/annotations";
import type { Mark } from "../stage/annotations";
import { css, isStanding } from "../stage/palette";
import type { Stage } from "../stage/stage";
import { words } from "../words";

const FEW_NAMES = 12;

/** Names that are words, and of a few: those of planets, not of "ball 7". */
export function worthNaming({ cast, frame }: LaneView): boolean {
  const named = Array.from({ length: frame.count }, (_, k) => k).filter(
    (k) => !isStanding(cast, k) && cast.names[k] && !cast.names[k]!.startsWith("#"),
  );
  return named.length > 1 && named.length <= FEW_NAMES && named.every((k) => !/\d/.test(cast.names[k]!));
}

export function showPanel(player: Player, stage: Stage, snap: Snap): void {
  const { shown } = stage.overlay;
  const legend = make("p", { class: "legend", id: "colour-legend" });
  const buttons = new Map(MARKS.map((mark) => [mark, make("button", { type: "button", id: `show-${mark}` }, words.show[mark])]));
  const set = (mark: Mark, on: boolean) => {
    if (on) shown.add(mark);
    else shown.delete(mark);
    buttons.get(mark)!.setAttribute("aria-pressed", String(on));
  };
  for (const [mark, control] of buttons) {
    set(mark, false);
    control.addEventListener("click", () => set(mark, !shown.has(mark)));
  }
  const snapping = button(words.show.snap, () => setSnap(!snap.on), { id: "snap", title: words.show.snapTitle });
  const setSnap = (on: boolean) => {
    snap.on = on;
    snapping.setAttribute("aria-pressed", String(on));
  };
  setSnap(false);
  byId("show").replaceChildren(make("div", { class: "chips" }, ...buttons.values(), snapping), legend);
  player.onOpened.listen(({ fresh }) => {
    if (fresh) set("names", worthNaming(player.lanes[0]!));
  });
  let last = "";
  player.onFrame.listen(() => {
    const { colouring, fastest, palette } = stage;
    const energy = colouring === "energy";
    const text = colouring === "speed" || energy ? `${energy ? words.show.kinetic : words.show.speed} 0 … ${figure(energy ? stage.strongest : fastest, 3)}` : "";
    if (text === last) return;
    last = text;
    legend.hidden = text === "";
    const bar = make("span", { class: "ramp" });
    bar.style.background = `linear-gradient(to right, ${palette.speeds.map(css).join(", ")})`;
    legend.replaceChildren(bar, text);
  });
}
