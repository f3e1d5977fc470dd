// axe-core finds nothing to object to: the page, its panels and its dialogs, light and dark.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test } from "node:test";
import { settled, withPage } from "./page.mjs";

const { visit } = withPage();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

for (const colorScheme of ["light", "dark"]) {
  test(`no violations, ${colorScheme}`, async () => {
    const { page, close } = await visit({ address: "?scene=two_balls", colorScheme });
    await page.keyboard.press("]");
    await page.waitForSelector("#body-panel:not([hidden])");
    await page.keyboard.press("Shift+ArrowRight");
    await page.waitForSelector("#hit-panel:not([hidden])");
    await settled(page);
    assert.deepEqual(await violations(page), []);
    for (const dialog of ["scenes", "text", "share", "help"]) {
      await page.click(`#${dialog}`);
      if (dialog === "share") await page.click("#for-class summary");
      assert.deepEqual(await violations(page), [], dialog);
      await page.keyboard.press("Escape");
    }
    await close();
  });
}
