// Time: slow motion, the moment of a hit, the time line.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LONE, spot } from "./lone.mjs";
import { goTo, openText, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

test("slow motion is slow, and the clock tells it", async () => {
  const { page, close } = await visit({ address: "?scene=billiards_break" });
  await page.focus("#pace");
  await page.keyboard.press("Home");
  assert.equal(await text(page, "pace-value"), "0.001×");
  await page.click("#play");
  await page.waitForTimeout(1500);
  await page.click("#play");
  await settled(page);
  const shown = Number(await page.inputValue("#clock"));
  assert.ok(shown > 0 && shown < 0.01, String(shown));
  await close();
});

test("at a hit the stage shows where both are at the start, at the contact and at the end, and its numbers", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  scene.world.dt = 1;
  Object.assign(scene.bodies[0], { at: [-2, 0], velocity: [4, 0], mass: 2 });
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await page.click("#next-hit");
  await page.waitForSelector("#hit-panel:not([hidden])");
  await page.waitForTimeout(150);
  /** Whether something is drawn above the bodies within three pixels. */
  const inked = async (x, y) => {
    const [left, top] = await spot(page, x, y);
    const { x: x0, y: y0 } = await page.locator("#annotations").boundingBox();
    return page.evaluate(
      ([px, py]) => {
        const { data } = document.getElementById("annotations").getContext("2d").getImageData(px - 3, py - 3, 7, 7);
        return data.some((value) => value > 0);
      },
      [Math.round(left - x0), Math.round(top - y0)],
    );
  };
  // It sets out at 2, touches the edge at 3.5, and comes back as far as 1.
  for (const x of [2, 3.5, 1]) assert.ok(await inked(x, -0.5), `a ghost at ${x}`);
  assert.ok(!(await inked(0, -0.5)) && !(await inked(-2, -0.5)));
  assert.ok(await inked(4, 0), "the point");
  assert.ok(await inked(3.6, 0), "the normal");
  const facts = await Promise.all(
    ["time", "speed", "impulse", "point", "normal", "step"].map((fact) => text(page, `hit-${fact}`)),
  );
  assert.deepEqual(facts, ["1.375 s", "4", "16", "4, 0", "-1, 0", "1 … 2 s"]);
  await page.click("#step");
  await page.waitForSelector("#hit-panel", { state: "hidden" });
  await page.waitForTimeout(150);
  assert.ok(!(await inked(4, 0)));
  await close();
});

test("a click on a tick of the time line goes to that hit; before it, the time between", async () => {
  const { page, close } = await visit({ address: "?scene=newtons_cradle" });
  await page.click("#next-hit");
  await page.waitForSelector("#hit-panel:not([hidden])");
  const time = Number((await text(page, "hit-time")).replace(" s", ""));
  await goTo(page, time + 0.5);
  assert.ok(await page.locator("#hit-panel").isHidden());
  const { x, y, width } = await page.locator("#timeline").boundingBox();
  await page.mouse.click(x + (time / 10) * width + 2, y + 15);
  await page.waitForSelector("#hit-panel:not([hidden])");
  assert.equal(await text(page, "hit-time"), `${time} s`);
  await page.mouse.click(x + (time / 20) * width, y + 15);
  await page.waitForSelector("#hit-panel", { state: "hidden" });
  await settled(page);
  assert.ok(Math.abs(Number(await page.inputValue("#clock")) - time / 2) < 0.02);
  await close();
});
