/** The scene for other places: a command line, a C++ program. */

import type { Detection } from "../engine/protocol";

/** A line for a shipped scene as it is; any other is written to a file first. */
export function commandLine(
  scene: string,
  shipped: string | undefined,
  detection: Detection,
  own: Detection,
  until: number,
): string {
  const options = `${detection === own ? "" : ` --detection ${detection}`} --until ${until}`;
  if (shipped) return `carom run ${shipped}${options}\n`;
  return `cat > scene.json <<'END_OF_SCENE'\n${scene.trimEnd()}\nEND_OF_SCENE\ncarom run scene.json${options}\n`;
}

/** A program that plays the scene and prints every hit. */
export function program(scene: string, until: number): string {
  let mark = "scene";
  while (scene.includes(`)${mark}"`)) mark += "_"; // which would end the text early
  return `// CMakeLists.txt:
//   find_package(carom 0.1 REQUIRED COMPONENTS io)
//   add_executable(program program.cpp)
//   target_link_libraries(program PRIVATE carom::io)
#include <carom/carom.hpp>
#include <carom/io/scene.hpp>
#include <cstdio>
#include <utility>

constexpr auto k_scene = R"${mark}(${scene.trimEnd()}
)${mark}";

int main() {
  const auto scene = carom::read_scene(k_scene);
  if (!scene) return std::fprintf(stderr, "%s: %s\\n", scene.error().place.c_str(), scene.error().reason.c_str()), 2;
  auto built = carom::build_world(scene.value());
  if (!built) return std::fprintf(stderr, "%s: %s\\n", built.error().place.c_str(), built.error().reason.c_str()), 2;
  carom::World world = std::move(built).value();
  while (world.time() < ${until}) {
    world.step();
    for (const carom::ContactEvent& hit : world.events()) {
      std::printf("t = %.9g: %s meets %s at (%g, %g)\\n", hit.t, world.name(hit.a.serial).c_str(),
                  hit.b ? world.name(hit.b->serial).c_str() : "the edges", hit.point.x, hit.point.y);
    }
  }
}
`;
}
