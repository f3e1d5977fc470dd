// Looks at a scene after every step, from outside: places and velocities are all it takes from an engine. As
// bench/piles/judge.cpp. A motion is six numbers: x, y of the origin of the vertices, angle, vx, vy of the centre of mass,
// spin.
import { DT, GRAVITY } from "./scenes.mjs";

export const STRIDE = 6;

/** Area, centroid and moment of inertia about it, of a polygon of density 1. */
export function massOf(vertices) {
  let mass = 0;
  let x = 0;
  let y = 0;
  let aboutOrigin = 0;
  vertices.forEach(([px, py], k) => {
    const [qx, qy] = vertices[(k + 1) % vertices.length];
    const area = (px * qy - py * qx) / 2;
    mass += area;
    x += (area / 3) * (px + qx);
    y += (area / 3) * (py + qy);
    aboutOrigin += (area / 6) * (px * px + py * py + px * qx + py * qy + qx * qx + qy * qy);
  });
  x /= mass;
  y /= mass;
  return { mass, center: [x, y], inertia: aboutOrigin - mass * (x * x + y * y) };
}

const rotated = ([x, y], angle) => [
  Math.cos(angle) * x - Math.sin(angle) * y,
  Math.sin(angle) * x + Math.cos(angle) * y,
];

/** Calls `each` for all pairs whose centres are in the same cell or in neighbouring ones. */
function eachNearPair(count, xOf, yOf, side, each) {
  const cells = new Map();
  for (let i = 0; i < count; ++i) {
    const x = Math.floor(xOf(i) / side);
    const y = Math.floor(yOf(i) / side);
    for (let dx = -1; dx <= 1; ++dx) {
      for (let dy = -1; dy <= 1; ++dy) {
        const near = cells.get((x + dx) * 0x100000 + y + dy);
        if (near !== undefined) for (const j of near) each(i, j);
      }
    }
    const key = x * 0x100000 + y;
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [i]);
    else cell.push(i);
  }
}

/** Largest distance of one polygon from a line along an edge of the other; negative: they overlap along that normal. */
function edgeSeparation(edges, other) {
  let best = -Infinity;
  for (let k = 0; k < edges.length; k += 2) {
    const next = (k + 2) % edges.length;
    const ax = edges[next] - edges[k];
    const ay = edges[next + 1] - edges[k + 1];
    let least = Infinity;
    for (let i = 0; i < other.length; i += 2)
      least = Math.min(least, (other[i] - edges[k]) * ay - (other[i + 1] - edges[k + 1]) * ax);
    best = Math.max(best, least / Math.sqrt(ax * ax + ay * ay));
  }
  return best;
}

export class PileJudge {
  /** Deepest overlap at any look, of pieces in each other or in floor, walls and drum. */
  deepest = 0;
  /**
   * Energy gained from nothing: the highest rise of the energy less the drum's work above its lowest value before, over the
   * pile's energy at the start above its lowest point.
   */
  gained = 0;

  constructor(pile) {
    this.pile = pile;
    this.masses = pile.pieces.map((piece) => massOf(piece.vertices));
    this.side = 1;
    pile.pieces.forEach(({ vertices }, k) => {
      const [cx, cy] = this.masses[k].center;
      for (const [x, y] of vertices) this.side = Math.max(this.side, 2 * Math.hypot(x - cx, y - cy));
    });
    this.placed = pile.pieces.map(({ vertices }) => new Float64Array(2 * vertices.length));
    this.centers = new Float64Array(2 * pile.pieces.length);
    this.looks = 0;
    this.work = 0;
  }

  look(motions) {
    this.pile.pieces.forEach(({ vertices }, k) => {
      const at = k * STRIDE;
      const c = Math.cos(motions[at + 2]);
      const s = Math.sin(motions[at + 2]);
      vertices.forEach(([x, y], i) => {
        this.placed[k][2 * i] = motions[at] + c * x - s * y;
        this.placed[k][2 * i + 1] = motions[at + 1] + s * x + c * y;
      });
      const [x, y] = this.masses[k].center;
      this.centers[2 * k] = motions[at] + c * x - s * y;
      this.centers[2 * k + 1] = motions[at + 1] + s * x + c * y;
    });
    this.measureOverlap();
    this.measureEnergy(motions);
    ++this.looks;
  }

  measureOverlap() {
    const { pile, placed, centers } = this;
    const drum = pile.drum.map((p) => rotated(p, pile.drumSpin * DT * this.looks));
    let deepest = this.deepest;
    for (const vertices of placed) {
      for (let i = 0; i < vertices.length; i += 2) {
        const x = vertices[i];
        const y = vertices[i + 1];
        if (!Number.isFinite(x + y)) deepest = Infinity; // lost for good
        if (pile.floor) deepest = Math.max(deepest, -y);
        if (pile.wall > 0) deepest = Math.max(deepest, Math.abs(x) - pile.wall);
        drum.forEach(([px, py], k) => {
          const [qx, qy] = drum[(k + 1) % drum.length];
          const depth = ((x - px) * (qy - py) - (y - py) * (qx - px)) / Math.hypot(qx - px, qy - py);
          deepest = Math.max(deepest, depth);
        });
      }
    }
    eachNearPair(placed.length, (i) => centers[2 * i], (i) => centers[2 * i + 1], this.side, (i, j) => {
      const first = edgeSeparation(placed[i], placed[j]);
      if (first < -deepest) deepest = Math.max(deepest, -Math.max(first, edgeSeparation(placed[j], placed[i])));
    });
    this.deepest = deepest;
  }

  measureEnergy(motions) {
    let energy = 0;
    let angularMomentum = 0;
    let torque = 0;
    let totalMass = 0;
    let lowestPoint = Infinity;
    this.masses.forEach(({ mass, inertia }, k) => {
      const [, , , vx, vy, spin] = motions.subarray(k * STRIDE, (k + 1) * STRIDE);
      const x = this.centers[2 * k];
      const y = this.centers[2 * k + 1];
      energy += mass * ((vx * vx + vy * vy) / 2 + GRAVITY * y) + (inertia * spin * spin) / 2;
      angularMomentum += mass * (x * vy - y * vx) + inertia * spin;
      torque -= mass * GRAVITY * x;
      totalMass += mass;
      for (let i = 1; i < this.placed[k].length; i += 2) lowestPoint = Math.min(lowestPoint, this.placed[k][i]);
    });
    if (this.looks === 0) {
      this.scale = energy - totalMass * GRAVITY * lowestPoint;
      this.lowest = energy;
    } else {
      // The drum's torque is what changes the angular momentum beside gravity's.
      this.work += this.pile.drumSpin * (angularMomentum - this.angularMomentum - (DT * (torque + this.torque)) / 2);
    }
    this.angularMomentum = angularMomentum;
    this.torque = torque;
    this.lowest = Math.min(this.lowest, energy - this.work);
    this.gained = Math.max(this.gained, (energy - this.work - this.lowest) / this.scale);
  }
}

export class GasJudge {
  /** Deepest overlap of two discs, or of a disc and a wall, at any look, in diameters. */
  deepest = 0;
  /** Relative change of the kinetic energy since the first look. */
  drift = 0;
  /** Pairs that overlapped by more than 1 % of a diameter, summed over all looks. */
  overlapping = 0;

  constructor(gas) {
    this.gas = gas;
    this.looks = 0;
  }

  look(motions) {
    const { discs, half, radius } = this.gas;
    let energy = 0;
    for (let at = 0; at < discs.length * STRIDE; at += STRIDE) {
      energy += motions[at + 3] ** 2 + motions[at + 4] ** 2;
      const out = Math.max(Math.abs(motions[at]), Math.abs(motions[at + 1])) + radius - half;
      this.deepest = Math.max(this.deepest, out / (2 * radius));
    }
    eachNearPair(discs.length, (i) => motions[i * STRIDE], (i) => motions[i * STRIDE + 1], 2 * radius, (i, j) => {
      const dx = motions[i * STRIDE] - motions[j * STRIDE];
      const dy = motions[i * STRIDE + 1] - motions[j * STRIDE + 1];
      const depth = 1 - Math.sqrt(dx * dx + dy * dy) / (2 * radius);
      this.deepest = Math.max(this.deepest, depth);
      if (depth > 0.01) ++this.overlapping;
    });
    if (this.looks++ === 0) this.energy = energy;
    this.drift = energy / this.energy - 1;
  }
}
