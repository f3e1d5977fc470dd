#include "io/picture/plot.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "io/picture/svg_canvas.hpp"

namespace carom::io {
namespace {

TEST(Plot, TicksAreRound) {
  EXPECT_EQ(axis_ticks(0, 10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  const auto small = axis_ticks(-0.013, 0.031, 5);
  ASSERT_EQ(small.size(), 5U);
  EXPECT_NEAR(small[0], -0.01, 1e-15);
  EXPECT_NEAR(small[4], 0.03, 1e-15);
  EXPECT_TRUE(axis_ticks(1, 1, 5).empty());
  EXPECT_TRUE(axis_ticks(0, INFINITY, 5).empty());
  for (const double size : {1e-12, 0.3, 7.0, 9e99}) {
    const auto count = axis_ticks(0, size, 5).size();
    EXPECT_GE(count, 3U);
    EXPECT_LE(count, 8U);
  }
}

TEST(Plot, CountsHaveWholeTicks) {
  EXPECT_EQ(axis_ticks(0, 2.2, 5, true), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(axis_ticks(0, 2.2, 5), (std::vector<double>{0, 0.5, 1, 1.5, 2}));
  EXPECT_EQ(axis_ticks(0, 50, 5, true), axis_ticks(0, 50, 5));
}

TEST(Plot, TheHistogramHoldsEveryBody) {
  std::vector<MovingBody> bodies;
  for (int k = 0; k < 1000; ++k) {
    // Speeds of Maxwell's law by its inverse: v = √(-2 T ln(1 - u) / m).
    const double u = (k + 0.5) / 1000;
    bodies.push_back({std::sqrt(-2 * std::log(1 - u)), 1});
  }
  const Histogram found = speed_histogram(bodies);
  EXPECT_EQ(std::accumulate(found.counts.begin(), found.counts.end(), 0.0), 1000);
  EXPECT_NEAR(std::accumulate(found.law.begin(), found.law.end(), 0.0), 1000, 10);
  for (std::size_t k = 0; k < found.counts.size(); ++k) EXPECT_NEAR(found.counts[k], found.law[k], 6) << k;
  EXPECT_EQ(speed_histogram({}).counts.size(), found.counts.size());
}

TEST(Plot, RowsStayFew) {
  std::vector<SeriesRow> rows;
  for (int k = 0; k < 30000; ++k) add_row(rows, {.t = 0.5 * k});
  EXPECT_LE(rows.size(), 4000U);
  EXPECT_GE(rows.size(), 1000U);
  EXPECT_EQ(rows.front().t, 0);
  const std::size_t before = rows.size();
  add_row(rows, {.t = 1});  // a time that has been
  EXPECT_EQ(rows.size(), before);
}

TEST(Plot, HasItsFourPartsAndLegends) {
  PlotData data;
  for (int k = 0; k < 5; ++k) {
    data.rows.push_back({.t = 0.1 * k, .collisions = static_cast<std::uint64_t>(k * k), .energy = {2.0 + k, -1.0 * k}});
  }
  data.bodies = {{1, 2}, {2, 2}};
  SvgCanvas canvas(1200, 800);
  draw_plot(canvas, data, {.title = "Gas"});
  const std::string svg = canvas.take();
  for (const auto* words : {">Gas<", ">Energy<", ">Momentum<", ">Collisions a second<", ">Bodies by speed, at the end<",
                            ">kinetic<", ">potential<", ">total<", ">t<", ">speed<"}) {
    EXPECT_NE(svg.find(words), std::string::npos) << words;
  }
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Plot, AxesHaveTheUnitsThatTheSceneNames) {
  const auto plot = [](const SceneUnits& units) {
    SvgCanvas canvas(1200, 800);
    draw_plot(canvas, {.rows = {{.t = 0}, {.t = 1}}, .bodies = {{1, 2}}}, {.units = units});
    return canvas.take();
  };
  const std::string si = plot({"m", "s", "kg"});
  for (const auto* words :
       {">Energy, kg m²/s²<", ">Momentum, kg m/s<", ">Collisions a second<", ">t, s<", ">speed, m/s<"}) {
    EXPECT_NE(si.find(words), std::string::npos) << words;
  }
  const std::string years = plot({"AU", "yr", ""});
  for (const auto* words : {">Energy<", ">Momentum<", ">Collisions, 1/yr<", ">t, yr<", ">speed, AU/yr<"}) {
    EXPECT_NE(years.find(words), std::string::npos) << words;
  }
}

/// Where there is no potential the total lies on the kinetic energy, which has to be seen under it.
TEST(Plot, TheTotalIsDashed) {
  SvgCanvas canvas(1200, 800);
  draw_plot(canvas, {.rows = {{.t = 0, .energy = {1, 0}}, {.t = 1, .energy = {1, 0}}}, .bodies = {}}, {});
  const std::string svg = canvas.take();
  EXPECT_NE(svg.find("stroke:#c77a12;stroke-width:1.6;stroke-linejoin:round}"), std::string::npos) << svg;
  EXPECT_NE(svg.find("stroke:#27303d;stroke-width:1.6;stroke-linejoin:round;stroke-dasharray:9 6}"), std::string::npos);
}

TEST(Plot, OfNothingIsStillAPlot) {
  SvgCanvas canvas(1200, 800);
  draw_plot(canvas, {}, {});
  const std::string svg = canvas.take();
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

}  // namespace
}  // namespace carom::io
