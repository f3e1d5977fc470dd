/** Puts the page together. */

import "./words/page";
import { bench } from "./bench";
import { byId, figure } from "./dom";
import { goToAddress, keepWork, workBefore, workHere } from "./document/keeper";
import type { Work } from "./document/keeper";
import { Snap } from "./edit/snap";
import { Tools } from "./edit/tools";
import { EngineError } from "./engine/client";
import { keys } from "./keys";
import { BodyPanel } from "./panels/body_panel";
import { CollisionTable } from "./panels/collision_table";
import { DetectionSwitch } from "./panels/detection";
import { instruments } from "./panels/instruments";
import { MeasuresPanel } from "./panels/measures";
import { hitPanel } from "./panels/hit_panel";
import { Notice } from "./panels/notice";
import { Numbers } from "./panels/numbers";
import { settingsPanel } from "./panels/settings";
import { taskPanel } from "./panels/task_panel";
import { wishesOf } from "./scenes/wishes";
import type { Part } from "./scenes/wishes";
import { showPanel } from "./panels/show_panel";
import { Timeline } from "./panels/timeline";
import { transport } from "./panels/transport";
import { Trouble } from "./panels/trouble";
import { Player } from "./player";
import { gallery } from "./scenes/gallery";
import { ShareDialog } from "./scenes/share_dialog";
import { titled } from "./scenes/shipped";
import { sceneOfAddress, served } from "./scenes/start";
import { TextDialog } from "./scenes/text_dialog";
import { Sound } from "./sound";
import { ImportDialog } from "./svg/import_dialog";
import { extent, fastSpeed, strongEnergy } from "./stage/extent";
import { Capture } from "./stage/capture";
import { caption } from "./stage/overlay";
import type { Colouring } from "./stage/palette";
import { Stage } from "./stage/stage";
import { trailSeconds } from "./stage/trails";
import { theme } from "./theme";
import { words } from "./words";

const WATCH_EVERY = 500; // milliseconds from one look at a served scene to the next
const BUSY_AFTER = 400; // milliseconds of waiting before the page says so

const trouble = new Trouble();
const notice = new Notice();
const player = new Player();
const stage = orSay(() => new Stage(byId("stage"), byId("annotations")));
const timeline = new Timeline(player);
const numbers = new Numbers(player);
const measures = new MeasuresPanel(player);
/** The address asks for a scene that waits. */
let stands = false;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
new CollisionTable(player, trouble, notice);
const panel = new BodyPanel(player, stage, trouble);
const snap = new Snap(stage);
const tools = new Tools(player, stage, panel, trouble, notice, snap);
const detection = new DetectionSwitch(player, trouble);
const texts = new TextDialog(player, rewrite, trouble);
const capture = new Capture(stage);
new ShareDialog(player, stage, capture, openFile);
const drawings = new ImportDialog(player, stage, trouble);
new Sound(player);
transport(player, notice, trouble);
settingsPanel(player, trouble);
hitPanel(player, stage);
showPanel(player, stage, snap);
instruments(player, stage, tools, panel);
keys({ player, stage, tools, panel, notice, detection: (name) => void detection.choose(name) });
gallery(({ id, text }) => {
  goToAddress(`?scene=${id}`);
  toStage();
  void trouble.watch(() => openScene(text));
}, openFile);
keepWork(player, () => notice.show(words.notices.tooLarge));
theme((dark) => {
  stage.dark = dark;
  numbers.restyle();
  measures.restyle();
});

/** Without this the page cannot be, but it can say why. */
function orSay<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    trouble.show((error as Error).message);
    throw error;
  }
}

/** Throws an EngineError; the scene before then stays. */
async function openScene(scene: string): Promise<void> {
  await player.open(scene);
  begin();
}

/** The same of a text that was changed. */
async function rewrite(scene: string): Promise<void> {
  await player.rewrite(scene);
  begin();
}

/** The keyboard is the stage's again, and no longer that of the button which a dialog came from: Space is for playing. */
function toStage(): void {
  byId("stage").focus({ preventScroll: true });
}

async function openWork({ scene, origin, detections }: Work): Promise<void> {
  await trouble.watch(() => player.open(scene, origin, detections));
}

/** An empty table waits for the first body. */
function begin(): void {
  trouble.clear();
  if (!calm.matches && !stands && player.lanes[0]!.frame.count > 0) player.play();
}

function openFile(): void {
  const chooser = document.createElement("input");
  chooser.type = "file";
  chooser.accept = ".json,application/json,.svg,image/svg+xml";
  chooser.addEventListener("change", () => chooser.files?.[0] && void openDropped(chooser.files[0]));
  chooser.click();
}

/** A scene file may be dropped anywhere on the page. */
document.addEventListener("dragover", (event) => {
  if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
});
document.addEventListener("drop", (event) => {
  const file = event.dataTransfer?.files[0];
  if (!file) return;
  event.preventDefault();
  void openDropped(file);
});

/** A scene, or a drawing whose shapes become bodies. */
async function openDropped(file: File): Promise<void> {
  const text = await file.text();
  if (/\.svg$/i.test(file.name) || file.type === "image/svg+xml") drawings.open(text);
  else await openOwn(text);
}

/** No address leads to it. */
async function openOwn(text: string): Promise<void> {
  goToAddress("");
  await openTyped(text);
}

/** A text that somebody made: if it is wrong they can mend it. */
async function openTyped(text: string): Promise<void> {
  try {
    await openScene(text);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (!error.fatal && error.faults.length === 0) return trouble.show(error.message); // nothing is wrong with the text
    texts.show(text);
    texts.tell(error);
  }
}

/** What the address says, unless there is work: of this entry of the browser's history, or of the `last` visit. */
async function openAddress(work: Work | undefined, last?: Work): Promise<void> {
  await heed();
  const { text, problem, usual, served } = await sceneOfAddress();
  const newer = served && work?.origin !== text;
  if (work && !newer) {
    await openWork(work);
  } else if (usual && last && !problem) {
    await openWork(last);
    notice.show(words.notices.workIsBack, { label: words.notices.startAfresh, run: () => void openTyped(text) });
  } else {
    await openTyped(text);
    if (last && last.scene !== text)
      notice.show(words.notices.workFromBefore, { label: words.notices.bringBack, run: () => void openWork(last) });
  }
  if (problem) trouble.show(problem);
}

player.onOpened.listen(({ opened, fresh }) => {
  const { settings } = opened;
  const { name, about } = titled(opened);
  byId("scene-name").textContent = name;
  byId("about").textContent = byId("about").title = about.replaceAll("`", "");
  document.title = `${name} · Carom`;
  const { frame } = player.lanes[0]!;
  stage.beginTrails(trailSeconds(frame.count, "attraction" in settings, player.opened.duration));
  byId("stage-area").classList.toggle("two", player.lanes.length > 1);
  stage.fastest = fastSpeed(player.lanes[0]!) || 1;
  stage.strongest = strongEnergy(player.lanes[0]!) || 1;
  if (fresh) stage.fit(extent(player.lanes[0]!, settings), player.lanes.length);
});

player.onFrame.listen(() => {
  const { frame } = player.lanes[0]!;
  stage.fastest = Math.max(stage.fastest, fastSpeed(player.lanes[0]!));
  stage.strongest = Math.max(stage.strongest, strongEnergy(player.lanes[0]!));
  byId("bodies").textContent = String(frame.count);
  byId("hits").textContent = String(player.lanes[0]!.hitsShown);
  const other = player.lanes[1];
  byId("missed").textContent = other
    ? words.stage.missedBy(other.misses.filter(({ t }) => t <= frame.shown).length, other.frame.detection)
    : "";
  showHash();
  byId("stage").setAttribute(
    "aria-label",
    words.stage.label(titled(player.opened).name, figure(frame.shown), frame.count, player.lanes.map(caption).join(". ")),
  );
});

/** Of the time shown, once time stands still. */
function showHash(): void {
  const hash = byId("hash");
  const { frame } = player.lanes[0]!;
  if (frame.hash !== undefined && (player.playing || frame.shown === frame.time))
    return void (hash.textContent = frame.hash);
  // Among very many bodies the scene is on its way to the end of its step, where it is known.
  if (player.playing || (player.isLarge && frame.shown !== frame.time)) return void (hash.textContent = "…");
  void player.client.ask("hash", {}).then(
    ([now]) => (hash.textContent = player.playing ? "…" : now!),
    () => undefined,
  );
}

for (const signal of [player.onState, player.onDocument])
  signal.listen(() => {
    byId<HTMLButtonElement>("undo").disabled = !player.document.canUndo;
    byId<HTMLButtonElement>("redo").disabled = !player.document.canRedo;
  });
player.onState.listen(() => {
  if (!player.playing && player.lanes.length > 0) showHash();
});

player.onTrouble.listen((error) => {
  trouble.show(error.fatal ? words.trouble.openedAgain(error.message) : error.message);
});

byId("undo").addEventListener("click", () => void player.undo());
byId("redo").addEventListener("click", () => void player.redo());
byId("stop").addEventListener("click", async () => {
  if (await player.stop()) notice.show(words.notices.stopped);
});
byId("fit").addEventListener("click", () => stage.refit(player.lanes.length));
for (const [id, factor] of [
  ["zoom-in", 1.4],
  ["zoom-out", 1 / 1.4],
] as const) {
  byId(id).addEventListener("click", () => {
    stage.camera.zoom(factor);
    stage.moved();
  });
}
byId<HTMLSelectElement>("colouring").addEventListener("change", (event) => {
  stage.colouring = (event.target as HTMLSelectElement).value as Colouring;
});
byId("trails").addEventListener("click", () => showTrails(!stage.trails));
window.addEventListener("popstate", ({ state }) => void openAddress(workHere(state)));

function showTrails(on: boolean): void {
  stage.trails = on;
  byId("trails").setAttribute("aria-pressed", String(on));
}

/** What the address asks for beside its scene. */
async function heed(): Promise<void> {
  try {
    const { paused, hide, embedded, task } = await wishesOf(location.search, location.hash);
    stands = paused;
    for (const part of document.querySelectorAll<HTMLElement>("[data-part]"))
      part.classList.toggle("left-out", hide.has(part.dataset["part"] as Part));
    const panel = document.querySelector<HTMLElement>(".panel")!;
    const left = panel.querySelectorAll("[data-part]:not(.left-out)").length > 0 || task !== undefined;
    document.documentElement.classList.toggle("embedded", embedded);
    document.documentElement.classList.toggle("no-panel", !left);
    byId("task-panel").hidden = !task;
    if (task) taskPanel(player, task);
  } catch (error) {
    trouble.show((error as Error).message);
  }
}

/** On a narrow page the stage has the height that these leave. */
const beside = [document.querySelector<HTMLElement>(".bar")!, document.querySelector<HTMLElement>(".time")!];
const leave = new ResizeObserver(() => {
  const rest = beside.reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  document.documentElement.style.setProperty("--rest", `${rest}px`);
});
for (const part of beside) leave.observe(part);

let busySince = Infinity;
function picture(now: number): void {
  requestAnimationFrame(picture);
  busySince = player.busy ? Math.min(busySince, now) : Infinity; // before the next frame is asked for
  player.tick(now);
  byId("busy").hidden = !(now - busySince > BUSY_AFTER);
  if (player.lanes[0]?.frame === undefined) return;
  stage.draw(player.lanes, player.opened.settings, player.speed, capture.wanted);
  capture.drawn();
  timeline.draw();
  numbers.draw(now);
}

/** `carom play --watch`: another text in the file is another scene on the page. */
async function watch(known: string): Promise<void> {
  for (let last = known; ; ) {
    await new Promise((next) => setTimeout(next, WATCH_EVERY));
    const text = await served().catch(() => last); // the program has ended, or the file is just being written
    if (text !== last) {
      byId<HTMLDialogElement>("text-dialog").close(); // what was wrong with the text before
      await openTyped(text);
    }
    last = text;
  }
}

async function start(): Promise<void> {
  showTrails(!calm.matches);
  const asked = new URLSearchParams(location.search);
  if (asked.has("bench")) {
    await bench(player, stage);
    return;
  }
  requestAnimationFrame(picture);
  await openAddress(workHere(), workBefore());
  if (asked.has("watch")) await watch(await served().catch(() => ""));
}

void start();
