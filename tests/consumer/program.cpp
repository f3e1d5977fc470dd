// CMakeLists.txt:
//   find_package(carom 0.1 REQUIRED COMPONENTS io)
//   add_executable(program program.cpp)
//   target_link_libraries(program PRIVATE carom::io)
#include <carom/carom.hpp>
#include <carom/io/scene.hpp>
#include <cstdio>
#include <utility>

constexpr auto k_scene = R"scene({
  "carom": 1,
  "name": "Two balls",
  "world": {"dt": 0.25, "bounds": {"min": [-4, -2], "max": [4, 2], "edges": "rebound"}},
  "bodies": [
    {"name": "left", "circle": {"radius": 0.5}, "at": [-2, 0], "velocity": [4, 0]},
    {"name": "right", "circle": {"radius": 0.5}, "at": [1, 0]}
  ]
}
)scene";

int main() {
  const auto scene = carom::read_scene(k_scene);
  if (!scene) return std::fprintf(stderr, "%s: %s\n", scene.error().place.c_str(), scene.error().reason.c_str()), 2;
  auto built = carom::build_world(scene.value());
  if (!built) return std::fprintf(stderr, "%s: %s\n", built.error().place.c_str(), built.error().reason.c_str()), 2;
  carom::World world = std::move(built).value();
  while (world.time() < 2) {
    world.step();
    for (const carom::ContactEvent& hit : world.events()) {
      std::printf("t = %.9g: %s meets %s at (%g, %g)\n", hit.t, world.name(hit.a.serial).c_str(),
                  hit.b ? world.name(hit.b->serial).c_str() : "the edges", hit.point.x, hit.point.y);
    }
  }
}
