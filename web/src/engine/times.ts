/** Places in sorted times. */

/** The first place in sorted `times` that is later than `time`. */
export function after(times: Float64Array, count: number, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first place that is not earlier. */
export function before(times: Float64Array, count: number, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}
