// Questions: about two shapes, and about a world as it is now.

#include <limits>
#include <vector>

#include "carom/io/answer.hpp"
#include "carom/math/tolerances.hpp"
#include "carom/toi/batch.hpp"
#include "session.hpp"
#include "shapes.hpp"
#include "world/rules/faults.hpp"

using namespace carom;
using namespace carom::c;

namespace {

carom_impact impact_of(const Impact& impact) {
  carom_impact result{};
  result.outcome = static_cast<carom_outcome>(impact.outcome);
  if (impact.outcome == Outcome::miss) return result;
  result.t = impact.contact.t;
  result.point = vec(impact.contact.point);
  result.normal = vec(impact.contact.normal);
  result.inner = impact.contact.side == Side::inner;
  if (impact.outcome == Outcome::overlap) result.depth = impact.contact.depth;
  return result;
}

Checked<carom_impact> ask(const carom_moving& a, const carom_moving& b, const std::string& place) {
  const auto question = query(a, b, place);
  if (!question) return question.error();
  const auto impact = answer(question.value());
  if (!impact) return Error{place + impact.error().place, impact.error().reason};
  return impact_of(impact.value());
}

QueryFilter filter_of(const World& world, const carom_filter* filter) {
  if (filter == nullptr) return {};
  QueryFilter result{.mask = filter->mask, .sensors = !filter->no_sensors, .except = {}};
  // One that is gone is not found anyway.
  if (filter->except != CAROM_EDGES) result.except = world.find_serial(filter->except);
  return result;
}

Pose pose(const carom_pose& given) { return {vec(given.at), given.angle}; }

/// A shape, or several, as C gives it.
template <class Given>
Checked<BodyShape> shape_of(const Given& given) {
  if (given.part_count == 0) return body_shape(given.shape);
  if (given.parts == nullptr) return Error{"/shapes", "expected an address, found NULL"};
  return body_shape(given.parts, given.part_count);
}

Error numbered(std::size_t k, const Error& error) { return {"/" + std::to_string(k) + error.place, error.reason}; }

carom_cast_hit cast_hit_of(const World& world, const std::optional<RayHit>& hit) {
  if (!hit) return {};
  return {true, world.body(hit->id)->serial, hit->t, hit->distance, vec(hit->point), vec(hit->normal)};
}

carom_ray_hit hit_of(const World& world, const std::optional<RayHit>& hit) {
  if (!hit) return {};
  return {true, world.body(hit->id)->serial, hit->distance, vec(hit->point), vec(hit->normal)};
}

std::optional<Error> check_way(Vec2 from, Vec2 to) {
  if (!allowed(from)) return not_allowed("/from", from);
  if (!allowed(to)) return not_allowed("/to", to);
  return std::nullopt;
}

carom_status hand_out_bodies(const World& world, const std::vector<BodyId>& ids, carom_body** bodies, size_t* count) {
  std::vector<carom_body> found;
  for (const BodyId id : ids) found.push_back(world.body(id)->serial);
  void* memory = nullptr;
  if (const carom_status status = hand_out(found.data(), found.size() * sizeof(carom_body), &memory)) return status;
  *bodies = static_cast<carom_body*>(memory);
  *count = found.size();
  return CAROM_OK;
}

/// Circles by coordinate, as the batch kernel takes them.
struct Columns {
  explicit Columns(const carom_circles& circles, size_t first, size_t count) {
    for (auto* const column : {&from_x, &from_y, &to_x, &to_y}) column->resize(count);
    for (size_t k = 0; k < count; ++k) {
      from_x[k] = circles.from[first + k].x;
      from_y[k] = circles.from[first + k].y;
      to_x[k] = circles.to[first + k].x;
      to_y[k] = circles.to[first + k].y;
    }
    radius = {circles.radius + first, count};
  }
  [[nodiscard]] CircleArrays arrays() const { return {from_x, from_y, to_x, to_y, radius}; }

  std::vector<double> from_x;
  std::vector<double> from_y;
  std::vector<double> to_x;
  std::vector<double> to_y;
  std::span<const double> radius;
};

std::optional<Error> check_circles(const carom_circles& circles, size_t count, const std::string& name) {
  const auto good = [](double radius) { return radius >= 0 && radius <= k_coordinate_limit; };
  for (size_t k = 0; k < count; ++k) {
    if (allowed(vec(circles.from[k])) && allowed(vec(circles.to[k])) && good(circles.radius[k])) continue;
    const std::string place = "/" + std::to_string(k);
    if (!allowed(vec(circles.from[k]))) return not_allowed("/" + name + "_from" + place, vec(circles.from[k]));
    if (!allowed(vec(circles.to[k]))) return not_allowed("/" + name + "_to" + place, vec(circles.to[k]));
    detail::Faults faults("/" + name + "_radius");
    faults.not_negative(place, circles.radius[k]);
    return faults.first();
  }
  return std::nullopt;
}

/// Asked in blocks that stay in the cache.
constexpr size_t k_block = 2048;

}  // namespace

extern "C" {

carom_status carom_query(const carom_moving* a, const carom_moving* b, carom_impact* impact) {
  if (a == nullptr) return missing("a");
  if (b == nullptr) return missing("b");
  if (impact == nullptr) return missing("impact");
  return guarded([&] {
    const auto answer = ask(*a, *b, "");
    if (!answer) return bad(answer.error());
    *impact = answer.value();
    return CAROM_OK;
  });
}

carom_status carom_query_many(const carom_moving* a, const carom_moving* b, size_t count, carom_impact* impacts) {
  if (count == 0) return CAROM_OK;
  if (a == nullptr) return missing("a");
  if (b == nullptr) return missing("b");
  if (impacts == nullptr) return missing("impacts");
  return guarded([&] {
    std::vector<carom_impact> answers;
    for (size_t k = 0; k < count; ++k) {
      const auto answer = ask(a[k], b[k], "/" + std::to_string(k));
      if (!answer) return bad(answer.error());
      answers.push_back(answer.value());
    }
    std::copy(answers.begin(), answers.end(), impacts);
    return CAROM_OK;
  });
}

carom_status carom_query_json(const char* line, size_t size, char** answer, size_t* answer_size) {
  const auto text = text_of(line, size);
  if (!text) return missing("line");
  if (answer == nullptr) return missing("answer");
  return guarded([&] {
    const QueryLine question = read_query(*text);
    return hand_out(answer_line(question.id, carom::answer(question)), answer, answer_size);
  });
}

carom_status carom_impact_times(const carom_circles* a, const carom_circles* b, size_t count, double* times,
                                uint8_t* outcomes) {
  if (count == 0) return CAROM_OK;
  for (const carom_circles* const circles : {a, b}) {
    if (circles == nullptr || circles->from == nullptr || circles->to == nullptr || circles->radius == nullptr) {
      return missing(circles == a ? "a" : "b");
    }
  }
  if (times == nullptr) return missing("times");
  return guarded([&] {
    if (const auto error = check_circles(*a, count, "a")) return bad(*error);
    if (const auto error = check_circles(*b, count, "b")) return bad(*error);
    std::vector<Outcome> outcome(std::min(count, k_block));
    for (size_t first = 0; first < count; first += k_block) {
      const size_t n = std::min(k_block, count - first);
      const Columns circles_a(*a, first, n);
      const Columns circles_b(*b, first, n);
      const std::span<double> t(times + first, n);
      impact_times(circles_a.arrays(), circles_b.arrays(), {std::span(outcome).first(n), t});
      for (size_t k = 0; k < n; ++k) {
        if (outcome[k] == Outcome::miss) t[k] = std::numeric_limits<double>::quiet_NaN();
        if (outcome[k] == Outcome::overlap) t[k] = 0;
        if (outcomes != nullptr) outcomes[first + k] = static_cast<uint8_t>(outcome[k]);
      }
    }
    return CAROM_OK;
  });
}

carom_status carom_ray_cast(carom_world* world, carom_vec2 from, carom_vec2 to, uint32_t mask, carom_ray_hit* hit) {
  return carom_ray_cast_many(world, &from, &to, 1, mask, hit);
}

carom_status carom_ray_cast_many(carom_world* world, const carom_vec2* from, const carom_vec2* to, size_t count,
                                 uint32_t mask, carom_ray_hit* hits) {
  const carom_filter filter{mask, false, CAROM_EDGES};
  return carom_ray_cast_filtered(world, from, to, count, &filter, hits);
}

carom_status carom_ray_cast_filtered(carom_world* world, const carom_vec2* from, const carom_vec2* to, size_t count,
                                     const carom_filter* filter, carom_ray_hit* hits) {
  if (world == nullptr) return missing("world");
  if (count == 0) return CAROM_OK;
  if (from == nullptr) return missing("from");
  if (to == nullptr) return missing("to");
  if (hits == nullptr) return missing("hits");
  return world->use(Access::shared, [&] {
    std::vector<Ray> rays;
    for (size_t k = 0; k < count; ++k) {
      const Ray ray{vec(from[k]), vec(to[k])};
      const auto error = check_way(ray.from, ray.to);
      if (error) return bad(count > 1 ? numbered(k, *error) : *error);
      rays.push_back(ray);
    }
    const auto found = world->world().ray_casts(rays, filter_of(world->world(), filter));
    for (size_t k = 0; k < count; ++k) hits[k] = hit_of(world->world(), found[k]);
    return CAROM_OK;
  });
}

carom_status carom_cast_many(carom_world* world, const carom_cast* casts, size_t count, const carom_filter* filter,
                             carom_cast_hit* hits) {
  if (world == nullptr) return missing("world");
  if (count == 0) return CAROM_OK;
  if (casts == nullptr) return missing("casts");
  if (hits == nullptr) return missing("hits");
  return world->use(Access::shared, [&] {
    std::vector<ShapeCast> given;
    for (size_t k = 0; k < count; ++k) {
      auto shape = shape_of(casts[k]);
      if (!shape) return bad(numbered(k, shape.error()));
      const Pose from = pose(casts[k].from);
      const Pose to = pose(casts[k].to);
      if (const auto error = check_way(from.at, to.at)) return bad(numbered(k, *error));
      given.push_back({std::move(shape).value(), from, to});
    }
    const auto found = world->world().casts(given, filter_of(world->world(), filter));
    if (!found) return bad(found.error());
    for (size_t k = 0; k < count; ++k) hits[k] = cast_hit_of(world->world(), found.value()[k]);
    return CAROM_OK;
  });
}

carom_status carom_overlaps_many(carom_world* world, const carom_placed* shapes, size_t count,
                                 const carom_filter* filter, carom_body** bodies, size_t* start) {
  if (world == nullptr) return missing("world");
  if (shapes == nullptr && count > 0) return missing("shapes");
  if (bodies == nullptr) return missing("bodies");
  if (start == nullptr) return missing("start");
  return world->use(Access::shared, [&] {
    std::vector<PlacedShape> given;
    for (size_t k = 0; k < count; ++k) {
      auto shape = shape_of(shapes[k]);
      if (!shape) return bad(numbered(k, shape.error()));
      const Pose at = pose(shapes[k].at);
      if (!allowed(at.at)) return bad(numbered(k, not_allowed("/at", at.at)));
      given.push_back({std::move(shape).value(), at});
    }
    const auto found = world->world().overlaps(given, filter_of(world->world(), filter));
    if (!found) return bad(found.error());
    std::vector<BodyId> all;
    std::vector<size_t> starts = {0};
    for (const std::vector<BodyId>& one : found.value()) {
      all.insert(all.end(), one.begin(), one.end());
      starts.push_back(all.size());
    }
    size_t size = 0;
    if (const carom_status status = hand_out_bodies(world->world(), all, bodies, &size)) return status;
    std::copy(starts.begin(), starts.end(), start);
    return CAROM_OK;
  });
}

carom_status carom_inside(carom_world* world, carom_body sensor, carom_body** bodies, size_t* count) {
  if (world == nullptr) return missing("world");
  if (bodies == nullptr) return missing("bodies");
  if (count == nullptr) return missing("count");
  return world->use(Access::shared, [&]() -> carom_status {
    const auto id = world->world().find_serial(sensor);
    if (!id) {
      return fail(CAROM_GONE, Error{"", "there is no body " + std::to_string(sensor) + ": it is gone, or never was"});
    }
    return hand_out_bodies(world->world(), world->world().inside(*id), bodies, count);
  });
}

carom_status carom_shape_cast(carom_world* world, const carom_shape* shape, double angle, carom_vec2 from,
                              carom_vec2 to, uint32_t mask, carom_ray_hit* hit) {
  if (world == nullptr) return missing("world");
  if (shape == nullptr) return missing("shape");
  if (hit == nullptr) return missing("hit");
  return world->use(Access::shared, [&] {
    if (const auto error = check_way(vec(from), vec(to))) return bad(*error);
    const auto upright = body_shape(*shape);
    if (!upright) return bad(upright.error());
    detail::Faults faults;
    faults.number("/angle", angle);
    if (faults.first()) return bad(*faults.first());
    const Pose start{vec(from), angle};
    const auto found = world->world().cast(upright.value(), start, {vec(to), angle}, {.mask = mask});
    if (!found) {
      const Error& error = found.error();
      return bad(error.place == "/from/angle" ? Error{"/angle", error.reason} : error);
    }
    *hit = hit_of(world->world(), found.value());
    return CAROM_OK;
  });
}

carom_status carom_at_point(carom_world* world, carom_vec2 point, carom_body** bodies, size_t* count) {
  return carom_in_region(world, point, point, bodies, count);
}

carom_status carom_in_region(carom_world* world, carom_vec2 min, carom_vec2 max, carom_body** bodies, size_t* count) {
  if (world == nullptr) return missing("world");
  if (bodies == nullptr) return missing("bodies");
  if (count == nullptr) return missing("count");
  return world->use(Access::shared, [&]() -> carom_status {
    if (!allowed(vec(min))) return bad(not_allowed("/min", vec(min)));
    if (!allowed(vec(max))) return bad(not_allowed("/max", vec(max)));
    if (min.x > max.x || min.y > max.y) return fail(CAROM_BAD_INPUT, "/max", "expected no corner below \"min\"");
    return hand_out_bodies(world->world(), world->world().in_region(vec(min), vec(max)), bodies, count);
  });
}

carom_status carom_nearest(carom_world* world, carom_vec2 point, carom_body* body, double* distance,
                           carom_vec2* on_body) {
  if (world == nullptr) return missing("world");
  return world->use(Access::shared, [&]() -> carom_status {
    if (!allowed(vec(point))) return bad(not_allowed("/point", vec(point)));
    const auto found = world->world().nearest(vec(point));
    if (!found) return fail(CAROM_GONE, "", "there is no body");
    if (body != nullptr) *body = world->world().body(found->id)->serial;
    if (distance != nullptr) *distance = found->distance;
    if (on_body != nullptr) *on_body = vec(found->point);
    return CAROM_OK;
  });
}

}  // extern "C"
