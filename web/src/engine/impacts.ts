/** Velocities just before and after every contact of a step: asked of the engine while it resolves them, in small worlds. */

import { EDGES } from "carom";
import type { World } from "carom";
import type { Told } from "./hit_writer";
import type { Point } from "./protocol";

const MOST = 32; // bodies
const MOST_CONTACTS = 256; // of a step

type Impact = { t: number; a: number; b: number } & Pick<Told, "beforeA" | "beforeB" | "afterA" | "afterB">;

export class Impacts {
  private seen: Impact[] = [];
  private pending: Impact | undefined;

  constructor(private readonly world: World) {
    if (world.bodies.count > MOST) return;
    world.onContact({
      before: ({ t, a, b, velocityA, velocityB }) => {
        const beforeB = b === EDGES ? undefined : velocityB;
        this.pending = { t, a, b, beforeA: velocityA, beforeB };
        return true;
      },
      after: ({ t, a, b }) => {
        const { pending } = this;
        if (pending?.t !== t || pending.a !== a || pending.b !== b || this.seen.length >= MOST_CONTACTS) return;
        this.seen.push({ ...pending, afterA: this.velocity(a), afterB: this.velocity(b) });
      },
    });
  }

  /** A step begins. */
  clear(): void {
    this.seen = [];
  }

  /** Of the first contact of two bodies at a time that has not been taken. */
  take(t: number, a: number, b: number): Told {
    const place = this.seen.findIndex((each) => each.t === t && each.a === a && each.b === b);
    if (place < 0) return {};
    const { beforeA, beforeB, afterA, afterB } = this.seen.splice(place, 1)[0]!;
    return { beforeA, beforeB, afterA, afterB };
  }

  private velocity(serial: number): Point | undefined {
    return serial === EDGES ? undefined : this.world.info(serial)?.velocity;
  }
}
