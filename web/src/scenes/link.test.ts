import { expect, test } from "vitest";
import { fromFragment, toFragment } from "./link";

test("a scene survives the way into an address and back", async () => {
  const scene = `{"carom": 1, "name": "ßπ⚛", "bodies": [${'{"circle": {"radius": 0.1}}, '.repeat(500)}{}]}\n`;
  const fragment = await toFragment(scene);
  expect(fragment).toMatch(/^[\w-]+$/);
  expect(fragment.length).toBeLessThan(scene.length / 10);
  expect(await fromFragment(fragment)).toBe(scene);
});

test("what is no scene is refused", async () => {
  const fragment = await toFragment('{"carom": 1}');
  for (const bad of ["!", "nonsense", fragment.slice(0, -4)])
    await expect(fromFragment(bad)).rejects.toThrow("cut short");
});
