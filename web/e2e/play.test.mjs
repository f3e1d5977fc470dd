// Playing: what is drawn, ways to detect, sound, plots.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moment, openLone, spot } from "./lone.mjs";
import { goTo, openText, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

/** A long bar in the room of LONE. */
function bar(state, world = {}) {
  const vertices = [-2, 2].flatMap((x) => [-0.2, 0.2].map((y) => [x, x < 0 ? -y : y]));
  const bounds = { min: [-4, -3], max: [4, 3], edges: "rebound" };
  const bodies = [{ polygon: { vertices }, ...state }];
  return JSON.stringify({ carom: 1, name: "Bar", world: { bounds, ...world }, bodies });
}

test("a polygon is drawn as it is turned at the time shown", async () => {
  const { page, close } = await visit();
  const pixel = async (x, y) => {
    const [left, top] = await spot(page, x, y);
    return (await page.screenshot({ clip: { x: left, y: top, width: 1, height: 1 } })).toString("base64");
  };
  // Places beside the lines of the grid.
  const lies = async () => (await pixel(1.33, 0.07)) !== (await pixel(-2.67, -2.07));
  const stands = async () => (await pixel(0.07, 1.33)) !== (await pixel(-2.67, -2.07));
  const show = async (scene, time) => {
    await openText(page, scene);
    await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Bar");
    await page.waitForTimeout(200); // the next one has the same name
    await settled(page);
    await goTo(page, time);
    assert.deepEqual(await page.locator("#faults li").count(), 0);
    await page.waitForTimeout(100);
  };
  await show(bar({}), 0);
  assert.deepEqual([await lies(), await stands()], [true, false]);
  await show(bar({ angle: Math.PI / 2 }), 0);
  assert.deepEqual([await lies(), await stands()], [false, true]);
  const turning = bar({ spin: Math.PI / 2 });
  for (const [time, upright] of [
    [1, true],
    [2, false],
    [0.995, true],
  ]) {
    await show(turning, time);
    assert.deepEqual([await lies(), await stands()], [!upright, upright], `t = ${time}`);
  }
  await close();
});

test("the slider for friction is felt, and is off where the engine would refuse it", async () => {
  const { page, close } = await visit();
  const sliding = bar({ at: [-2, -2.8], velocity: [2, 0] }, { gravity: [0, -10], restitution: 0 });
  await openText(page, sliding);
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Bar");
  const speedAt = async (time) => {
    await goTo(page, time);
    return (await moment(page)).bodies[0].velocity?.[0] ?? 0;
  };
  assert.ok(Math.abs((await speedAt(0.5)) - 2) < 1e-6);
  await goTo(page, 0);
  await page.focus('[aria-label="friction"]');
  for (let k = 0; k < 20; ++k) await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.equal(await page.inputValue('[aria-label="friction, exactly"]'), "0.2");
  assert.ok(Math.abs((await speedAt(0.5)) - 1) < 0.05); // 2 - 0.2 * 10 * 0.5
  await page.fill('[aria-label="friction, exactly"]', "0");
  await page.press('[aria-label="friction, exactly"]', "Enter");
  await page.click("#compare");
  await page.waitForFunction(() => document.querySelector('[aria-label="friction"]').disabled);
  await close();
});

test("a scene that another world cannot play is refused with a reason, and the one before plays on", async () => {
  const { page, problems, close } = await visit({ address: "?scene=dominoes" });
  await page.click('[data-detection="overlap"]');
  await page.waitForSelector("#trouble:not([hidden])");
  assert.match(await text(page, "trouble"), /cannot be played with overlap\. .*friction/);
  await goTo(page, 0.2);
  assert.equal(await page.getAttribute('[data-detection="swept"]', "aria-checked"), "true");
  assert.deepEqual(problems, []);
  await close();
});

test("the bullet passes the paper in overlap and bounces in swept", async () => {
  const { page, close } = await visit({ address: "?scene=bullet_and_paper" });
  const sides = {};
  for (const detection of ["overlap", "swept"]) {
    await page.click(`[data-detection="${detection}"]`);
    await page.waitForFunction(
      (name) => document.querySelector(`[data-detection="${name}"]`).getAttribute("aria-checked") === "true",
      detection,
    );
    await goTo(page, 0.1);
    const bullet = (await moment(page)).bodies.find(({ name }) => name === "bullet 3");
    sides[detection] = Math.sign(bullet.at[0]);
  }
  assert.deepEqual(sides, { overlap: 1, swept: -1 });
  await close();
});

test("side by side tells what overlap missed", async () => {
  const { page, problems, close } = await visit({ address: "?scene=bullet_and_paper" });
  await page.click("#compare");
  await page.waitForFunction(() => document.getElementById("compare").getAttribute("aria-pressed") === "true");
  // Five bullets go through the paper, two through the card.
  await goTo(page, 0.5);
  assert.equal(await text(page, "missed"), "7 missed by overlap");
  assert.deepEqual(problems, []);
  await close();
});

test("colours tell speed, kind or cluster; trails follow bodies", async () => {
  const { page, close } = await visit({ address: "?scene=billiards_break" });
  await goTo(page, 0.5);
  const seen = async () => {
    await page.waitForTimeout(150);
    return (await page.locator("#stage-area").screenshot()).toString("base64");
  };
  const pictures = [await seen()];
  for (const colouring of ["kind", "cluster"]) {
    await page.selectOption("#colouring", colouring);
    pictures.push(await seen());
  }
  await page.selectOption("#colouring", "speed");
  assert.equal(await seen(), pictures[0]);
  await page.click("#trails");
  await goTo(page, 0.4);
  for (const time of [0.42, 0.44, 0.46, 0.48, 0.5]) await goTo(page, time);
  pictures.push(await seen());
  assert.equal(new Set(pictures).size, 4);
  await close();
});

test("the view is moved, zoomed and fitted again", async () => {
  const { page, close } = await visit();
  await openLone(page);
  const picture = async () => {
    await page.waitForTimeout(150);
    return (await page.screenshot({ clip: await page.locator("#annotations").boundingBox() })).toString("base64");
  };
  const home = await picture();
  const [x, y] = await spot(page, 2, 1.5);
  for (const [what, change] of [
    ["wheel", () => page.mouse.move(x, y).then(() => page.mouse.wheel(0, -400))],
    ["button", () => page.click("#zoom-out")],
    [
      "drag",
      async () => {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.waitForTimeout(100);
        await page.mouse.move(x + 60, y + 30, { steps: 4 });
        await page.mouse.up();
      },
    ],
  ]) {
    await change();
    assert.notEqual(await picture(), home, what);
    await page.keyboard.press("f");
    await page.mouse.move(0, 0);
    assert.equal(await picture(), home, what);
  }
  await close();
});

test("energy, momentum, speeds with Maxwell's curve and hits a second are plotted", async () => {
  const { page, close } = await visit({ address: "?scene=gas" });
  for (const time of [0.2, 0.4, 0.6]) await goTo(page, time);
  await page.waitForTimeout(400);
  const labels = {
    "energy-plot": ["kinetic", "potential", "total"],
    "momentum-plot": ["x", "y"],
    "speeds-plot": ["bodies", "Maxwell"],
    "rate-plot": [],
  };
  for (const [id, expected] of Object.entries(labels)) {
    const found = await page.locator(`#${id} .u-series th:has(.u-marker) .u-label`).allTextContents();
    assert.deepEqual(found.filter((label) => label !== "t" && label !== "speed"), expected, id);
    const inked = await page.locator(`#${id} canvas`).evaluate((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return data.some((value) => value > 0);
    });
    assert.ok(inked, id);
  }
  await close();
});

test("sound is off until it is asked for; then hits clink, and rules have their own", async () => {
  const { page, close } = await visit({ address: "?scene=rocket" });
  await page.evaluate(() => {
    window.heard = [];
    for (const name of ["OscillatorNode", "AudioBufferSourceNode"])
      window[name] = class extends window[name] {
        start(...when) {
          window.heard.push([name, this.type, this.frequency?.value]);
          super.start(...when);
        }
      };
  });
  const heard = async () => {
    await goTo(page, 0.5);
    await page.click("#play");
    await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 3.2);
    await page.click("#play");
    return page.evaluate(() => window.heard.splice(0));
  };
  assert.equal(await page.getAttribute("#sound", "aria-pressed"), "false");
  assert.deepEqual(await heard(), []);
  await page.click("#sound");
  assert.equal(await text(page, "sound"), "Sound on");
  // For the second time, which sounds as the first.
  const explosions = await heard();
  assert.ok(explosions.some(([node]) => node === "AudioBufferSourceNode"), "an explosion");
  await page.click("#scenes");
  await page.click('[data-scene="wizard"]');
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Wizard");
  const magic = await heard();
  assert.ok(magic.some(([, type]) => type === "sine"), "a clink");
  assert.ok(magic.some(([, type, pitch]) => type === "triangle" && pitch === 1319), "magic");
  await close();
});
