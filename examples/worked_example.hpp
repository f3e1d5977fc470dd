// Shared by the worked examples of docs/mathematics.md: every line prints a result and checks that it is the one in the
// docs.

#pragma once

#include <carom/carom.hpp>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>

namespace worked {

/// The shortest text that reads back as the same double.
inline std::string number(double x) {
  if (std::isnan(x)) return "nan";  // its sign is of no interest and differs between machines
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x).ptr};
}

inline std::string answer(const carom::Impact& impact) {
  switch (impact.outcome) {
    case carom::Outcome::hit: return "hit at t = " + number(impact.contact.t);
    case carom::Outcome::overlap: return "overlap, depth " + number(impact.contact.depth);
    case carom::Outcome::miss: return "miss";
    case carom::Outcome::unanswerable: return "no question";
  }
  return "";
}

class Page {
 public:
  /// The first argument, if there is one, names the only example to print.
  Page(int argc, char** argv) : wanted_(argc > 1 ? argv[1] : "") {}

  void example(std::string_view name) {
    shown_ = wanted_.empty() || wanted_ == name;
    if (!shown_) return;
    if (wanted_.empty()) std::printf("%.*s\n", static_cast<int>(name.size()), name.data());
    any_ = true;
  }

  /// `told` is what the docs say.
  void line(const char* what, const std::string& found, std::string_view told) {
    if (!shown_) return;
    std::printf("%-34s %s\n", what, found.c_str());
    if (found == told) return;
    std::printf("%-34s %.*s\n", "  but the docs say", static_cast<int>(told.size()), told.data());
    as_told_ = false;
  }
  void line(const char* what, double found, std::string_view told) { line(what, number(found), told); }
  void line(const char* what, const carom::Impact& found, std::string_view told) { line(what, answer(found), told); }

  [[nodiscard]] int exit_code() const { return any_ && as_told_ ? 0 : 1; }

 private:
  std::string_view wanted_;
  bool shown_ = false;
  bool any_ = false;
  bool as_told_ = true;
};

}  // namespace worked
