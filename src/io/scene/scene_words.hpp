#pragma once

#include <array>
#include <string_view>

#include "carom/world/integrators.hpp"

/// The words of a scene file, each in the order of its enumeration in world/settings.hpp, response/response.hpp or
/// io/observe.hpp.
namespace carom::io {

inline constexpr std::string_view k_detections[] = {"swept", "overlap", "event"};
inline constexpr std::string_view k_edges[] = {"rebound", "periodic", "remove"};
inline constexpr std::string_view k_responses[] = {"impulse", "rebound", "slide", "none", "ignore", "merge"};
inline constexpr std::string_view k_integrator_words[] = {k_integrators[0].name, k_integrators[1].name,
                                                          k_integrators[2].name};
inline constexpr std::string_view k_observables[] = {"radial",   "structure", "velocity", "diffusion",
                                                     "pressure", "psi6",      "clusters", "coordination"};
inline constexpr std::string_view k_arrangements[] = {"random", "hexagonal", "square"};
inline constexpr std::string_view k_velocities[] = {"maxwell", "uniform", "orbit"};

/// The edges of the world in a rule, and any body.
inline constexpr std::string_view k_bounds = "bounds";
inline constexpr std::string_view k_anything = "*";
/// The two of a contact in an effect.
inline constexpr std::string_view k_first = "first";
inline constexpr std::string_view k_second = "second";
/// What therefore no body may be called.
inline constexpr std::string_view k_reserved[] = {k_bounds, k_anything, k_first, k_second};

/// Of the world.
inline constexpr unsigned k_edge_count = 4;

/// The most bodies that one fill makes.
inline constexpr unsigned long long k_largest_fill = 10'000'000;

}  // namespace carom::io
