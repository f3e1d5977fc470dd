// The page as `carom play` serves it: under its strict policy, to a real browser; and the page of frame costs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { goTo, launch, openPage, play, serve, summary, text } from "./page.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

test("carom play --watch opens a file again that has changed, and a wrong one is told", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "carom-")), "scene.json");
  const scene = (name) => JSON.stringify({ carom: 1, name, bodies: [{ circle: { radius: 1 } }] });
  await writeFile(file, scene("First"));
  const { server, url } = await play(file, "--watch");
  assert.match(url, /\?scene=served&watch$/);
  const { page, problems, close } = await openPage(browser, new URL("/", url).href, { address: "?scene=served&watch" });
  const named = (name) => page.waitForFunction((wanted) => document.getElementById("scene-name").textContent === wanted, name);
  await named("First");
  await writeFile(file, scene("Second"));
  await named("Second");
  await writeFile(file, '{"carom": 1, "bodys": []}');
  await page.waitForSelector("#faults li");
  await writeFile(file, scene("Third"));
  await named("Third");
  await page.waitForSelector("#text-dialog", { state: "hidden" });
  assert.deepEqual(problems, []);
  await close();
  server.kill("SIGINT");
  await once(server, "exit");
});

test("carom play --embed may stand in a frame of another page", async () => {
  const { server, url } = await play("gas", "--embed");
  const page = await browser.newPage();
  await page.setContent(`<iframe src="${url}" width="640" height="480"></iframe>`);
  const frame = page.frameLocator("iframe");
  await frame.locator("#stage").waitFor();
  await frame.locator("#play").waitFor();
  assert.ok(await frame.locator(".bar").isHidden());
  await page.close();
  server.kill("SIGINT");
  await once(server, "exit");
});

test("carom play opens the page with the scene asked for, and nothing of it offends its policy", async () => {
  const { server, url } = await play("billiards_break");
  const { page, problems, close } = await openPage(browser, new URL("/", url).href, { address: "?scene=served" });
  assert.equal(await text(page, "scene-name"), "Billiards break");
  await goTo(page, 1);
  const { hash } = await summary("billiards_break", "--until", "1");
  await page.waitForFunction((wanted) => document.getElementById("hash").textContent === wanted, hash);
  await page.click("#scenes");
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll("#gallery img")];
    for (const picture of pictures) picture.loading = "eager";
    return pictures.length > 20 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth === 480);
  });
  await page.keyboard.press("Escape");
  await page.click("#text");
  await page.click("#apply-text");
  assert.deepEqual(problems, []);
  const refused = await page.evaluate(() => fetch("https://example.com/").catch((error) => error.name));
  assert.equal(refused, "TypeError");
  await close();
  server.kill("SIGINT");
  assert.deepEqual(await once(server, "exit"), [0, null]);
});

test("a scene file that is wrong opens as text with its faults", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "carom-")), "mine.json");
  await writeFile(file, '{"carom": 1, "bodys": []}');
  const { server, url } = await play(file);
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForSelector("#faults li");
  assert.match(await page.locator("#faults li").first().textContent(), /did you mean "bodies"/);
  assert.equal(await page.inputValue("#scene-text"), await readFile(file, "utf8"));
  await page.close();
  server.kill("SIGINT");
  await once(server, "exit");
});

test("the page prints what a frame costs, for 1,000 and 10,000 discs", async () => {
  const server = await serve();
  const page = await browser.newPage();
  await page.goto(`${server.url}?bench`);
  await page.waitForSelector("#bench[data-done]", { timeout: 240_000 });
  const rows = await page
    .locator("#bench tr")
    .evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(rows[0], ["discs", "engine", "packing", "transfer", "draw", "picture"]);
  assert.deepEqual(
    rows.slice(1).map(([discs]) => discs),
    ["1000", "10000"],
  );
  for (const cost of rows.slice(1).flatMap((row) => row.slice(1))) assert.ok(Number(cost) >= 0, cost);
  await page.close();
  server.close();
});
