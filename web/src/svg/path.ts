/** The data of an SVG path as lines of points: curves become chords that stay close (SVG 2, chapter 9). */

import type { Point } from "../engine/protocol";

export interface Line {
  points: Point[];
  closed: boolean;
}

const CHORDS = 16; // of a curve; of a full ellipse four times as many
const NUMBERS: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 };
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/iy;
const FLAG = /[01]/y;

/** Throws an Error at what is no path data. */
function* commands(data: string): Iterable<[letter: string, values: number[]]> {
  let at = 0;
  const skip = () => {
    while (at < data.length && /[\s,]/.test(data[at]!)) ++at;
  };
  const take = (pattern: RegExp): number => {
    skip();
    pattern.lastIndex = at;
    const found = pattern.exec(data);
    if (!found) throw new Error(data.slice(at, at + 20));
    at = pattern.lastIndex;
    return Number(found[0]);
  };
  let letter = "";
  for (skip(); at < data.length; skip()) {
    if (/[a-z]/i.test(data[at]!)) letter = data[at++]!;
    else if (letter === "M") letter = "L";
    else if (letter === "m") letter = "l";
    const count = NUMBERS[letter.toUpperCase()];
    if (count === undefined || (count === 0 && letter === "")) throw new Error(data.slice(at, at + 20));
    const arc = letter.toUpperCase() === "A";
    const values = Array.from({ length: count }, (_, k) => take(arc && (k === 3 || k === 4) ? FLAG : NUMBER));
    yield [letter, values];
    if (count === 0 && (skip(), at < data.length && !/[a-z]/i.test(data[at]!))) throw new Error(data.slice(at, at + 20));
  }
}

function curve(from: Point, controls: Point[]): Point[] {
  return Array.from({ length: CHORDS }, (_, k) => {
    const t = (k + 1) / CHORDS;
    let points = [from, ...controls];
    while (points.length > 1)
      points = points.slice(1).map(([x, y], n): Point => [
        points[n]![0] + t * (x - points[n]![0]),
        points[n]![1] + t * (y - points[n]![1]),
      ]);
    return points[0]!;
  });
}

/** SVG 2, appendix B.2.4: from the ends of an arc to its centre and angles. */
function arc(from: Point, rx: number, ry: number, degrees: number, large: boolean, sweep: boolean, to: Point): Point[] {
  if (rx === 0 || ry === 0) return [to];
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const [dx, dy] = [(from[0] - to[0]) / 2, (from[1] - to[1]) / 2];
  const [x, y] = [c * dx + s * dy, c * dy - s * dx];
  const stretch = Math.sqrt(Math.max(1, (x / rx) ** 2 + (y / ry) ** 2));
  const [a, b] = [Math.abs(rx) * stretch, Math.abs(ry) * stretch];
  const beside = (a * y) ** 2 + (b * x) ** 2;
  if (beside === 0) return [];
  const off = (large === sweep ? -1 : 1) * Math.sqrt(Math.max(0, (a * b) ** 2 - beside) / beside);
  const [cx, cy] = [(off * a * y) / b, (-off * b * x) / a];
  const begin = Math.atan2((y - cy) / b, (x - cx) / a);
  let turn = Math.atan2((-y - cy) / b, (-x - cx) / a) - begin;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const count = Math.max(2, Math.ceil((Math.abs(turn) / (2 * Math.PI)) * 4 * CHORDS));
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return Array.from({ length: count }, (_, k): Point => {
    if (k === count - 1) return to;
    const angle = begin + (turn * (k + 1)) / count;
    const [u, v] = [cx + a * Math.cos(angle), cy + b * Math.sin(angle)];
    return [middle[0] + c * u - s * v, middle[1] + s * u + c * v];
  });
}

/** Throws an Error at what is no path data. */
export function linesOf(data: string): Line[] {
  const lines: Line[] = [];
  let line: Line = { points: [], closed: false };
  let here: Point = [0, 0];
  /** The control point before, of which S and T take the mirror image. */
  let control: Point | undefined;
  for (const [letter, v] of commands(data)) {
    const kind = letter.toUpperCase();
    const [ox, oy] = letter === kind ? [0, 0] : here;
    const point = (k: number): Point => [v[k]! + ox, v[k + 1]! + oy];
    const mirror = (): Point => (control ? [2 * here[0] - control[0], 2 * here[1] - control[1]] : here);
    let next: Point[] = [];
    let newControl: Point | undefined;
    if (kind === "M") {
      line = { points: [point(0)], closed: false };
      lines.push(line);
      here = point(0);
      control = undefined;
      continue;
    }
    if (kind === "Z") {
      line.closed = true;
      here = line.points[0] ?? here;
      line = { points: [here], closed: false }; // in case that the path goes on from here
      lines.push(line);
      control = undefined;
      continue;
    }
    if (kind === "L") next = [point(0)];
    else if (kind === "H") next = [[v[0]! + ox, here[1]]];
    else if (kind === "V") next = [[here[0], v[0]! + oy]];
    else if (kind === "A") next = arc(here, v[0]!, v[1]!, v[2]!, v[3] !== 0, v[4] !== 0, point(5));
    else {
      const first = kind === "S" || kind === "T" ? mirror() : point(0);
      const rest = kind === "C" ? [point(2), point(4)] : kind === "S" ? [point(0), point(2)] : kind === "Q" ? [point(2)] : [point(0)];
      next = curve(here, [first, ...rest]);
      newControl = kind === "C" || kind === "S" ? rest[0] : first;
    }
    control = newControl;
    line.points.push(...next);
    here = next.at(-1) ?? here;
  }
  return lines.filter(({ points }) => points.length > 1).map(tidied);
}

/** Without a last point that is the first one again, and without points twice. */
function tidied({ points, closed }: Line): Line {
  const apart = points.filter((point, k) => k === 0 || point[0] !== points[k - 1]![0] || point[1] !== points[k - 1]![1]);
  const [first, last] = [apart[0]!, apart.at(-1)!];
  const back = apart.length > 2 && first[0] === last[0] && first[1] === last[1];
  return back ? { points: apart.slice(0, -1), closed: true } : { points: apart, closed };
}

/** Fewer points, none of which is further than so much from the line (Ramer 1972; Douglas and Peucker 1973). */
export function simplified(points: readonly Point[], most: number): Point[] {
  if (points.length < 3) return [...points];
  const [a, b] = [points[0]!, points.at(-1)!];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  let [far, place] = [-1, 0];
  for (let k = 1; k < points.length - 1; ++k) {
    const [x, y] = [points[k]![0] - a[0], points[k]![1] - a[1]];
    const off = length > 0 ? Math.abs(x * (b[1] - a[1]) - y * (b[0] - a[0])) / length : Math.hypot(x, y);
    if (off > far) [far, place] = [off, k];
  }
  if (far <= most) return [a, b];
  return [...simplified(points.slice(0, place + 1), most).slice(0, -1), ...simplified(points.slice(place), most)];
}
