// Asks every question of a vector file, and two thousand about bodies that turn, twice: of the WebAssembly module and of the
// native program. Compares every word and every bit of every number.   node compare_bits.mjs PACKAGE_FOLDER carom query.jsonl
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { loaded } from "./loaded.mjs";

const k_turning = 2000;
const k_least = 1500 + k_turning; // fewer compared means that something was skipped, not that all is well
const [packageFolder, programPath, vectorPath] = process.argv.slice(2);

const { carom } = await loaded(packageFolder);

// Leaves as "path=value" texts would lose -0, so both are walked at once.
let values = 0;
function same(x, y) {
  if (typeof x !== "object" || x === null || typeof y !== "object" || y === null) {
    ++values;
    return Object.is(x, y);
  }
  const keys = new Set([...Object.keys(x), ...Object.keys(y)]);
  return [...keys].every((key) => same(x[key], y[key]));
}

// Pairs of bodies that turn, and of one with a circle or a border; by a linear congruence, the same in every run.
let state = 1;
const uniform = (low, high) => low + (high - low) * ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32);
const point = (size) => [uniform(-size, size), uniform(-size, size)];
const pose = (at, angle) => ({ at, angle });
function turningShape(size, hollow) {
  const from = pose(point(size > 2 ? 0.5 : 3), uniform(-4, 4));
  const to = pose(from.at.map((x) => x + uniform(-4, 4)), from.angle + uniform(-1, 1) * (uniform(0, 1) < 0.1 ? 60 : 3));
  if (uniform(0, 1) < 0.2 && !hollow) return { segment: { ends: [point(1), point(1)], from, to } };
  const count = 3 + Math.floor(uniform(0, 5));
  const corner = (_, i) => {
    const angle = (2 * Math.PI * (i + uniform(0.1, 0.9))) / count;
    const distance = size * uniform(0.3, 1);
    return [distance * Math.cos(angle), distance * Math.sin(angle)];
  };
  return { polygon: { vertices: Array.from({ length: count }, corner), from, to, hollow } };
}
function turningQuestion(_, i) {
  const a = turningShape(1, false);
  const circle = { circle: { radius: uniform(0, 1), from: point(3), to: point(3), hollow: false } };
  const ring = { circle: { radius: 6, from: point(0.5), to: point(3), hollow: true } };
  const others = [turningShape(1, false), turningShape(9, true), circle, ring, { border: { y: uniform(-2, 2) } }];
  return { id: `turning ${i}`, a, b: others[i % others.length] };
}

const lines = readFileSync(vectorPath, "utf8").split("\n").filter((line) => line.trim() !== "");
lines.push(...Array.from({ length: k_turning }, turningQuestion).map((question) => JSON.stringify(question)));
const questions = lines.map((line) => JSON.parse(line));
const native = spawnSync(programPath, ["query"], { input: lines.join("\n"), encoding: "utf8", maxBuffer: 1 << 28 });
if (native.error || native.status !== 0) throw native.error ?? new Error(`${programPath} exited with ${native.status}: ${native.stderr}`);
const answers = native.stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

let different = 0;
const outcomes = {};
questions.forEach((question, i) => {
  const fromWasm = carom.query(question);
  outcomes[fromWasm.result ?? "error"] = (outcomes[fromWasm.result ?? "error"] ?? 0) + 1;
  if (same(fromWasm, answers[i] ?? null)) return;
  ++different;
  if (different <= 10) console.log(`different:\n  wasm   ${JSON.stringify(fromWasm)}\n  native ${JSON.stringify(answers[i])}`);
});

console.log(`${questions.length} questions (${Object.entries(outcomes).map(([k, n]) => `${n} ${k}`).join(", ")}), ${values} values compared, ${different} answers different`);
if (different > 0 || answers.length !== questions.length || questions.length < k_least) process.exit(1);
