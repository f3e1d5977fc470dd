// Pictures of the built page:  npm run screenshots [gallery|docs|SCENE…]
// Gallery pictures go to public/pictures (light and dark), those of the documentation to docs/images.
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { goTo, launch, openPage, scenes, serve, settled } from "../e2e/page.mjs";

const pictures = fileURLToPath(new URL("../public/pictures/", import.meta.url));
const images = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const SECONDS = 0.9; // before each picture, for the trails
const ORBITS = ["figure_eight", "gravity_wells", "solar_system", "two_body_orbit"]; // with longer ones
// Where a scene is at its best; others at one second.
const MOMENTS = {
  accretion: 3,
  arena: 1.4,
  billiards_break: 0.95,
  bullet_and_paper: 0.35,
  cold_collapse: 2.6,
  cooling_gas: 6,
  disc_galaxy: 4,
  dominoes: 2,
  empty_table: 0,
  falling_balls_in_a_dish: 1.05,
  figure_eight: 4.9,
  galton_board: 4,
  gas: 1.5,
  gravity_wells: 4,
  newtons_cradle: 1.1,
  pi_by_collisions: 4.2,
  planet_ring: 2,
  plate_and_bullets: 0.9,
  rocket: 2.75,
  rough_balls: 3,
  rubble_pile: 4,
  slope: 1.6,
  solar_system: 9.5,
  spinning_blade: 1.4,
  tumbling_drum: 1.2,
  two_body_orbit: 4.2,
  wizard: 1.6,
};

const HIT_AFTER = 2.6; // of the arena, in long steps: two of its shapes meet

// Times closer than everything: the inner planets.
const CLOSER = { solar_system: 4 };

/** Goes up to the moment in short strides, so that there are trails. */
async function playTo(page, moment, seconds = SECONDS) {
  const strides = Math.min(40, Math.ceil(moment * 100));
  for (let k = strides; k >= 0; --k) await goTo(page, Math.max(0, moment - (seconds * k) / 40));
}

/** A picture of a part of the page as WebP, which the browser itself can write. */
async function webp(page, box, width, file) {
  const png = (await page.screenshot({ clip: box })).toString("base64");
  const data = await page.evaluate(
    async ([source, wanted]) => {
      const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(wanted, Math.round((wanted * image.height) / image.width));
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: 0.82 });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    [png, width],
  );
  await writeFile(file, Buffer.from(data));
}

async function gallery(browser, url, names) {
  await mkdir(pictures, { recursive: true });
  const bare = `.float, .panel { display: none !important } .work { grid-template-columns: 1fr !important }
    #stage { --covered-top: 0; --covered-right: 0; --covered-bottom: 0; --covered-left: 0 }`;
  for (const colorScheme of ["light", "dark"]) {
    for (const name of names) {
      const options = { bypassCSP: true, colorScheme, viewport: { width: 870, height: 690 } };
      const { page, close } = await openPage(browser, url, options);
      await page.click("#scenes");
      await page.click(`[data-scene="${name}"]`);
      await settled(page);
      await page.click("#trails");
      await page.addStyleTag({ content: bare });
      await page.evaluate((times) => {
        for (let k = 0; k < times; ++k) document.getElementById("zoom-in").click();
      }, CLOSER[name] ?? 0);
      await playTo(page, MOMENTS[name] ?? 1, ORBITS.includes(name) ? (MOMENTS[name] * 3) / 5 : SECONDS);
      const { x, y, width, height } = await page.locator("#stage").boundingBox();
      const tall = Math.min(height, width / 1.6);
      const box = { x: x + (width - 1.6 * tall) / 2, y: y + (height - tall) / 2, width: 1.6 * tall, height: tall };
      await webp(page, box, 480, `${pictures}${name}-${colorScheme}.webp`);
      await close();
    }
  }
}

async function docs(browser, url) {
  await mkdir(images, { recursive: true });
  const shoot = async (name, address, work, options = {}) => {
    const { page, close } = await openPage(browser, url, { address, bypassCSP: true, ...options });
    await page.evaluate(() => document.getElementById("trails").click());
    await work(page);
    await settled(page);
    await page.waitForTimeout(400);
    const { width, height } = page.viewportSize();
    await webp(page, { x: 0, y: 0, width, height }, Math.min(width, 1120), `${images}${name}.webp`);
    await close();
  };
  await shoot("playground", "?scene=billiards_break", (page) => playTo(page, 0.8));
  await shoot("playground-dark", "?scene=gas", (page) => playTo(page, 2), { colorScheme: "dark" });
  await shoot("playground-hit", "?scene=arena", async (page) => {
    await page.fill('[aria-label="step, s, exactly"]', "0.1");
    await page.press('[aria-label="step, s, exactly"]', "Tab");
    await goTo(page, HIT_AFTER);
    await page.click("#next-hit");
    await page.waitForSelector("#hit-panel:not([hidden])");
    await page.click("#zoom-hit");
  });
  await shoot("playground-compare", "?scene=bullet_and_paper", async (page) => {
    await page.click("#compare");
    await settled(page);
    await playTo(page, 0.3);
  });
  const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true };
  await shoot("playground-phone", "?scene=gravity_wells", (page) => playTo(page, 3), phone);
}

const [browser, server] = [await launch(), await serve()];
const wanted = process.argv.slice(2);
const all = [...(await readdir(scenes)).map((file) => basename(file, ".json")), "empty_table"];
const every = wanted.length === 0 || wanted.includes("gallery");
await gallery(
  browser,
  server.url,
  all.filter((name) => every || wanted.includes(name)),
);
if (wanted.length === 0 || wanted.includes("docs")) await docs(browser, server.url);
await browser.close();
server.close();
