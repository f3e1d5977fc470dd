#pragma once

#include <variant>

#include "carom/world/body.hpp"
#include "world/snapshot/byte_archive.hpp"

/// Points and shapes in a byte archive: what snapshots and checkpoints have in common.
namespace carom::detail {

// What each struct consists of, once for both directions. All bodies are named at the start of each: one that is added
// to a struct and forgotten here does not compile.

template <class Archive, MaybeConst<Vec2> T>
void fields(Archive& in, T& v) {
  auto& [x, y] = v;
  in("x", x, "y", y);
}

template <class Archive, MaybeConst<Circle> T>
void fields(Archive& in, T& circle) {
  auto& [radius, center, hollow] = circle;
  in("radius", radius, "center", center, "hollow", hollow);
}

template <class Archive, MaybeConst<Border> T>
void fields(Archive& in, T& border) {
  auto& [axis, at] = border;
  in("axis", axis, "at", at);
  in.check("axis", axis <= Axis::y, "one of two axes");
}

template <class Archive, MaybeConst<Segment> T>
void fields(Archive& in, T& segment) {
  auto& [ends] = segment;
  in("0", ends[0], "1", ends[1]);
}

/// A polygon is checked when it is made; one that was good is good again.
template <class Archive, MaybeConst<Polygon> T>
void fields(Archive& in, T& polygon) {
  if constexpr (Archive::reads) {
    std::vector<Vec2> vertices;
    bool hollow = false;
    in("vertices", vertices, "hollow", hollow);
    if (!in.good()) return;
    auto made = Polygon::make(std::move(vertices), hollow);
    if (!made) return in.fail(Error{"/vertices" + made.error().place, made.error().reason});
    polygon = std::move(made).value();
  } else {
    in("vertices", std::vector<Vec2>(polygon.vertices().begin(), polygon.vertices().end()), "hollow", polygon.hollow());
  }
}

template <class Archive, MaybeConst<Compound> T>
void fields(Archive& in, T& compound) {
  auto& [parts] = compound;
  in("parts", parts);
}

/// One of its kind, to be read into.
template <class Shape>
[[nodiscard]] Shape blank() {
  if constexpr (std::is_same_v<Shape, Polygon>) {
    return Polygon::make({{0, 0}, {1, 0}, {0, 1}}).value();
  } else {
    return Shape{};
  }
}

/// A shape, or a part of one: which kind it is, then what it is made of.
template <class Archive, class T>
  requires MaybeConst<T, BodyShape> || MaybeConst<T, Part>
void fields(Archive& in, T& shape) {
  auto kind = static_cast<std::uint8_t>(shape.index());
  in("kind", kind);
  if constexpr (Archive::reads) {
    const auto take_kind = [&]<class... Kinds>(const std::variant<Kinds...>*) {
      in.check("kind", kind < sizeof...(Kinds), "a kind of shape");
      std::uint8_t next = 0;
      ((kind == next++ ? void(shape = blank<Kinds>()) : void()), ...);
    };
    take_kind(&shape);
    if (!in.good()) return;
  }
  constexpr std::string_view names[] = {"circle", "border", "segment", "polygon", "shapes"};
  constexpr std::string_view part_names[] = {"circle", "segment", "polygon"};
  const std::string_view name = MaybeConst<T, Part> ? part_names[kind] : names[kind];
  std::visit([&](auto& held) { in(name, held); }, shape);
}

template <class Archive, MaybeConst<BodyId> T>
void fields(Archive& in, T& id) {
  auto& [slot, generation] = id;
  in("slot", slot, "generation", generation);
}

template <class Archive, MaybeConst<BodyState> T>
void fields(Archive& in, T& state) {
  auto& [at, velocity, angle, spin] = state;
  in("at", at, "velocity", velocity, "angle", angle, "spin", spin);
}

}  // namespace carom::detail
