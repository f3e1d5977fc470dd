#pragma once

#include <functional>
#include <string_view>

namespace carom {

/// Takes a long text in pieces of about a megabyte.
using TextSink = std::function<void(std::string_view)>;

}  // namespace carom
