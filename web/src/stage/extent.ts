/** What there is to look at when a scene has been opened. */

import type { LaneView } from "../engine/lane_view";
import type { Cast, Settings } from "../engine/protocol";
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
  return attraction ? around(frame.at, cast) : box;
}

/** Bodies that attract each other come around to where nobody is at the start: as far from the center of mass. */
function around(at: Float64Array, { mass, radius }: Pick<Cast, "mass" | "radius">): Box {
  const total = mass.reduce((sum, m) => sum + m, 0);
  const center = (axis: 0 | 1) => mass.reduce((sum, m, k) => sum + m * at[2 * k + axis]!, 0) / total;
  const [x, y] = [center(0), center(1)];
  const half = radius.reduce((far, own, k) => Math.max(far, Math.hypot(at[2 * k]! - x, at[2 * k + 1]! - y) + own), 0);
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

/** The kinetic energy at the upper end of its scale: four times the mean, as of the speed twice the root mean square. */
export function strongEnergy({ frame, cast }: LaneView): number {
  let [sum, count] = [0, 0];
  for (let k = 0; k < frame.count; ++k) {
    if (isStanding(cast, k)) continue;
    sum += (cast.mass[k]! * (frame.velocity[2 * k]! ** 2 + frame.velocity[2 * k + 1]! ** 2)) / 2;
    ++count;
  }
  return count > 0 ? (4 * sum) / count : 0;
}
