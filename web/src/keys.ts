/** The keyboard: everything that matters works without a pointer. */

import { byId, dialogHead, make } from "./dom";
import type { Tools } from "./edit/tools";
import type { BodyPanel } from "./panels/body_panel";
import { zoomToHit } from "./panels/hit_panel";
import type { Notice } from "./panels/notice";
import { nextHit, previousHit, setSpeed } from "./panels/transport";
import type { Player } from "./player";
import type { Stage } from "./stage/stage";
import { language, LANGUAGES, speak, words } from "./words";

const { names, keys: does } = words.help;
const HELP: [keys: string[], what: string][] = [
  [[names.space], does.play],
  [["→", "←"], does.step],
  [[`${names.shift} →`, `${names.shift} ←`], does.hit],
  [["R"], does.restart],
  [["+", "−"], does.speed],
  [["1", "2", "3"], does.detection],
  [["D"], does.compare],
  [["F"], does.fit],
  [["Z"], does.zoom],
  [["[", "]"], does.select],
  [[names.delete], does.delete],
  [["V", "S", "C", "B", "P", "W"], does.tools],
  [[names.enter], does.enter],
  [["↑", "↓"], does.nudge],
  [[`${names.control} C`, `${names.control} V`, `${names.control} D`], does.copy],
  [[`${names.control} Z`, `${names.control} ${names.shift} Z`], does.undo],
  [["T"], does.table],
  [["G"], does.scenes],
  [["M"], does.sound],
  [["?"], does.help],
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
  const hints = make("ul", { class: "hints" }, ...words.help.hints.map((hint) => make("li", {}, hint)));
  dialog.append(dialogHead(dialog, "help-title", words.help.title), languageChoice(), hints, make("dl", { class: "keys" }, ...rows));
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

/** Each language is called as it calls itself. */
function languageChoice(): HTMLElement {
  const options = Object.entries(LANGUAGES).map(([id, own]) => new Option(own.language, id, false, id === language));
  const choice = make("select", { id: "language" }, ...options);
  choice.addEventListener("change", () => speak(choice.value));
  return make("label", { class: "hosted" }, words.help.language, choice);
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
    s: () => tools.take("spring"),
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
