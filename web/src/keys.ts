/** The keyboard: everything that matters works without a pointer. */

import { byId, dialogHead, make } from "./dom";
import type { Tools } from "./edit/tools";
import type { BodyPanel } from "./panels/body_panel";
import { zoomToHit } from "./panels/hit_panel";
import type { Notice } from "./panels/notice";
import { nextHit, previousHit, setSpeed } from "./panels/transport";
import type { Player } from "./player";
import type { Stage } from "./stage/stage";

const HINTS = [
  "Drag a body and let go while moving: it is thrown. A click selects it, and its numbers can be changed.",
  "Every tick of the time line is a hit: click it, and both bodies stand at the moment they touch.",
  "Overlap looks only after each step. Side by side shows what it misses; make the step longer or things faster.",
  "Two fingers or the wheel zoom; drag the empty stage to move.",
];

const HELP: [keys: string[], what: string][] = [
  [["Space"], "play or pause"],
  [["→", "←"], "one step on, one step back"],
  [["Shift →", "Shift ←"], "next hit, previous hit (also N, Shift N)"],
  [["R"], "from the start"],
  [["+", "−"], "faster, slower"],
  [["1", "2", "3"], "swept, overlap, event"],
  [["D"], "side by side"],
  [["F"], "look at everything"],
  [["Z"], "look closely at the hit that is shown"],
  [["[", "]"], "select the previous or the next body"],
  [["Delete"], "delete the selected body"],
  [["V", "C", "B", "P", "W"], "throw, circle, box, polygon, wall"],
  [["Enter"], "close the polygon, or place the chosen shape in the middle"],
  [["↑", "↓"], "in a number of the selected body: nudge it, with Shift more"],
  [["Ctrl C", "Ctrl V", "Ctrl D"], "copy the selected body, paste one like it, both at once"],
  [["Ctrl Z", "Ctrl Shift Z"], "undo, redo (also Ctrl Y)"],
  [["T"], "collision table"],
  [["G"], "scenes"],
  [["M"], "sound"],
  [["?"], "this help"],
];

export interface Actions {
  player: Player;
  stage: Stage;
  tools: Tools;
  panel: BodyPanel;
  notice: Notice;
  detection(name: "swept" | "overlap" | "event"): void;
}

export function keys(actions: Actions): void {
  const dialog = byId<HTMLDialogElement>("help-dialog");
  const rows = HELP.flatMap(([names, what]) => [make("dt", {}, ...spaced(names)), make("dd", {}, what)]);
  const hints = make("ul", { class: "hints" }, ...HINTS.map((hint) => make("li", {}, hint)));
  dialog.append(dialogHead(dialog, "help-title", "Help"), hints, make("dl", { class: "keys" }, ...rows));
  byId("help").addEventListener("click", () => dialog.showModal());
  document.addEventListener("click", giveBack);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]") || typing(event.target)) return;
    const action = find(event, actions);
    if (!action) return;
    event.preventDefault();
    action();
  });
}

/** A button pressed with the pointer does not keep the keyboard: Space is for playing. */
function giveBack(event: MouseEvent): void {
  const pressed = event.detail > 0 && event.target instanceof Element ? event.target.closest("button") : null;
  if (pressed && !pressed.closest("dialog")) pressed.blur();
}

function spaced(names: string[]): (Node | string)[] {
  return names.flatMap((name) => [make("kbd", {}, name), " "]);
}

/** Where keys mean letters or belong to the control itself. */
function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target instanceof HTMLInputElement
  );
}

function find(event: KeyboardEvent, { player, stage, tools, panel, notice, detection }: Actions): (() => unknown) | undefined {
  const click = (id: string) => () => byId(id).click();
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) return () => player.redo();
    const chords: Record<string, () => unknown> = {
      z: () => player.undo(),
      c: () => tools.copy(),
      v: () => tools.paste(),
      d: () => tools.copy().then(() => tools.paste()),
    };
    return key === "c" && String(getSelection()) !== "" ? undefined : chords[key];
  }
  if (event.altKey) return undefined;
  const onButton = event.target instanceof HTMLButtonElement;
  const lanes = player.lanes.length;
  const table: Record<string, () => unknown> = {
    ArrowRight: () => (event.shiftKey ? nextHit(player, notice) : player.step()),
    ArrowLeft: () => (event.shiftKey ? previousHit(player, notice) : player.step(true)),
    n: () => nextHit(player, notice),
    N: () => previousHit(player, notice),
    r: () => player.restart(),
    "+": () => setSpeed(player, player.speed * 2 ** 0.5),
    "=": () => setSpeed(player, player.speed * 2 ** 0.5),
    "-": () => setSpeed(player, player.speed / 2 ** 0.5),
    "1": () => detection("swept"),
    "2": () => detection("overlap"),
    "3": () => detection("event"),
    d: click("compare"),
    f: () => stage.refit(lanes),
    z: () => zoomToHit(stage, lanes),
    "[": () => choose(player, panel, -1),
    "]": () => choose(player, panel, 1),
    Delete: () => panel.remove(),
    Backspace: () => panel.remove(),
    Escape: () => tools.drop() || panel.select(undefined),
    v: () => tools.take("hand"),
    c: () => tools.take("circle"),
    b: () => tools.take("box"),
    p: () => tools.take("polygon"),
    w: () => tools.take("wall"),
    t: click("table"),
    g: click("scenes"),
    m: click("sound"),
    "?": click("help"),
  };
  if (!onButton) {
    table[" "] = () => player.toggle();
    table.Enter = () => tools.finish() || tools.place();
  }
  return table[event.key] ?? (event.key.length === 1 ? table[event.key.toLowerCase()] : undefined);
}

function choose(player: Player, panel: BodyPanel, by: number): void {
  const serial = player.lanes[0]?.cast.serial ?? new Float64Array();
  if (serial.length === 0) return;
  const place = panel.selected === undefined ? -1 : serial.indexOf(panel.selected);
  const next = place < 0 ? (by > 0 ? 0 : serial.length - 1) : (place + by + serial.length) % serial.length;
  panel.select(serial[next]);
}
