// From 320 to 3,000 pixels, and from 360 high: nothing hidden, nothing overlapping; targets that fingers hit.
import assert from "node:assert/strict";
import { test } from "node:test";
import { settled, withPage } from "./page.mjs";

const { visit } = withPage();

const SIZES = [
  [320, 568, true, "en"],
  [320, 568, true, "de"],
  [320, 568, true, "fr"],
  [360, 360, true, "en"],
  [390, 844, true, "en"],
  [640, 360, true, "de"],
  [844, 390, true, "en"],
  [844, 390, true, "fr"],
  [900, 700, false, "de"],
  [1280, 800, false, "fr"],
  [3000, 1400, false, "en"],
];

/** Controls that stick out of the page, are cut off by the stage, lie on each other, or are too small. */
const faults = (least) => {
  const found = [];
  const { width } = document.documentElement.getBoundingClientRect();
  const stage = document.getElementById("stage-area").getBoundingClientRect();
  const controls = [...document.querySelectorAll("button, select, input:not([type=range]), #hash")].filter(
    (element) => element.checkVisibility() && !element.closest("dialog"),
  );
  const name = (element) => element.id || element.dataset.tool || element.dataset.detection || element.ariaLabel || element.textContent;
  /** In a part that scrolls what is not in its window is cut off there, and reached by scrolling. */
  const seen = (element) => {
    const box = element.getBoundingClientRect();
    for (let part = element.parentElement; part && part !== document.body; part = part.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(part);
      const window = part.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX) && (box.left < window.left - 0.5 || box.right > window.right + 0.5)) return false;
      if (/auto|scroll/.test(overflowY) && (box.top < window.top - 0.5 || box.bottom > window.bottom + 0.5)) return false;
    }
    return true;
  };
  const boxes = controls.filter(seen).map((element) => [element, element.getBoundingClientRect()]);
  for (const [element, box] of boxes) {
    if (box.left < -0.5 || box.right > width + 0.5) found.push(`${name(element)} sticks out of the page`);
    const floats = element.closest(".float");
    if (floats && (box.top < stage.top - 0.5 || box.bottom > stage.bottom + 0.5 || box.right > stage.right + 0.5))
      found.push(`${name(element)} is cut off by the stage`);
    if (element.tagName !== "DD" && Math.min(box.width, box.height) < least - 0.5 && element.type !== "checkbox")
      found.push(`${name(element)} is ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`);
  }
  boxes.forEach(([a, p], k) => {
    for (const [b, q] of boxes.slice(k + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const over = Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 1;
      if (over && Boolean(a.closest(".panel")) === Boolean(b.closest(".panel"))) found.push(`${name(a)} and ${name(b)} overlap`);
    }
  });
  return found;
};

for (const [width, height, hand, locale] of SIZES) {
  test(`${width} x ${height}${hand ? ", touch" : ""}, ${locale}`, async () => {
    const touch = hand ? { hasTouch: true, isMobile: true } : {};
    const { page, problems, close } = await visit({ viewport: { width, height }, locale, ...touch });
    for (const prepare of [
      async () => undefined,
      () => page.click("#compare"),
      async () => {
        await page.click("#compare");
        await page.click("#table");
      },
    ]) {
      await prepare();
      await settled(page);
      await page.evaluate(() => scrollTo(0, 0));
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, "no sideways scrolling");
      assert.deepEqual(await page.evaluate(faults, hand ? 44 : 24), []);
    }
    const stage = await page.locator("#stage").boundingBox();
    assert.ok(stage.width >= 300 && stage.height >= 150, JSON.stringify(stage));
    assert.deepEqual(problems, []);
    await close();
  });
}

test("numbers of sliders are told with their unit, and plots as text", async () => {
  const { page, close } = await visit({ address: "?scene=gas" });
  assert.equal(await page.getAttribute('[aria-label="gravity y"]', "aria-valuetext"), "0 metres per second squared");
  assert.match(await page.getAttribute('[aria-label="step, s"]', "aria-valuetext"), /^0\.02 seconds$/);
  assert.equal(await page.getAttribute("#pace", "aria-valuetext"), "1 times");
  await page.waitForFunction(() => /Momentum: x .* from .* to/.test(document.getElementById("momentum-plot").ariaLabel ?? ""));
  await page.keyboard.press("]");
  await page.waitForFunction(() => /^Selected #0, at/.test(document.getElementById("spoken").textContent));
  await close();
});
