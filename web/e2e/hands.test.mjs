// Hands: a spring while time runs, handles, what snaps; drawings that come and go as SVG.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { moment, openLone, spot } from "./lone.mjs";
import { goTo, openText, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

test("a body follows a spring while time runs, and walls hold it; undo takes the pull back", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await page.focus("#stage");
  await page.keyboard.press("s");
  await page.mouse.move(...(await spot(page, 0, 0)));
  await page.mouse.down();
  await page.waitForFunction(() => document.getElementById("play").getAttribute("aria-label") === "Pause");
  await page.mouse.move(...(await spot(page, 5.5, 1)), { steps: 4 }); // beyond the edge at 4
  await page.waitForFunction(() => Number(document.querySelector('[aria-label="at x"]')?.value) > 3);
  await page.mouse.up();
  await page.keyboard.press("Space");
  await settled(page);
  const { bodies } = await moment(page);
  assert.ok(bodies[0].at[0] <= 3.5 + 1e-9, `${bodies[0].at}: the edge holds it`);
  await page.focus("#stage");
  assert.notEqual(bodies[0].velocity?.[0] ?? 0, 0);
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.equal((await moment(page)).bodies[0].velocity?.[0] ?? 0, 0);
  await page.keyboard.press("r");
  await settled(page);
  assert.deepEqual((await moment(page)).bodies[0].at, [0, 0]);
  assert.deepEqual(problems, []);
  await close();
});

test("handles turn and resize the selected body, with one undo each", async () => {
  const { page, problems, close } = await visit();
  await openText(
    page,
    JSON.stringify({
      carom: 1,
      name: "Bar",
      world: { bounds: { min: [-4, -3], max: [4, 3], edges: "rebound" } },
      bodies: [{ name: "bar", polygon: { vertices: [[-0.6, -0.8], [0.6, -0.8], [0.6, 0.8], [-0.6, 0.8]] } }],
    }),
  );
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Bar");
  await settled(page);
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  const [x0] = await spot(page, 0, 0);
  const [x1] = await spot(page, 1, 0);
  const reach = 1 + 22 / (x1 - x0); // of the handles, from the middle of a body that reaches 1 far
  const drag = async (from, to) => {
    await page.mouse.move(...(await spot(page, ...from)));
    await page.mouse.down();
    await settled(page);
    await page.mouse.move(...(await spot(page, ...to)), { steps: 4 });
    await page.mouse.up();
    await settled(page);
  };
  await drag([0, reach], [-reach, 0]); // a quarter turn to the left
  let [bar] = (await moment(page)).bodies;
  assert.ok(Math.abs(bar.angle - Math.PI / 2) < 0.03, String(bar.angle));
  const half = Math.SQRT1_2 * reach;
  await drag([half, -half], [1.5 * half, -1.5 * half]);
  [bar] = (await moment(page)).bodies;
  const wide = Math.max(...bar.polygon.vertices.map(([x]) => x));
  assert.ok(Math.abs(wide - 0.9) < 0.03, `${wide}: half as large again`);
  await page.focus("#stage");
  await page.keyboard.press("Control+z");
  await settled(page);
  [bar] = (await moment(page)).bodies;
  assert.equal(Math.max(...bar.polygon.vertices.map(([x]) => x)), 0.6);
  assert.ok(Math.abs(bar.angle - Math.PI / 2) < 0.03);
  await page.keyboard.press("Control+z");
  await settled(page);
  assert.equal((await moment(page)).bodies[0].angle ?? 0, 0);
  assert.deepEqual(problems, []);
  await close();
});

test("what is drawn and moved snaps to the grid, and in line with another body", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await page.click("#snap");
  await page.focus("#stage");
  await page.keyboard.press("c");
  await page.mouse.move(...(await spot(page, 2.04, 1.03)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, 2.97, 1.04)));
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "2");
  let [, drawn] = (await moment(page)).bodies;
  assert.deepEqual([drawn.at, drawn.circle.radius], [[2, 1], 1]);
  await page.keyboard.press("v");
  await page.mouse.move(...(await spot(page, 2, 1)));
  await page.mouse.down();
  await settled(page);
  await page.mouse.move(...(await spot(page, 2.02, -1.46)), { steps: 4 });
  await page.waitForTimeout(300); // lets go at rest
  await page.mouse.up();
  await settled(page);
  [, drawn] = (await moment(page)).bodies;
  assert.equal(drawn.at[0], 2);
  assert.ok(Number.isInteger(5 * drawn.at[1]), String(drawn.at));
  assert.deepEqual(problems, []);
  await close();
});

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
  <script>document.title = "taken over"</script>
  <g transform="translate(10 10)"><circle cx="10" cy="10" r="8"/></g>
  <path d="M40 10h20v20h-20z M45 15h10v10h-10z" onclick="document.title = 'taken over'"/>
  <path d="M70 40q10 -20 20 0z"/>
  <polyline points="10,50 30,50 30,40" fill="none"/>
  <text x="0" y="0">words</text>
</svg>`;

test("an SVG picture becomes bodies after a look at them, in one undo; nothing in it is run", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  const drop = await page.evaluateHandle((picture) => {
    const data = new DataTransfer();
    data.items.add(new File([picture], "shapes.svg", { type: "image/svg+xml" }));
    return data;
  }, PICTURE);
  await page.dispatchEvent("#stage", "drop", { dataTransfer: drop });
  await page.waitForSelector("#svg-dialog[open]");
  assert.equal(await text(page, "svg-told"), "1 circles, 2 polygons, 2 walls; 2 left out"); // the hole and the text
  assert.equal(await page.locator(".svg-preview > *").count(), 5);
  await page.fill("#svg-width", "4");
  await page.click("#svg-add");
  await page.waitForFunction(() => /room/.test(document.getElementById("svg-told").textContent)); // it would lie over the ball
  await page.keyboard.press("Escape");
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  await page.focus("#stage");
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "0");
  await page.dispatchEvent("#stage", "drop", { dataTransfer: drop });
  await page.waitForSelector("#svg-dialog[open]");
  await page.fill("#svg-width", "4");
  await page.click("#svg-add");
  await page.waitForSelector("#svg-dialog:not([open])", { state: "hidden" });
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "5");
  const { bodies } = await moment(page);
  assert.deepEqual(
    bodies.map((body) => ["circle", "polygon", "segment"].find((shape) => body[shape])),
    ["circle", "polygon", "polygon", "segment", "segment"],
  );
  // The drawing is 80 wide in the picture and 4 in the scene.
  assert.ok(Math.abs(bodies[0].circle.radius - 0.4) < 1e-3, String(bodies[0].circle.radius));
  await page.focus("#stage");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "0");
  assert.notEqual(await page.title(), "taken over");
  assert.deepEqual(problems, []);
  await close();
});

test("what is seen is saved as SVG, and comes back from it", async () => {
  const { page, problems, close } = await visit({ address: "?scene=arena" });
  await page.click("#share");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
  assert.equal(saved.suggestedFilename(), "arena.svg");
  const svg = await readFile(await saved.path(), "utf8");
  const count = await page.evaluate((picture) => {
    const root = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    return [root.localName, root.querySelectorAll("circle").length, root.querySelectorAll("polygon, line").length];
  }, svg);
  const bodies = Number(await text(page, "bodies"));
  assert.equal(count[0], "svg");
  assert.ok(count[1] > 0 && count[1] + count[2] >= bodies, JSON.stringify([count, bodies]));
  assert.deepEqual(problems, []);
  await close();
});

test("probe, ruler and stopwatch tell numbers", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await page.click("#show-probe");
  await page.mouse.move(...(await spot(page, 0.1, 0.1)));
  await page.waitForFunction(() => document.getElementById("probe").textContent === "ball: at 0; 0, v = 0; 0, |v| = 0, m = 0.7854, E = 0");
  await page.mouse.move(...(await spot(page, 2, 1)));
  await page.waitForFunction(() => /^x = (2|1\.99\d*|2\.00\d*), y = (1|0\.99\d*|1\.00\d*)$/.test(document.getElementById("probe").textContent));
  await page.mouse.move(0, 0);
  await page.focus("#stage");
  await page.keyboard.press("]"); // by keyboard: of the selected body
  await page.waitForFunction(() => document.getElementById("probe").textContent.startsWith("ball: at 0; 0"));
  await page.click("#stopwatch");
  await goTo(page, 0.25);
  assert.equal(await text(page, "stopwatch-value"), "Δt = 0.25 s");
  await page.click("#ruler");
  const before = (await page.locator("#annotations").screenshot()).toString("base64");
  await page.mouse.move(...(await spot(page, 1, 1)));
  await page.mouse.down();
  await page.mouse.move(...(await spot(page, 3, 1)), { steps: 3 });
  await page.mouse.up();
  assert.notEqual((await page.locator("#annotations").screenshot()).toString("base64"), before);
  assert.deepEqual(problems, []);
  await close();
});
