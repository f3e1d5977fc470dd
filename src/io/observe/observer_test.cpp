#include "io/observe/observer.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

constexpr auto k_gas =
    R"({"carom": 1, "world": {"detection": "event", "bounds": {"min": [0, 0], "max": [6, 5], "edges": "periodic"}},
  "bodies": [{"circle": {"radius": 0.3}, "at": [1, 1], "fixed": true}],
  "fill": [{"count": 60, "circle": {"radius": 0.15}, "region": {"min": [0, 0], "max": [6, 5]}, "speed": 2}]})";

ObserveSettings everything() {
  ObserveSettings settings;
  for (std::size_t k = k_observable_count; k-- > 0;) settings.quantities.push_back(static_cast<Observable>(k));
  settings.window = 0.5;
  settings.bins = 20;
  return settings;
}

World gas() { return build_world(read_scene(k_gas).value()).value(); }

void go_on(World& world, Observer& observer, int samples) {
  for (int k = 0; k < samples; ++k) {
    world.step_to(world.time() + 0.1);
    observer.add_contacts(world);
    observer.sample(world);
  }
}

TEST(Observer, WhatIsAskedForInItsOrder) {
  World world = gas();
  Observer observer(everything(), 0.1);
  observer.sample(world);
  go_on(world, observer, 30);
  const Observed found = observer.observed();
  EXPECT_EQ(found.samples, 31U);
  std::vector<std::string> names;
  for (const ObservedQuantity& quantity : found.quantities) names.push_back(quantity.name);
  EXPECT_EQ(names, (std::vector<std::string>{"radial", "structure", "velocity", "diffusion", "pressure", "psi6",
                                             "clusters", "coordination"}));
  EXPECT_EQ(found.quantities[0].curve->values.size(), 20U);
  EXPECT_EQ(found.quantities[2].curve->values.size(), 6U);
  for (const ObservedQuantity& quantity : found.quantities) {
    for (const auto& [name, estimate] : quantity.numbers) EXPECT_TRUE(estimate.mean && estimate.error) << name;
    EXPECT_EQ(quantity.note, "");
  }
  // The bodies of the fill, and not the fixed one.
  EXPECT_NEAR(*found.quantities[4].numbers[3].second.mean,
              *found.quantities[4].numbers[0].second.mean / 2 + *found.quantities[4].numbers[1].second.mean / 2, 1e-9);
  double bodies = 0;
  const ObservedCurve& sizes = *found.quantities[6].curve;
  EXPECT_EQ(sizes.at[0], 1);
  for (const Estimate& e : found.quantities[7].curve->values) bodies += *e.mean;
  EXPECT_NEAR(bodies, 1, 1e-9);
}

TEST(Observer, GoesOnFromItsBytesAsIfItHadNotStopped) {
  World world = gas();
  Observer whole(everything(), 0.1);
  Observer first(everything(), 0.1);
  whole.sample(world);
  first.sample(world);
  for (int k = 0; k < 23; ++k) {
    world.step_to(world.time() + 0.1);
    for (Observer* one : {&whole, &first}) {
      one->add_contacts(world);
      one->sample(world);
    }
    if (k % 5 == 0) {
      EXPECT_EQ(whole.take_row(), first.take_row());
    }
  }
  auto resumed = Observer::resume(everything(), first.bytes());
  ASSERT_TRUE(resumed);
  Observer second = std::move(resumed).value();
  EXPECT_EQ(second.every(), 0.1);
  EXPECT_EQ(observed_json(second.observed()), observed_json(whole.observed()));
  for (int k = 0; k < 9; ++k) {
    world.step_to(world.time() + 0.1);
    for (Observer* one : {&whole, &second}) {
      one->add_contacts(world);
      one->sample(world);
    }
  }
  EXPECT_EQ(whole.take_row(), second.take_row());
  EXPECT_EQ(whole.bytes(), second.bytes());
  const auto bytes = whole.bytes();
  EXPECT_FALSE(Observer::resume(everything(), std::span(bytes).first(bytes.size() / 2)));
}

TEST(Observer, ARowHasAValueForEachColumn) {
  World world = gas();
  Observer observer(everything(), 0.1);
  EXPECT_EQ(observer.columns().size(), 13U);
  std::vector<std::optional<double>> row = observer.take_row();
  EXPECT_EQ(row.size(), 13U);
  EXPECT_TRUE(std::ranges::none_of(row, [](const auto& value) { return value.has_value(); }));
  observer.sample(world);
  go_on(world, observer, 1);
  row = observer.take_row();
  EXPECT_TRUE(std::ranges::all_of(row, [](const auto& value) { return value.has_value(); }));
  EXPECT_FALSE(observer.take_row()[0]);
}

TEST(Observer, LooksFromItsTimeOn) {
  World world = gas();
  ObserveSettings settings = everything();
  settings.after = 0.55;
  Observer observer(settings, 0.1);
  observer.sample(world);
  go_on(world, observer, 10);
  EXPECT_EQ(observer.observed().samples, 5U);
}

TEST(Observer, AnEmptyWorldHasNothing) {
  const World world = World::make({}).value();
  ObserveSettings settings;
  settings.quantities = {Observable::psi6, Observable::clusters, Observable::velocity};
  Observer observer(settings, 0.1);
  observer.sample(world);
  const Observed found = observer.observed();
  EXPECT_EQ(found.samples, 0U);
  EXPECT_FALSE(found.quantities[2].numbers[0].second.mean);
  EXPECT_EQ(observed_json(found).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace carom::io
