#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <string>

#include "math/effort_test.hpp"
#include "oracle/adversarial.hpp"
#include "oracle/random.hpp"

/// How the laws of the kernels are tried: rapidcheck draws the kind of the pair, what makes it hard, and a number that
/// stands for all further choices.
namespace carom::laws {

/// What a law says of one case: nothing (it does not apply), that it holds (empty), or what is wrong.
using Finding = std::optional<std::string>;
inline const Finding k_does_not_apply = std::nullopt;

inline Finding holds(bool law, const char* what) { return law ? std::string() : std::string(what); }

/// `law(question, random)` on `cases` to which it applies: always the same ones in a normal run, twenty times as many and
/// others each time with CAROM_LONG, a tenth with CAROM_SHORT (the sanitizers' run, where each case takes ten times as long).
template <class Law>
void expect_law(int cases, const Law& law) {
  const bool long_run = test::is_long_run();
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  const bool short_run = test::is_short_run();
  params.maxSuccess = long_run ? 20 * cases : short_run ? cases / 10 : cases;
  params.maxDiscardRatio = 20;
  if (!long_run) params.seed = 1;
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  const rc::detail::TestMetadata metadata{info->name(), info->name()};
  const auto any_below = [](int n) { return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); };
  const auto property = [&] {
    const int kind = *any_below(oracle::k_pair_kinds);
    const int flavour = *any_below(oracle::k_flavours);
    const int seed = *any_below(1 << 30);
    const auto question = adversarial_case(static_cast<oracle::PairKind>(kind), static_cast<oracle::Flavour>(flavour),
                                           static_cast<std::uint64_t>(seed));
    oracle::Random random(static_cast<std::uint64_t>(seed));
    const Finding finding = law(question, random);
    if (!finding) RC_DISCARD("does not apply");
    if (!finding->empty()) RC_FAIL(question.flavour + ": " + *finding + "\n" + to_json_line(question));
  };
  const auto result = rc::detail::checkTestable(property, metadata, params);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  FAIL() << message.str();
}

}  // namespace carom::laws
