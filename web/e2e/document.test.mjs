// Nothing that somebody made is lost: from the start, other worlds, links, files, reloads, undo, redo, a crash.
import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LONE, moment, openLone, spot } from "./lone.mjs";
import { goTo, openText, program, run, settled, text, withPage } from "./page.mjs";

const { visit, stand } = withPage();

const bodies = (page, count) =>
  page.waitForFunction((wanted) => document.getElementById("bodies").textContent === wanted, String(count));

/** A circle of radius 0.5 at (2, 1), drawn with the pointer. */
async function draw(page, at = [2, 1]) {
  await page.focus("#stage");
  await page.keyboard.press("c");
  await page.mouse.move(...(await spot(page, ...at)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, at[0] + 0.5, at[1])));
  await page.mouse.up();
  await settled(page);
  await page.keyboard.press("v");
}

/** The scene from its start, as the page gives it away. */
async function scene(page) {
  await page.click("#text");
  const found = JSON.parse(await page.inputValue("#scene-text"));
  await page.keyboard.press("Escape");
  return found;
}

test("what is drawn at two seconds is there from the start, in every world, in link, text and command line", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await goTo(page, 2);
  await draw(page);
  await bodies(page, 2);
  assert.equal(Number(await page.inputValue("#clock")), 2);
  await page.keyboard.press("r");
  await page.waitForFunction(() => document.getElementById("timeline").getAttribute("aria-valuenow") === "0");
  await settled(page);
  await bodies(page, 2);
  for (const detection of ["event", "overlap", "swept"]) {
    await page.click(`[data-detection="${detection}"]`);
    await page.waitForFunction(
      (name) => document.querySelector(`[data-detection="${name}"]`).ariaChecked === "true",
      detection,
    );
    await bodies(page, 2);
  }
  await page.click("#compare");
  await page.waitForFunction(() => document.getElementById("compare").ariaPressed === "true");
  await bodies(page, 2);
  await page.click("#compare");
  await page.waitForFunction(() => document.getElementById("compare").ariaPressed === "false");
  const drawn = (await scene(page)).bodies;
  assert.equal(drawn.length, 2);
  assert.ok(Math.abs(drawn[1].at[0] - 2) < 0.02 && Math.abs(drawn[1].circle.radius - 0.5) < 0.02);

  await page.click("#share");
  await page.click("#copy-link");
  await page.waitForFunction(() => document.getElementById("share-text").value.includes("#s="));
  const link = await page.inputValue("#share-text");
  await page.click("#copy-command");
  await page.waitForFunction(() => document.getElementById("share-text").value.includes("carom run"));
  const command = (await page.inputValue("#share-text")).replace(/^carom run/m, `${program} run --json`);
  await page.click("#copy-cpp");
  await page.waitForFunction(() => document.getElementById("share-text").value.includes("int main"));
  assert.equal((await page.inputValue("#share-text")).match(/"circle"/g).length, 2);
  await page.keyboard.press("Escape");
  const cwd = await mkdtemp(join(tmpdir(), "carom-"));
  assert.equal(JSON.parse((await run("sh", ["-c", command], { cwd })).stdout).bodies, 2);
  const other = await visit({ address: link.slice(stand.server.url.length) });
  await bodies(other.page, 2);
  await other.close();
  assert.deepEqual(problems, []);
  await close();
});

test("undo and redo reach across the start, other worlds and another scene", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await draw(page);
  await goTo(page, 1);
  await draw(page, [-2, 1]);
  await bodies(page, 3);
  await page.keyboard.press("Control+z");
  await bodies(page, 2);
  await settled(page);
  assert.equal(Number(await page.inputValue("#clock")), 1); // still in the run
  await page.keyboard.press("Control+Shift+z");
  await bodies(page, 3);
  await page.keyboard.press("r");
  await page.click('[data-detection="event"]');
  await page.waitForFunction(() => document.querySelector('[data-detection="event"]').ariaChecked === "true");
  await bodies(page, 3);
  await page.click("#undo");
  await bodies(page, 2);
  await page.click("#undo");
  await bodies(page, 1);
  await page.click("#redo");
  await page.click("#redo");
  await bodies(page, 3);
  assert.ok(await page.locator("#redo").isDisabled());
  await page.click("#scenes");
  await page.click('[data-scene="newtons_cradle"]');
  await bodies(page, 5);
  await page.keyboard.press("Control+z");
  await bodies(page, 3);
  assert.equal(await text(page, "scene-name"), "Lone");
  await page.keyboard.press("Control+y");
  await bodies(page, 5);
  assert.deepEqual(problems, []);
  await close();
});

test("a change to the fields of a fill, and to settings, is in the scene too", async () => {
  const { page, close } = await visit({ address: "?scene=balls_in_a_ring" });
  await goTo(page, 0.5);
  await page.fill('[aria-label="restitution, exactly"]', "0.5");
  await page.press('[aria-label="restitution, exactly"]', "Tab");
  await settled(page);
  let now = await scene(page);
  assert.deepEqual([now.world.restitution, now.fill.length], [0.5, 1]); // the fill stays as it is
  await page.focus("#stage");
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await page.waitForSelector("#body-panel:not([hidden])");
  await page.keyboard.press("Delete");
  await bodies(page, 40);
  await settled(page);
  now = await scene(page);
  assert.deepEqual([now.bodies.length, now.fill, now.world.restitution], [40, undefined, 0.5]);
  await page.keyboard.press("r");
  await bodies(page, 40);
  await close();
});

test("a reload, and a later visit, have the work again", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await goTo(page, 1);
  await draw(page);
  await bodies(page, 2);
  await page.reload();
  await page.waitForFunction(() => document.getElementById("hash").textContent !== "");
  await bodies(page, 2);
  assert.equal(await text(page, "scene-name"), "Lone");
  const later = await page.context().newPage();
  await later.goto(stand.server.url);
  await bodies(later, 2);
  assert.match(await text(later, "notice"), /last work/);
  await later.click("#notice >> text=Start afresh");
  await later.waitForFunction(() => document.getElementById("scene-name").textContent === "Bullet and paper");
  const gas = await page.context().newPage();
  await gas.goto(`${stand.server.url}?scene=gas`);
  await gas.waitForFunction(() => document.getElementById("scene-name").textContent === "Gas");
  await gas.click("#notice >> text=Bring it back");
  await bodies(gas, 2);
  assert.deepEqual(problems, []);
  await close();
});

test("the engine's thread crashes, and the scene is there with all that was changed", async () => {
  const { page, close } = await visit();
  await openLone(page);
  await goTo(page, 1);
  await draw(page);
  await bodies(page, 2);
  const [worker] = page.workers();
  await worker.evaluate(() => void setTimeout(() => { throw new Error("crashed on purpose"); }));
  await page.waitForTimeout(300);
  await page.click("#step");
  await page.waitForSelector("#trouble:not([hidden])");
  assert.match(await text(page, "trouble"), /opened again from its start/);
  await bodies(page, 2);
  await goTo(page, 0.5);
  await page.click("#undo");
  await bodies(page, 1);
  await page.click("#redo");
  await bodies(page, 2);
  await close();
});

test("a choice of the gallery is an address; back and forward go between them, work included", async () => {
  const { page, problems, close } = await visit();
  const named = (name) =>
    page.waitForFunction((wanted) => document.getElementById("scene-name").textContent === wanted, name);
  const choose = async (id) => {
    await page.click("#scenes");
    await page.click(`[data-scene="${id}"]`);
  };
  await choose("newtons_cradle");
  await named("Newton's cradle");
  assert.match(page.url(), /\?scene=newtons_cradle$/);
  await page.keyboard.press("]");
  await page.waitForSelector("#body-panel:not([hidden])");
  await page.keyboard.press("Delete");
  await bodies(page, 4);
  await choose("empty_table");
  await named("Empty table");
  await page.goBack();
  await named("Newton's cradle");
  await bodies(page, 4);
  await page.goBack();
  await named("Bullet and paper");
  await page.goForward();
  await page.goForward();
  await named("Empty table");
  assert.deepEqual(problems, []);
  await close();
});

test("the empty table waits, paused at its start", async () => {
  const { page, close } = await visit({ address: "?scene=empty_table", reducedMotion: "no-preference" });
  await page.waitForTimeout(500);
  assert.equal(await page.getAttribute("#play", "aria-label"), "Play");
  assert.equal(await page.inputValue("#clock"), "0");
  await close();
});

test("a change of the text can be undone", async () => {
  const { page, close } = await visit();
  await openLone(page);
  const changed = JSON.parse(LONE);
  changed.bodies.push({ circle: { radius: 0.25 }, at: [2, 0] });
  await openText(page, JSON.stringify(changed));
  await bodies(page, 2);
  await page.click("#undo");
  await bodies(page, 1);
  await close();
});

test("a body that is thrown at one second starts from there as well; its other edits and its name stay", async () => {
  const { page, close } = await visit();
  await openLone(page);
  await goTo(page, 1);
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  await page.fill('[aria-label="restitution"]', "0,5");
  await page.press('[aria-label="restitution"]', "Tab");
  await page.fill('[aria-label="velocity x"]', "1,5");
  await page.press('[aria-label="velocity x"]', "Tab");
  await settled(page);
  assert.equal(await page.locator("#body-panel .who").textContent(), "ball");
  await page.keyboard.press("r");
  await settled(page);
  const [ball] = (await moment(page)).bodies;
  assert.deepEqual([ball.name, ball.velocity, ball.restitution], ["ball", [1.5, 0], 0.5]);
  await close();
});
