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

test("the program holds the scene as it is", () => {
  expect(program('{"carom": 1}\n', 3)).toContain('R"scene({"carom": 1}\n)scene"');
});
