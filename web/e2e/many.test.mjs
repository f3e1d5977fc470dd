// Very many bodies: panning works while time runs, a pause stands at the end of a step, and small discs are drawn.
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { openText, summary, text, withPage } from "./page.mjs";

const { visit } = withPage();

test("25,000 discs: dragging moves the view at once, whatever lies under the pointer, and a pause has its hash", async () => {
  const region = { min: [0, 0], max: [500, 500] };
  const world = { dt: 0.01, duration: 100, bounds: { ...region, edges: "rebound" } };
  const fill = [{ count: 25_000, circle: { radius: 0.5 }, region, arrangement: "square", speed: 5, seed: 1 }];
  const scene = JSON.stringify({ carom: 1, name: "Many", world, fill });
  const { page, problems, close } = await visit();
  await openText(page, scene);
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "25000", undefined, { timeout: 60_000 });
  await page.click("#show-probe");
  const { x, y, width, height } = await page.locator("#stage").boundingBox();
  const [cx, cy] = [x + width / 2, y + height / 2];
  const under = async () => {
    await page.mouse.move(cx + 1, cy);
    await page.mouse.move(cx, cy);
    await page.waitForFunction(() => document.getElementById("probe").textContent.startsWith("x = "));
    return Number(/x = (-?[\d.]+)/.exec(await text(page, "probe"))[1]);
  };
  const before = await under();
  await page.focus("#stage");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.02);
  await page.mouse.down();
  await page.mouse.move(cx + 100, cy, { steps: 4 });
  await page.mouse.up();
  assert.ok((await under()) < before - 20, "another part is in the middle");
  assert.equal(await page.getAttribute("#play", "aria-label"), "Pause");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => /^[0-9a-f]{16}$/.test(document.getElementById("hash").textContent), undefined, { timeout: 60_000 });
  const file = join(await mkdtemp(join(tmpdir(), "carom-")), "many.json");
  await writeFile(file, scene);
  const time = await page.inputValue("#clock");
  assert.equal(Number(time), Math.round(100 * Number(time)) / 100, "the end of a step");
  assert.equal(await text(page, "hash"), (await summary(file, "--until", time)).hash);
  // A disc of the first row is drawn in its colour where the engine has it: the picture is not empty.
  const shot = await page.locator("#stage").screenshot();
  assert.ok(shot.length > 30_000, `${shot.length} bytes`);
  assert.deepEqual(problems, []);
  await close();
});
