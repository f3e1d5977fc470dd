import { expect, test } from "vitest";
import { common, Document } from "./document";
import type { Version } from "./document";

const version = (scene: string, run: number, edits: Version["edits"] = []): Version => ({
  scene,
  origin: "a",
  run,
  edits,
  slots: [],
});

test("undo and redo within a run revise it, across runs they open the scene", () => {
  const document = new Document();
  document.begin(version("a", 1));
  const edit = { t: 2, changes: [] };
  document.push(version("b", 1, [edit]));
  expect(document.changed).toBe(true);
  expect(document.neighbour(-1)).toMatchObject({ revise: { scene: "a" } });
  document.rerun(2, []); // from the start
  expect(document.now).toMatchObject({ scene: "b", run: 2, edits: [] });
  expect(document.neighbour(-1)).toMatchObject({ open: { scene: "a" } });
  document.settle(-1);
  document.rerun(3, []);
  expect([document.now.scene, document.canUndo, document.canRedo]).toEqual(["a", false, true]);
  expect(document.neighbour(1)).toMatchObject({ open: { scene: "b" } });
  document.settle(1);
  expect(document.neighbour(1)).toBeUndefined();
});

test("another scene keeps the way back to work, but not to what nobody has touched", () => {
  const document = new Document();
  document.begin(version("a", 1));
  document.begin({ ...version("c", 2), origin: "c" });
  expect(document.canUndo).toBe(false);
  document.push({ ...version("d", 3), origin: "c" });
  document.begin({ ...version("e", 4), origin: "e" });
  expect(document.canUndo).toBe(true);
});

test("a change after undo ends what was undone", () => {
  const document = new Document();
  document.begin(version("a", 1));
  document.push(version("b", 2));
  document.settle(-1);
  document.push(version("c", 3));
  expect(document.canRedo).toBe(false);
  document.settle(-1);
  expect(document.now.scene).toBe("a");
});

test("lists of changes have their beginning in common", () => {
  const [a, b, c] = [1, 2, 2].map((t) => ({ t, changes: [] }));
  expect(common([a!, b!], [a!, c!])).toBe(1);
  expect(common([a!], [a!, c!])).toBe(1);
});
