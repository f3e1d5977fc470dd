// The page computes what the program computes, and shows what is there.
import assert from "node:assert/strict";
import { readdir, readFile, writeFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { carom, goTo, openPage, openText, program, run, scenes, serve, settled, summary, text } from "./page.mjs";
import { withPage } from "./page.mjs";

const { visit, stand } = withPage();

const names = (await readdir(scenes)).map((file) => file.replace(".json", ""));

test("the page loads without an error and asks no other host", async () => {
  const { page, problems, close } = await visit();
  await settled(page);
  assert.equal(await text(page, "scene-name"), "Bullet and paper");
  assert.deepEqual(problems, []);
  await close();
});

test("every scene of the gallery has the program's hash after two seconds", async () => {
  const { page, problems, close } = await visit();
  for (const name of names) {
    const expected = summary(name, "--until", "2"); // the program beside the page
    await page.click("#scenes");
    await page.click(`[data-scene="${name}"]`);
    await page.waitForFunction(
      (wanted) => document.getElementById("scene-name").textContent === wanted,
      JSON.parse(await readFile(join(scenes, `${name}.json`), "utf8")).name,
    );
    await goTo(page, 2);
    const { hash, collisions, bodies } = await expected;
    await page
      .waitForFunction((wanted) => document.getElementById("hash").textContent === wanted, hash, { timeout: 10_000 })
      .catch(() => undefined);
    assert.equal(await text(page, "hash"), hash, name);
    assert.equal(await text(page, "hits"), String(collisions), name);
    assert.equal(await text(page, "bodies"), String(bodies), name);
  }
  assert.deepEqual(problems, []);
  await close();
});

test("a time inside a step has the hash of a run that ends there, and the run goes on as if nobody had looked", async () => {
  const { page, close } = await visit({ address: "?scene=billiards_break" });
  for (const time of [0.3333, 1.2345, 0.777, 2]) {
    await goTo(page, time);
    const { hash } = await summary("billiards_break", "--until", String(time));
    await page
      .waitForFunction((wanted) => document.getElementById("hash").textContent === wanted, hash, { timeout: 10_000 })
      .catch(() => undefined);
    assert.equal(await text(page, "hash"), hash, `t = ${time}`);
  }
  await close();
});

test("next hit and previous hit stop at the times of the events log", async () => {
  const { page, close } = await visit({ address: "?scene=billiards_break" });
  const log = join(await mkdtemp(join(tmpdir(), "carom-")), "hits.jsonl");
  await summary("billiards_break", "--until", "0.5", "--events", log);
  const hits = (await readFile(log, "utf8"))
    .trim()
    .split("\n")
    .slice(0, 25)
    .map((line) => JSON.parse(line));
  const shows = (k) =>
    page.waitForFunction(
      (wanted) =>
        document.getElementById("hit-title")?.textContent.startsWith(`Hit ${wanted} of`) &&
        !document.getElementById("hit-panel").hidden,
      k + 1,
    );
  for (const [k, hit] of hits.entries()) {
    await page.click("#next-hit");
    await shows(k);
    assert.equal(await text(page, "hit-time"), `${hit.t} s`);
    assert.equal(await text(page, "hit-who"), `${hit.a} × ${hit.b}`);
    assert.equal(Number(await text(page, "hit-impulse")), Number(hit.impulse.toPrecision(9)));
    assert.equal(Number(await text(page, "hit-speed")), Number(hit.speed.toPrecision(9)));
  }
  await page.click("#previous-hit");
  await shows(hits.length - 2);
  assert.equal(await text(page, "hit-time"), `${hits.at(-2).t} s`);
  await close();
});

test("the Galton board makes a bell of the binomial width, and the balls in the dish come to rest", async () => {
  const folder = await mkdtemp(join(tmpdir(), "carom-"));
  const state = join(folder, "state.json");
  await summary(join(scenes, "galton_board.json"), "--state", state);
  const [dx, bottom] = [0.0375, 0.168]; // from bin to bin; a disc below is in one
  const discs = JSON.parse(await readFile(state, "utf8")).bodies.filter(({ tags, at }) => tags?.includes("disc") && at[1] < bottom);
  const xs = discs.map(({ at }) => at[0] / dx);
  const mean = xs.reduce((sum, x) => sum + x, 0) / xs.length;
  const deviation = Math.sqrt(xs.reduce((sum, x) => sum + (x - mean) ** 2, 0) / xs.length);
  assert.ok(xs.length > 60, `${xs.length} discs`);
  // Ten times left or right by half a bin. Four standard errors of each.
  const binomial = Math.sqrt(10) / 2;
  assert.ok(Math.abs(mean) < (4 * binomial) / Math.sqrt(xs.length), `mean ${mean}`);
  assert.ok(Math.abs(deviation - binomial) < (4 * binomial) / Math.sqrt(2 * xs.length), `deviation ${deviation}`);
  const inner = xs.filter((x) => Math.abs(x) < 1.5).length; // a flat board would have 3 of 11 there
  assert.ok(inner > 0.5 * xs.length, `${inner} of ${xs.length} in the middle three bins`);
  await summary(join(scenes, "falling_balls_in_a_dish.json"), "--state", state);
  for (const { velocity = [0, 0] } of JSON.parse(await readFile(state, "utf8")).bodies)
    assert.ok(Math.hypot(...velocity) < 1e-6, String(velocity));
});

test("bad scene text gets the messages of carom validate, and stays", async () => {
  const { page, close } = await visit();
  const file = join(await mkdtemp(join(tmpdir(), "carom-")), "bad.json");
  for (const bad of [
    '{"carom": 1, "bodys": []}',
    '{"carom": 1, "bodies": [{"circle": {"radius": -1}}], "world": {"dt": 0}}',
    '{"carom": 1,',
    "",
    '{"carom": 1, "bodies": [{"circle": {"radius": 1}, "at": [0, 1e999]}]}',
  ]) {
    await writeFile(file, bad);
    const { stderr } = await carom("validate", file);
    const expected = stderr
      .trim()
      .split("\n")
      .map((line) => line.replace(`${file}: `, ""));
    await openText(page, bad);
    await page.waitForSelector("#faults li");
    assert.deepEqual(await page.locator("#faults li").allTextContents(), expected, bad);
    assert.equal(await page.inputValue("#scene-text"), bad);
    await page.keyboard.press("Escape");
    assert.equal(await text(page, "scene-name"), "Bullet and paper");
  }
  await page.click("#text");
  await page.click("#recall-text");
  assert.equal(
    await page.inputValue("#scene-text"),
    '{"carom": 1, "bodies": [{"circle": {"radius": 1}, "at": [0, 1e999]}]}',
  );
  await close();
});

test("the link opens the same scene", async () => {
  const { page, close } = await visit();
  await openText(
    page,
    JSON.stringify({
      carom: 1,
      name: "Ünïcode ⚛",
      world: { dt: 0.013, duration: 3 },
      bodies: [
        { circle: { radius: 0.3 }, velocity: [1.1, 0] },
        { circle: { radius: 0.3 }, at: [2, 0.1] },
      ],
    }),
  );
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Ünïcode ⚛");
  await goTo(page, 2);
  const hash = await text(page, "hash");
  await page.click("#share");
  await page.click("#copy-link");
  await page.waitForFunction(() => document.getElementById("share-text").value !== "");
  const link = await page.inputValue("#share-text");
  const other = await visit({ address: link.slice(stand.server.url.length) });
  assert.equal(await text(other.page, "scene-name"), "Ünïcode ⚛");
  await goTo(other.page, 2);
  assert.equal(await text(other.page, "hash"), hash);
  assert.deepEqual(other.problems, []);
  await other.close();
  await close();
});

test("a link that was cut short says so, and the page lives on", async () => {
  const { page, close } = await visit({ address: "#s=nonsense" });
  assert.match(await text(page, "trouble"), /the link holds no scene/);
  assert.equal(await text(page, "scene-name"), "Bullet and paper");
  await close();
});

test("a scene that is served is opened", async () => {
  const own = await serve('{"carom": 1, "name": "Served", "bodies": [{"circle": {"radius": 1}}]}');
  const { page, problems, close } = await openPage(stand.browser, own.url, { address: "?scene=served" });
  assert.equal(await text(page, "scene-name"), "Served");
  assert.deepEqual(problems, []);
  await close();
  own.close();
});

test("the command line that is copied runs as it is, to the hash on the page", async () => {
  const { page, close } = await visit({ address: "?scene=newtons_cradle" });
  const folder = await mkdtemp(join(tmpdir(), "carom-"));
  const copied = async () => {
    await page.click("#share");
    await page.click("#copy-command");
    await page.waitForFunction(() => document.getElementById("share-text").value !== "");
    const command = (await page.inputValue("#share-text")).replace(/^carom run/m, `${program} run --json`);
    await page.keyboard.press("Escape");
    return JSON.parse((await run("sh", ["-c", command], { cwd: folder })).stdout);
  };
  await goTo(page, 0.75);
  const shipped = await copied();
  assert.equal(shipped.hash, await text(page, "hash"));
  await page.fill('[aria-label="restitution, exactly"]', "0.9");
  await page.press('[aria-label="restitution, exactly"]', "Tab");
  await settled(page);
  await page.click('[data-detection="event"]');
  await page.waitForFunction(() => document.querySelector('[data-detection="event"]').ariaChecked === "true");
  await goTo(page, 0.75);
  const own = await copied();
  assert.equal(own.hash, await text(page, "hash"));
  assert.notEqual(own.hash, shipped.hash);
  await close();
});

test("a scene is saved as a file, and a file is opened", async () => {
  const { page, close } = await visit({ address: "?scene=gravity_wells" });
  await goTo(page, 1);
  const hash = await text(page, "hash");
  await page.click("#share");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.equal(download.suggestedFilename(), "gravity_wells.json");
  const file = await download.path();
  await page.keyboard.press("Escape");
  await page.click("#scenes");
  await page.click('[data-scene="empty_table"]');
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Empty table");
  await page.click("#share");
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.click("#share-dialog >> text=Open a file"),
  ]);
  await chooser.setFiles(file);
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Gravity wells");
  await goTo(page, 1);
  assert.equal(await text(page, "hash"), hash);
  await close();
});
