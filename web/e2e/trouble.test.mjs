// What fails gives a message, and the page lives on.
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { openLone } from "./lone.mjs";
import { folder, goTo, openText, settled, text, withPage } from "./page.mjs";

const { visit, stand } = withPage();

/** A square gas; 300,000 discs take the engine long enough to be interrupted. */
function gas(count) {
  const region = { min: [0, 0], max: [3 * Math.ceil(Math.sqrt(count)), 3 * Math.ceil(Math.sqrt(count))] };
  const fill = [{ count, circle: { radius: 1 }, region, arrangement: "square", speed: 50 }];
  return JSON.stringify({ carom: 1, name: "Big", world: { bounds: { ...region, edges: "rebound" } }, fill });
}

function leb(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >> 7)];
}

/** A module that may not have more memory than so many pages of 64 KiB: its section 5 with a limit. */
function limited(module, most) {
  const read = (at) => {
    let [value, shift] = [0, 0];
    for (; ; ++at, shift += 7) {
      value |= (module[at] & 127) << shift;
      if (module[at] < 128) return [value, at + 1];
    }
  };
  for (let at = 8; at < module.length; ) {
    const [size, begin] = read(at + 1);
    if (module[at] === 5) {
      const [least] = read(begin + 2); // after the number of memories and the flags
      const memory = [1, 1, ...leb(least), ...leb(most)];
      return Buffer.concat([
        module.subarray(0, at),
        Buffer.from([5, ...leb(memory.length), ...memory]),
        module.subarray(begin + size),
      ]);
    }
    at = begin + size;
  }
  throw new Error("the module has no memory");
}

/** The last scene plays, and what was typed can be had again. */
async function livesOn(page, typed) {
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await goTo(page, 1);
  assert.equal(await text(page, "bodies"), "1");
  await page.click("#text");
  await page.click("#recall-text");
  assert.equal(await page.inputValue("#scene-text"), typed);
}

test("a scene too big for the memory there is gives a message; the last scene, and what was typed, are there", async () => {
  const files = await readdir(join(folder, "assets"));
  const module = await readFile(join(folder, "assets", files.find((name) => name.endsWith(".wasm"))));
  const { page, problems, close } = await visit({
    routes: { "**/*.wasm": { body: limited(module, 600), contentType: "application/wasm" } },
  });
  await openLone(page);
  const big = gas(150_000);
  await openText(page, big);
  await page.waitForSelector("#faults li");
  assert.match(await page.locator("#faults li").first().textContent(), /memory/);
  assert.equal(await page.inputValue("#scene-text"), big);
  await page.keyboard.press("Escape");
  await livesOn(page, big);
  assert.deepEqual(problems, []);
  await close();
});

test("a computation that takes too long can be stopped: a message, the last scene, and what was typed", async () => {
  const { page, close } = await visit();
  await openLone(page);
  const big = gas(300_000);
  await openText(page, big);
  await page.keyboard.press("Escape");
  await page.click("#stop", { timeout: 60_000 });
  await page.waitForSelector("#trouble:not([hidden])");
  assert.match(await text(page, "trouble"), /stopped/);
  await livesOn(page, big);
  await close();
});

test("a way that takes long is stopped where it is, and nothing is lost", async () => {
  const { page, close } = await visit({ address: "?scene=gas" });
  await page.fill("#clock", "100000");
  await page.press("#clock", "Enter");
  await page.click("#stop", { timeout: 60_000 });
  await page.waitForFunction(() => document.getElementById("busy").hidden);
  assert.ok(Number(await page.inputValue("#clock")) > 0);
  assert.equal(await text(page, "scene-name"), "Gas");
  assert.ok(await page.locator("#trouble").isHidden());
  await close();
});

test("a step that takes long is ended in the middle: the scene stands where it was, with all that was made", async () => {
  const { page, problems, close } = await visit();
  const scene = JSON.parse(gas(2000));
  await openText(page, JSON.stringify({ ...scene, name: "Long", world: { ...scene.world, dt: 0.01 } }));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Long");
  await goTo(page, 0.05);
  const hash = await text(page, "hash");
  await page.fill('[aria-label="step, s, exactly"]', "1000");
  await page.press('[aria-label="step, s, exactly"]', "Tab");
  await settled(page);
  await page.click("#step");
  await page.click("#stop", { timeout: 60_000 });
  await page.waitForFunction(() => document.getElementById("busy").hidden);
  assert.match(await text(page, "notice"), /Stopped/);
  assert.ok(await page.locator("#trouble").isHidden(), await text(page, "trouble"));
  assert.equal(await page.inputValue("#clock"), "0.05");
  assert.equal(await text(page, "hash"), hash);
  assert.equal(await page.inputValue('[aria-label="step, s, exactly"]'), "1000");
  await goTo(page, 0.02); // it lives
  assert.deepEqual(problems.filter((each) => !/ERR_FILE_NOT_FOUND/.test(each)), []); // the signal that was taken back
  await close();
});

test("an engine that cannot be loaded, or a browser without WebGL2, is told", async () => {
  for (const [message, prepare] of [
    [
      /the engine could not be loaded: 404/,
      (page) => page.route("**/*.wasm", (route) => route.fulfill({ status: 404 })),
    ],
    [
      /no WebGL2/,
      (page) =>
        page.addInitScript(() => {
          const { getContext } = HTMLCanvasElement.prototype;
          HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
            return kind === "webgl2" ? null : getContext.call(this, kind, ...more);
          };
        }),
    ],
  ]) {
    const page = await stand.browser.newPage();
    await prepare(page);
    await page.goto(stand.server.url);
    await page.waitForSelector("#trouble:not([hidden])");
    assert.match(await text(page, "trouble"), message);
    await page.close();
  }
});

test("an engine out of memory gives a message and the page lives on", { skip: !process.env.CAROM_LONG }, async () => {
  const { page, close } = await visit();
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
