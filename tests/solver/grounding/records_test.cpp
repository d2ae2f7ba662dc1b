// Records: signatures whose atoms differ in the values of their fields.
#include "solver/grounding/records.h"

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "solver/session/search.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/solver/generated_model.h"

namespace aunit::solver {
namespace {

using testing_::forEachGenerated;
using testing_::Kind;
using testing_::posed;
using testing_::PosedProblem;

std::vector<Record> recordsOf(const PosedProblem& one) {
  return recordsIn(one.model(), conjunctsOf(one.model(), one.problem),
                   deriveSizes(one.model(), one.problem.scope, one.problem.temporal));
}

/// "Vote: 24 (voter block)" for each record of the first command, without the conjunct that says no more.
std::string described(const std::string& text) {
  const PosedProblem one = posed(text);
  std::string result;
  for (const Record& record : recordsOf(one)) {
    result += fmt::format("{}: {} (", one.model().sig(record.sig).name, record.atoms);
    for (const model::FieldId field : record.fields) result += one.model().field(field).name + " ";
    result.back() = ')';
    result += record.conjunct ? "; " : " and more; ";
  }
  return result;
}

const std::string voting = "sig Voter {}\nsig Block {}\nsig Vote { voter: Voter, block: Block }\n";
const std::string distinct = "fact { all v, w: Vote | v = w <=> v.voter = w.voter and v.block = w.block }\n";
const std::string scope = " for 10 but 4 Voter, 6 Block, 15 Vote\n";

TEST(Records, AreFound) {
  EXPECT_EQ(described(voting + distinct + "run {}" + scope), "Vote: 24 (voter block); ");
  EXPECT_EQ(described(voting + "fact { all disj v, w: Vote | v.voter = w.voter implies v.block != w.block }\nrun {}" + scope),
            "Vote: 24 (voter block); ");
  EXPECT_EQ(described(voting + "fact { no disj v, w: Vote | v.block = w.block }\nrun {}" + scope), "Vote: 6 (block); ");
  EXPECT_EQ(described(voting + "fact { all disj v, w: Vote | v.block != w.block and v.voter != w.voter }\nrun {}" + scope),
            "Vote: 24 (block voter) and more; ");
  EXPECT_EQ(described("sig C { slot: Block }\nsig Pair { from, to: C }\n" + voting + distinct +
                      "fact { all p, q: Pair | p = q <=> p.from = q.from and p.to = q.to }\nrun {}" + scope),
            "Pair: 100 (from to); Vote: 24 (voter block); ");
}

TEST(Records, OfRecords) {
  EXPECT_EQ(described("sig C {}\nsig Pair { from, to: C }\nsig S {}\nsig Vote { by: S, pair: Pair }\n"
                      "fact { all v, w: Vote | v = w <=> v.by = w.by and v.pair = w.pair }\n"
                      "fact { all p, q: Pair | p = q <=> p.from = q.from and p.to = q.to }\n"
                      "run {} for 10 but 6 C, 4 S, 6 Pair, 15 Vote"),
            "Pair: 36 (from to); Vote: 144 (by pair); ");
}

TEST(Records, AreNotFoundWhereAtomsHaveOtherRoles) {
  for (const std::string& text : {
           voting + "run {}" + scope,
           voting + "fact { all v, w: Vote | v = w => v.voter = w.voter and v.block = w.block }\nrun {}" + scope,
           voting + "fact { all v, w: Vote | v.voter = w.voter and v.block = w.block and some Block }\nrun {}" + scope,
           voting + "fact { some v, w: Vote | v = w or v.voter != w.voter or v.block != w.block }\nrun {}" + scope,
           "open util/ordering[Vote]\n" + voting + distinct + "run {}" + scope,
           voting + distinct + "run {} for 10 but 4 Voter, 200 Block, 15 Vote",
           voting + distinct + "one sig Genesis extends Vote {}\nrun {}" + scope,
           "var " + voting + distinct + "run {}" + scope,
           "sig Voter, Block {}\nsig Vote { voter: lone Voter, block: Block }\n" + distinct + "run {}" + scope,
           "sig Voter, Block {}\nsig Vote { voter: Voter, block: set Block }\n" + distinct + "run {}" + scope,
           "sig Voter, Block {}\nsig Vote { voter: Voter, block: Int }\n" + distinct + "run {}" + scope,
           "sig Voter, Block {}\nsig Vote { voter: Vote, block: Block }\n" + distinct + "run {}" + scope,
           "sig Voter, Block {}\nsig Vote { voter: Voter, var block: Block }\n" + distinct + "run {}" + scope,
       })
    EXPECT_EQ(described(text), "") << text;
}

TEST(Records, LeaveAVariableForEachTupleOfValues) {
  const PosedProblem one = posed(voting + distinct + "run { some Vote }" + scope);
  const Result result = Search(one.model(), one.problem, {.threads = Threads::one}).next();
  ASSERT_EQ(result.verdict, Verdict::satisfiable) << result.message;
  EXPECT_EQ(result.statistics.primaryVariables, 4u + 6 + 24);
}

TEST(Records, ScopesLimitThem) {
  using enum Verdict;
  for (const auto& [command, verdict] :
       {std::pair{"run { #Vote = 6 } for 3 but 6 Vote, 5 Int", satisfiable},
        {"run { #Vote = 7 } for 3 but 6 Vote, 5 Int", unsatisfiable},
        {"run { #Vote = 5 and some v: Voter | #voter.v = 4 } for 3 but 6 Vote, 5 Int", unsatisfiable},
        {"run { #Vote > 3 } for 3 but exactly 3 Vote, 5 Int", unsatisfiable},
        {"run { #Vote < 3 } for 3 but exactly 3 Vote, 5 Int", unsatisfiable},
        {"run { #Block = 1 } for 3 but exactly 3 Vote, 5 Int", satisfiable},
        {"run { #Block = 1 and #Voter = 2 } for 3 but exactly 3 Vote, 5 Int", unsatisfiable},
        {"check { #Vote < 5 } for 3 but 2..6 Vote, 5 Int", satisfiable},
        {"check { #Vote < 7 } for 3 but 2..6 Vote, 5 Int", unsatisfiable}}) {
    const PosedProblem one = posed(voting + distinct + command);
    EXPECT_EQ(Search(one.model(), one.problem, {.threads = Threads::one}).next().verdict, verdict) << command;
  }
}

TEST(Records, AnswerAsOtherSignaturesDo) {
  int models = 0, used = 0, satisfiable = 0;
  forEachGenerated(tests::seedsOr(600), Kind::records, [&](const PosedProblem& one, unsigned seed) {
    ++models;
    used += recordsOf(one).empty() ? 0 : 1;
    for (const bool noOverflow : {false, true}) {
      Options options{.semantics = {.noOverflow = noOverflow}, .threads = Threads::one};
      options.refute = seed % 4 == 0;
      const Result with = Search(one.model(), one.problem, options).next();
      options.symmetry = 0;
      const Result without = Search(one.model(), one.problem, options).next();
      ASSERT_EQ(with.verdict, without.verdict) << with.message << without.message;
      ASSERT_TRUE(with.verdict == Verdict::satisfiable || with.verdict == Verdict::unsatisfiable) << with.message;
      satisfiable += with.verdict == Verdict::satisfiable ? 1 : 0;
    }
  });
  EXPECT_GT(2 * used, models);         // in most models
  EXPECT_GT(4 * satisfiable, models);  // each model is asked twice
  EXPECT_LT(satisfiable, 2 * models);
}

}  // namespace
}  // namespace aunit::solver
