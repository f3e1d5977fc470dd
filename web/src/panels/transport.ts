/** Play, pause, steps, hits, the clock and the speed of the play. */

import { byId, figure, say } from "../dom";
import type { Player } from "../player";

const PLAY = "M6 4l10 6-10 6z";
const PAUSE = "M6 4h3v12H6zM12 4h3v12h-3z";

export function transport(player: Player): void {
  const clock = byId<HTMLInputElement>("clock");
  const pace = byId<HTMLInputElement>("pace");
  const click = (id: string, action: () => unknown) => byId(id).addEventListener("click", () => void action());
  click("play", () => player.toggle());
  click("step", () => player.step());
  click("step-back", () => player.step(true));
  click("restart", () => player.restart());
  click("next-hit", () => nextHit(player));
  click("previous-hit", () => previousHit(player));

  pace.addEventListener("input", () => setSpeed(player, 10 ** Number(pace.value)));
  clock.addEventListener("change", () => {
    const time = Number(clock.value);
    if (clock.value.trim() !== "" && Number.isFinite(time)) void player.seek(time);
    else clock.value = figure(player.shown, 8);
  });
  clock.addEventListener("keydown", (event) => {
    if (event.key === "Enter") clock.blur();
  });

  player.onFrame.listen(() => {
    if (document.activeElement !== clock) clock.value = figure(player.shown, 8);
  });
  player.onState.listen(() => {
    byId("play-icon").setAttribute("d", player.playing ? PAUSE : PLAY);
    byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
  });
}

export async function nextHit(player: Player): Promise<void> {
  if (!(await player.nextHit())) say(`No hit was found up to t = ${figure(player.shown)}.`);
}

export async function previousHit(player: Player): Promise<void> {
  if (!(await player.previousHit())) say("This is before the first hit.");
}

export function setSpeed(player: Player, speed: number): void {
  player.speed = Math.min(10, Math.max(0.001, speed));
  byId<HTMLInputElement>("pace").value = String(Math.log10(player.speed));
  byId("pace-value").textContent = `${figure(player.speed, 2)}×`;
}
