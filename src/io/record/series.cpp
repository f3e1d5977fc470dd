#include "carom/io/series.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "carom/io/summary.hpp"
#include "io/json/json_text.hpp"
#include "world/sums/totals.hpp"

namespace carom {

using io::number_text;

SeriesRow series_row(const World& world, const GasSums& before) {
  SeriesRow row;
  row.t = world.time();
  row.steps = world.step_count();
  row.bodies = world.body_count();
  row.collisions = world.collision_count();
  row.exchanged = world.exchanged_energy();
  const auto [energy, momentum, angular] = detail::totals(world);
  row.energy = energy;
  row.momentum = momentum;
  row.angular = angular;
  const GasSums now = world.gas();
  // A time without contacts has a pressure too, that of the motion alone.
  const std::uint64_t contacts = std::max<std::uint64_t>(1, now.contacts - before.contacts);
  const GasSums since{now.time - before.time,       contacts,
                      now.virial - before.virial,   now.speeds - before.speeds,
                      now.kinetic - before.kinetic, now.bodies - before.bodies};
  if (const auto gas = gas_summary(since, world.settings().bounds)) row.pressure = gas->pressure;
  return row;
}

std::string series_header(const std::vector<std::string>& more) {
  std::string header = "t,steps,bodies,collisions,kinetic,potential,total,exchanged,px,py,angular,pressure";
  for (const std::string& column : more) header += "," + column;
  return header + "\n";
}

std::string series_line(const SeriesRow& row, const std::vector<std::optional<double>>& more) {
  std::string line =
      fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}", number_text(row.t), row.steps, row.bodies, row.collisions,
                  number_text(row.energy.kinetic), number_text(row.energy.potential), number_text(row.energy.total()),
                  number_text(row.exchanged), number_text(row.momentum.x), number_text(row.momentum.y),
                  number_text(row.angular), row.pressure ? number_text(*row.pressure) : "");
  for (const auto& value : more) line += "," + (value ? number_text(*value) : "");
  return line + "\n";
}

}  // namespace carom
