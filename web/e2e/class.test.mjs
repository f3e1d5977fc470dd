// For a class: links that wait, leave parts out and bring a task; a page in a frame; what can be saved.
import assert from "node:assert/strict";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { carom, goTo, settled, text, withPage } from "./page.mjs";

const { visit, stand } = withPage();

test("a link waits, leaves parts out and brings a task, whose answers the engine knows", async () => {
  const { page, close } = await visit({ address: "?scene=two_balls" });
  await page.click("#share");
  await page.click("#for-class summary");
  await page.check("#link-paused");
  await page.check('[data-hide="tools"]');
  await page.check('[data-hide="plots"]');
  await page.fill("#task-text", "Play the scene, then answer.");
  await page.fill('[aria-label="Question 1: text"]', "How fast is the heavy ball after the hit?");
  await page.selectOption('[aria-label="Question 1: quantity"]', "vx");
  await page.fill('[aria-label="Question 1: time, s"]', "2");
  await page.click("#copy-link");
  await page.waitForFunction(() => document.querySelector("#share-dialog [role=status]").textContent !== "");
  assert.match(await page.textContent("#share-dialog [role=status]"), /needs the name of a body/);
  await page.fill('[aria-label="Question 1: name of the body"]', "heavy");
  await page.click("#copy-link");
  await page.waitForFunction(() => document.getElementById("share-text").value.includes("#s="));
  const link = await page.inputValue("#share-text");
  await close();

  const student = await visit({ address: link.slice(stand.server.url.length), reducedMotion: "no-preference" });
  const { page: theirs } = student;
  await theirs.waitForTimeout(400);
  assert.equal(await theirs.getAttribute("#play", "aria-label"), "Play");
  assert.equal(await text(theirs, "scene-name"), "Two balls");
  assert.ok(await theirs.locator(".tools").isHidden());
  assert.ok(await theirs.locator("#plots").isHidden());
  assert.equal(await theirs.textContent(".task-text"), "Play the scene, then answer.");
  const answer = async (typed, verdict) => {
    await theirs.fill("#answer-1", typed);
    await theirs.click("#check-1");
    await theirs.waitForFunction((wanted) => document.querySelector(".verdict").textContent.startsWith(wanted), verdict);
  };
  // (1 · 2 + 3 · (-0.5)) / 4 = 0.125; after: 2 · 0.125 + 0.5
  await answer("x", '"x" is not a number');
  await answer("0,5", "Not yet");
  await answer("0,75", "Right: 0.75");
  assert.deepEqual(student.problems, []);
  await student.close();
});

test("a page in a frame shows the stage and the time, and the panels that are named", async () => {
  const { page, problems, close } = await visit({ address: "?scene=gas&embed=plots", viewport: { width: 640, height: 480 } });
  for (const [part, there] of [
    [".bar", false],
    [".tools", false],
    ["#settings", false],
    ["#stage", true],
    ["#play", true],
    ["#energy-plot", true],
  ])
    assert.equal(await page.locator(part).isVisible(), there, part);
  await goTo(page, 0.5);
  assert.deepEqual(problems, []);
  await close();
});

test("the hits that are saved are the bytes of carom run --events", async () => {
  const { page, close } = await visit({ address: "?scene=billiards_break" });
  await goTo(page, 0.8);
  await page.click("#share");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#save-hits")]);
  assert.equal(saved.suggestedFilename(), "billiards_break.jsonl");
  const log = join(await mkdtemp(join(tmpdir(), "carom-")), "hits.jsonl");
  await carom("run", "billiards_break", "--until", "0.8", "--quiet", "--events", log);
  assert.equal(await readFile(await saved.path(), "utf8"), await readFile(log, "utf8"));
  await close();
});

test("series and trajectory that are saved are the bytes of carom run", async () => {
  const folder = await mkdtemp(join(tmpdir(), "carom-"));
  for (const scene of ["two_balls", "billiards_break", "planet_ring"]) {
    const { page, close } = await visit({ address: `?scene=${scene}` });
    await goTo(page, 0.8);
    const [series, trajectory] = [join(folder, `${scene}.csv`), join(folder, `${scene}.out.csv`)];
    await carom("run", scene, "--until", "0.8", "--quiet", "--series", series, "--out", trajectory);
    for (const [what, file] of [
      ["series", series],
      ["trajectory", trajectory],
    ]) {
      await page.click("#share");
      const [saved] = await Promise.all([page.waitForEvent("download"), page.click(`#save-${what}`)]);
      assert.equal(saved.suggestedFilename(), `${scene}_${what}.csv`.replace("planet_ring", "ring_of_a_planet"));
      assert.ok((await readFile(await saved.path(), "utf8")) === (await readFile(file, "utf8")), `${scene} ${what}`);
      await page.keyboard.press("Escape");
    }
    await close();
  }
});

test("a picture and a film of what is seen are saved", async () => {
  const { page, close } = await visit({ address: "?scene=billiards_break" });
  await page.click("#share");
  const [picture] = await Promise.all([page.waitForEvent("download"), page.click("#save-picture")]);
  const png = await readFile(await picture.path());
  assert.equal(png.subarray(1, 4).toString(), "PNG");
  assert.ok(png.length > 5000, `${png.length} bytes: not empty`);
  await page.click("#film");
  await page.click("#play");
  await page.waitForTimeout(700);
  const [film] = await Promise.all([page.waitForEvent("download"), page.click("#filming")]);
  const webm = await readFile(await film.path());
  assert.equal(webm.readUInt32BE(0), 0x1a45dfa3);
  assert.ok(webm.length > 2000, String(webm.length));
  await settled(page);
  await close();
});

test("six worksheets come with the page, and the engine can tell every answer", async () => {
  const { page, problems, close } = await visit();
  await page.click("#scenes");
  const sheets = await page.locator("#gallery .sheet").evaluateAll((all) => all.map((each) => each.getAttribute("href")));
  assert.equal(sheets.length, 6);
  for (const address of sheets) {
    await page.goto(stand.server.url + address);
    await page.waitForSelector(".question");
    await page.waitForFunction(() => document.getElementById("hash").textContent !== "");
    const count = await page.locator(".question").count();
    for (let k = 1; k <= count; ++k) {
      await page.fill(`#answer-${k}`, "987654321");
      await page.click(`#check-${k}`);
      await page.waitForFunction((n) => document.querySelectorAll(".verdict")[n - 1].textContent !== "", k);
      assert.match(await page.locator(".verdict").nth(k - 1).textContent(), /^Not yet/, `${address} ${k}`);
    }
  }
  assert.deepEqual(problems, []);
  await close();
});
