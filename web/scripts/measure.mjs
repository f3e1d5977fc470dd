// What docs/benchmarks.md says of the page:  npm run measure
// Served by the program, in headless Chromium: when something is painted and when the scene stands, from a cold and from
// a warm cache (median of nine), and what a frame costs (?bench).
import { launch, play } from "../e2e/page.mjs";

const LOADS = 9;

/** Milliseconds from the start of the navigation to the first paint, and to the scene with its hash. */
async function load(page, url) {
  await page.goto("about:blank");
  await page.goto(url);
  await page.waitForFunction(() => document.getElementById("hash")?.textContent !== "", undefined, { polling: 10 });
  return page.evaluate(async () => {
    const stands = performance.now();
    const [entry] = await new Promise((told) =>
      new PerformanceObserver((list) => told(list.getEntriesByName("first-contentful-paint"))).observe({
        type: "paint",
        buffered: true,
      }),
    );
    return [entry.startTime, stands];
  });
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const show = ([paint, stands]) => `first paint ${paint.toFixed(0)} ms, scene ready ${stands.toFixed(0)} ms`;

/** A gas as that of ?bench. */
function gas(count) {
  const side = Math.sqrt((count * Math.PI * 0.25) / 0.25);
  const region = { min: [0, 0], max: [side, side] };
  const world = { dt: 1 / 60, duration: 1000, bounds: { ...region, edges: "rebound" } };
  const fill = [{ count, circle: { radius: 0.5 }, region, arrangement: "square", speed: 5, seed: 1 }];
  return JSON.stringify({ carom: 1, name: `${count} discs`, world, fill });
}

/** In the page: tells when the grid that is drawn is another one, and when the graphics are done with that picture. */
const watchView = () => {
  window.view = "";
  const { texSubImage2D } = WebGL2RenderingContext.prototype;
  let first = true;
  const again = () => {
    first = true;
    requestAnimationFrame(again);
  };
  requestAnimationFrame(again);
  WebGL2RenderingContext.prototype.texSubImage2D = function (...args) {
    if (first) window.view = args[8].slice(0, 16).join();
    first = false;
    return texSubImage2D.apply(this, args);
  };
  window.untilMoved = (begin, before) =>
    new Promise((done) => {
      const look = () => {
        if (window.view === before) return void requestAnimationFrame(look);
        const canvas = document.getElementById("stage");
        canvas.getContext("webgl2").readPixels(0, 0, 1, 1, 6408, 5121, new Uint8Array(4)); // waits for the graphics
        done(performance.now() - begin);
      };
      requestAnimationFrame(look);
    });
  window.next = (event) => {
    const before = window.view;
    window.took = new Promise((done) =>
      document.getElementById("stage").addEventListener(event, (e) => done(window.untilMoved(e.timeStamp, before)), { once: true, capture: true }),
    );
  };
};

/** Milliseconds from the hand to the picture, while time runs among so many bodies: median and worst. */
async function responses(count) {
  const page = await context.newPage();
  await page.addInitScript(watchView);
  await page.goto(new URL("?paused", url).href);
  await page.waitForFunction(() => document.getElementById("hash")?.textContent !== "");
  await page.click("#text");
  await page.fill("#scene-text", gas(count));
  await page.click("#apply-text");
  await page.waitForFunction((wanted) => document.getElementById("bodies").textContent === wanted, String(count), { timeout: 300_000 });
  const told = [];
  const measure = async (name, times, act) => {
    const found = [];
    for (let k = 0; k < times; ++k) {
      found.push(await act(k));
      await page.waitForTimeout(150);
    }
    told.push(`${name} ${median(found).toFixed(0)} (worst ${Math.max(...found).toFixed(0)})`);
  };
  await page.keyboard.press("Space");
  await page.waitForTimeout(3000);
  const box = await page.locator("#stage").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await measure("zoom", 10, async (k) => {
    await page.evaluate(() => window.next("wheel"));
    await page.mouse.wheel(0, k % 2 === 0 ? -40 : 40);
    return page.evaluate(() => window.took);
  });
  await page.mouse.down({ button: "middle" });
  await measure("pan", 10, async (k) => {
    await page.evaluate(() => window.next("pointermove"));
    await page.mouse.move(x + (k % 2 === 0 ? 30 : 0), y);
    return page.evaluate(() => window.took);
  });
  await page.mouse.up({ button: "middle" });
  // Until time stands and its hash is there: the engine is idle again.
  await measure("pause", 5, async () => {
    await page.waitForFunction(() => document.getElementById("hash").textContent === "…" || document.getElementById("play").ariaLabel === "Pause");
    const begin = performance.now();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => /^[0-9a-f]{16}$/.test(document.getElementById("hash").textContent), undefined, { polling: 10, timeout: 300_000 });
    const took = performance.now() - begin;
    await page.keyboard.press("Space");
    await page.waitForTimeout(1000);
    return took;
  });
  console.log(`${count} discs, milliseconds while time runs: ${told.join(", ")}`);
  await page.close();
}

const { server, url } = await play("billiards_break");
const browser = await launch();
const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
const page = await context.newPage();
console.log(`cold cache: ${show(await load(page, url))}`);
const warm = [];
for (let k = 0; k < LOADS; ++k) warm.push(await load(page, url));
console.log(`warm cache: ${show([0, 1].map((part) => median(warm.map((times) => times[part]))))}`);

await page.goto(new URL("?bench", url).href);
await page.waitForSelector("#bench[data-done]", { timeout: 600_000 });
for (const row of await page.locator("#bench tr").all())
  console.log((await row.locator("th, td").allTextContents()).map((cell) => cell.padStart(10)).join(""));

for (const count of [10_000, 200_000]) await responses(count);

await browser.close();
server.kill("SIGINT");
