// Keys, touch, narrow screens, light and dark, and those who see or move little.
import assert from "node:assert/strict";
import { test } from "node:test";
import { moment, openLone, spot } from "./lone.mjs";
import { settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

/** In the page: what the focused element is called there. */
const focused = () => {
  const { id, dataset, ariaLabel } = document.activeElement;
  return id || dataset.tool || dataset.detection || ariaLabel || "";
};

test("all of it with the keyboard", async () => {
  const { page, problems, close } = await visit();
  const shown = () => page.getAttribute("#timeline", "aria-valuenow").then(Number);
  await page.keyboard.press("Space");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.1);
  await page.keyboard.press("Space");
  await settled(page);
  const paused = await shown();
  await page.keyboard.press("ArrowRight");
  await settled(page);
  assert.ok((await shown()) > paused);
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  await page.keyboard.press("ArrowLeft");
  await settled(page);
  assert.ok((await shown()) < paused + 1e-9);
  await page.keyboard.press("r");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) === 0);
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForSelector("#hit-panel:not([hidden])");
  await page.keyboard.press("?");
  await page.waitForSelector("#help-dialog[open]");
  await page.keyboard.press("Escape");
  await page.keyboard.press("g");
  await page.waitForSelector("#gallery[open]");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Billiards break");
  await page.keyboard.press("]");
  await page.waitForSelector("#body-panel:not([hidden])");
  const seen = new Set();
  for (let k = 0; k < 60; ++k) {
    await page.keyboard.press("Tab");
    seen.add(await page.evaluate(focused));
  }
  for (const wanted of ["play", "timeline", "stage", "share", "hand", "swept", "colouring", "pace", "friction"])
    assert.ok(seen.has(wanted), `Tab reaches ${wanted}`);
  assert.deepEqual(problems, []);
  await close();
});

test("a body is made, thrown and looked at without a pointer", async () => {
  const { page, close } = await visit();
  await openLone(page);
  await page.focus('button[data-tool="hand"]');
  for (let k = 0; k < 2; ++k) await page.keyboard.press("ArrowDown"); // to the circle
  assert.equal(await page.evaluate(focused), "circle");
  await page.focus("#stage");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "2");
  await page.fill('[aria-label="at x"]', "2");
  await page.press('[aria-label="at x"]', "Enter");
  await page.fill('[aria-label="velocity x"]', "-3");
  await page.press('[aria-label="velocity x"]', "Tab");
  await settled(page);
  assert.deepEqual((await moment(page)).bodies[1].velocity, [-3, 0]);
  await page.focus("#stage");
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForSelector("#hit-panel:not([hidden])");
  assert.match(await text(page, "spoken"), /^Hit of ball × #1 at .* seconds, closing speed 3, impulse/);
  await page.focus("#timeline");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.getElementById("timeline").getAttribute("aria-valuenow") === "0");
  await page.keyboard.press("End");
  const end = await page.getAttribute("#timeline", "aria-valuemax");
  await page.waitForFunction(
    (wanted) => document.getElementById("timeline").getAttribute("aria-valuenow") === wanted,
    end,
  );
  await close();
});

test("a button pressed with the pointer leaves Space to the play", async () => {
  const { page, close } = await visit();
  await page.click('[data-tool="circle"]');
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.getElementById("play").getAttribute("aria-label") === "Pause");
  await close();
});

test("everything that can be used has a name, and focus is seen", async () => {
  const { page, close } = await visit();
  await page.keyboard.press("]");
  await page.waitForSelector("#body-panel:not([hidden])");
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const roles = ["button", "radio", "slider", "textbox", "checkbox", "combobox", "dialog", "img", "radiogroup"];
  const used = nodes.filter(({ ignored, role }) => !ignored && roles.includes(role?.value));
  assert.ok(used.length > 40, String(used.length));
  assert.deepEqual(
    used.filter(({ name }) => !name?.value).map(({ role, backendDOMNodeId }) => [role.value, backendDOMNodeId]),
    [],
  );
  for (let k = 0; k < 45; ++k) {
    await page.keyboard.press("Tab");
    const [id, outline] = await page.evaluate(() => {
      const { id, tagName, dataset } = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
      return [id || dataset.tool || tagName, outlineStyle === "none" ? 0 : parseFloat(outlineWidth)];
    });
    assert.ok(outline >= 1 || id === "BODY", `${id} shows that it is focused`);
  }
  await close();
});

test("light and dark: as the system has it, until somebody chooses, and that is remembered", async () => {
  const paper = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const { page, close } = await visit({ colorScheme: "dark" });
  const dark = await paper(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.waitForFunction(() => !document.documentElement.classList.contains("dark"));
  const light = await paper(page);
  assert.notEqual(dark, light);
  await page.click("#theme");
  assert.equal(await paper(page), dark);
  await page.reload();
  await page.waitForFunction(() => document.getElementById("hash").textContent !== "");
  assert.equal(await paper(page), dark);
  await close();
});

test("a scene begins to play by itself, but not for those who want less motion", async () => {
  for (const [reducedMotion, plays] of [
    ["no-preference", true],
    ["reduce", false],
  ]) {
    const { page, close } = await visit({ reducedMotion });
    await page.waitForTimeout(800);
    assert.equal((await page.getAttribute("#play", "aria-label")) === "Pause", plays, reducedMotion);
    assert.equal((await page.getAttribute("#trails", "aria-pressed")) === "true", plays, reducedMotion);
    assert.equal(Number(await page.inputValue("#clock")) > 0, plays, reducedMotion);
    assert.ok(await page.locator("#busy").isHidden(), "playing is no long computation");
    await close();
  }
});

test("at phone width nothing sticks out, and it can be played by touch", async () => {
  const { page, problems, close } = await visit({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const sticksOut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("button, input, select, canvas, dd")]
        .filter((element) => element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().right > 361 || element.getBoundingClientRect().left < -1)
        .map((element) => element.id || element.outerHTML.slice(0, 80)),
    );
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(await sticksOut(), []);
  for (const id of ["colouring", "trails", "zoom-in", "undo", "sound", "share"])
    assert.ok(await page.locator(`#${id}`).isVisible(), id);
  await page.tap("#compare");
  await settled(page);
  assert.deepEqual(await sticksOut(), []);
  await page.tap('[data-detection="swept"]');
  await settled(page);
  await page.tap("#play");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.1);
  await page.tap("#play");
  assert.deepEqual(problems, []);
  await close();
});

test("fingers throw a body, and two of them zoom", async () => {
  const phone = { viewport: { width: 375, height: 720 }, hasTouch: true, isMobile: true };
  const { page, problems, close } = await visit(phone);
  await openLone(page);
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...places) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: places.map(([x, y], id) => ({ x, y, id })) });
  const picture = async () => (await page.locator("#annotations").screenshot()).toString("base64");
  const before = await picture();
  const [x, y] = await spot(page, 2, 2);
  await touch("touchStart", [x, y]);
  await touch("touchStart", [x, y], [x - 40, y + 40]);
  for (let k = 1; k <= 5; ++k) await touch("touchMove", [x + 4 * k, y - 4 * k], [x - 40 - 4 * k, y + 40 + 4 * k]);
  await touch("touchEnd");
  await page.waitForTimeout(150);
  assert.notEqual(await picture(), before);
  await page.tap("#fit");
  await page.waitForTimeout(150);
  const [from, to] = [await spot(page, 0, 0), await spot(page, 1.5, 0)];
  await touch("touchStart", from);
  await page.waitForSelector("#body-panel:not([hidden])");
  for (let k = 1; k <= 6; ++k) {
    await touch("touchMove", [from[0] + ((to[0] - from[0]) * k) / 6, from[1]]);
    await page.waitForTimeout(20);
  }
  await touch("touchEnd");
  await page.waitForFunction(() => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) > 0.1);
  await page.tap("#play");
  await settled(page);
  assert.notEqual((await moment(page)).bodies[0].velocity?.[0] ?? 0, 0);
  assert.deepEqual(problems, []);
  await close();
});
