#pragma once

namespace carom::app {

/// From now on SIGINT and SIGTERM end the program at once with exit code k_stopped and a word about it: while a scene is read
/// and its bodies are made there is nothing yet to be written.
void stop_at_once();

/// From now on SIGINT and SIGTERM are noted; another one, 0.3 s after the first or later, ends the program at once, as it
/// would without this.
void watch_for_stop();

[[nodiscard]] bool stop_requested() noexcept;

}  // namespace carom::app
