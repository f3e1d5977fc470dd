// For researchers: what the page measures is what the program prints.
import assert from "node:assert/strict";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { goTo, openText, run, program, scenes, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

const value = (page, id) => page.getAttribute(`#measure-${id}`, "data-value").then(Number);

test("pressure, kT, Z, collision rate and energy drift of a gas are those of carom run", async () => {
  const { page, problems, close } = await visit({ address: "?scene=gas" });
  await page.click('[data-detection="event"]');
  await goTo(page, 2);
  await page.click("#measures-panel summary");
  await page.waitForSelector("#measure-pressure");
  const { stdout } = await run(program, ["run", "gas", "--detection", "event", "--until", "2", "--json"]);
  const { gas, energy } = JSON.parse(stdout);
  await settled(page);
  assert.equal(await value(page, "pressure"), gas.pressure);
  assert.equal(await value(page, "temperature"), gas.temperature);
  assert.equal(await value(page, "compressibility"), gas.compressibility);
  assert.equal(await value(page, "collision-rate"), gas.collision_rate);
  assert.equal(await value(page, "free-path"), gas.mean_free_path);
  assert.equal(await value(page, "drift"), energy.drift);
  await page.click('[data-detection="swept"]');
  await page.waitForFunction(() => document.getElementById("measure-pressure") === null);
  assert.deepEqual(problems, []);
  await close();
});

test("g(r) of a moment is that of carom run", async () => {
  const folder = await mkdtemp(join(tmpdir(), "carom-"));
  const file = join(folder, "gas.json");
  const scene = JSON.parse(await readFile(join(scenes, "gas.json"), "utf8"));
  scene.world.detection = "event";
  scene.world.observe = { quantities: ["radial"], every: 2, after: 2 };
  await writeFile(file, JSON.stringify(scene));
  const { stdout } = await run(program, ["run", file, "--until", "2", "--json"]);
  const { radial } = JSON.parse(stdout).observe;
  const { page, problems, close } = await visit();
  delete scene.world.observe;
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Gas");
  await goTo(page, 2);
  await page.click("#measures-panel summary");
  await page.waitForSelector("#radial-plot canvas");
  const best = Math.max(...radial.g);
  const place = radial.r[radial.g.indexOf(best)];
  await settled(page);
  const said = await page.getAttribute("#radial-plot", "aria-label");
  const most = Number(/to ([\d.]+)$/.exec(said)[1]);
  assert.ok(Math.abs(most - best) < 1e-4 * best, `${said}; ${best} at ${place}`);
  assert.deepEqual(problems, []);
  await close();
});
