import { expect, test } from "vitest";
import type { Bodies } from "carom";
import { HitWriter } from "./hit_writer";
import { Misses } from "./misses";
import type { Hits } from "./protocol";

function hits(...list: [t: number, a: number, b: number][]): Hits {
  const writer = new HitWriter();
  const column = (k: 0 | 1 | 2) => list.map((hit) => hit[k]);
  const none = new Float64Array(2 * list.length);
  writer.append({
    count: list.length,
    t: Float64Array.from(column(0)),
    begin: none.slice(0, list.length),
    end: none.slice(0, list.length),
    a: Float64Array.from(column(1)),
    b: Float64Array.from(column(2)),
    point: none,
    normal: none,
    speed: none.slice(0, list.length),
    impulse: none.slice(0, list.length),
    response: new Uint8Array(list.length),
    placeA: none,
    placeB: none,
    beforeA: none,
    beforeB: none,
    afterA: none,
    afterB: none,
  });
  return writer.take();
}

function bodies(...at: number[]): Bodies {
  const count = at.length;
  const serial = Float64Array.from(at, (_, k) => k);
  return {
    count,
    serial,
    at: Float64Array.from(at.flatMap((x) => [x, 0])),
    flags: new Uint8Array(count),
    velocity: new Float64Array(2 * count),
    radius: new Float64Array(count).fill(1),
  } as unknown as Bodies;
}

const witness = { name: (serial: number) => `#${serial}`, at: (serial: number): [number, number] => [2 * serial, 0] };
const still = bodies(0, 2);

test("a hit that is found a little later is not missed", () => {
  const misses = new Misses();
  expect(misses.after(hits([0.05, 0, 1]), hits(), still, 0.1, 0.1, witness)).toEqual([]);
  expect(misses.after(hits(), hits([0.12, 0, 1]), still, 0.1, 0.2, witness)).toEqual([]);
});

test("one that is not found within a step is missed, once", () => {
  const misses = new Misses();
  misses.after(hits([0.05, 0, 1]), hits(), still, 0.1, 0.1, witness);
  expect(misses.after(hits(), hits([0.12, 0, 2]), still, 0.1, 0.2, witness).map(({ t, a, b }) => [t, a, b])).toEqual([
    [0.05, "#0", "#1"],
  ]);
  expect(misses.after(hits(), hits(), still, 0.1, 0.3, witness)).toEqual([]);
});

test("bodies that have gone other ways are not compared any more", () => {
  const misses = new Misses();
  misses.compare(bodies(0, 5), bodies(0, 5.02));
  misses.after(hits([0.05, 0, 1]), hits(), still, 0.1, 0.1, witness);
  expect(misses.after(hits(), hits(), still, 0.1, 0.2, witness)).toEqual([]);
});

test("one that is found and passes all the same is missed", () => {
  const misses = new Misses();
  const hit = hits([0.05, 0, 1]);
  hit.normal[0] = -1; // from body 1 to body 0, which stands to the left
  const past = bodies(4, 2);
  past.velocity[0] = 10;
  expect(misses.after(hit, hits([0.1, 0, 1]), past, 0.1, 0.16, witness)).toHaveLength(1);
});

test("what is fixed is not disturbed by its hits", () => {
  const sheet = bodies(0, 2, 4);
  for (const fixed of [0, 1]) {
    sheet.flags[0] = fixed;
    const told = new Misses();
    told.after(hits([0.04, 0, 1], [0.05, 0, 2]), hits(), sheet, 0.1, 0.1, witness);
    expect(told.after(hits(), hits(), sheet, 0.1, 0.2, witness)).toHaveLength(1 + fixed);
  }
});
