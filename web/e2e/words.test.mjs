// The page in other languages: by the browser, by the address, by choice; no English is left, and everything fits.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openLone } from "./lone.mjs";
import { goTo, settled, text, withPage } from "./page.mjs";

const { visit } = withPage();

/** All that can be read or heard: texts, names, titles. */
const read = () =>
  [...document.querySelectorAll("body *")]
    .filter((element) => element.tagName !== "SCRIPT")
    .flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data.trim()),
      ...["title", "aria-label", "placeholder", "aria-valuetext"].map((name) => element.getAttribute(name) ?? ""),
    ])
    .filter((each) => each !== "");

/** Opens what is shut, so that it can be read. */
async function everything(page) {
  await page.keyboard.press("]");
  await page.waitForSelector("#body-panel:not([hidden])");
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForSelector("#hit-panel:not([hidden])");
  await page.click("#scenes");
  await page.keyboard.press("Escape");
  await settled(page);
  return page.evaluate(read);
}

test("in German and French nothing is in English but what is data", async () => {
  const english = await visit({ address: "?scene=two_balls" });
  const said = new Set((await everything(english.page)).filter((each) => /\p{L}{3}/u.test(each)));
  await english.close();
  // Names of formats, methods and bodies, and words that are the same.
  const same = /^(Carom|C\+\+|CSV|Maxwell|Swept|Overlap|Event|swept|overlap|event|light|heavy|light × heavy|impulse|Hash|hash|English|Deutsch|Français|Normal|(light|heavy) v?x|Δp[ab]|https:.*|[0-9a-f]{16}|Enter|Ctrl .)$/;
  for (const [locale, cognates] of [
    ["de-AT", /^(Text|Radius|Tempo|Gas|Arena|restitution)$/],
    ["fr-CA", /^(angle|restitution|point|impulsion|Stage|Position|Gas|cluster|Pyramide|Dominos|Orbites|Question \d|Pause|impulse)$/],
  ]) {
    const { page, problems, close } = await visit({ address: "?scene=two_balls", locale });
    assert.equal(await page.getAttribute("html", "lang"), locale.slice(0, 2));
    const left = (await everything(page)).filter((each) => said.has(each) && !same.test(each) && !cognates.test(each));
    assert.deepEqual([...new Set(left)], [], locale);
    assert.match(await page.inputValue("#clock"), /^\d+,\d+$/);
    assert.deepEqual(problems, []);
    await close();
  }
});

test("a language is chosen on the page or by the address, and the work stays", async () => {
  const { page, problems, close } = await visit();
  await openLone(page);
  await page.focus("#stage");
  await page.keyboard.press("w");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "2");
  await page.click("#help");
  await Promise.all([page.waitForEvent("load"), page.selectOption("#language", "de")]);
  await page.waitForFunction(() => document.getElementById("bodies").textContent === "2");
  assert.equal(await text(page, "scenes"), "Lone");
  assert.equal(await text(page, "share"), "Teilen");
  await goTo(page, 0.5);
  assert.equal(await page.inputValue("#clock"), "0,5");
  await page.fill("#clock", "0,75");
  await page.press("#clock", "Enter");
  await page.waitForFunction(() => document.getElementById("timeline").getAttribute("aria-valuenow") === "0.75");

  const { origin } = new URL(page.url());
  await page.goto(`${origin}/?scene=gas&lang=fr`);
  await page.waitForFunction(() => document.getElementById("hash").textContent !== "");
  assert.equal(await text(page, "share"), "Partager");
  await page.click("#scenes");
  await page.click('[data-scene="arena"]');
  await page.waitForFunction(() => document.getElementById("scene-name").textContent === "Arène");
  assert.equal(new URL(page.url()).searchParams.get("lang"), "fr");
  assert.deepEqual(problems, []);
  await close();
});
