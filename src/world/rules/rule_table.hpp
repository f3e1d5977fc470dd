#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "carom/world/body.hpp"

/// Which rule applies to a pair. Rules name names and tags; a run looks them up millions of times. So every body gets a
/// class once, by the words of the rules that mean it, and two classes find their rule in a table.
namespace carom::detail {

/// Bodies that all rules treat alike share one.
using RuleClass = std::uint32_t;

class RuleTable {
 public:
  RuleTable() : RuleTable(std::vector<Rule>{}) {}
  explicit RuleTable(std::vector<Rule> rules);

  [[nodiscard]] bool empty() const noexcept { return rules_.empty(); }
  /// By the body's name (#k too) and tags.
  [[nodiscard]] RuleClass class_of(const Body& body);
  [[nodiscard]] static constexpr RuleClass edges_class() noexcept { return 0; }

  struct Match {
    const Rule* rule = nullptr;  ///< null: no rule names the two
    bool first_is_a = true;      ///< a matches between[0] and b between[1]; false: only the other way round
  };
  /// The last rule that matches, either way round. The pointer lives as long as the table.
  [[nodiscard]] Match match(RuleClass a, RuleClass b) const noexcept;

 private:
  using Word = std::uint32_t;
  /// One rule that a class takes part in.
  struct Part {
    std::uint32_t rule = 0;
    bool side[2] = {false, false};  ///< whether it matches between[0], between[1]
  };
  struct Entry {
    std::int32_t rule = -1;
    bool straight = false;  ///< the first class matches between[0] and the second one between[1]
    bool crossed = false;
  };

  [[nodiscard]] Word word(const std::string& text);
  void add_word(const std::string& text, std::vector<Word>& words) const;
  RuleClass intern(std::vector<Word> words);
  [[nodiscard]] static Entry last_common(const std::vector<Part>& a, const std::vector<Part>& b) noexcept;

  std::vector<Rule> rules_;
  std::vector<Word> sides_[2];  ///< of each rule
  std::unordered_map<std::string, Word> vocabulary_;
  bool knows_numbers_ = false;  ///< some rule means a body by #k
  std::map<std::vector<Word>, RuleClass> classes_;
  std::vector<std::vector<Part>> parts_;   ///< of each class, the last rule first
  std::vector<std::vector<Entry>> table_;  ///< of the first classes: a row holds the classes up to its own
};

}  // namespace carom::detail
