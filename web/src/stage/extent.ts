/** What there is to look at when a scene has been opened. */

import type { LaneView } from "../engine/lane_view";
import type { Settings } from "../engine/protocol";
import type { Box } from "./camera";
import { isStanding } from "./palette";

export function extent({ frame, cast }: LaneView, { bounds, attraction }: Settings): Box {
  if (bounds) return { min: bounds.min, max: bounds.max };
  const box: Box = { min: [Infinity, Infinity], max: [-Infinity, -Infinity] };
  for (let k = 0; k < frame.count; ++k) {
    const radius = Number.isFinite(cast.radius[k]!) ? cast.radius[k]! : 0;
    for (const axis of [0, 1] as const) {
      box.min[axis] = Math.min(box.min[axis], frame.at[2 * k + axis]! - radius);
      box.max[axis] = Math.max(box.max[axis], frame.at[2 * k + axis]! + radius);
    }
  }
  if (box.min[0] > box.max[0]) return { min: [-1, -1], max: [1, 1] };
  return attraction ? square(box) : box;
}

/** Bodies that attract each other come around to where nobody is at the start, about as far as others are wide. */
function square({ min, max }: Box): Box {
  const [x, y] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  const half = Math.max(max[0] - min[0], max[1] - min[1]) / 2;
  return { min: [x - half, y - half], max: [x + half, y + half] };
}

/** The speed at the upper end of the scale of colours: twice the root mean square. */
export function fastSpeed({ frame, cast }: LaneView): number {
  let [sum, count] = [0, 0];
  for (let k = 0; k < frame.count; ++k) {
    if (isStanding(cast, k)) continue;
    sum += frame.velocity[2 * k]! ** 2 + frame.velocity[2 * k + 1]! ** 2;
    ++count;
  }
  return count > 0 ? 2 * Math.sqrt(sum / count) : 0;
}
