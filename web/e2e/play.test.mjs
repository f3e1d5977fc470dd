// Playing with it: throwing, comparing, editing, keys, phones, failures.
import assert from "node:assert/strict";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { carom, goTo, launch, openPage, openText, serve, settled, text } from "./page.mjs";

let browser, server;
before(async () => {
  [browser, server] = [await launch(), await serve()];
});
after(async () => {
  await browser.close();
  server.close();
});

/** The scene as it is at the time shown. */
async function moment(page) {
  await page.click("#share");
  await page.check("#share-moment");
  await page.click("#copy-command");
  await page.waitForFunction(() => document.getElementById("share-text").value !== "");
  const command = await page.inputValue("#share-text");
  await page.keyboard.press("Escape");
  return JSON.parse(command.slice(command.indexOf("{"), command.lastIndexOf("}") + 1));
}

const LONE = JSON.stringify({
  carom: 1,
  name: "Lone",
  world: { bounds: { min: [-4, -3], max: [4, 3], edges: "rebound" } },
  bodies: [{ name: "ball", circle: { radius: 0.5 } }],
});

/** Where a point of the world is on the page, with the view as it is after opening LONE. */
async function spot(page, x, y) {
  const box = await page.locator("#stage").boundingBox();
  const scale = 0.9 * Math.min(box.width / 8, box.height / 6);
  return [box.x + box.width / 2 + x * scale, box.y + box.height / 2 - y * scale];
}

async function openLone(page) {
  await openText(page, LONE);
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await settled(page);
}

test("a body that is thrown moves, and undo brings it back", async () => {
  const { page, problems, close } = await openPage(browser, server.url);
  await openLone(page);
  await page.mouse.move(...(await spot(page, 0.1, 0)));
  await page.mouse.down();
  await page.waitForSelector("#body-panel:not([hidden])");
  await page.mouse.move(...(await spot(page, 1.3, 0)), { steps: 8 });
  await page.mouse.up();
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.3);
  await page.click("#play");
  await settled(page);
  const thrown = (await moment(page)).bodies[0];
  assert.ok(thrown.velocity[0] !== 0, JSON.stringify(thrown));
  await page.keyboard.press("Control+z");
  await settled(page);
  const back = (await moment(page)).bodies[0];
  assert.deepEqual(back.at, [0, 0]);
  assert.equal(back.velocity?.[0] ?? 0, 0);
  assert.deepEqual(problems, []);
  await close();
});

test("circle, box, polygon and wall are drawn; delete and undo", async () => {
  const { page, close } = await openPage(browser, server.url);
  await openLone(page);
  const drag = async (key, from, to) => {
    await page.keyboard.press(key);
    await page.mouse.move(...(await spot(page, ...from)));
    await page.mouse.down();
    await page.mouse.move(...(await spot(page, ...to)));
    await page.mouse.up();
    await settled(page);
  };
  await page.focus("#stage");
  await drag("c", [2, 1], [2.5, 1]);
  await drag("b", [-3, -2], [-2, -1]);
  await drag("w", [-3, 2], [-1, 2]);
  await page.keyboard.press("p");
  for (const corner of [
    [1, -2],
    [2, -2],
    [1.5, -1],
  ]) {
    await page.mouse.click(...(await spot(page, ...corner)));
    await settled(page);
  }
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "5");
  const { bodies } = await moment(page);
  assert.deepEqual(
    bodies.map((body) => ["circle", "polygon", "segment"].find((shape) => body[shape])),
    ["circle", "circle", "polygon", "segment", "polygon"],
  );
  assert.ok(Math.abs(bodies[1].circle.radius - 0.5) < 0.02);
  await page.focus("#stage");
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "4");
  await page.click("#undo");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "5");
  await close();
});

test("numbers of a body and settings can be changed; nonsense is refused with a reason", async () => {
  const { page, close } = await openPage(browser, server.url);
  await openLone(page);
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.fill('[aria-label="velocity x"]', "1.5");
  await page.press('[aria-label="velocity x"]', "Tab");
  await page.fill('[aria-label="gravity y, exactly"]', "-9.81");
  await page.press('[aria-label="gravity y, exactly"]', "Tab");
  await settled(page);
  const scene = await moment(page);
  assert.deepEqual(
    [scene.bodies[0].velocity, scene.world.gravity],
    [
      [1.5, 0],
      [0, -9.81],
    ],
  );
  await page.fill('[aria-label="restitution, exactly"]', "7");
  await page.press('[aria-label="restitution, exactly"]', "Tab");
  await page.waitForSelector("#trouble:not([hidden])");
  assert.match(await text(page, "trouble"), /restitution/);
  await close();
});

/** A long bar in the room of LONE. */
function bar(state, world = {}) {
  const vertices = [-2, 2].flatMap((x) => [-0.2, 0.2].map((y) => [x, x < 0 ? -y : y]));
  const bounds = { min: [-4, -3], max: [4, 3], edges: "rebound" };
  const bodies = [{ polygon: { vertices }, ...state }];
  return JSON.stringify({ carom: 1, name: "Bar", world: { bounds, ...world }, bodies });
}

async function accepted(scene) {
  const file = join(await mkdtemp(join(tmpdir(), "carom-")), "scene.json");
  await writeFile(file, scene);
  return !(await carom("validate", file)).stderr;
}

test("a polygon is drawn as it is turned at the time shown", async (t) => {
  const { page, close } = await openPage(browser, server.url);
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
  if (await accepted(turning)) {
    for (const [time, upright] of [[1, true], [2, false], [0.995, true]]) {
      await show(turning, time);
      assert.deepEqual([await lies(), await stands()], [!upright, upright], `t = ${time}`);
    }
  } else {
    t.diagnostic("the engine does not turn bodies yet");
  }
  await close();
});

test("there is a slider for friction if the engine knows it", async () => {
  const { page, close } = await openPage(browser, server.url);
  await settled(page);
  const known = await accepted(bar({}, { friction: 0.1 }));
  assert.equal(await page.locator('[aria-label="friction"]').count(), known ? 1 : 0);
  await close();
});

test("the bullet passes the paper in overlap and bounces in swept", async () => {
  const { page, close } = await openPage(browser, server.url, { address: "?scene=bullet_and_paper" });
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
  const { page, problems, close } = await openPage(browser, server.url, { address: "?scene=bullet_and_paper" });
  await page.click("#compare");
  await page.waitForFunction(() => document.getElementById("compare").getAttribute("aria-pressed") === "true");
  // Five bullets go through the paper, two through the card.
  await goTo(page, 0.5);
  assert.equal(await text(page, "missed"), "7 missed by overlap");
  assert.deepEqual(problems, []);
  await close();
});

test("all of it with the keyboard", async () => {
  const { page, problems, close } = await openPage(browser, server.url);
  const shown = () => page.getAttribute("#timeline", "aria-valuenow").then(Number);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.1);
  await page.keyboard.press("Space");
  await settled(page);
  const paused = await shown();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.ok((await shown()) > paused);
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  assert.ok((await shown()) < paused + 1e-9);
  await page.keyboard.press("r");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) === 0);
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForSelector("#hit-panel:not([hidden])");
  await page.keyboard.press("?");
  await page.waitForSelector("#help-dialog[open]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.waitForSelector("#gallery[open]");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Billiards break");
  await page.keyboard.press("]");
  await page.waitForSelector("#body-panel:not([hidden])");
  for (let k = 0, seen = new Set(); k < 60; ++k) {
    await page.keyboard.press("Tab");
    const id = await page.evaluate(
      () => document.activeElement?.id || document.activeElement?.getAttribute("data-tool") || "",
    );
    seen.add(id);
    if (k === 59)
      for (const wanted of ["play", "timeline", "stage", "share", "circle"])
        assert.ok(seen.has(wanted), `Tab reaches ${wanted}`);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("at phone width nothing sticks out, and it can be played by touch", async () => {
  const { page, problems, close } = await openPage(browser, server.url, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.tap("#play");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.1);
  await page.tap("#play");
  assert.deepEqual(problems, []);
  await close();
});

/** A square gas; 300,000 discs take the engine long enough to be interrupted. */
function gas(count) {
  const region = { min: [0, 0], max: [3 * Math.ceil(Math.sqrt(count)), 3 * Math.ceil(Math.sqrt(count))] };
  const fill = [{ count, circle: { radius: 1 }, region, arrangement: "square", speed: 50 }];
  return JSON.stringify({ carom: 1, name: "Big", world: { bounds: { ...region, edges: "rebound" } }, fill });
}

test("a computation that takes too long can be stopped: a message, the last scene, and what was typed", async () => {
  const { page, close } = await openPage(browser, server.url);
  await openLone(page);
  const big = gas(300_000);
  await openText(page, big);
  await page.keyboard.press("Escape");
  await page.click("#stop", { timeout: 60_000 });
  await page.waitForSelector("#trouble:not([hidden])");
  assert.match(await text(page, "trouble"), /stopped/);
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await goTo(page, 1);
  assert.equal(await text(page, "bodies"), "1");
  await page.click("#text");
  await page.click("#recall-text");
  assert.equal(await page.inputValue("#scene-text"), big);
  await close();
});

test("an engine out of memory gives a message and the page lives on", { skip: !process.env.CAROM_LONG }, async () => {
  const { page, close } = await openPage(browser, server.url);
  await openLone(page);
  await openText(page, gas(10_000_000)); // needs more than the 4 GB that WebAssembly has
  await page.waitForSelector("#faults li", { timeout: 600_000 });
  assert.match(await page.locator("#faults li").first().textContent(), /memory/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await goTo(page, 1);
  assert.equal(await text(page, "bodies"), "1");
  await close();
});
