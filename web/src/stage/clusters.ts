/** Bodies that hit one another of late, directly or through others, by number; −1: none did. */

import { EDGES } from "carom";
import type { LaneView } from "../engine/lane_view";
import { isStanding } from "./palette";

const SECONDS = 1;
const HITS = 0.4; // for each body: from half on everybody hangs together, and one colour tells nothing

/** The last second counts, or less of it where there are many hits. */
export function clusters({ frame, cast, hits, place }: LaneView): Int32Array {
  const parent = Int32Array.from({ length: frame.count }, (_, k) => k);
  const root = (k: number): number => {
    while (parent[k] !== k) k = parent[k] = parent[parent[k]!]!;
    return k;
  };
  const met = new Uint8Array(frame.count);
  const { t, a, b, count } = hits.columns;
  let left = Math.ceil(HITS * frame.count);
  for (let k = count - 1; k >= 0 && left > 0 && t[k]! > frame.shown - SECONDS; --k) {
    if (t[k]! > frame.shown || b[k] === EDGES) continue;
    const [first, second] = [place.get(a[k]!), place.get(b[k]!)];
    if (first === undefined || second === undefined || isStanding(cast, first) || isStanding(cast, second)) continue;
    met[first] = met[second] = 1;
    const [low, high] = [root(first), root(second)].sort((l, r) => l - r) as [number, number];
    if (low === high) continue; // the same two, or a ring: nothing new
    parent[high] = low;
    --left;
  }
  return parent.map((_, k) => (met[k] ? cast.serial[root(k)]! : -1));
}
