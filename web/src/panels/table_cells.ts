/** What stands in the cells of the collision table, the same on the page and in what is copied. */

import type { Point, Row, Rows } from "../engine/protocol";
import type { ImpactRow } from "./impact_rows";
import { words } from "../words";

export type Cells = (string | number | undefined)[][];
type Line = (string | number | undefined)[];

/** Whether everything happens on a level line: then one number tells what two do elsewhere. */
export function flat({ rows }: Rows, impacts: readonly ImpactRow[]): boolean {
  const level = (points: (Point | undefined)[]) => points.every((point) => !point || point[1] === 0);
  return (
    rows.every(({ at }) => at[1] === rows[0]!.at[1]) &&
    level(rows.map(({ velocity }) => velocity)) &&
    level(impacts.flatMap(({ before, after }) => [...before, ...after]))
  );
}

/** A column for each number of a point. */
function columns(name: string, line: boolean): string[] {
  return line ? [name] : [`${name}x`, `${name}y`];
}

function numbers(point: Point | undefined, line: boolean): Line {
  return line ? [point?.[0]] : [point?.[0], point?.[1]];
}

export function bodyColumns(line: boolean): string[] {
  return [words.table.body, "m", ...(line ? ["x"] : ["x", "y"]), ...columns("v", line), ...columns("p", line), words.table.kinetic];
}

export function bodyCells({ name, mass, at, velocity }: Row, line: boolean): Line {
  const [vx, vy] = velocity;
  const momentum: Point = [mass * vx, mass * vy];
  const energy = (mass * (vx * vx + vy * vy)) / 2;
  return [name, mass, ...numbers(at, line), ...numbers(velocity, line), ...numbers(momentum, line), energy];
}

/** All bodies together, as the engine adds them up: energy of rotation is among it. */
export function sumCells({ rows, momentum, kinetic }: Rows, line: boolean): Line {
  const mass = rows.reduce((sum, row) => sum + row.mass, 0);
  const scale = rows.reduce((sum, row) => sum + row.mass * Math.hypot(...row.velocity), 0);
  const clean = momentum.map((value) => (Math.abs(value) < 1e-12 * scale ? 0 : value)) as Point;
  const empty = Array<string>(line ? 2 : 4).fill("");
  return [words.table.all, mass, ...empty, ...numbers(clean, line), kinetic];
}

export function hitColumns(line: boolean): string[] {
  return [
    "t",
    "a × b",
    ...columns(`va ${words.table.before} `, line),
    ...columns(`vb ${words.table.before} `, line),
    ...columns(`va ${words.table.after} `, line),
    ...columns(`vb ${words.table.after} `, line),
    words.table.restitution,
    words.table.impulse,
    ...columns("Δpa", line),
    ...columns("Δpb", line),
    ...columns(`Δp ${words.table.both}`, line),
    `Δ${words.table.kinetic}`,
  ].map((name) => name.trim());
}

export function hitCells(impact: ImpactRow, line: boolean): Line {
  const { t, a, b, before, after, restitution, impulse, change, sum, energy } = impact;
  const points = [...before, ...after].flatMap((point) => numbers(point, line));
  const momenta = [...change, sum].flatMap((point) => numbers(point, line));
  return [t, `${a} × ${b}`, ...points, restitution, impulse, ...momenta, energy];
}
