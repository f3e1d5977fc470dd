/** Places in sorted times. */

/** The first place in sorted `times` that is later than `time`. */
export function after(times: ArrayLike<number>, count: number, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The first place that is not earlier. */
export function before(times: ArrayLike<number>, count: number, time: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}

const double = new Float64Array(1);
const bits = new BigInt64Array(double.buffer);

/** The double next to a number, above it (1) or below it (-1). */
export function neighbour(value: number, way: 1 | -1): number {
  if (value === 0) return way * Number.MIN_VALUE;
  double[0] = value;
  bits[0] = bits[0]! + BigInt(value > 0 ? way : -way);
  return double[0];
}
