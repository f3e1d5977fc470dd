/** The log of a run, as the program writes it. */

import type { Carom } from "carom";

export function eventLines(carom: Carom, scene: string, until: number): string {
  const world = carom.open(scene);
  try {
    const lines: string[] = [];
    while (world.time < until && world.step(until))
      for (let k = 0; k < world.events.count; ++k) lines.push(`${world.eventText(k)}\n`);
    return lines.join("");
  } finally {
    world.free();
  }
}
