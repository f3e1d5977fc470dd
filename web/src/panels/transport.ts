/** Play, pause, steps, hits, the clock and the speed of the play. */

import { byId, figure } from "../dom";
import { onNumber } from "../numeric";
import type { Player } from "../player";
import type { Notice } from "./notice";
import type { Trouble } from "./trouble";
import { words } from "../words";

const PLAY = "M6 4l10 6-10 6z";
const PAUSE = "M6 4h3v12H6zM12 4h3v12h-3z";

export function transport(player: Player, notice: Notice, trouble: Trouble): void {
  const clock = byId<HTMLInputElement>("clock");
  const pace = byId<HTMLInputElement>("pace");
  const click = (id: string, action: () => unknown) => byId(id).addEventListener("click", () => void action());
  click("play", () => player.toggle());
  click("step", () => player.step());
  click("step-back", () => player.step(true));
  click("restart", () => player.restart());
  click("next-hit", () => nextHit(player, notice));
  click("previous-hit", () => previousHit(player, notice));

  pace.addEventListener("input", () => setSpeed(player, 10 ** Number(pace.value)));
  onNumber(
    clock,
    "t",
    trouble,
    (time) => void player.seek(time),
    () => (clock.value = figure(player.shown, 8)),
  );
  clock.addEventListener("keydown", (event) => {
    if (event.key === "Enter") clock.blur();
  });

  player.onFrame.listen(() => {
    if (document.activeElement !== clock && !clock.hasAttribute("aria-invalid")) clock.value = figure(player.shown, 8);
    showPace(player);
  });
  player.onState.listen(() => {
    byId("play-icon").setAttribute("d", player.playing ? PAUSE : PLAY);
    byId("play").setAttribute("aria-label", player.playing ? words.page.pause : words.page.play);
    showPace(player);
  });
}

export async function nextHit(player: Player, notice: Notice): Promise<void> {
  const { end } = player;
  if (!(await player.nextHit())) notice.show(words.notices.noHit(figure(player.shown)));
  else if (player.shown > end)
    notice.show(words.notices.hitBeyond(figure(player.shown)));
}

export async function previousHit(player: Player, notice: Notice): Promise<void> {
  if (!(await player.previousHit())) notice.show(words.notices.beforeFirstHit);
}

export function setSpeed(player: Player, speed: number): void {
  player.speed = Math.min(10, Math.max(0.001, speed));
  byId<HTMLInputElement>("pace").value = String(Math.log10(player.speed));
  showPace(player);
}

const BEHIND = 0.9; // of the speed that is wanted

/** The speed that is wanted, and the one that is reached where the engine cannot keep up. */
function showPace(player: Player): void {
  const wanted = `${figure(player.speed, 2)}×`;
  const { reached } = player.pace;
  const slow = player.playing && reached !== undefined && reached < BEHIND * player.speed;
  const text = slow ? words.time.pace(wanted, `${figure(reached, 2)}×`) : wanted;
  byId("pace-value").textContent = text;
  byId("pace").setAttribute("aria-valuetext", slow ? text : words.time.times(figure(player.speed, 2)));
}
