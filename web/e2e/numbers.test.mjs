// What plots, counters and the table tell is what the engine says.
import assert from "node:assert/strict";
import { readFile, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { LONE, openLone, spot } from "./lone.mjs";
import { carom, goTo, openText, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

/** What the legend of a plot says at places across it: t, then each line. */
async function hovered(page, id, places = 40) {
  const over = page.locator(`#${id} .u-over`);
  await over.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await over.boundingBox();
  const seen = [];
  for (let k = 0; k <= places; ++k) {
    await page.mouse.move(x + 1 + ((width - 2) * k) / places, y + height / 2);
    const values = await page.locator(`#${id} .u-value`).allTextContents();
    seen.push(values.map(Number));
  }
  return seen;
}

/** The rows of `carom run --series`, by name. */
async function series(scene, ...options) {
  const folder = await mkdtemp(join(tmpdir(), "carom-"));
  await writeFile(join(folder, "scene.json"), scene);
  const file = join(folder, "series.csv");
  await carom("run", join(folder, "scene.json"), "--quiet", "--series", file, ...options);
  const [head, ...rows] = (await readFile(file, "utf8")).trim().split("\n").map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(row.map((cell, k) => [head[k], Number(cell)])));
}

test("after a jump momentum has its steps and energy its values, those of the program", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  Object.assign(scene.bodies[0], { velocity: [3, 2], mass: 2 });
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await settled(page);
  await goTo(page, 5);
  await page.waitForTimeout(500);
  const told = await series(JSON.stringify(scene), "--every", "0.01");
  const seen = await hovered(page, "momentum-plot");
  assert.ok(seen.filter(([t]) => t > 0.1 && t < 4.9).length > 20, "the skipped time is there");
  for (const [t, px, py] of seen) {
    assert.ok(Math.abs(Math.abs(px) - 6) < 1e-4 && Math.abs(Math.abs(py) - 4) < 1e-4, `no ramp at ${t}: ${px}, ${py}`);
    const at = told.filter((row) => Math.abs(row.t - t) < 0.03);
    assert.ok(at.some((row) => Math.abs(row.px - px) < 1e-4), `px at ${t}`);
  }
  for (const [t, kinetic] of await hovered(page, "energy-plot"))
    assert.ok(Math.abs(kinetic - told[0].kinetic) < 1e-3, `energy at ${t}: ${kinetic}`);
  await close();
});

test("kinetic energy falls at the hit and nowhere else; rounding is nothing", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  scene.world.restitution = 0.5;
  Object.assign(scene.bodies[0], { velocity: [3, 0], mass: 2 });
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await settled(page);
  await goTo(page, 2);
  await page.waitForTimeout(500);
  const hit = 3.5 / 3;
  for (const [t, kinetic] of await hovered(page, "energy-plot"))
    assert.ok(Math.abs(kinetic - (t < hit ? 9 : 2.25)) < 1e-9, `at ${t}: ${kinetic}`);
  for (const [, , py] of await hovered(page, "momentum-plot")) assert.equal(py, 0);
  assert.match(await page.getAttribute("#energy-plot", "aria-label"), /Energy: kinetic 2\.25, from 2\.25 to 9/);
  await close();
});

test("hits are counted to the time shown, not to the end of its step", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  scene.world.dt = 1;
  Object.assign(scene.bodies[0], { velocity: [7, 0] });
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await settled(page);
  for (const [time, hits] of [[0.25, 0], [0.75, 1], [1.25, 1], [1.75, 2]]) {
    await goTo(page, time);
    assert.equal(await text(page, "hits"), String(hits), `t = ${time}`);
  }
  await close();
});

test("a trail goes into the corner, however long the time between two pictures", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  Object.assign(scene.bodies[0], { circle: { radius: 0.2 }, at: [3, 0], velocity: [4, 4] });
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await settled(page);
  await page.click("#trails");
  const pixel = async (x, y) => {
    const [left, top] = await spot(page, x, y);
    return (await page.screenshot({ clip: { x: left, y: top, width: 1, height: 1 } })).toString("base64");
  };
  await goTo(page, 0.45); // up right to (3.8, 0.8), then left up to (2.8, 1.8)
  await page.waitForTimeout(200);
  const paper = await pixel(-3.3, -2.3);
  assert.notEqual(await pixel(3.63, 0.63), paper, "the way to the corner");
  assert.notEqual(await pixel(3.53, 1.07), paper, "the way from the corner");
  assert.equal(await pixel(2.92, 0.72), paper, "no chord");
  await close();
});

test("a number with a comma is taken, and nonsense gets an answer, in every field", async () => {
  const { page, close } = await visit();
  await openLone(page);
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  for (const label of ["at x", "velocity y", "radius", "restitution", "gravity y, exactly", "step, s, exactly"]) {
    const field = `[aria-label="${label}"]`;
    await page.fill(field, "abc");
    await page.press(field, "Tab");
    await page.waitForSelector("#trouble:not([hidden])");
    assert.match(await text(page, "trouble"), /"abc" is not a number/, label);
    assert.equal(await page.getAttribute(field, "aria-invalid"), "true", label);
    await page.fill(field, "0,25");
    await page.press(field, "Tab");
    await settled(page);
    assert.equal(await page.inputValue(field), "0.25", label);
    assert.ok(await page.locator("#trouble").isHidden(), label);
  }
  await page.fill("#clock", "x");
  await page.press("#clock", "Tab");
  assert.match(await text(page, "trouble"), /"x" is not a number/);
  await page.fill("#clock", "1,5");
  await page.press("#clock", "Enter");
  await page.waitForFunction(() => document.getElementById("clock").value === "1.5");
  await close();
});

test("the panel of a selected body lives while time runs", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  Object.assign(scene.bodies[0], { velocity: [0.5, 0] });
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await page.keyboard.press("]");
  await page.waitForSelector("#body-panel:not([hidden])");
  // Half a unit a second; a busy machine lets time pass more slowly.
  const beyond = (least) =>
    page.waitForFunction((x) => Number(document.querySelector('[aria-label="at x"]').value) > x, least);
  await page.click("#play");
  await beyond(0);
  await beyond(0.2);
  assert.ok(await page.locator("#body-panel").isVisible());
  await close();
});

test("the collision table: numbers of both bodies, of the hit and the sums; changed while paused; copied", async () => {
  const { page, problems, close } = await visit({ address: "?scene=two_balls" });
  await page.waitForSelector("#table-panel:not([hidden])");
  const cells = (table, row) => page.locator(`#${table} tbody tr`).nth(row).locator("td").allTextContents();
  const hits = () => page.locator("#hit-table tbody tr").count();
  await page.waitForSelector("#body-table tbody tr");
  assert.equal(await hits(), 0);
  await page.fill('[aria-label="heavy mass"]', "2");
  await page.press('[aria-label="heavy mass"]', "Enter");
  await settled(page);
  // Light: 1 kg at 2 m/s; heavy: 2 kg at -0.5 m/s; 3.2 m between them.
  await goTo(page, 1.5);
  await page.waitForFunction(() => document.querySelectorAll("#hit-table tbody tr").length === 1);
  const [t, who, va, vb, wa, wb, restitution, impulse, pa, pb, both, energy] = await cells("hit-table", 0);
  assert.deepEqual([Number(t), who], [1.28, "light × heavy"]);
  const near = (text, value) => assert.ok(Math.abs(Number(text) - value) < 1e-5, `${text} for ${value}`);
  for (const [text, value] of [
    [va, 2],
    [vb, -0.5],
    [wa, -4 / 3],
    [wb, 7 / 6],
    [restitution, 1],
    [impulse, 10 / 3],
    [pa, -10 / 3],
    [pb, 10 / 3],
    [both, 0],
    [energy, 0],
  ])
    near(text, value);
  const sums = await page.locator("#body-table tfoot td").allTextContents();
  near(sums.at(-2), 1);
  near(sums.at(-1), 2.25);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#table-csv");
  await page.waitForSelector("#notice:not([hidden])");
  const copied = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n");
  assert.equal(copied[0], "body,m,x,v,p,E kinetic");
  assert.match(copied.at(-1), /^1\.28\d*,light × heavy,2,-0\.5,-1\.333/);
  assert.deepEqual(problems, []);
  await close();
});

test("the table in the plane has both components, and tells what restitution takes", async () => {
  const { page, close } = await visit({ address: "?scene=two_balls_2d" });
  await page.fill('[aria-label="restitution, exactly"]', "0.5");
  await page.press('[aria-label="restitution, exactly"]', "Tab");
  await settled(page);
  await goTo(page, 2);
  await page.waitForFunction(() => document.querySelectorAll("#hit-table tbody tr").length > 0);
  const head = await page.locator("#hit-table thead th").allTextContents();
  const row = await page.locator("#hit-table tbody tr").first().locator("td").allTextContents();
  const cell = (name) => Number(row[head.indexOf(name)]);
  assert.equal(cell("va before x"), 2);
  assert.ok(Math.abs(cell("restitution") - 0.5) < 1e-6);
  assert.deepEqual([cell("Δp bothx"), cell("Δp bothy")], [0, 0]);
  const energy = (m, v) => (m * (cell(`${v} x`) ** 2 + cell(`${v} y`) ** 2)) / 2;
  const lost = energy(1, "va after") + energy(2, "vb after") - energy(1, "va before") - energy(2, "vb before");
  assert.ok(lost < 0 && Math.abs(cell("ΔE kinetic") - lost) < 1e-4, `${cell("ΔE kinetic")} for ${lost}`);
  await close();
});
