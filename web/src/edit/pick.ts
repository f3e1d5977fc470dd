/** The body at a place, or the nearest one within reach: thin things are hard to hit. */

import { Kind } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Point } from "../engine/protocol";
import type { Player } from "../player";
import type { Stage } from "../stage/stage";

const REACH = 8; // pixels
const GRASPED = 4; // pixels, the least radius of a disc among very many that can be taken hold of; others are in the way of panning

/** The engine knows; among very many bodies, where it may be busy for a while, the disc that is drawn there if it is not tiny. */
export async function pick(player: Player, stage: Stage, lane: number, at: Point): Promise<number | undefined> {
  const reach = (REACH * stage.pixelRatio) / stage.camera.scale;
  if (player.isLarge) return nearestDisc(player.lanes[lane]!, at, reach, (GRASPED * stage.pixelRatio) / stage.camera.scale);
  const found = await player.client.ask("pick", { lane, at, reach }).catch(() => undefined);
  return found?.serial;
}

export function nearestDisc({ frame, cast }: Pick<LaneView, "frame" | "cast">, [x, y]: Point, reach: number, least = 0): number | undefined {
  let [best, off] = [-1, reach];
  for (let k = 0; k < frame.count; ++k) {
    if (cast.kind[k] !== Kind.circle || cast.radius[k]! < least) continue;
    const [dx, dy] = [frame.at[2 * k]! - x, frame.at[2 * k + 1]! - y];
    const away = Math.sqrt(dx * dx + dy * dy) - cast.radius[k]!;
    if (away < off) [best, off] = [k, away];
  }
  return best < 0 ? undefined : cast.serial[best];
}
