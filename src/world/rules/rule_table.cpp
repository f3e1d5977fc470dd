#include "world/rules/rule_table.hpp"
#include "math/sort_stably.hpp"

#include <algorithm>
#include <utility>

namespace carom::detail {
namespace {

/// Pairs of later classes are compared each time: a table of all of them would outgrow the bodies.
constexpr std::size_t k_most_rows = 512;

constexpr const char* k_anything = "*";
constexpr const char* k_edges = "bounds";

}  // namespace

RuleTable::RuleTable(std::vector<Rule> rules) : rules_(std::move(rules)) {
  // "*" and "bounds" come first, so that they are words 0 and 1, which no name or tag of a body can mean.
  vocabulary_ = {{k_anything, 0}, {k_edges, 1}};
  for (const Rule& rule : rules_) {
    for (const std::size_t side : {0U, 1U}) {
      sides_[side].push_back(word(rule.between[side]));
      knows_numbers_ = knows_numbers_ || rule.between[side].starts_with('#');
    }
  }
  intern({0, 1});
}

RuleClass RuleTable::class_of(const Body& body) {
  std::vector<Word> words = {0};
  if (!body.name.empty()) {
    add_word(body.name, words);
  } else if (knows_numbers_) {
    add_word("#" + std::to_string(body.serial), words);
  }
  for (const std::string& tag : body.tags) add_word(tag, words);
  sort_stably(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return intern(std::move(words));
}

RuleTable::Match RuleTable::match(RuleClass a, RuleClass b) const noexcept {
  const auto [low, high] = std::minmax(a, b);
  const Entry entry = high < table_.size() ? table_[high][low] : last_common(parts_[high], parts_[low]);
  if (entry.rule < 0) return {};
  return {&rules_[static_cast<std::size_t>(entry.rule)], a == high ? entry.straight : entry.crossed};
}

RuleTable::Word RuleTable::word(const std::string& text) {
  return vocabulary_.emplace(text, static_cast<Word>(vocabulary_.size())).first->second;
}

void RuleTable::add_word(const std::string& text, std::vector<Word>& words) const {
  const auto found = vocabulary_.find(text);
  if (found != vocabulary_.end() && found->second > 1) words.push_back(found->second);
}

RuleClass RuleTable::intern(std::vector<Word> words) {
  const auto known = classes_.find(words);
  if (known != classes_.end()) return known->second;

  const auto has = [&](Word word) { return std::binary_search(words.begin(), words.end(), word); };
  std::vector<Part> parts;
  for (std::size_t rule = rules_.size(); rule-- > 0;) {
    const bool first = has(sides_[0][rule]);
    const bool second = has(sides_[1][rule]);
    if (first || second) parts.push_back({static_cast<std::uint32_t>(rule), {first, second}});
  }
  parts_.push_back(std::move(parts));
  if (parts_.size() <= k_most_rows) {
    std::vector<Entry>& row = table_.emplace_back();
    for (const std::vector<Part>& other : parts_) row.push_back(last_common(parts_.back(), other));
  }
  const auto next = static_cast<RuleClass>(classes_.size());
  classes_.emplace(std::move(words), next);
  return next;
}

RuleTable::Entry RuleTable::last_common(const std::vector<Part>& a, const std::vector<Part>& b) noexcept {
  auto part_b = b.begin();
  for (const Part& part_a : a) {
    while (part_b != b.end() && part_b->rule > part_a.rule) ++part_b;
    if (part_b == b.end()) break;
    if (part_b->rule != part_a.rule) continue;
    const bool straight = part_a.side[0] && part_b->side[1];
    const bool crossed = part_a.side[1] && part_b->side[0];
    if (straight || crossed) return {static_cast<std::int32_t>(part_a.rule), straight, crossed};
  }
  return {};
}

}  // namespace carom::detail
