import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commandLine, program } from "./copies";

test("a shipped scene is named, any other is written out", () => {
  expect(commandLine("{}", "gas", "swept", "swept", 2)).toBe("carom run gas --until 2\n");
  expect(commandLine("{}", "gas", "overlap", "swept", 2)).toBe("carom run gas --detection overlap --until 2\n");
  const own = commandLine('{"carom": 1}\n', undefined, "swept", "swept", 0.5);
  expect(own).toBe(
    "cat > scene.json <<'END_OF_SCENE'\n{\"carom\": 1}\nEND_OF_SCENE\ncarom run scene.json --until 0.5\n",
  );
});

// Which is compiled against the installed library, and run, by tests/consumer.
test("the program holds the scene as it is", () => {
  const consumer = new URL("../../../tests/consumer/", import.meta.url);
  const scene = readFileSync(new URL("scene.json", consumer), "utf8");
  expect(program(scene, 2)).toBe(readFileSync(new URL("program.cpp", consumer), "utf8"));
  expect(program('{"name": "a)scene"}', 2)).toContain('R"scene_({"name": "a)scene"}\n)scene_"');
});
