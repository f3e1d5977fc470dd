/** Files of a run as the program writes them, byte by byte: `carom run --until … --events, --series, --out`. */

import type { Carom, World } from "carom";

/** `series`: energy, momentum and counts; `trajectory`: every body; both a hundred times over the run, as the program does. */
export type RunFile = "events" | "series" | "trajectory";

const ROWS = 100;

export function runFile(carom: Carom, what: RunFile, scene: string, until: number): string {
  const world = carom.open(scene);
  try {
    return what === "events" ? events(world, until) : rows(world, until, what);
  } finally {
    world.free();
  }
}

function events(world: World, until: number): string {
  const lines: string[] = [];
  while (world.time < until && world.step(until))
    for (let k = 0; k < world.events.count; ++k) lines.push(`${world.eventText(k)}\n`);
  return lines.join("");
}

function rows(world: World, until: number, what: "series" | "trajectory"): string {
  const { time: start } = world;
  const lines = [what === "series" ? SERIES : TRAJECTORY];
  const write = (t: number) => lines.push(...(what === "series" ? [seriesRow(world)] : bodyRows(world, t)));
  write(start);
  if (!(until > start)) return lines.join("");
  const grid = new TimeGrid(start, (until - start) / ROWS);
  let last = start;
  for (let going = true; going && world.time < until; ) {
    going = world.step(until);
    const now = world.time;
    const latest = now >= until ? until + grid.sliver(until) : now;
    let due = false;
    for (let next = grid.after(last); next <= latest; next = grid.after(next)) {
      if (what === "trajectory") write(Math.min(next, now));
      due = true;
      last = next;
    }
    if (due && what === "series") write(now); // of whole steps
  }
  return lines.join("");
}

const SERIES = "t,steps,bodies,collisions,kinetic,potential,total,exchanged,px,py,angular,pressure\n";

/** Without the pressure, which is that of the event world alone. */
function seriesRow(world: World): string {
  const { kinetic, potential, total, exchanged } = world.energy;
  const counts = [world.steps, world.bodies.count, world.collisions];
  const sums = [kinetic, potential, total, exchanged, ...world.momentum, world.angularMomentum];
  return `${[numberText(world.time), ...counts.map(String), ...sums.map(numberText), ""].join(",")}\n`;
}

const TRAJECTORY = "t,id,x,y,vx,vy,angle,spin,cx,cy\n";

/** Of bodies whose centre of mass is their place: where others have theirs within a step the page cannot tell. */
function bodyRows(world: World, t: number): string[] {
  const { at, velocity, angle, spin } = world.statesAt(t);
  return Array.from(world.bodies.serial, (serial, k) => {
    const place = [at[2 * k]!, at[2 * k + 1]!];
    const numbers = [...place, velocity[2 * k]!, velocity[2 * k + 1]!, angle[k]!, spin[k]!, ...place];
    return `${[numberText(t), String(serial), ...numbers.map(numberText)].join(",")}\n`;
  });
}

/** The shortest digits that give the number again, as fmt's "{}" has them. */
export function numberText(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [digits, power] = value.toExponential().split("e") as [string, string];
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return plainDigits(digits, exponent);
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function plainDigits(text: string, exponent: number): string {
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.replace("-", "").replace(".", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const rest = digits.slice(exponent + 1);
  return `${sign}${whole}${rest === "" ? "" : `.${rest}`}`;
}

/** carom/io/timetable.hpp: multiples of an interval that is, if it can be, a fraction of whole numbers. */
export class TimeGrid {
  private top: number;
  private bottom = 1;
  private readonly anchor: number;

  constructor(
    start: number,
    private readonly interval: number,
  ) {
    this.top = interval;
    this.findFraction();
    const nearest = this.fromZero(Math.floor(start / interval + 0.5));
    this.anchor = Math.abs(start - nearest) <= this.sliver(start) ? 0 : start;
  }

  /** What is closer than this is the same time. */
  sliver(time: number): number {
    return 1e-9 * this.interval + 1e-15 * Math.abs(time);
  }

  after(now: number): number {
    let number = Math.floor((now - this.anchor) / this.interval);
    let time = this.anchor + this.fromZero(number);
    while (time <= now + this.sliver(now)) {
      number += 1;
      time = this.anchor + this.fromZero(number);
    }
    return time;
  }

  private findFraction(): void {
    if (this.accept(1, Math.floor(1 / this.interval + 0.5))) return;
    for (let power = 10; power <= 1e9; power *= 10)
      if (this.accept(Math.floor(this.interval * power + 0.5), power)) return;
  }

  private accept(top: number, bottom: number): boolean {
    const largest = 1e9;
    if (!(top >= 1 && top <= largest && bottom >= 1 && bottom <= largest && top / bottom === this.interval)) return false;
    [this.top, this.bottom] = [top, bottom];
    return true;
  }

  private fromZero(number: number): number {
    return (number * this.top) / this.bottom;
  }
}
