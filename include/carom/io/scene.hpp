#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/io/observe.hpp"
#include "carom/io/text_sink.hpp"
#include "carom/io/units.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/world/settings.hpp"
#include "carom/world/world.hpp"

/// Scenes as files: JSON in and out, and the world that a scene describes. schema/scene.schema.json is the same for
/// editors.
namespace carom {

/// A fill as the file has it. `def.seed` is of no account until the world is built.
struct SceneFill {
  FillDef def;
  std::optional<std::uint64_t> seed;  ///< nothing: the scene's
};

/// Two bodies by name; the second may be "bounds".
using NamePair = std::array<std::string, 2>;

/// A point at which two that turn rest on each other, with the impulse that held it last.
struct SceneRest {
  NamePair between;
  std::uint32_t edge = 0;     ///< which, if the second is "bounds"
  std::uint64_t feature = 0;  ///< which corners and faces
  double impulse = 0;
  double friction_impulse = 0;
};

/// Of a body of the event world: its latest hits by fixed bodies that move, if each followed at once.
struct SceneJam {
  std::uint32_t hits = 0;   ///< in a row, each after a way that is short for its size
  std::uint32_t stuck = 0;  ///< in a row, each after no way at all
  double speed = 0;         ///< with which the first of them closed
  friend bool operator==(const SceneJam&, const SceneJam&) = default;
};

/// Where and since when a body of the event world flies as it does. Times are seconds since the clock's epoch.
struct SceneFlight {
  std::string body;
  Vec2 at;  ///< where it was at `since`, with `velocity`
  Vec2 velocity;
  double since = 0;
  std::optional<double> angle;  ///< at `since`; none: that of the body
  double last_contact = 0;      ///< minus infinity: there was none
  SceneJam jam;
  std::uint32_t without_way = 0;  ///< contacts in a row without a way between them
  std::uint32_t rapid = 0;        ///< contacts in a row, under gravity, each much sooner than a hop takes
  bool held = false;              ///< squeezed, and held until what squeezes it has passed
};

/// Two that passed through each other, and have parted a moment ago.
struct SceneParted {
  NamePair between;
  double t = 0;             ///< seconds since the clock's epoch
  std::uint32_t count = 0;  ///< how often they have
};

/// The clock of the event world.
struct SceneClock {
  double epoch = 0;             ///< scene time
  double length = 0;            ///< of this epoch; 0: none has begun
  std::uint64_t happened = 0;   ///< contacts in it so far
  double contact_duration = 0;  ///< of the world, given or chosen
  double hop = 0;               ///< under gravity: seconds that a hop of what lies still takes
  std::optional<double> now;    ///< when the run ended, where scene time rounds that
  std::vector<SceneParted> just_parted;
};

/// The flights of all bodies, in order of creation, and the clock by which they are timed.
struct SceneFlights {
  SceneClock clock;
  std::vector<SceneFlight> bodies;
};

struct Scene {
  std::string name;
  std::string about;                  ///< one sentence on what the scene shows
  SceneUnits units;                   ///< for words beside numbers
  std::optional<std::uint64_t> seed;  ///< nothing: 1
  double duration = 10;               ///< counts from world.time
  WorldSettings world;                ///< with the rules
  std::optional<ObserveSettings> observe;
  std::vector<BodyDef> bodies;   ///< in order of creation
  std::vector<SceneFill> fills;  ///< created after the bodies, in order

  // What a run leaves to the one that goes on from its state.
  std::vector<NamePair> passing;                  ///< let pass by `none` or `ignore`, reported, and not parted since
  std::vector<NamePair> touching;                 ///< touch as the run begins
  std::optional<std::vector<SceneRest>> resting;  ///< where bodies turn, if only ever one did
  /// Of the event world. They count if all bodies are where they lead to, bit for bit: if none was edited.
  std::optional<SceneFlights> flights;
  std::optional<std::uint64_t> created;  ///< how many bodies there have been: the next one without a name is #created
};

/// Checks everything that can be told without building. An error's place is a JSON pointer, "/bodies/3/circle/radius",
/// or "line L, column C" (from 1, the column in bytes) for text that is not JSON.
[[nodiscard]] Checked<Scene> read_scene(std::string_view text);

/// All faults that can be told apart, at most `most`, the one of read_scene first; none where read_scene succeeds.
[[nodiscard]] std::vector<Error> scene_faults(std::string_view text, std::size_t most = 20);

/// What is allowed and yet looks like a slip: rules that name something no body is called and nothing can become.
[[nodiscard]] std::vector<Error> scene_warnings(const Scene& scene);

/// Bodies in order, then fills in order, at the time the scene starts. Errors have the same places: "/fill/0/count".
[[nodiscard]] Checked<World> build_world(const Scene& scene);

/// Text that reads back as the same scene, bit for bit; with a line's end.
[[nodiscard]] std::string write_scene(const Scene& scene);
/// The same in pieces.
void write_scene(const Scene& scene, const TextSink& sink);

/// One body of a scene by itself, in one line. An error's place is inside it: "/circle/radius".
[[nodiscard]] Checked<BodyDef> read_body(std::string_view text);
[[nodiscard]] std::string write_body(const BodyDef& body);

/// A body as it is now, as state_of has it.
[[nodiscard]] BodyDef definition_of(const World& world, const Body& body);

/// The world as it is now, as a scene that runs on from here: name, about, seed and duration are those of `origin`, the
/// bodies are all listed and named, and there are no fills any more.
[[nodiscard]] Scene state_of(const World& world, const Scene& origin);

}  // namespace carom
