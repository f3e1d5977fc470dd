#pragma once

#include <functional>
#include <memory>
#include <string>

#include "page_files.hpp"

namespace carom::app {

/// Serves a page to the browsers of this machine only: it listens on the loopback address, answers only
/// to its own name (a foreign page whose name leads here is refused), and lets the page load nothing from elsewhere.
class PageServer {
 public:
  /// `scene` returns the text of /scene.json each time; without it there is none. It may throw Failure. `framed`: other pages
  /// may show this one in a frame.
  PageServer(PageFiles files, std::function<std::string()> scene, bool framed = false);
  PageServer(const PageServer&) = delete;
  PageServer& operator=(const PageServer&) = delete;
  ~PageServer();

  /// Listens, on a free port if `port` is 0, in threads of its own. Throws Failure where the port is taken.
  void start(int port);
  /// "http://127.0.0.1:34567/"
  [[nodiscard]] std::string url() const;
  /// Returns when the last answer is given, after a second at most.
  void stop();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace carom::app
