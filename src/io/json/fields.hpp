#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "carom/math/vec2.hpp"
#include "io/json/json_tree.hpp"

/// Reading values out of a JSON tree. Nothing is thrown and nothing is returned twice: a value that is wrong is noted in
/// the `Reading`, which keeps the first faults, and reading goes on with a harmless default.
namespace carom::io {

class Reading {
 public:
  /// Faults beyond the first `most` are not kept.
  explicit Reading(const JsonTree& tree, std::size_t most = 1) : tree_(tree), most_(most) {}

  void fault(std::string place, std::string reason);
  void fault(const JsonNode& node, std::string reason);
  /// "expected a number, found the string "1"", and the hint as it is.
  void unexpected(const JsonNode& node, std::string_view expected, std::string_view hint = {});

  [[nodiscard]] const JsonTree& tree() const noexcept { return tree_; }
  [[nodiscard]] const std::vector<Error>& faults() const noexcept { return faults_; }
  /// Null: none so far.
  [[nodiscard]] const Error* first_fault() const noexcept { return faults_.empty() ? nullptr : &faults_.front(); }
  /// No further fault will be kept, so nothing that could only find one is worth its time.
  [[nodiscard]] bool full() const noexcept { return faults_.size() >= most_; }

 private:
  const JsonTree& tree_;
  std::size_t most_;
  std::vector<Error> faults_;
};

/// The values of an object by key. Keys that are not in `known`, or there twice, are faults. So is a value that is no
/// object; it has no fields.
class Fields {
 public:
  Fields(Reading& in, const JsonNode& object, std::vector<std::string_view> known);

  /// Null when the key is not there; the first value when it is there twice.
  [[nodiscard]] const JsonNode* find(std::string_view key) const;
  /// The same, and a key that is not there is a fault, unless an unknown one was: it may be the same, misspelt.
  [[nodiscard]] const JsonNode* require(std::string_view key) const;
  [[nodiscard]] bool repeated(std::string_view key) const;
  /// The known keys that are there, in their order.
  [[nodiscard]] std::vector<std::string_view> present() const;

 private:
  [[nodiscard]] bool check_keys() const;

  Reading& in_;
  const JsonNode& object_;
  std::vector<std::string_view> known_;
  bool keys_known_ = false;
};

/// These take the null of a field that is not there as the default, false, 0 or nothing.
[[nodiscard]] bool read_flag(Reading& in, const JsonNode* node);
/// A finite number that passes `accepts`; `expected` says in words which ones do. `otherwise` is the default.
[[nodiscard]] double read_number(Reading& in, const JsonNode* node, std::string_view expected, bool (*accepts)(double),
                                 double otherwise = 0);
/// Finite and at most k_coordinate_limit in size.
[[nodiscard]] double read_coordinate(Reading& in, const JsonNode* node);
[[nodiscard]] double read_radius(Reading& in, const JsonNode* node);
[[nodiscard]] Vec2 read_point(Reading& in, const JsonNode* node);
[[nodiscard]] std::vector<Vec2> read_points(Reading& in, const JsonNode* node);

}  // namespace carom::io
