// What cannot be is refused with a word, before anything is lost; time goes on by itself.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LONE, openLone, spot } from "./lone.mjs";
import { goTo, openText, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

const count = (page) => text(page, "bodies").then(Number);
const drag = async (page, key, from, to) => {
  await page.focus("#stage");
  await page.keyboard.press(key);
  await page.mouse.move(...(await spot(page, ...from)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, ...to)));
  await page.mouse.up();
  await settled(page);
};

test("drawing over another body, or beyond the bounds, is refused with a word; beside it there is room", async () => {
  const { page, close } = await visit();
  await openLone(page);
  await drag(page, "c", [0.6, 0], [1, 0]);
  await page.waitForSelector("#notice:not([hidden])");
  assert.match(await text(page, "notice"), /would lie over ball/);
  await drag(page, "b", [-2, -2], [-6, 2]);
  assert.match(await text(page, "notice"), /beyond the bounds/);
  assert.equal(await count(page), 1);
  await drag(page, "c", [1, 0], [1.45, 0]);
  assert.equal(await count(page), 2);
  await close();
});

test("Enter twice places two discs beside each other", async () => {
  const { page, close } = await visit({ address: "?scene=empty_table" });
  await page.focus("#stage");
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "1");
  await page.focus("#stage");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "2");
  await page.click("#text");
  const { bodies } = JSON.parse(await page.inputValue("#scene-text"));
  const [a, b] = bodies;
  assert.ok(Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]) >= a.circle.radius + b.circle.radius);
  await close();
});

test("a way to detect that cannot play the scene is off, and says why before the click", async () => {
  const { page, problems, close } = await visit({ address: "?scene=dominoes" });
  const overlap = page.locator('[data-detection="overlap"]');
  await page.waitForFunction(() => document.querySelector('[data-detection="overlap"]').dataset.refused);
  assert.match(await overlap.getAttribute("title"), /cannot be played with overlap\. .*friction/);
  assert.match(await page.getAttribute("#compare", "title"), /cannot be played with overlap\. .*friction/);
  await overlap.click();
  assert.match(await text(page, "trouble"), /cannot be played with overlap/);
  assert.equal(await page.getAttribute('[data-detection="swept"]', "aria-checked"), "true");
  await page.click("#scenes");
  await page.click('[data-scene="gas"]');
  await page.waitForFunction(() => !document.querySelector('[data-detection="overlap"]').dataset.refused);
  assert.deepEqual(problems, []);
  await close();
});

test("side by side both worlds have their plots, hits, misses and energy", async () => {
  const { page, close } = await visit({ address: "?scene=bullet_and_paper" });
  await page.click("#compare");
  await page.waitForFunction(() => document.getElementById("compare").ariaPressed === "true");
  await goTo(page, 0.5);
  await page.waitForTimeout(400);
  for (const id of ["energy-plot", "energy-plot-2", "momentum-plot-2", "speeds-plot-2", "rate-plot-2"])
    assert.ok(await page.locator(`#${id} canvas`).count(), id);
  const label = await page.getAttribute("#stage", "aria-label");
  assert.match(label, /swept · \d+ hits · energy [\d.]+\. overlap · \d+ hits · energy [\d.]+ · 7 missed/);
  await close();
});

test("Space plays after a scene was chosen", async () => {
  const { page, close } = await visit();
  await page.click("#scenes");
  await page.click('[data-scene="gas"]');
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Gas");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.getElementById("play").getAttribute("aria-label") === "Pause");
  assert.ok(await page.locator("#gallery").isHidden());
  await close();
});

test("play goes on beyond the end, and the time line grows", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  scene.world.duration = 0.5;
  scene.bodies[0].velocity = [1, 0];
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await page.click("#play");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.8);
  assert.equal(await page.getAttribute("#play", "aria-label"), "Pause");
  assert.ok(Number(await page.getAttribute("#timeline", "aria-valuemax")) > 0.8);
  await page.click("#play");
  await settled(page);
  await page.click("#next-hit"); // 3.5 s on
  await page.waitForSelector("#hit-panel:not([hidden])");
  assert.match(await text(page, "notice"), /next hit is at t = 3\.5 s, beyond the time line, which has grown/);
  await close();
});

test("the speed that is shown is the one that is reached", async () => {
  const { page, close } = await visit();
  const side = 3 * 110;
  const region = { min: [0, 0], max: [side, side] };
  const fill = [{ count: 12_000, circle: { radius: 1 }, region, arrangement: "square", speed: 400 }];
  await openText(page, JSON.stringify({ carom: 1, name: "Big", world: { bounds: region }, fill }));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Big", undefined, { timeout: 60_000 });
  await page.focus("#pace");
  await page.keyboard.press("End");
  await page.click("#play");
  await page.waitForFunction(() => /^10× wanted, [\d.e-]+×$/.test(document.getElementById("pace-value").textContent), undefined, {
    timeout: 60_000,
  });
  await page.click("#play");
  await page.waitForFunction(() => document.getElementById("pace-value").textContent === "10×");
  await close();
});

test("fast clicking everywhere gives no error", async () => {
  const { page, problems, close } = await visit({ reducedMotion: "no-preference" });
  await openLone(page);
  await page.mouse.click(...(await spot(page, 0, 0)));
  for (let round = 0; round < 6; ++round) {
    await page.evaluate(() => {
      for (const id of ["play", "step", "restart", "compare", "undo", "redo", "next-hit", "step-back", "play"])
        document.getElementById(id).click();
      document.querySelector('[data-detection="event"]').click();
      document.querySelector('[data-detection="swept"]').click();
    });
    await page.setViewportSize({ width: 1000 + 40 * round, height: 700 });
  }
  await page.waitForTimeout(500);
  await page.waitForFunction(() => document.getElementById("busy").hidden, undefined, { timeout: 60_000 });
  assert.deepEqual(problems, []);
  await close();
});
