// Any bytes as a file of requests: each line must be answered, as JSON, and without a crash. The kernels run too.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "carom/io/answer.hpp"
#include "carom/io/query.hpp"

namespace {

void check(std::string_view line) {
  const carom::QueryLine question = carom::read_query(line);
  const auto impact = carom::answer(question);
  if (question.query && !impact) std::abort();  // only requests can be wrong, not answers
  if (!nlohmann::json::accept(carom::answer_line(question.id, impact))) std::abort();
  if (carom::readable_answer(question, impact).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (std::size_t begin = 0; begin < size;) {
    const std::size_t end = std::min(text.find('\n', begin), size);
    check(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return 0;
}
