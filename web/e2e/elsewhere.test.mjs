// The page where nothing else of the project is: its folder behind any static server, and as one file from disk.
// CAROM_WEB and CAROM_SINGLE name the two.
import assert from "node:assert/strict";
import { fileURLToPath, pathToFileURL } from "node:url";
import { after, before, test } from "node:test";
import { goTo, launch, openPage, serve, summary, text } from "./page.mjs";

const file = process.env.CAROM_SINGLE ?? fileURLToPath(new URL("../../build/page/carom.html", import.meta.url));
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/** Opens the page, which shows its first scene, and compares it with the program a second later. */
async function firstScene(url) {
  const { page, problems, close } = await openPage(browser, url);
  await goTo(page, 1);
  const { hash, collisions } = await summary("bullet_and_paper", "--until", "1");
  assert.equal(await text(page, "hash"), hash);
  assert.equal(await text(page, "hits"), String(collisions));
  await page.click("#scenes");
  const picture = page.locator('[data-scene="gas"] img');
  await picture.evaluate((image) => image.decode());
  assert.equal(await picture.evaluate((image) => image.naturalWidth), 480);
  await page.click('[data-scene="newtons_cradle"]');
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Newton's cradle");
  assert.deepEqual(problems, []);
  await close();
}

test("a folder on any server", async () => {
  const server = await serve();
  await firstScene(server.url);
  server.close();
});

test("one file, from disk", () => firstScene(pathToFileURL(file).href));
