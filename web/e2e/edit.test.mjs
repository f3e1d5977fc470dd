// Editing: throwing, drawing, deleting, numbers, undo.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LONE, moment, openLone, spot } from "./lone.mjs";
import { goTo, openText, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

test("a body that is thrown moves, and undo brings it back", async () => {
  const { page, problems, close } = await visit();
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
  const { page, close } = await visit();
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
  const { page, close } = await visit();
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

test("a fast body is held where it is seen, in the middle of a step", async () => {
  const { page, close } = await visit();
  const scene = JSON.parse(LONE);
  scene.world.dt = 0.1;
  Object.assign(scene.bodies[0], { at: [-3, 0], velocity: [50, 0] });
  await openText(page, JSON.stringify(scene));
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Lone");
  await goTo(page, 0.05);
  await page.mouse.click(...(await spot(page, -0.5, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  assert.equal(await page.inputValue('[aria-label="at x"]'), "-0.5");
  await page.click("#step");
  await page.waitForFunction(() => document.querySelector('[aria-label="at x"]').value !== "-0.5");
  assert.equal(await page.inputValue('[aria-label="at x"]'), "2"); // as far as 3.5, and back
  await close();
});

test("numbers are nudged with the arrow keys, and what was changed before stays", async () => {
  const { page, close } = await visit();
  await openLone(page);
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  for (const key of ["ArrowUp", "ArrowUp", "Shift+ArrowUp"]) await page.press('[aria-label="velocity x"]', key);
  await page.fill('[aria-label="restitution"]', "0.5");
  await page.press('[aria-label="restitution"]', "Tab");
  await page.fill('[aria-label="spin"]', "2");
  await page.press('[aria-label="spin"]', "Tab");
  await page.press('[aria-label="radius"]', "ArrowDown");
  await page.press('[aria-label="radius"]', "ArrowDown");
  await settled(page);
  const [body] = (await moment(page)).bodies;
  assert.deepEqual([body.velocity, body.restitution, body.spin], [[0.01, 0], 0.5, 2]);
  assert.equal(body.circle.radius, 0.498);
  await page.click("#undo");
  await settled(page);
  assert.equal((await moment(page)).bodies[0].circle.radius, 0.499);
  await close();
});

test("changes by hand one soon after the other all arrive, while the engine is asked for the body too", async () => {
  const { page, close } = await visit();
  await openLone(page);
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  for (let round = 1; round <= 12; ++round) {
    await page.evaluate(async (pause) => {
      const change = (label, value) => {
        const input = document.querySelector(`[aria-label="${label}"]`);
        input.value = String(value);
        input.dispatchEvent(new Event("change"));
      };
      document.getElementById("step").click(); // a frame asks for the selected body
      change("restitution", pause / 100);
      await new Promise((done) => setTimeout(done, pause));
      change("velocity y", pause);
      document.getElementById("step").click();
      change("spin", pause);
      await new Promise((done) => setTimeout(done, pause));
      change("velocity x", -pause);
    }, round);
    await settled(page);
    const [body] = (await moment(page)).bodies;
    assert.deepEqual([body.velocity, body.restitution, body.spin], [[-round, round], round / 100, round]);
    await page.click("#restart");
    await settled(page);
    await page.mouse.click(...(await spot(page, 0, 0)));
    await page.waitForSelector("#body-panel:not([hidden])");
  }
  await close();
});

test("a body is copied and pasted beside itself, and a scene file is dropped on the page", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await page.mouse.click(...(await spot(page, 0, 0)));
  await page.waitForSelector("#body-panel:not([hidden])");
  await page.fill('[aria-label="restitution"]', "0.5");
  await page.press('[aria-label="restitution"]', "Tab");
  await settled(page);
  await page.focus("#stage");
  await page.keyboard.press("Control+c");
  await page.waitForSelector("#notice:not([hidden])");
  for (const count of ["2", "3"]) {
    await page.keyboard.press("Control+v");
    await page.waitForFunction((wanted) => document.getElementById("bodies").textContent === wanted, count);
    await page.focus("#stage");
  }
  const { bodies } = await moment(page);
  assert.deepEqual(bodies.map(({ restitution, circle }) => [restitution, circle.radius]), Array(3).fill([0.5, 0.5]));
  const gaps = [[0, 1], [0, 2], [1, 2]].map(([a, b]) => Math.hypot(...[0, 1].map((k) => bodies[a].at[k] - bodies[b].at[k])));
  assert.ok(Math.min(...gaps) >= 1, String(gaps));
  await page.evaluate(() => {
    const files = new DataTransfer();
    files.items.add(new File(['{"carom": 1, "name": "Dropped", "bodies": [{"circle": {"radius": 1}}]}'], "mine.json"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
  });
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Dropped");
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "3");
  assert.deepEqual(problems, []);
  await close();
});
