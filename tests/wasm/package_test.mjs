// The npm package as others use it: installed from its tarball into an empty folder, and from there in Node.js, in a page
// without a bundler, in a worker, and with esbuild, webpack and Vite, none of them configured.
//   node package_test.mjs NPM_FOLDER carom
import assert from "node:assert/strict";
import { execFile, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { launch } from "../../web/e2e/page.mjs";

const [npmFolder, programPath] = process.argv.slice(2).map((path) => resolve(path));
const root = fileURLToPath(new URL("../../", import.meta.url));
const tools = join(root, "bindings/wasm/node_modules");
const pageTools = createRequire(join(root, "web/package.json"));
const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "carom-npm-"));
const installed = join(folder, "node_modules/carom");
const tarball = readdirSync(npmFolder).find((file) => file.endsWith(".tgz"));
let browser;

before(async () => {
  writeFileSync(join(folder, "package.json"), '{"private": true, "type": "module"}');
  await run("npm", ["install", "--offline", "--silent", "--no-audit", "--no-fund", join(npmFolder, tarball)], { cwd: folder });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

const SCENE = JSON.stringify({
  carom: 1,
  world: { gravity: [0, -10], restitution: 0.5 },
  bodies: [{ border: { y: 0 }, name: "floor" }, { circle: { radius: 0.5 }, at: [0, 5.5], name: "ball" }],
});

/** What the ball of the examples does until t = 3, by the program: a line for each hit, and the hash. */
function byTheProgram() {
  const [scene, events] = [join(folder, "ball.json"), join(folder, "ball.jsonl")];
  writeFileSync(scene, SCENE);
  const { stdout, status } = spawnSync(programPath, ["run", scene, "--until", "3", "--json", "--events", events], { encoding: "utf8" });
  assert.equal(status, 0);
  const hits = readFileSync(events, "utf8").split("\n").filter((line) => line).map((line) => JSON.parse(line));
  const lines = hits.map(({ t, speed }) => `t = ${t.toFixed(4)} s: hits the floor at ${speed.toFixed(3)} m/s`);
  return { lines, hash: JSON.parse(stdout).hash };
}

const MAIN = `import { load } from "carom";
const carom = await load();
const world = carom.open(${SCENE});
const lines = [];
world.onContact({ after: ({ t, speed }) => void lines.push("t = " + t.toFixed(4) + " s: hits the floor at " + speed.toFixed(3) + " m/s") });
world.stepTo(3);
const told = lines.join("\\n") + "\\nstate " + world.hash + "\\n";
if (globalThis.document) document.getElementById("told").textContent = told;
else process.stdout.write(told);
`;
const PAGE = '<!doctype html><meta charset="utf-8"><pre id="told"></pre><script type="module" src="./main.js"></script>';

function expected() {
  const { lines, hash } = byTheProgram();
  return `${lines.join("\n")}\nstate ${hash}\n`;
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

/** Serves files as any static server does; one that has no name for .wasm if `plain`. */
async function served(where, plain = false) {
  const server = createServer((request, response) => {
    const asked = new URL(request.url, "http://localhost").pathname;
    const path = join(where, asked.endsWith("/") ? `${asked}index.html` : asked);
    try {
      const body = readFileSync(path);
      const type = plain && path.endsWith(".wasm") ? undefined : TYPES[extname(path)];
      response.writeHead(200, { "Content-Type": type ?? "application/octet-stream" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.unref(); // or a test that fails would never end
  await new Promise((listens) => server.listen(0, "127.0.0.1", listens));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** What an element of a page comes to say. */
async function said(url, until = (text) => text.includes("state")) {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  await page.goto(url);
  let text = "";
  for (const end = Date.now() + 30_000; Date.now() < end; await page.waitForTimeout(50)) {
    text = (await page.textContent("#told")) ?? "";
    if (until(text)) break;
  }
  await page.close();
  assert.deepEqual(problems, []);
  return text;
}

/** An empty folder with a program that uses the package. */
function project(name) {
  const where = join(folder, name);
  mkdirSync(where);
  writeFileSync(join(where, "main.js"), MAIN);
  writeFileSync(join(where, "index.html"), PAGE);
  return where;
}

test("the tarball holds what it should, and needs nothing else", () => {
  const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.equal(`carom-${manifest.version}.tgz`, tarball);
  assert.deepEqual([manifest.dependencies, manifest.devDependencies, manifest.scripts], [undefined, undefined, undefined]);
  assert.deepEqual(readdirSync(installed).sort(), ["LICENSE", "README.md", "dist", "examples", "package.json"]);
  assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")), ["carom"]);
});

test("publint and attw find nothing in the tree of exports", async () => {
  const lint = await run("node", [join(tools, "publint/src/cli.js"), "--strict", installed]);
  assert.match(lint.stdout, /All good/);
  const attw = join(tools, "@arethetypeswrong/cli/dist/index.js");
  // The module of WebAssembly is a file with an address, which no module imports.
  await run("node", [attw, join(npmFolder, tarball), "--profile", "esm-only", "--exclude-entrypoints", "carom.wasm"]);
});

test("types: what should compile does, and what should not does not", async () => {
  const where = join(folder, "types");
  mkdirSync(where);
  for (const file of ["typed_use.ts", "typed_misuse.ts"]) cpSync(join(root, "tests/wasm", file), join(where, file));
  const tsc = join(tools, "typescript/bin/tsc");
  for (const [module, resolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]]) {
    const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--module", module,
      "--moduleResolution", resolution, "--lib", "es2022,dom"];
    await run("node", [tsc, ...options, "typed_use.ts", "typed_misuse.ts"], { cwd: where }).catch(({ stdout }) => assert.fail(stdout));
  }
});

test("Node.js: the example, with the module beside it and inside", async () => {
  const { lines, hash } = byTheProgram();
  for (const entry of ["carom", "carom/inline"]) {
    const example = readFileSync(join(installed, "examples/bouncing_ball.mjs"), "utf8").replace('"carom"', `"${entry}"`);
    const file = join(folder, "ball.mjs");
    writeFileSync(file, example);
    const { stdout } = await run("node", [file], { cwd: folder });
    const printed = stdout.trimEnd().split("\n");
    assert.deepEqual(printed.slice(0, -1), lines);
    assert.ok(printed.at(-1).endsWith(`state ${hash}`));
  }
});

test("a page without a bundler, and the engine in a worker", async () => {
  const where = join(folder, "plain");
  cpSync(join(installed, "examples"), where, { recursive: true });
  cpSync(join(installed, "dist"), join(where, "carom"), { recursive: true });
  for (const plain of [false, true]) {
    const server = await served(where, plain);
    assert.match(await said(`${server.url}page.html`, (text) => /[1-9]\d* hits/.test(text)), /^t = [\d.]+ s, \d+ hits$/);
    assert.match(await said(`${server.url}worker.html`), /^t = 10 s, \d+ hits: the first disc is at .* state [0-9a-f]{16}$/);
    server.close();
  }
});

test("esbuild, for pages and for Node.js", async () => {
  const where = project("esbuild");
  const options = ["main.js", "--bundle", "--format=esm", "--log-level=warning"];
  await run("esbuild", [...options, "--outfile=page/main.js"], { cwd: where });
  cpSync(join(where, "index.html"), join(where, "page/index.html"));
  const server = await served(join(where, "page"));
  assert.equal(await said(server.url), expected());
  server.close();
  await run("esbuild", [...options, "--platform=node", "--outfile=node/main.js"], { cwd: where });
  assert.equal((await run("node", ["node/main.js"], { cwd: where })).stdout, expected());
});

test("webpack", async () => {
  const where = project("webpack");
  const { default: webpack } = await import(pathToFileURL(join(tools, "webpack/lib/index.js")));
  for (const mode of ["production", "development"]) {
    const out = join(where, mode);
    const stats = await promisify(webpack)({ mode, context: where, entry: "./main.js", output: { path: out, filename: "main.js" } });
    assert.equal(stats.hasErrors(), false, stats.toString());
    cpSync(join(where, "index.html"), join(out, "index.html"));
    assert.equal(readdirSync(out).filter((file) => file.endsWith(".wasm")).length, 1);
    const server = await served(out);
    assert.equal(await said(server.url), expected());
    server.close();
  }
});

test("Vite: the example, built and while developing", async () => {
  const where = join(folder, "vite");
  cpSync(join(installed, "examples/vite"), where, { recursive: true });
  const vite = join(resolve(pageTools.resolve("vite/package.json"), ".."), "bin/vite.js");
  await run("node", [vite, "build", "--logLevel", "warn"], { cwd: where });
  assert.equal(readdirSync(join(where, "dist/assets")).filter((file) => file.endsWith(".wasm")).length, 1);
  const server = await served(join(where, "dist"));
  assert.equal(await said(server.url), expected());
  server.close();
  const developing = spawn("node", [vite, "--port", "0", "--host", "127.0.0.1"], { cwd: where });
  try {
    const url = await new Promise((found, failed) => {
      let text = "";
      developing.stdout.on("data", (more) => {
        // eslint-disable-next-line no-control-regex
        text += String(more).replace(/\u001b\[\d*m/g, "");
        const address = /http:\/\/127\.0\.0\.1:\d+\//.exec(text);
        if (address) found(address[0]);
      });
      developing.on("exit", () => failed(new Error(text)));
    });
    assert.equal(await said(url), expected());
  } finally {
    developing.kill();
  }
});
