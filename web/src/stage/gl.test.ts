import { expect, test } from "vitest";
import { Records } from "./gl";

test("records are kept as they were added, in whole blocks, however many there are", () => {
  const records = new Records(4, 8);
  for (let k = 0; k < 5; ++k) records.add(k, k, k, k);
  expect(records.count).toBe(5);
  expect(records.blocks.length).toBe(24); // 20 floats
  expect([...records.blocks.subarray(0, 20)]).toEqual([0, 1, 2, 3, 4].flatMap((k) => [k, k, k, k]));
  expect(records.capacity * 8).toBeGreaterThanOrEqual(24);
  records.clear();
  expect([records.count, records.blocks.length]).toEqual([0, 0]);
});
