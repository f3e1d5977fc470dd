#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "carom/math/tolerances.hpp"
#include "carom/motion/rotating.hpp"
#include "carom/toi/contact.hpp"
#include "solver/contact_solver.hpp"
#include "swept/rotating/rotating_pieces.hpp"
#include "toi/rotating/hull_gap.hpp"
#include "world/rules/rule_table.hpp"
#include "world/state.hpp"

/// The data of a step in which bodies turn. Times are seconds into the step.
namespace carom::detail {

/// Closing speeds up to so many times what the fields give in half a step are those of a pair at rest; of one that was not
/// in touch before, up to once as much.
inline constexpr double k_rest_speeds = 4;

/// A body in flight: its centre of mass goes straight, its angle grows evenly.
struct RotatingBody {
  // What every pair is asked for, side by side. The flight, of the drift.
  Vec2 at;  ///< the centre of mass at `since`; of a fixed body the place that it turns about
  Vec2 velocity;
  double angle = 0;
  double spin = 0;
  double since = 0;
  double reach = 0;              ///< around the centre of mass
  ShapeBox box;                  ///< around the centre of mass, when the step begins
  RotatingPieces::Range pieces;  ///< its shape
  double inverse_mass = 0;
  double pulled = 0;          ///< how much the fields and forces pull, per mass
  std::uint32_t version = 0;  ///< counts its flights: what was predicted for another one is void
  bool disc = false;          ///< a solid circle
  bool round = false;         ///< a circle: looks the same at every angle
  bool infinite = false;
  bool hull = false;  ///< convex, small and solid
  bool sensor = false;
  bool gone = false;
  bool held = false;                 ///< it rests on something
  bool fast = false;                 ///< it flies farther in the step than it is long
  bool strays = false;               ///< the island that it is in sends it farther than it was searched for
  std::uint32_t touches = 0;         ///< with how many others it was in touch when the step began; of what can be moved
  std::uint32_t touches_around = 0;  ///< pairs in touch then among all that it may meet, directly or through others
  std::uint64_t asked = 0;           ///< the last round in which it was looked at again, with others
  std::uint32_t category = 1;
  std::uint32_t mask = 0xffff'ffffU;

  BodyId id;
  std::uint64_t serial = 0;
  // What the drift's velocity is not: the body's own is velocity - push + velocity offset.
  Vec2 push;  ///< takes it off what it rests on too closely; it is no motion of its own
  double push_spin = 0;
  Vec2 acceleration;     ///< during the drift: the fields', and what holds it against them
  Vec2 bend;             ///< how its motion differs from that of an even acceleration: see KickDrift::velocity_offset
  double kick_time = 0;  ///< when the drift's velocity is its own
  Vec2 pull;             ///< the fields', the attraction's and forces' alone
  Vec2 force;            ///< per mass

  Vec2 at_start;  ///< where the step began
  double angle_start = 0;

  double mass = 0;
  double shell = 0;  ///< inside of it, it pulls nothing (shells.hpp)
  double inverse_inertia = 0;
  Vec2 center;  ///< of mass, in the upright shape
  std::optional<double> restitution;
  std::optional<double> friction;
  double damping = 0;
  double expires = std::numeric_limits<double>::infinity();  ///< scene time
  RuleClass rules = 0;
  std::uint32_t place = 0;             ///< in the grid
  std::uint32_t contacts = 0;          ///< in this step
  std::optional<std::uint32_t> clump;  ///< the rigid clump that it flies in; `at` is then the clump's pivot
  double last_contact = -1;            ///< seconds into the step
  std::uint32_t pressed = 0;  ///< contacts with fixed bodies that move, of those in quick succession up to the last one

  [[nodiscard]] bool movable() const noexcept { return inverse_mass > 0; }
  [[nodiscard]] Vec2 position(double t) const noexcept { return t == since ? at : at + (t - since) * velocity; }
  [[nodiscard]] double turned(double t) const noexcept { return t == since ? angle : angle + (t - since) * spin; }
};

/// A body in a rigid clump.
struct ClumpRider {
  std::uint32_t who = 0;
  Vec2 shift;        ///< added to its place: the image that stands with the other riders
  Vec2 at;           ///< its centre of mass when the clump was formed
  RotatingBody own;  ///< as it was before
};

/// What a rigid clump moves with.
struct ClumpCarrier {
  std::uint32_t who = 0;  ///< something fixed, or an edge
  Vec2 shift;             ///< added to its place: the image that stands with the riders
};

/// Bodies that fly on as one until the step ends.
struct RigidClump {
  std::vector<ClumpRider> riders;
  std::optional<ClumpCarrier> carrier;
  int carried = 0;      ///< how often it was between two carriers
  bool closed = false;  ///< it reaches around a periodic box and has met its own image: it does not turn
};

/// Half of what the fields give in a step: no slower rebound can be told from rest. Of a body and an edge: of the body and
/// itself.
[[nodiscard]] inline double resting_speed(const RotatingBody& a, const RotatingBody& b, double dt) noexcept {
  return 0.5 * dt * std::max(a.pulled, b.pulled);
}

/// Of the contact skin: what position correction certainly leaves of it.
inline constexpr double k_given_skin = 0.25;
/// Of the smaller reach: how far apart two may be in the beginning of a step whose impact is solved with their island.
inline constexpr double k_island_margin = 0.25;

/// The cosine between normals that are the same but for rounding.
inline constexpr double k_same_normal = 1 - 0x1p-40;

struct RestGaps {
  double hold = 0;  ///< that a pair at rest keeps
  double near = 0;  ///< a pair that is further apart is not at rest
};
[[nodiscard]] inline RestGaps rest_gaps(const RotatingBody& a, const RotatingBody& b, double dt) noexcept {
  const double held = k_contact_skin * std::min(a.reach, b.reach);
  return {held, std::clamp(2 * resting_speed(a, b, dt) * dt, 4 * held, k_near_share / k_contact_skin * held)};
}

/// In the place of a partner: the edges left, right, lower, upper.
inline constexpr std::uint32_t k_rotating_edge = 0xffff'fff0U;

enum class RotatingEventKind : std::uint8_t { meet, part, expire };

/// Something predicted. Void once one of the two flies on another flight.
struct PredictedRotatingEvent {
  double t = 0;
  std::uint32_t a = 0;  ///< bodies, a < b
  std::uint32_t b = 0;  ///< or an edge
  std::uint32_t version_a = 0;
  std::uint32_t version_b = 0;
  RotatingEventKind what = RotatingEventKind::meet;
  Vec2 shift;  ///< added to b: the image that a meets
  Contact contact;
};

/// Two that were found to be near each other.
struct SpottedPair {
  std::uint32_t a = 0;  ///< bodies, a < b
  std::uint32_t b = 0;  ///< or an edge
  Vec2 shift;           ///< added to b: its image in a periodic box
};

/// Two that are so near when a step begins that they may rest on each other.
struct NearRotating {
  std::uint32_t a = 0;      ///< bodies, a < b
  std::uint32_t b = 0;      ///< or an edge
  Vec2 shift;               ///< added to b: its image in a periodic box
  double apart = 0;         ///< they are no nearer than this
  PlacedGap widest = {};    ///< a direction that keeps them apart, if they are
  bool sure = false;        ///< found whatever the search's windows and cells are
  bool seen = false;        ///< it is the best that faces tell
  std::uint32_t first = 0;  ///< of its points
  std::uint32_t count = 0;
  bool held = false;     ///< its points are among those that are solved
  bool touched = false;  ///< it was in touch when the last step ended
};

/// A point at which two rest on each other, as long as the step takes, or meet within an island.
struct RestingPoint {
  std::uint32_t a = 0;  ///< bodies
  std::uint32_t b = 0;  ///< or an edge
  std::uint64_t feature = 0;
  double closing = 0;  ///< speed before the step; of an impact faster than the fields drive what rests, else 0
  double rebound = 0;  ///< speed by which an impact parts when the step ends; 0: too slow to be noticed
};

}  // namespace carom::detail
