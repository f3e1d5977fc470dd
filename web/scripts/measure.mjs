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

await browser.close();
server.kill("SIGINT");
