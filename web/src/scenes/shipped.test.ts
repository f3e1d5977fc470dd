import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { BLANK, SHIPPED } from "./shipped";

test("every scene has its idea, and a picture by day and by night: npm run screenshots makes them", () => {
  expect(SHIPPED.length).toBeGreaterThan(0);
  for (const { id, about } of [...SHIPPED, BLANK]) {
    expect(about, id).not.toBe("");
    for (const shade of ["light", "dark"]) {
      const picture = new URL(`../../public/pictures/${id}-${shade}.webp`, import.meta.url);
      expect(existsSync(picture), `${id}-${shade}.webp`).toBe(true);
    }
  }
});
