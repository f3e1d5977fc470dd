import { expect, test } from "vitest";
import { taskOf, wishesOf, wishText } from "./wishes";

test("what is wished survives the way into an address and back", async () => {
  const task = { text: "Play — and answer", questions: [{ ask: "How fast?", what: "speed" as const, body: "light", at: 2 }] };
  const text = await wishText({ paused: true, hide: new Set(["plots", "tools"] as const), task });
  const found = await wishesOf("?scene=gas", `#s=abc${text}`);
  expect([found.paused, [...found.hide], found.embedded, found.task]).toEqual([true, ["plots", "tools"], false, task]);
  expect(await wishText({ paused: false, hide: new Set(), task: undefined })).toBe("");
});

test("a page in a frame leaves out all but the stage and the time, and what is named", async () => {
  const { hide, embedded } = await wishesOf("?embed=table,plots,nonsense", "");
  expect(embedded).toBe(true);
  expect([hide.has("bar"), hide.has("table"), hide.has("plots"), hide.has("time")]).toEqual([true, false, false, false]);
});

test("a task that is none is refused", () => {
  const question = { ask: "?", what: "speed", body: "a", at: 1 };
  for (const bad of [
    {},
    { text: "a", questions: [question, question, question, question] },
    { text: "a", questions: [{ ...question, what: "colour" }] },
    { text: "a", questions: [{ ...question, body: undefined }] },
    { text: "a", questions: [{ ...question, at: "soon" }] },
  ])
    expect(() => taskOf(JSON.stringify(bad))).toThrow("cannot be read");
  expect(taskOf(JSON.stringify({ text: "a", questions: [question] })).questions.length).toBe(1);
});
