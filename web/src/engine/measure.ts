/** A single number of a scene at a time, asked of the engine apart from the run on screen. */

import type { Carom, World } from "carom";
import type { Quantity } from "../scenes/wishes";

export interface Wanted {
  scene: string;
  what: Quantity;
  body?: string;
  at: number;
}

export function measure(carom: Carom, { scene, what, body, at }: Wanted): number {
  const world = carom.open(scene);
  try {
    world.stepTo(Math.max(at, world.time));
    return quantity(world, what, body);
  } finally {
    world.free();
  }
}

function quantity(world: World, what: Quantity, body: string | undefined): number {
  if (what === "hits") return world.collisions;
  if (what === "kinetic" || what === "potential") return world.energy[what];
  if (what === "px" || what === "py") return world.momentum[what === "px" ? 0 : 1];
  const serial = body === undefined ? undefined : world.find(body);
  const info = serial === undefined ? undefined : world.info(serial);
  if (!info) throw new Error(`there is no body called ${body}`);
  const { at, velocity } = info;
  return { x: at[0], y: at[1], vx: velocity[0], vy: velocity[1], speed: Math.hypot(...velocity) }[what];
}
