#pragma once

namespace carom::app {

/// From now on SIGINT and SIGTERM are noted; a second one of a kind ends the program at once, as it would without this.
void watch_for_stop();

[[nodiscard]] bool stop_requested() noexcept;

}  // namespace carom::app
