// What every test needs: the built page behind a static server, a browser, and the program to compare with.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { join, normalize, sep } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

export const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));
export const folder = process.env.CAROM_WEB ?? join(root, "build/web");
export const program = process.env.CAROM_PROGRAM ?? join(root, "build/carom");
export const scenes = join(root, "scenes");

const TYPES = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  wasm: "application/wasm",
  svg: "image/svg+xml",
  webp: "image/webp",
  json: "application/json",
};

/** Files of the built page, and /scene.json if there is one. */
export async function serve(scene) {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = normalize(join(folder, path === "/" ? "index.html" : path));
    try {
      const body =
        path === "/scene.json" && scene !== undefined
          ? scene
          : await readFile(file.startsWith(folder + sep) ? file : "");
      response
        .writeHead(200, { "Content-Type": TYPES[file.split(".").at(-1)] ?? "application/octet-stream" })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The page as `carom play SCENE` serves it. */
export async function play(scene, ...options) {
  const server = spawn(program, ["play", scene, "--web", folder, ...options]);
  server.stdout.setEncoding("utf8");
  const [said] = await once(server.stdout, "data");
  return { server, url: /http:\S+/.exec(said)[0] };
}

export async function launch() {
  const executablePath = process.env.CAROM_CHROMIUM ?? "/usr/bin/chromium";
  // Chromium's sandbox refuses to run as root. A machine that tests has no graphics card: WebGL is computed.
  const sandbox = process.getuid() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({
    executablePath,
    chromiumSandbox: sandbox.length === 0,
    args: [...sandbox, "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
}

/** A page with a scene open and standing still; `problems` collects what should not be there. `routes` replace files. */
export async function openPage(browser, url, { address = "", routes = {}, ...options } = {}) {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  for (const [pattern, answer] of Object.entries(routes))
    await context.route(pattern, (route) => route.fulfill(answer));
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !message.text().includes("GPU stall"))
      problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith("http") && host !== new URL(url).host) problems.push(`outside request: ${request.url()}`);
  });
  await page.goto(url + address);
  await page.waitForFunction(() => document.getElementById("hash").textContent !== "");
  return { page, problems, close: () => context.close() };
}

/** For a file of tests: the served page and a browser that visits it. */
export function withPage() {
  const stand = {};
  before(async () => {
    stand.browser = await launch();
    stand.server = await serve();
  });
  after(async () => {
    await stand.browser.close();
    stand.server.close();
  });
  return { stand, visit: (options) => openPage(stand.browser, stand.server.url, options) };
}

/** Opens a scene by its text, as somebody would who pastes it. */
export async function openText(page, text) {
  await page.click("#text");
  await page.fill("#scene-text", text);
  await page.click("#apply-text");
}

/** Types a time into the clock and waits until the page is there. */
export async function goTo(page, time) {
  await page.fill("#clock", String(time));
  await page.press("#clock", "Enter");
  await page.waitForFunction(
    (wanted) => Number(document.getElementById("timeline").getAttribute("aria-valuenow")) === wanted,
    Number(time.toPrecision(6)), // as many digits as the time line tells
  );
  await settled(page);
}

/** The worker has answered everything. */
export async function settled(page) {
  await page.waitForTimeout(60);
  await page.waitForFunction(() => document.getElementById("busy").hidden);
}

export const text = (page, id) => page.textContent(`#${id}`);

/** What `carom run … --json` prints. */
export async function summary(scene, ...options) {
  const { stdout } = await run(program, ["run", scene, "--json", ...options]);
  return JSON.parse(stdout);
}

export async function carom(...options) {
  return run(program, options).catch((error) => error);
}
