/**
 * Velocities just before and after a contact of the last step, in small worlds: those of the engine's paths at the times next
 * to it. Contacts of a body at one and the same moment share them. Nothing listens to the step itself.
 */

import { EDGES } from "carom";
import type { World } from "carom";
import type { Told } from "./hit_writer";
import type { Point } from "./protocol";
import { neighbour } from "./times";

const MOST = 32; // bodies

export function impact(world: World, t: number, a: number, b: number, begin: number, end: number): Told {
  if (world.bodies.count > MOST) return {};
  const [before, after] = [Math.max(begin, neighbour(t, -1)), Math.min(end, neighbour(t, 1))];
  const velocity = (serial: number, time: number): Point | undefined =>
    serial === EDGES ? undefined : world.stateAt(serial, time)?.velocity;
  return {
    beforeA: velocity(a, before),
    beforeB: velocity(b, before),
    afterA: velocity(a, after),
    afterB: velocity(b, after),
  };
}
