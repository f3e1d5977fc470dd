// Asks every question of a vector file twice, of the WebAssembly module and of the native program, and compares every
// word and every bit of every number.   node compare_bits.mjs query.wasm carom query.jsonl
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const k_least = 1500; // fewer compared means that something was skipped, not that all is well
const [wasmPath, programPath, vectorPath] = process.argv.slice(2);

// The library neither reads nor writes; libc++ only wants to be able to complain.
const NOT_SUPPORTED = 58;
const wasi = new Proxy({}, {
  get: (_, name) => name === "proc_exit" ? (code) => { throw new Error(`the module exited with ${code}`); } : () => NOT_SUPPORTED,
  has: () => true,
});
const { instance } = await WebAssembly.instantiate(readFileSync(wasmPath), { wasi_snapshot_preview1: wasi });
const wasm = instance.exports;
wasm._initialize();

// Each shape as the numbers that bindings/wasm/query.cpp describes.
function flattened(shape) {
  const [[kind, s]] = Object.entries(shape);
  const to = s.to ?? s.from;
  switch (kind) {
    case "circle": return [0, s.radius, s.hollow ? 1 : 0, ...s.from, ...to];
    case "border": return [1, "y" in s ? 1 : 0, s.x ?? s.y];
    case "segment": return [2, ...s.from.flat(), ...to.flat()];
    case "polygon": return [3, s.hollow ? 1 : 0, s.from.length, ...s.from.flat(), ...to.flat()];
    default: throw new Error(`unknown shape ${kind}`);
  }
}

function askWasm({ id, a, b }) {
  const numbers = [...flattened(a), ...flattened(b)];
  const room = wasm.carom_room(numbers.length);
  new Float64Array(wasm.memory.buffer, room, numbers.length).set(numbers);
  const wrong = wasm.carom_query();
  if (wrong) return { id, error: `shape ${wrong}` };
  const [outcome, t, px, py, nx, ny, side, depth] = new Float64Array(wasm.memory.buffer, room, 8);
  const result = ["miss", "hit", "overlap", "unanswerable"][outcome];
  if (result === "miss") return { id, result };
  const contact = { id, result, t, point: [px, py], normal: [nx, ny], side: side ? "inner" : "outer" };
  return result === "overlap" ? { ...contact, depth } : contact;
}

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

const questions = readFileSync(vectorPath, "utf8").split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
const native = spawnSync(programPath, ["query", vectorPath], { encoding: "utf8", maxBuffer: 1 << 28 });
if (native.error || native.status !== 0) throw native.error ?? new Error(`${programPath} exited with ${native.status}: ${native.stderr}`);
const answers = native.stdout.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line));

let different = 0;
const outcomes = {};
questions.forEach((question, i) => {
  const fromWasm = askWasm(question);
  outcomes[fromWasm.result ?? "error"] = (outcomes[fromWasm.result ?? "error"] ?? 0) + 1;
  if (same(fromWasm, answers[i] ?? null)) return;
  ++different;
  if (different <= 10) console.log(`different:\n  wasm   ${JSON.stringify(fromWasm)}\n  native ${JSON.stringify(answers[i])}`);
});

console.log(`${questions.length} questions (${Object.entries(outcomes).map(([k, n]) => `${n} ${k}`).join(", ")}), ${values} values compared, ${different} answers different`);
if (different > 0 || answers.length !== questions.length || questions.length < k_least) process.exit(1);
