/**
 * ?bench: what a frame costs, in milliseconds. Engine and packing are the worker's, transfer is the rest of the way there
 * and back, draw is the page's own work, and picture the time until the graphics are done with it.
 */

import { byId, make } from "./dom";
import type { Player } from "./player";
import type { Stage } from "./stage/stage";
import { words } from "./words";

const FRAMES = 120;
const DT = 1 / 60;
const PARTS = ["engine", "packing", "transfer", "draw", "picture"] as const;

/** Discs of a gas that covers a quarter of its box. */
function scene(count: number): string {
  const radius = 0.5;
  const side = Math.sqrt((count * Math.PI * radius ** 2) / 0.25);
  const region = { min: [0, 0], max: [side, side] };
  return JSON.stringify({
    carom: 1,
    name: `${count} discs`,
    world: { dt: DT, duration: 1000, bounds: { ...region, edges: "rebound" } },
    fill: [{ count, circle: { radius }, region, arrangement: "square", speed: 5, seed: 1 }],
  });
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1]!;
}

async function measure(count: number, player: Player, stage: Stage): Promise<string[]> {
  await player.open(scene(count));
  const costs: Record<(typeof PARTS)[number], number[]> = {
    engine: [],
    packing: [],
    transfer: [],
    draw: [],
    picture: [],
  };
  stage.trails = false;
  for (let n = 1; n <= FRAMES; ++n) {
    await player.seek((n - 0.5) * DT); // inside a step, as nearly every picture is
    const begin = performance.now();
    stage.draw(player.lanes, player.opened.settings, 1, true);
    costs.draw.push(performance.now() - begin);
    finish(stage);
    costs.picture.push(performance.now() - begin);
    for (const part of ["engine", "packing", "transfer"] as const) costs[part].push(player.timing[part]);
    await new Promise((next) => requestAnimationFrame(next));
  }
  return [String(count), ...PARTS.map((part) => median(costs[part]).toFixed(2))];
}

/** Waits for the picture: reading a pixel needs it finished. */
function finish({ canvas }: Stage): void {
  const gl = canvas.getContext("webgl2")!;
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

export async function bench(player: Player, stage: Stage): Promise<void> {
  const table = make("table", { id: "bench" });
  const row = (cells: string[], tag: "th" | "td") => make("tr", {}, ...cells.map((cell) => make(tag, {}, cell)));
  table.append(row([words.bench.discs, ...PARTS.map((part) => words.bench[part])], "th"));
  byId("hit-panel").replaceChildren(
    make("h2", { id: "hit-title" }, words.bench.title(FRAMES)),
    table,
  );
  byId("hit-panel").hidden = false;
  for (const count of [1000, 10_000]) {
    const cells = await measure(count, player, stage);
    table.append(row(cells, "td"));
    byId("hit-panel").hidden = false;
  }
  table.dataset.done = "yes";
}
