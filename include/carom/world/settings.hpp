#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "carom/gravity/attraction.hpp"
#include "carom/response/response.hpp"
#include "carom/response/restitution.hpp"
#include "carom/shapes/border.hpp"
#include "carom/shapes/circle.hpp"
#include "carom/shapes/compound.hpp"
#include "carom/shapes/polygon.hpp"
#include "carom/shapes/segment.hpp"

/// What a world and its bodies are made from: the scene file as plain C++ structs. Everything has the default that the
/// scene file has.
namespace carom {

/// Around the body's own origin, which stands at `at`. A circle's centre is that origin; a border at w stands at w + at.
using BodyShape = std::variant<Circle, Border, Segment, Polygon, Compound>;

struct BodyDef {
  std::string name;  ///< empty: the body is called #k, k its place in the order of creation
  BodyShape shape = Circle{.radius = 1, .center = {}, .hollow = false};
  Vec2 at;
  Vec2 velocity;  ///< a fixed body with a velocity is kinematic: it moves, and no contact changes that
  double angle = 0;
  double spin = 0;  ///< radians a second, counterclockwise; likewise
  std::optional<double> mass;
  double density = 1;         ///< used when there is no mass
  std::optional<bool> fixed;  ///< left out: borders and segments are fixed, others are not
  std::optional<double> restitution;
  std::optional<double> friction;
  bool turns = true;  ///< false: contacts do not change its spin, as with infinite inertia
  std::vector<std::string> tags;
  std::optional<double> health;    ///< left out: cannot be damaged
  std::optional<double> lifetime;  ///< seconds, then it is removed
  bool sensor = false;             ///< contacts are reported, nothing is moved
  std::uint32_t category = 1;      ///< two bodies meet if each one's mask has a bit of the other's category
  std::uint32_t mask = 0xffffffffU;
  double damping = 0;  ///< velocity is divided by 1 + damping dt each step
  std::uint64_t user_data = 0;
};

/// Effects of a rule. `who` and `to` take a name, a tag, `first` or `second`.
struct SoundEffect {
  std::string sound;
};
struct NotifyEffect {
  std::string text;
};
struct DestroyEffect {
  std::string who;
};
struct SpawnEffect {
  BodyDef body;  ///< `at` counts from the contact point
};
struct MarkEffect {
  std::string who;
  std::string as;
};
struct DamageEffect {
  double amount = 0;
  double radius = 0;
  std::string to;
};
using Effect = std::variant<SoundEffect, NotifyEffect, DestroyEffect, SpawnEffect, MarkEffect, DamageEffect>;

struct Rule {
  std::array<std::string, 2> between = {"*", "*"};  ///< names or tags; "*" is anything, "bounds" the edges
  Response response = Response::impulse;
  std::optional<double> restitution;
  std::vector<Effect> before;
  std::vector<Effect> after;
  std::optional<RestitutionLaw> restitution_law = {};  ///< in the place of `restitution`
  /// between[0] stops between[1] only from the side to which this points: where the normal that pushes it off has a part along
  /// it. From any other side the two pass through each other, until they have parted, as with the response `ignore`.
  std::optional<Vec2> one_way = {};
};

enum class Detection : std::uint8_t {
  swept,    ///< every first contact within the step, in time order
  overlap,  ///< look after the step, push apart
  event,    ///< no step at all: exact flight from hit to hit
};

enum class Edges : std::uint8_t { rebound, periodic, remove };

struct Bounds {
  Vec2 min;
  Vec2 max;
  Edges edges = Edges::rebound;
};

/// A fixed point that attracts: acceleration strength / distance² toward `at`.
struct Source {
  Vec2 at;
  double strength = 0;
};

/// How a step follows fields and attraction; k_integrators (world/integrators.hpp) says more of each.
enum class Integrator : std::uint8_t { leapfrog, chin, extrapolation };

struct WorldSettings {
  Detection detection = Detection::swept;
  double dt = 1.0 / 60;
  double restitution = 1;
  std::optional<RestitutionLaw> restitution_law =
      {};               ///< in the place of `restitution`: it depends on the closing speed
  double friction = 0;  ///< between two bodies that have none of their own
  Vec2 gravity;
  std::vector<Source> sources;
  std::optional<Attraction> attraction;  ///< body pulls body; not in the event world, not with periodic edges
  Integrator integrator = Integrator::leapfrog;
  /// Left out: a step is one step. Given, it is cut into so many equal parts, a power of two chosen anew for each, that for
  /// every two bodies h² (|a| d + |v|²) <= 8 substep d², d being their distance, v and a their relative velocity and
  /// acceleration: within a part the straight path leaves the arc by no more than `substep` times the distance.
  std::optional<double> substep;
  std::optional<Bounds> bounds;
  double time = 0;  ///< the scene time at which the world starts
  std::vector<Rule> rules;
  /// Of the event world, in seconds: a body's contacts that follow its last one sooner than this lose no energy. Left out:
  /// chosen when the world starts, if anything in it loses energy. docs/mathematics.md, section 17.
  std::optional<double> contact_duration;
  unsigned threads = 1;  ///< changes no bit of any result
};

enum class Arrangement : std::uint8_t { random, hexagonal, square };
enum class Velocities : std::uint8_t { maxwell, uniform, orbit };

/// A disc, or a ring where `inner` is not 0.
struct Annulus {
  Vec2 center;
  double inner = 0;
  double outer = 0;
};

/// Many circles at once, without overlap.
struct FillDef {
  std::uint64_t count = 0;
  double radius_min = 0;
  double radius_max = 0;  ///< equal to radius_min: one radius
  Vec2 min;
  Vec2 max;
  std::optional<Annulus> annulus;  ///< in place of the box from min to max
  Arrangement arrangement = Arrangement::random;
  Velocities velocities = Velocities::maxwell;
  double speed = 0;           ///< root mean square; of orbits, of what is added to them
  std::optional<Vec2> about;  ///< of orbits: what they go around; left out: the middle of the region
  std::uint64_t seed = 1;
  BodyDef
      body;  ///< all the rest: density or mass, restitution, tags, …; its shape, place, velocity and name are not used
};

}  // namespace carom
