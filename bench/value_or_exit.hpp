#pragma once

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "carom/shapes/checked.hpp"

namespace carom::bench {

template <class T>
T value_or_exit(Checked<T> made) {
  if (!made) {
    std::fprintf(stderr, "%s: %s\n", made.error().place.c_str(), made.error().reason.c_str());
    std::exit(1);
  }
  return std::move(made).value();
}

}  // namespace carom::bench
