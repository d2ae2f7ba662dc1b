// `without fact F { ... }`: a statement has the outcome that it would have on a model whose text lacks F.

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "both_engines.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"
#include "tests/seeds.h"

namespace aunit::suite {
namespace {

/// A model with facts that may be left out, and statements about it.
class OmissionTexts : public testing_::Writer {
 public:
  OmissionTexts(unsigned seed, bool temporal) : Writer(seed), temporal_(temporal) {
    for (std::string& fact : facts_) fact = formula();
    chosen_ = 1 + pick(15);  // bit mask: three facts and a block
    for (int i = 0; i < 4; ++i) statements_.push_back(statement());
  }

  /// Returns the text: with `without` if `written`, otherwise without the facts that `without` would name.
  std::string text(bool written) const {
    const auto stays = [&](unsigned which) { return written || (chosen_ & (1u << which)) == 0; };
    const char* const var = temporal_ ? "var " : "";
    std::string model =
        fmt::format("sig A {{ {}f: set A, g: lone Int, s: lone String }} {}\n", var, stays(3) ? "{ lone this.@f }" : "");
    std::vector<std::string> names;
    for (unsigned i = 0; i < 3; ++i) {
      if (stays(i)) model += fmt::format("fact F{} {{ {} }}\n", i, facts_[i]);
      if (!stays(i) && facts_[i].find('"') != std::string::npos) model += "fact { some \"x\" }\n";
      if ((chosen_ & (1u << i)) != 0) names.push_back(fmt::format("fact F{}", i));
    }
    if ((chosen_ & 8u) != 0) names.emplace_back("sig A");
    model += "fact Always { some A }\nassert a { lone f }\npred p { some f }\n";
    model += "val v { A = A0 + A1  f = A0->A1  g = A0->7 }\nval w { A = A0  f = A0->A0 }\n";
    for (std::size_t i = 0; i < statements_.size(); ++i)
      model += written ? fmt::format("test \"{}\" {{ without {} {{ {} }} }}\n", i, fmt::join(names, ", "), statements_[i])
                       : fmt::format("test \"{}\" {{ {} }}\n", i, statements_[i]);
    return model;
  }

 private:
  std::string formula() {
    std::vector<std::string> all = {
        "some f",       "no iden & ^f",          "all x: A | some x.g", "lone A", "all x: A | plus[x.g, 7] > x.g",
        "no A.f & f.A", "all x: A | x.s = \"x\""};
    if (temporal_) all.insert(all.end(), {"always some f", "eventually no f", "always f' in f"});
    return oneOf(all);
  }
  std::string statement() {
    std::vector<std::string> all = {"v valid",
                                    "w valid",
                                    "v, w satisfies p",
                                    "w violates no f",
                                    "check a for 2 expect 1",
                                    "run p for 2 expect 0",
                                    "v gives #f = 1",
                                    "run p for 2 expect 3 instances",
                                    "run { some disj x, y: A | x.s != y.s } for 2 expect 0",
                                    "v { A0 in A  f = ... } satisfies p"};
    for (unsigned fact = 0; fact < 3; ++fact)
      if ((chosen_ & (1u << fact)) == 0) all.push_back(fmt::format("w violates fact F{}", fact));
    return oneOf(all);
  }

  bool temporal_;
  std::string facts_[3];
  unsigned chosen_ = 0;
  std::vector<std::string> statements_;
};

class Omission : public testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(Omission, IsTheModelWithoutTheText) {
  const auto [noOverflow, temporal] = GetParam();
  std::map<Outcome, unsigned> seen;
  for (unsigned seed = 1; seed <= tests::seedsOr(80) && !HasFailure(); ++seed) {
    const OmissionTexts texts(seed, temporal);
    const std::string written = texts.text(true), lacking = texts.text(false);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, written));
    std::vector<Outcome> outcomes[2];
    for (const bool isWritten : {true, false}) {
      const auto loaded = testing_::load("t.aunit", isWritten ? written : lacking);
      TestJudge judge(*loaded, {.semantics = {.noOverflow = noOverflow}, .conflicts = false});
      for (const TestCase& test : collectTests(*loaded)) outcomes[isWritten ? 0 : 1].push_back(judge.judge(test).outcome);
    }
    EXPECT_EQ(outcomes[0], outcomes[1]);
    for (const Outcome outcome : outcomes[0]) ++seen[outcome];
  }
  EXPECT_GT(seen[Outcome::passed], 10u);
  EXPECT_GT(seen[Outcome::failed], 10u);
}

INSTANTIATE_TEST_SUITE_P(Modes, Omission, testing::Combine(testing::Bool(), testing::Bool()), [](const auto& mode) {
  return fmt::format("{}{}", std::get<0>(mode.param) ? "excluded" : "wraps", std::get<1>(mode.param) ? "Traces" : "");
});

}  // namespace
}  // namespace aunit::suite
