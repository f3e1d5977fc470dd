// The scenes that every engine is given: the piles of bench/piles/piles.cpp, and gases.
import { Random } from "./random.mjs";

export const DT = 1 / 60;
export const GRAVITY = 9.81;
export const FRICTION = 0.5;

export const PILES = ["pyramid:20", "pyramid:100", "falling:1000", "falling:5000", "tumbler:1000", "tumbler:3000"];
export const GASES = ["gas:0.1", "gas:1"];

const box = (width) => {
  const h = width / 2;
  return [[-h, -h], [h, -h], [h, h], [-h, h]];
};

/** Movable pieces (convex, counterclockwise, density 1, at rest at first) on a floor, between walls or in a drum. */
const emptyPile = { kind: "pile", pieces: [], floor: false, wall: 0, drum: [], drumSpin: 0, restitution: 0, steps: 300 };

function pyramid(rows) {
  const pieces = [];
  for (let row = 0; row < rows; ++row) {
    for (let k = 0; k < rows - row; ++k)
      pieces.push({ vertices: box(1), at: [(k - 0.5 * (rows - 1 - row)) * 1.05, 0.5 + row * 1.001] });
  }
  return { ...emptyPile, pieces, floor: true };
}

function falling(count) {
  const pieces = [];
  const random = new Random(3);
  for (let k = 0; k < count; ++k) {
    const sides = 3 + random.below(5);
    const vertices = [];
    for (let i = 0; i < sides; ++i) {
      const angle = (2 * Math.PI * (i + 0.2 * random.uniform())) / sides;
      vertices.push([0.45 * Math.cos(angle), 0.45 * Math.sin(angle)]);
    }
    const x = -11 + (k % 22) + 0.05 * random.uniform();
    pieces.push({ vertices, at: [x, 1 + Math.floor(k / 22)] });
  }
  return { ...emptyPile, pieces, floor: true, wall: 12, restitution: 0.2 };
}

function tumbler(count) {
  const radius = (0.7 * Math.sqrt((count * 0.25) / Math.PI)) / Math.sqrt(0.25);
  const drum = Array.from({ length: 32 }, (_, k) => [
    radius * Math.cos((Math.PI / 16) * k),
    radius * Math.sin((Math.PI / 16) * k),
  ]);
  const side = Math.ceil(Math.sqrt(count));
  const pieces = [];
  for (let k = 0; k < count; ++k) {
    const at = [((k % side) - 0.5 * (side - 1)) * 0.45, (Math.floor(k / side) - 0.5 * (side - 1)) * 0.45];
    pieces.push({ vertices: box(0.4), at });
  }
  return { ...emptyPile, pieces, drum, drumSpin: 0.5, restitution: 0.2 };
}

/**
 * Elastic discs of diameter 1 and mass 1 that do not rotate, in a square box: area fraction 0.3, random places without
 * overlap, velocities from Maxwell's distribution with a mean way of `way` in a step of DT.
 */
function gas(way, count = 2000, fraction = 0.3) {
  const random = new Random(count);
  const half = Math.sqrt((count * Math.PI * 0.25) / fraction) / 2;
  const columns = Math.ceil(2 * half) + 2;
  const cells = new Map();
  const at = [];
  while (at.length < count) {
    const p = [(2 * random.uniform() - 1) * (half - 0.5), (2 * random.uniform() - 1) * (half - 0.5)];
    const [x, y] = p.map((c) => Math.floor(c + half));
    let free = true;
    for (let dx = -1; dx <= 1 && free; ++dx) {
      for (let dy = -1; dy <= 1 && free; ++dy) {
        const near = cells.get((x + dx) * columns + y + dy) ?? [];
        free = near.every((q) => (q[0] - p[0]) ** 2 + (q[1] - p[1]) ** 2 > 1);
      }
    }
    if (!free) continue;
    const cell = x * columns + y;
    cells.set(cell, [...(cells.get(cell) ?? []), p]);
    at.push(p);
  }
  const velocities = at.map(() => {
    const speed = Math.sqrt(-2 * Math.log(1 - random.uniform()));
    const angle = 2 * Math.PI * random.uniform();
    return [speed * Math.cos(angle), speed * Math.sin(angle)];
  });
  const mean = velocities.reduce((sum, v) => sum + Math.hypot(...v), 0) / count;
  const scale = way / DT / mean;
  const discs = at.map((p, k) => ({ at: p, velocity: velocities[k].map((c) => c * scale) }));
  return { kind: "gas", discs, half, way, radius: 0.5, wallThickness: 1 + 8 * way, steps: 200 };
}

const MAKERS = { pyramid, falling, tumbler, gas };

/** By its name, "falling:1000"; undefined: there is none of that name. */
export function makeScene(name) {
  const [kind, size, more] = name.split(":");
  const number = Number(size);
  const fits = kind === "gas" ? number > 0 && number <= 100 : Number.isInteger(number) && number > 0 && number <= 1e6;
  if (!Object.hasOwn(MAKERS, kind) || !fits || more !== undefined) return undefined;
  return { name, ...MAKERS[kind](number) };
}
