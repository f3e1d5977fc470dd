/** Colours of the stage, light and dark, and what a body's colour tells. */

import { Flag, Kind } from "carom";
import type { Cast } from "../engine/protocol";

export type Rgb = readonly [number, number, number];

export interface Palette {
  paper: Rgb;
  grid: Rgb;
  ink: Rgb;
  wall: Rgb;
  accent: string;
  ghost: string;
  text: string;
  /** From standing still to fast. */
  speeds: readonly Rgb[];
  kinds: readonly Rgb[];
}

function rgb(hex: number): Rgb {
  return [(hex >> 16) / 255, ((hex >> 8) & 255) / 255, (hex & 255) / 255];
}

export function css([r, g, b]: Rgb): string {
  return `rgb(${Math.round(255 * r)} ${Math.round(255 * g)} ${Math.round(255 * b)})`;
}

export const LIGHT: Palette = {
  paper: rgb(0xfbfaf7),
  grid: rgb(0xe7e3da),
  ink: rgb(0x27303d),
  wall: rgb(0x5b6472),
  accent: "#c43a14",
  ghost: "#6b7280",
  text: "#27303d",
  speeds: [0x35507e, 0x2f7f8f, 0x55a868, 0xd9b236, 0xe58a1f].map(rgb),
  kinds: [0x3d6fa5, 0x2d8f83, 0xc99a2e, 0x8a62a8, 0x6f9440, 0xb0607f, 0x5d7a8c].map(rgb),
};

export const DARK: Palette = {
  paper: rgb(0x12161d),
  grid: rgb(0x1e242e),
  ink: rgb(0xd9dee6),
  wall: rgb(0x8c96a5),
  accent: "#ff6b3d",
  ghost: "#8c96a5",
  text: "#d9dee6",
  speeds: [0x5577b8, 0x3fa0ae, 0x6cc283, 0xf0cb55, 0xffa03a].map(rgb),
  kinds: [0x6a9fd8, 0x4dbfb0, 0xe6bb55, 0xb48ad6, 0x9bc466, 0xdd8cab, 0x8fb0c4].map(rgb),
};

export type Colouring = "speed" | "energy" | "kind" | "cluster";

/** `share` 0 … 1 along the scale. */
export function speedColour(palette: Palette, share: number): Rgb {
  const place = Math.min(1, Math.max(0, share)) * (palette.speeds.length - 1);
  const low = Math.min(Math.floor(place), palette.speeds.length - 2);
  const [a, b] = [palette.speeds[low]!, palette.speeds[low + 1]!];
  const part = place - low;
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
}

/** Bodies with the same tag look the same; without tags, those of the same shape. */
export function kindColour(palette: Palette, cast: Cast, k: number): Rgb {
  const tag = cast.tags[k]!;
  if (tag === "") return palette.kinds[cast.kind[k]! % palette.kinds.length]!;
  let sum = 7;
  for (let c = 0; c < tag.length; ++c) sum = (31 * sum + tag.charCodeAt(c)) >>> 0;
  return palette.kinds[sum % palette.kinds.length]!;
}

export function clusterColour(palette: Palette, cluster: number): Rgb {
  return cluster < 0 ? palette.wall : palette.kinds[cluster % palette.kinds.length]!;
}

export function isStanding(cast: Cast, k: number): boolean {
  return (cast.flags[k]! & Flag.fixed) !== 0 || cast.kind[k] === Kind.border;
}
