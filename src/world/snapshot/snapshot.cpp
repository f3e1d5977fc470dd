#include "world/snapshot/snapshot.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "carom/math/tolerances.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/make_body.hpp"
#include "world/snapshot/archive_fields.hpp"
#include "world/state.hpp"

namespace carom {
namespace detail {
namespace {

// As for everything that a world is given: products of some of these numbers stay finite.
bool allowed(double value) noexcept { return std::abs(value) <= k_coordinate_limit; }
bool allowed(Vec2 v) noexcept { return allowed(v.x) && allowed(v.y); }
bool not_negative(double value) noexcept { return value >= 0 && allowed(value); }

constexpr std::string_view k_allowed = "numbers of at most 1e60 in size";
constexpr std::string_view k_pairs = "pairs of bodies that are there, or of one and an edge";
constexpr std::string_view k_not_negative = "a number from 0 to 1e60";

// Are two shapes alike in every bit, those of zeros included?

bool alike(double a, double b) noexcept { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }
bool alike(Vec2 a, Vec2 b) noexcept { return alike(a.x, b.x) && alike(a.y, b.y); }
bool alike(const Circle& a, const Circle& b) noexcept {
  return alike(a.radius, b.radius) && alike(a.center, b.center) && a.hollow == b.hollow;
}
bool alike(const Border& a, const Border& b) noexcept { return a.axis == b.axis && alike(a.at, b.at); }
bool alike(const Segment& a, const Segment& b) noexcept {
  return alike(a.ends[0], b.ends[0]) && alike(a.ends[1], b.ends[1]);
}
bool alike(const Polygon& a, const Polygon& b) noexcept {
  const bool marks = a.hollow() == b.hollow() && a.convex() == b.convex() && a.winding() == b.winding();
  return marks && std::ranges::equal(a.vertices(), b.vertices(), [](Vec2 p, Vec2 q) { return alike(p, q); });
}
bool alike(const Compound& a, const Compound& b) noexcept;
template <class... Kinds>
bool alike(const std::variant<Kinds...>& a, const std::variant<Kinds...>& b) noexcept {
  if (a.index() != b.index()) return false;
  return std::visit([&](const auto& one) { return alike(one, *std::get_if<std::decay_t<decltype(one)>>(&b)); }, a);
}
bool alike(const Compound& a, const Compound& b) noexcept {
  return std::ranges::equal(a.parts, b.parts, [](const Part& p, const Part& q) { return alike(p, q); });
}

/// How a body's shape follows from the upright one and its angle. Only that is written: what is read is then a shape that a
/// world could have made.
enum class ShapeOrigin : std::uint8_t {
  upright,  ///< as it was given
  made,     ///< turned and checked, when the body was made
  turned,   ///< turned since: not checked again, and convex if the upright one is
};

/// Nothing: turned, it is no shape any more.
std::optional<BodyShape> shape_from(ShapeOrigin origin, const BodyShape& upright, double angle) {
  if (origin == ShapeOrigin::upright) return upright;
  if (origin == ShapeOrigin::made) {
    auto made = detail::turned(upright, angle);
    return made ? std::optional(std::move(made).value()) : std::nullopt;
  }
  BodyShape shape = upright;
  take_turned(upright, sin_cos(angle), shape);
  return shape;
}

ShapeOrigin origin_of(const Body& body) {
  for (const ShapeOrigin origin : {ShapeOrigin::upright, ShapeOrigin::made}) {
    const auto shape = shape_from(origin, body.upright, body.state.angle);
    if (shape && alike(*shape, body.shape)) return origin;
  }
  return ShapeOrigin::turned;
}

template <class Archive>
void put_shape(Archive& in, const Body& body) {
  in("shape", origin_of(body));
}

void take_shape(ByteReader& in, Body& body) {
  ShapeOrigin origin{};
  in("shape", origin);
  in.check("shape", origin <= ShapeOrigin::turned, "upright, made or turned");
  if (!in.good()) return;
  if (auto wrong = check_shape(body.upright)) return in.fail(*std::move(wrong));
  auto shape = shape_from(origin, body.upright, body.state.angle);
  if (!shape) return in.fail("expected a shape that can be turned by its angle");
  body.shape = *std::move(shape);
  // One of several that make the same shape is written.
  in.check("shape", origin_of(body) == origin, "the first way to make it of the upright one");
}

/// What make_body sees to.
void check_body(ByteReader& in, const Body& body) {
  const auto zero_or = [](double value, double other) { return value == 0 || value == other; };
  in.check("force", allowed(body.force), k_allowed);
  in.check("mass", body.mass >= 0 && (body.fixed() || allowed(body.mass)), "a mass");
  in.check("inverse_mass", zero_or(body.inverse_mass, 1 / body.mass), "0 or the inverse of the mass");
  in.check("inverse_mass", not_negative(body.inverse_mass), k_not_negative);
  in.check("inverse_inertia", not_negative(body.inverse_inertia), k_not_negative);
  in.check("center", allowed(body.center), k_allowed);
  in.check("reach", body.reach == reach_around(body.upright, {}), "that of the shape");
  in.check("damping", not_negative(body.damping), k_not_negative);
  in.check("restitution", !body.restitution || (*body.restitution >= 0 && *body.restitution <= 1),
           "a number from 0 to 1");
  in.check("friction", !body.friction || not_negative(*body.friction), k_not_negative);
  in.check("health", !body.health || !std::isnan(*body.health), "a number");
  in.check("expires", !body.expires || !std::isnan(*body.expires), "a time");
}

}  // namespace

template <class Archive, MaybeConst<Body> T>
void fields(Archive& in, T& body) {
  auto& [id, serial, name, shape, upright, state, force, mass, inverse_mass, inverse_inertia, center, reach, damping,
         restitution, friction, health, expires, tags, category, mask, sensor, user_data] = body;
  in("id", id, "serial", serial, "name", name, "upright", upright, "state", state);
  in.check("state", allowed(state.at) && allowed(state.velocity) && allowed(state.angle) && allowed(state.spin),
           k_allowed);
  if constexpr (Archive::reads) {
    if (in.good()) take_shape(in, body);
  } else {
    put_shape(in, body);
  }
  in("force", force, "mass", mass, "inverse_mass", inverse_mass, "inverse_inertia", inverse_inertia, "center", center);
  in("reach", reach, "damping", damping, "restitution", restitution, "friction", friction, "health", health);
  in("expires", expires, "tags", tags, "category", category, "mask", mask, "sensor", sensor, "user_data", user_data);
  if constexpr (Archive::reads) check_body(in, body);
}

template <class Archive, MaybeConst<BodyStore::Handles::GoneName> T>
void fields(Archive& in, T& gone) {
  auto& [serial, name] = gone;
  in("serial", serial, "name", name);
}

template <class Archive, MaybeConst<BodyStore::Handles> T>
void fields(Archive& in, T& handles) {
  auto& [generations, free_slots, gone, next_serial] = handles;
  in("generations", generations, "free_slots", free_slots, "gone", gone, "next_serial", next_serial);
  in.check("next_serial", !is_edge_serial(next_serial), "less than the numbers of the edges");
}

void fields(ByteWriter& out, const BodyStore& bodies) {
  out("count", std::uint64_t{bodies.count()});
  for (const std::uint32_t slot : bodies.in_order()) out("", bodies.at_slot(slot));
  out("handles", bodies.handles());
}

void fields(ByteReader& in, BodyStore& bodies) {
  std::vector<Body> list;
  BodyStore::Handles handles;
  in("", list, "handles", handles);
  if (!in.good()) return;
  auto made = BodyStore::make(std::move(list), std::move(handles));
  if (!made) return in.fail(made.error());
  bodies = std::move(made).value();
}

template <class Archive, MaybeConst<PairKey> T>
void fields(Archive& in, T& pair) {
  auto& [a, b] = pair;
  in("a", a, "b", b);
}

void fields(ByteWriter& out, const PairSet& pairs) { out("pairs", std::vector<PairKey>(pairs.begin(), pairs.end())); }

void fields(ByteReader& in, PairSet& pairs) {
  std::set<PairKey> in_order;
  in("pairs", in_order);
  pairs = PairSet(in_order.begin(), in_order.end());
}

template <class Archive, MaybeConst<Party> T>
void fields(Archive& in, T& party) {
  auto& [id, serial] = party;
  in("id", id, "serial", serial);
}

template <class Archive, MaybeConst<Touch> T>
void fields(Archive& in, T& touch) {
  auto& [t, a, b, change] = touch;
  in("t", t, "a", a, "b", b, "change", change);
  in.check("t", allowed(t), k_allowed);
  in.check("change", change <= TouchChange::end, "a begin or an end");
}

template <class Archive, MaybeConst<PolicyCounts> T>
void fields(Archive& in, T& counts) {
  auto& [rests, calms, clumps, grazes, briefs, hops, holds, capped_extrapolations, capped_substeps] = counts;
  in("rests", rests, "calms", calms, "clumps", clumps, "grazes", grazes, "briefs", briefs, "hops", hops);
  in("holds", holds, "capped_extrapolations", capped_extrapolations, "capped_substeps", capped_substeps);
}

template <class Archive, MaybeConst<Jam> T>
void fields(Archive& in, T& jam) {
  auto& [hits, stuck, speed] = jam;
  in("hits", hits, "stuck", stuck, "speed", speed);
  in.check("speed", allowed(speed), k_allowed);
}

template <class Archive, MaybeConst<BodyFlight> T>
void fields(Archive& in, T& flight) {
  auto& [serial, at, velocity, since, angle, last_contact, jam, without_way, rapid] = flight;
  in("serial", serial, "at", at, "velocity", velocity, "since", since, "angle", angle);
  in("last_contact", last_contact, "squeeze", jam, "without_way", without_way, "rapid", rapid);
  in.check("at", allowed(at), k_allowed);
  in.check("velocity", allowed(velocity), k_allowed);
  in.check("since", allowed(since), k_allowed);
  in.check("angle", allowed(angle), k_allowed);
  in.check("last_contact", last_contact < std::numeric_limits<double>::infinity(), "a time, or none");
}

template <class Archive, MaybeConst<EventClock> T>
void fields(Archive& in, T& clock) {
  auto& [epoch, length, happened, contact_duration, hop, now] = clock;
  in("epoch", epoch, "length", length, "happened", happened, "contact_duration", contact_duration, "hop", hop, "now",
     now);
  in.check("epoch", allowed(epoch), k_allowed);
  in.check("length", not_negative(length), k_not_negative);
  in.check("contact_duration", not_negative(contact_duration), k_not_negative);
  in.check("hop", not_negative(hop), k_not_negative);
  in.check("now", allowed(now), k_allowed);
}

template <class Archive, MaybeConst<PartedPair> T>
void fields(Archive& in, T& pair) {
  auto& [a, b, t, count] = pair;
  in("a", a, "b", b, "t", t, "count", count);
  in.check("t", allowed(t), k_allowed);
}

template <class Archive, MaybeConst<GasSums> T>
void fields(Archive& in, T& gas) {
  auto& [time, contacts, virial, speeds, kinetic, bodies] = gas;
  in("time", time, "contacts", contacts, "virial", virial, "speeds", speeds, "kinetic", kinetic, "bodies", bodies);
}

template <class Archive, MaybeConst<HeldPoint> T>
void fields(Archive& in, T& point) {
  auto& [a, b, feature, impulse, friction_impulse] = point;
  in("a", a, "b", b, "feature", feature, "impulse", impulse, "friction_impulse", friction_impulse);
  in.check("impulse", allowed(impulse), k_allowed);
  in.check("friction_impulse", allowed(friction_impulse), k_allowed);
}

void fields(ByteWriter& out, const CompensatedSum& sum) { out("sum", sum.sum(), "rest", sum.rest()); }

void fields(ByteReader& in, CompensatedSum& sum) {
  double whole = 0;
  double rest = 0;
  in("sum", whole, "rest", rest);
  sum = {whole, rest};
}

template <class Archive, MaybeConst<Ledger> T>
void fields(Archive& in, T& ledger) {
  auto& [time, steps, collisions, energy, momentum, angular_momentum, policies, flights, clock, just_parted, gas, held,
         had_fixed, had_corners, rotating, points] = ledger;
  in("time", time, "steps", steps, "collisions", collisions, "exchanged_energy", energy, "exchanged_momentum",
     momentum);
  in("exchanged_angular_momentum", angular_momentum, "policies", policies, "flights", flights, "clock", clock,
     "just_parted", just_parted, "gas", gas);
  in("held", held, "had_fixed", had_fixed, "had_corners", had_corners, "rotating", rotating, "points", points);
  in.check("time", allowed(time), k_allowed);
  const auto order = [](const HeldPoint& p) { return std::tuple(p.a, p.b, p.feature); };
  in.check("points", std::ranges::is_sorted(points, {}, order), "points in order of bodies and features");
  const auto stands = [&](const BodyFlight& flight) {
    return !held.contains(flight.serial) || flight.velocity == Vec2{};
  };
  in.check("flights", std::ranges::all_of(flights, stands), "no velocity of a body that is held");
}

template <class Archive, MaybeConst<Persistent> T>
void fields(Archive& in, T& all) {
  using Base = std::conditional_t<std::is_const_v<T>, const Ledger, Ledger>;
  in("ledger", static_cast<Base&>(all), "passing", all.passing, "touching", all.touching, "parted", all.parted);
  in("bodies", all.bodies);
  if constexpr (Archive::reads) {
    const auto there = [&](const PairKey& pair) {
      const bool second = is_edge_serial(pair.b) || all.bodies.by_serial(pair.b) != nullptr;
      return pair.a < pair.b && all.bodies.by_serial(pair.a) != nullptr && second;
    };
    in.check("passing", std::ranges::all_of(all.passing, there), k_pairs);
    in.check("touching", std::ranges::all_of(all.touching, there), k_pairs);
  }
}

namespace {

/// What the bytes begin with: a word, the format, then the length and the sum of what follows.
constexpr std::string_view k_word = "caromSNP";
constexpr std::uint32_t k_format = 3;

struct Header {
  std::array<char, 8> word{};
  std::uint32_t format = 0;
  std::uint64_t length = 0;
  std::uint64_t sum = 0;
};

template <class Archive, MaybeConst<Header> T>
void fields(Archive& in, T& header) {
  auto& [word, format, length, sum] = header;
  for (auto& letter : word) in("word", letter);
  in("format", format, "length", length, "sum", sum);
}

std::vector<std::byte> header_of(std::span<const std::byte> content) {
  Header header{{}, k_format, content.size(), byte_sum(content)};
  std::ranges::copy(k_word, header.word.begin());
  ByteWriter out;
  out("", header);
  return out.take();
}

std::vector<std::byte> bytes_of(const Persistent& all) {
  constexpr std::size_t bytes_of_a_disc = 512;  // with its flight in the event world
  ByteWriter out;
  out.reserve(bytes_of_a_disc * all.bodies.count());
  out("header", Header{}, "", all);
  std::vector<std::byte> bytes = out.take();
  std::ranges::copy(header_of(std::span(bytes).subspan(k_snapshot_header)), bytes.begin());
  return bytes;
}

}  // namespace

std::vector<std::byte> with_header(std::span<const std::byte> content) {
  std::vector<std::byte> bytes = header_of(content);
  bytes.insert(bytes.end(), content.begin(), content.end());
  return bytes;
}

std::vector<std::byte> Persistence::snapshot_bytes(const World& world) {
  world.state_->loop->settle();
  world.state_->loop->save_flights();
  return bytes_of(world.state_->now);
}

}  // namespace detail

World::Snapshot::Snapshot(std::unique_ptr<Data> data) noexcept : data_(std::move(data)) {}
World::Snapshot::Snapshot(const Snapshot& other) : data_(std::make_unique<Data>(*other.data_)) {}
World::Snapshot& World::Snapshot::operator=(const Snapshot& other) {
  if (this != &other) data_ = std::make_unique<Data>(*other.data_);
  return *this;
}
World::Snapshot::Snapshot(Snapshot&&) noexcept = default;
World::Snapshot& World::Snapshot::operator=(Snapshot&&) noexcept = default;
World::Snapshot::~Snapshot() = default;

double World::Snapshot::time() const noexcept { return data_->persistent.time; }
std::size_t World::Snapshot::body_count() const noexcept { return data_->persistent.bodies.count(); }

std::vector<std::byte> World::Snapshot::bytes() const { return detail::bytes_of(data_->persistent); }

Checked<World::Snapshot> World::Snapshot::from_bytes(std::span<const std::byte> bytes) {
  using namespace detail;
  const auto word = std::as_bytes(std::span(k_word));
  if (bytes.size() < word.size() || !std::ranges::equal(bytes.first(word.size()), word)) {
    return Error{"", "these bytes are no snapshot: expected them to begin with \"" + std::string(k_word) + "\""};
  }
  const std::size_t header_size = std::min(bytes.size(), k_snapshot_header);
  ByteReader head(bytes.first(header_size));
  Header header;
  head("header", header);
  if (auto error = head.error()) return *std::move(error);
  if (header.format != k_format) {
    return Error{"/header/format", "expected " + std::to_string(k_format) + ", found " + std::to_string(header.format) +
                                       ": a snapshot is read by the version of Carom that wrote it"};
  }
  const auto content = bytes.subspan(header_size);
  if (header.length != content.size()) {
    return Error{"/header/length", "cut off or too long: expected " + std::to_string(header.length) +
                                       " bytes after the header, found " + std::to_string(content.size())};
  }
  if (header.sum != byte_sum(content)) return Error{"/header/sum", "damaged: the sum of the bytes is another"};
  ByteReader in(content);
  auto data = std::make_unique<Data>();
  fields(in, data->persistent);
  if (auto error = in.error()) return *std::move(error);
  return Snapshot(std::move(data));
}

}  // namespace carom
