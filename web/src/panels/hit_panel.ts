/** The hit that is shown, with its numbers. */

import { RESPONSES } from "carom";
import { button, byId, figure, make, say } from "../dom";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";
import { words } from "../words";

const DIGITS = 9;
const PAIR_DIGITS = 7; // two stand in a line

export function hitPanel(player: Player, stage: Stage): void {
  const panel = byId("hit-panel");
  player.onState.listen(() => {
    const { hit } = player;
    panel.hidden = !hit;
    stage.overlay.hit = undefined;
    if (!hit) return;
    const { hits } = player.lanes[hit.lane]!;
    const { t, begin, end, point, normal, speed, impulse, response } = hits.columns;
    const k = hit.index;
    const pair = (column: Float64Array): [number, number] => [column[2 * k]!, column[2 * k + 1]!];
    const text = (column: Float64Array) =>
      pair(column)
        .map((value) => figure(value, PAIR_DIGITS))
        .join(words.decimal === "," ? "; " : ", ");
    const label = words.hit.label(figure(speed[k]!, 3), figure(impulse[k]!, 3));
    stage.overlay.hit = { lane: hit.lane, point: pair(point), normal: pair(normal), label, detail: hit.detail };
    const facts: [string, string, string][] = [
      [words.hit.time, "hit-time", words.time.seconds(String(t[k]).replace(".", words.decimal))],
      [words.hit.speed, "hit-speed", figure(speed[k]!, DIGITS)],
      [words.hit.impulse, "hit-impulse", figure(impulse[k]!, DIGITS)],
      [words.hit.point, "hit-point", text(point)],
      [words.hit.normal, "hit-normal", text(normal)],
      [words.hit.response, "hit-response", RESPONSES[response[k]!]!],
      [words.hit.step, "hit-step", words.time.seconds(`${figure(begin[k]!, 8)} … ${figure(end[k]!, 8)}`)],
    ];
    const who = `${hit.detail.a || words.bounds} × ${hit.detail.b || words.bounds}`;
    panel.replaceChildren(
      make("h2", { id: "hit-title" }, words.hit.title(k + 1, hits.length)),
      make("p", { class: "who", id: "hit-who" }, who),
      make(
        "dl",
        { class: "facts" },
        ...facts.flatMap(([name, id, value]) => [make("dt", {}, name), make("dd", { id }, value)]),
      ),
      make(
        "div",
        { class: "row" },
        button(words.hit.zoom, () => zoomToHit(stage, player.lanes.length), { id: "zoom-hit" }),
      ),
      make("p", { class: "legend" }, words.hit.legend),
    );
    say(words.hit.said(who, figure(t[k]!), figure(speed[k]!, 3), figure(impulse[k]!, 3)));
  });
}

/** So close that the smaller of the two, and the way it makes in the step, can be seen well. */
export function zoomToHit(stage: Stage, lanes: number): void {
  const { hit } = stage.overlay;
  if (!hit) return;
  const reach = Math.max(
    ...hit.detail.poses.map(({ start, end }) => Math.hypot(end.at[0] - start.at[0], end.at[1] - start.at[1])),
    0,
  );
  const sizes = hit.detail.poses.map(({ size }) => size).filter((size) => Number.isFinite(size) && size > 0);
  const half = Math.min(4 * Math.min(...sizes, Infinity), Math.max(reach, 3 * Math.min(...sizes, Infinity)));
  if (!Number.isFinite(half)) return;
  const [x, y] = hit.point;
  stage.look({ min: [x - half, y - half], max: [x + half, y + half] }, lanes);
}
