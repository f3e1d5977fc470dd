/** A press of an arrow key: a hundredth of a number's power of ten on or back, with Shift a tenth. Small ones cross zero. */
export function nudged(value: number, way: number, coarse: boolean): number {
  const power = Math.floor(Math.log10(Math.max(0.1, Math.abs(value))));
  const step = 10 ** (power - (coarse ? 1 : 2));
  return Number((Math.round(value / step + way) * step).toPrecision(12));
}
