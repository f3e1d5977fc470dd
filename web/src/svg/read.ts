/** An SVG picture as shapes: circles stay circles, all else becomes polygons and walls. Texts and pictures are left out. */

import type { Point } from "../engine/protocol";
import { linesOf, simplified } from "./path";

export type Drawn = { circle: number; at: Point } | { polygon: Point[] } | { wall: [Point, Point] };

export interface Drawing {
  /** y points up. */
  shapes: Drawn[];
  /** Elements that are no shape here, or cannot be read. */
  leftOut: number;
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const SAME: Matrix = [1, 0, 0, 1, 0, 0];
const ROUND = 48; // corners of an ellipse
const FINE = 0.002; // of the size of a shape: what its line may be off
const MOST = 2000; // shapes

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function moved([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f];
}

/** What an attribute `transform` says; what it does not know it takes for nothing. */
export function transformOf(text: string | null): Matrix {
  let all = SAME;
  for (const [, name, list] of (text ?? "").matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const v = list!.split(/[\s,]+/).filter(Boolean).map(Number);
    const angle = ((v[0] ?? 0) * Math.PI) / 180;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const [x, y] = [v[1] ?? 0, v[2] ?? 0];
    const made: Record<string, Matrix> = {
      matrix: [v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!],
      translate: [1, 0, 0, 1, v[0]!, v[1] ?? 0],
      scale: [v[0]!, 0, 0, v[1] ?? v[0]!, 0, 0],
      rotate: times(times([1, 0, 0, 1, x, y], [c, s, -s, c, 0, 0]), [1, 0, 0, 1, -x, -y]),
      skewX: [1, 0, Math.tan(angle), 1, 0, 0],
      skewY: [1, Math.tan(angle), 0, 1, 0, 0],
    };
    const next = made[name!];
    if (next?.every(Number.isFinite)) all = times(all, next);
  }
  return all;
}

/** Throws an Error if this is no SVG. */
export function drawingOf(text: string): Drawing {
  const silent = text.replaceAll(/\son\w+\s*=\s*("[^"]*"|'[^']*')/gi, ""); // handlers, which the browser would complain of
  const root = new DOMParser().parseFromString(silent, "image/svg+xml").documentElement;
  if (root.localName !== "svg") throw new Error(root.localName);
  const drawing: Drawing = { shapes: [], leftOut: 0 };
  walk(root, [1, 0, 0, -1, 0, 0], drawing);
  return drawing;
}

const GROUPS = ["svg", "g", "a", "switch"];
const SILENT = ["defs", "title", "desc", "style", "metadata", "script", "symbol", "clipPath", "mask", "linearGradient", "radialGradient", "namedview"];

function walk(element: Element, outside: Matrix, drawing: Drawing): void {
  const matrix = times(outside, transformOf(element.getAttribute("transform")));
  for (const child of element.children) {
    if (drawing.shapes.length >= MOST) return;
    if (GROUPS.includes(child.localName)) walk(child, matrix, drawing);
    else if (!SILENT.includes(child.localName)) read(child, times(matrix, transformOf(child.getAttribute("transform"))), drawing);
  }
}

function read(element: Element, matrix: Matrix, drawing: Drawing): void {
  const number = (name: string) => parseFloat(element.getAttribute(name) ?? "0") || 0;
  const polygon = (points: Point[]) => add(drawing, points, true, matrix);
  try {
    switch (element.localName) {
      case "circle":
        return round(drawing, [number("cx"), number("cy")], number("r"), number("r"), matrix);
      case "ellipse":
        return round(drawing, [number("cx"), number("cy")], number("rx"), number("ry"), matrix);
      case "rect": {
        const [x, y, w, h] = [number("x"), number("y"), number("width"), number("height")];
        return polygon([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]);
      }
      case "line":
        return add(drawing, [[number("x1"), number("y1")], [number("x2"), number("y2")]], false, matrix);
      case "polygon":
      case "polyline": {
        const v = (element.getAttribute("points") ?? "").split(/[\s,]+/).filter(Boolean).map(Number);
        const points = Array.from({ length: v.length >> 1 }, (_, k): Point => [v[2 * k]!, v[2 * k + 1]!]);
        return add(drawing, points, element.localName === "polygon" || isFilled(element), matrix);
      }
      case "path": {
        const lines = linesOf(element.getAttribute("d") ?? "");
        const outer = lines.filter((line) => !lines.some((other) => other !== line && other.closed && inside(line.points[0]!, other.points)));
        drawing.leftOut += lines.length - outer.length; // holes
        for (const { points, closed } of outer) add(drawing, points, closed || isFilled(element), matrix);
        return;
      }
      default:
        ++drawing.leftOut;
    }
  } catch {
    ++drawing.leftOut;
  }
}

/** An open line is filled as if it were closed, unless it says otherwise. */
function isFilled(element: Element): boolean {
  const style = /(?:^|;)\s*fill\s*:\s*([^;]+)/.exec(element.getAttribute("style") ?? "")?.[1];
  return (style ?? element.getAttribute("fill") ?? "").trim() !== "none";
}

function round(drawing: Drawing, [x, y]: Point, rx: number, ry: number, matrix: Matrix): void {
  if (!(rx > 0 && ry > 0)) return void ++drawing.leftOut;
  const [a, b, c, d] = matrix;
  const [u, v] = [Math.hypot(a, b) * rx, Math.hypot(c, d) * ry];
  const even = Math.abs(u - v) <= 1e-9 * u && Math.abs(a * c + b * d) <= 1e-9 * Math.hypot(a, b) * Math.hypot(c, d);
  if (even) return void drawing.shapes.push({ circle: u, at: moved(matrix, [x, y]) });
  const points = Array.from({ length: ROUND }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / ROUND;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });
  add(drawing, points, true, matrix);
}

function add(drawing: Drawing, points: readonly Point[], closed: boolean, matrix: Matrix): void {
  const placed = points.map((point) => moved(matrix, point));
  if (placed.length < 2 || !placed.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y))) return void ++drawing.leftOut;
  const fine = FINE * sizeOf(placed);
  if (closed && placed.length > 2) {
    // Cut where it is furthest from its first point, so that neither half is a point.
    const [x, y] = placed[0]!;
    const far = placed.reduce((best, point, k) => (Math.hypot(point[0] - x, point[1] - y) > Math.hypot(placed[best]![0] - x, placed[best]![1] - y) ? k : best), 0);
    const corners = [...simplified(placed.slice(0, far + 1), fine).slice(0, -1), ...simplified([...placed.slice(far), placed[0]!], fine).slice(0, -1)];
    if (corners.length < 3) ++drawing.leftOut;
    else drawing.shapes.push({ polygon: corners });
    return;
  }
  const corners = simplified(placed, fine);
  for (let k = 1; k < corners.length; ++k) drawing.shapes.push({ wall: [corners[k - 1]!, corners[k]!] });
}

function sizeOf(points: readonly Point[]): number {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

function inside([x, y]: Point, corners: readonly Point[]): boolean {
  let odd = false;
  corners.forEach(([x1, y1], k) => {
    const [x2, y2] = corners[(k + 1) % corners.length]!;
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) odd = !odd;
  });
  return odd;
}

/** The least box around all of them. */
export function boxOfShapes(shapes: readonly Drawn[]): { min: Point; max: Point } {
  const points = shapes.flatMap((shape): Point[] => {
    if ("circle" in shape) {
      const [x, y] = shape.at;
      return [[x - shape.circle, y - shape.circle], [x + shape.circle, y + shape.circle]];
    }
    return "polygon" in shape ? shape.polygon : shape.wall;
  });
  const of = (axis: 0 | 1, pick: (a: number, b: number) => number) => points.reduce((best, point) => pick(best, point[axis]), points[0]?.[axis] ?? 0);
  return { min: [of(0, Math.min), of(1, Math.min)], max: [of(0, Math.max), of(1, Math.max)] };
}
