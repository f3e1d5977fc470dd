#include "io/json/json_tree.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <variant>

#include "io/json/json_text.hpp"
#include "io/json/non_finite.hpp"

namespace carom::io {
namespace {

using Json = nlohmann::json;

/// What is wrong, out of nlohmann's "[…] parse error at line 1, column 2: syntax error while parsing value - REASON; last
/// read: 'TOKEN'; expected …". The token is left out: it can be as long as the line, and the column shows it.
std::string syntax_reason(std::string message, const std::string& token) {
  if (const auto dash = message.find(" - "); dash != std::string::npos) message.erase(0, dash + 3);
  const std::string last_read = "; last read: '" + token + "'";
  if (const auto at = message.find(last_read); at != std::string::npos) message.erase(at, last_read.size());
  return message;
}

/// What is not JSON, and at which byte, from 1.
struct SyntaxError {
  std::size_t column = 0;
  std::string reason;
};

/// Receives the events of nlohmann's parser, which holds no recursion and throws nothing on this path.
class Builder {
 public:
  explicit Builder(std::span<const NonFinite> non_finite) : non_finite_(non_finite) {}

  bool null() { return scalar({}); }
  bool boolean(bool value) {
    JsonNode node;
    node.kind = JsonKind::boolean;
    node.boolean = value;
    return scalar(std::move(node));
  }
  bool number_integer(Json::number_integer_t value) { return number(static_cast<double>(value)); }
  bool number_unsigned(Json::number_unsigned_t value) { return number(static_cast<double>(value), value); }
  bool number_float(double value, const std::string& /*token*/) { return number(value); }
  bool string(std::string& value) { return scalar(text_node(JsonKind::string, std::move(value))); }
  bool binary(Json::binary_t& /*value*/) { return false; }  // JSON text has none
  bool start_object(std::size_t /*size*/) { return open(JsonKind::object); }
  bool start_array(std::size_t /*size*/) { return open(JsonKind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& value) {
    if (skipped_depth_ == 0) key_ = std::move(value);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const Json::exception& exception) {
    error_ = {position, syntax_reason(exception.what(), token)};
    return false;
  }

  [[nodiscard]] const SyntaxError& error() const { return error_; }
  std::vector<JsonNode>&& nodes() && { return std::move(nodes_); }

 private:
  static JsonNode text_node(JsonKind kind, std::string text) {
    JsonNode node;
    node.kind = kind;
    node.text = std::move(text);
    return node;
  }

  bool number(double value, std::optional<std::uint64_t> whole = {}) {
    const std::size_t ordinal = numbers_++;
    if (!non_finite_.empty() && non_finite_.front().ordinal == ordinal) {
      scalar(text_node(JsonKind::non_finite, non_finite_.front().token));
      non_finite_ = non_finite_.subspan(1);
      return true;
    }
    JsonNode node;
    node.kind = JsonKind::number;
    node.number = value;
    node.whole = whole;
    return scalar(std::move(node));
  }

  bool scalar(JsonNode node) {
    if (skipped_depth_ == 0) add(std::move(node));
    return true;
  }

  bool open(JsonKind kind) {
    if (skipped_depth_ > 0 || open_.size() >= JsonTree::k_deepest) {
      ++skipped_depth_;
      return true;
    }
    add(text_node(kind, {}));
    open_.push_back(nodes_.size() - 1);
    return true;
  }

  bool close() {
    if (skipped_depth_ > 0) {
      --skipped_depth_;
    } else {
      open_.pop_back();
    }
    return true;
  }

  void add(JsonNode node) {
    if (!open_.empty()) {
      node.parent = open_.back();
      nodes_[node.parent].children.push_back(nodes_.size());
    }
    node.key = std::move(key_);
    key_.clear();
    nodes_.push_back(std::move(node));
  }

  std::vector<JsonNode> nodes_;
  std::vector<std::size_t> open_;  // the arrays and objects we are in, outermost first
  std::size_t skipped_depth_ = 0;  // and those below k_deepest
  std::string key_;                // of the value that comes next
  std::size_t numbers_ = 0;
  std::span<const NonFinite> non_finite_;  // those still to come
  SyntaxError error_;
};

bool run(std::string_view text, Builder& builder) {
  return Json::sax_parse(text.data(), text.data() + text.size(), &builder);
}

/// What nlohmann's parser lets pass, and JSON does not.
std::optional<SyntaxError> tolerated_by_the_parser(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) return SyntaxError{1, "a byte order mark inside the file"};
  if (const auto at = text.find('\0'); at != std::string_view::npos) return SyntaxError{at + 1, "a zero byte"};
  return std::nullopt;
}

std::variant<std::vector<JsonNode>, SyntaxError> nodes_of(std::string_view text) {
  if (auto error = tolerated_by_the_parser(text)) return *std::move(error);
  Builder plain({});
  if (run(text, plain)) return std::move(plain).nodes();

  const FiniteText finite = without_non_finite(text);
  if (finite.replaced.empty()) return plain.error();
  Builder patient(finite.replaced);
  if (run(finite.text, patient)) return std::move(patient).nodes();
  return patient.error();
}

/// The place of a byte in a text of many lines. One past the end, where a text that was cut off fails, is on its last.
std::string line_and_column(std::string_view text, std::size_t column) {
  const std::string_view before = text.substr(0, std::min(column - std::min<std::size_t>(column, 1), text.size()));
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t start = before.find_last_of('\n') + 1;  // npos + 1 is 0
  return "line " + std::to_string(line) + ", column " + std::to_string(before.size() - start + 1);
}

}  // namespace

Checked<JsonTree> JsonTree::parse(std::string_view line) {
  auto nodes = nodes_of(line);
  if (const auto* const error = std::get_if<SyntaxError>(&nodes)) {
    return Error{"column " + std::to_string(error->column), "not JSON: " + error->reason};
  }
  return JsonTree(std::move(*std::get_if<0>(&nodes)));
}

Checked<JsonTree> JsonTree::parse_lines(std::string_view text) {
  auto nodes = nodes_of(text);
  if (const auto* const error = std::get_if<SyntaxError>(&nodes)) {
    return Error{line_and_column(text, error->column), "not JSON: " + error->reason};
  }
  return JsonTree(std::move(*std::get_if<0>(&nodes)));
}

std::string JsonTree::pointer(const JsonNode& node) const {
  std::string path;
  for (const JsonNode* at = &node; at != &root();) {
    const JsonNode& parent = nodes_[at->parent];
    if (parent.kind == JsonKind::object) {
      path.insert(0, pointer_step(at->key));
    } else {
      const auto index = static_cast<std::size_t>(at - nodes_.data());
      path.insert(0, "/" + std::to_string(std::ranges::find(parent.children, index) - parent.children.begin()));
    }
    at = &parent;
  }
  return path;
}

}  // namespace carom::io
