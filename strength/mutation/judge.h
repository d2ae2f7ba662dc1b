// Judges tests on mutants by evaluation. Each test's constraints are evaluated once on the model. For a mutant, only the
// constraints that depend on its change are evaluated again, on the same valuations.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/changes/overlay.h"
#include "model/semantics.h"
#include "parser/front_end.h"
#include "strength/claims/claim.h"
#include "strength/mutation/mutant.h"
#include "suite/test_case.h"
#include "support/budget.h"

namespace aunit::strength {

struct JudgeOptions {
  model::Semantics semantics{};
  /// Limits for evaluating all tests on one mutant, and for one test that the solver decides. Results are invalid once
  /// `limits.stop` is set.
  support::Limits limits{.seconds = 10};
  support::Budget budget{};  // budget for reading the tests on the unchanged model
};

/// The verdict of a test on the unchanged model.
struct Verdict {
  bool usable = false;  // whether the test's outcome is the expected one; other tests judge no mutants
  bool holds = false;   // depends on the test: the valuation is an instance, the formula is true, or the command has an instance
  bool wanted = false;  // the expected value of `holds`; true for a `run` without `expect`
  bool solved = false;  // whether only the solver can decide the test
  std::string why;      // why the test is not usable
  suite::Outcome outcome = suite::Outcome::passed;  // the test's outcome according to suite::TestJudge
};

/// Judges the mutants of one loaded file, one after the other. Not thread-safe: each thread needs its own loaded file.
class Judge {
 public:
  /// Judges all tests on the unchanged model. Judging a mutant changes the model and restores it.
  Judge(parser::Loaded& loaded, std::vector<suite::TestCase> tests, JudgeOptions options);
  ~Judge();

  const std::vector<suite::TestCase>& tests() const;
  const std::vector<Verdict>& verdicts() const;

  /// Adds a claim, which is a test that is not in a file yet. The claim gets the next number. Returns false, and adds nothing, if
  /// the claim has no value on this model.
  bool add(const Claim& claim);
  /// Adds a statement about `instance`. If `wanted` is true: the facts and `formula` are all true. If `wanted` is false: at least
  /// one of them is false. If `formula` is noId, the statement is about the facts only. `formula` must be a node of the model.
  /// Returns false, and adds nothing, if the statement has no value on this model.
  bool add(std::shared_ptr<const model::Instance> instance, model::ExprId formula, bool wanted);
  /// The number of tests and claims.
  std::uint32_t size() const;
  /// The valuation of a test or claim. Null if the solver decides the test, or if the test has no outcome.
  const model::Instance* instanceOf(std::uint32_t test) const;

  /// Returns the numbers, ascending, of the tests and claims whose verdict changes if the mutants of `change` are applied
  /// together. Skips tests that the solver decides; `killersBySolving` is for these. Returns at most `atMost` numbers. Judges
  /// test number `first` and all later tests, then the tests before `first`. Returns no number if the changes exclude each other.
  std::vector<std::uint32_t> killers(std::span<const Mutant> change, std::size_t atMost = -1, std::uint32_t first = 0);
  std::vector<std::uint32_t> killers(const Mutant& mutant, std::size_t atMost = -1, std::uint32_t first = 0) {
    return killers({&mutant, 1}, atMost, first);
  }
  /// Like `killers`, but judges only the tests and claims with the numbers `begin` and above, in ascending order. There is no
  /// limit for how many numbers it returns.
  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, std::span<const Mutant> change);
  /// Like `killersFrom` above, for the change that replaces the body of `predicate` by `instead`. The predicate must have no
  /// parameters.
  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, model::FuncId predicate, model::ExprId instead);

  // Functions to judge many tests on one change. `lay` applies the change, `holds` and `changedOf` judge tests on it, and
  // `restore` takes it away. `make` changes the overlay, for example by Overlay::replace. If `make` returns false, `lay` applies
  // nothing and returns false, too.
  bool lay(const std::function<bool(model::Overlay&)>& make);
  bool lay(std::span<const Mutant> change);
  /// Whether a test or claim holds on the changed model; nothing if evaluation cannot decide.
  std::optional<bool> holds(std::uint32_t test);
  /// Judges `tests` from scratch on the changed model. This takes a thousand times as long as `holds`, so use it only for tests
  /// for which `holds` returns nothing. Returns the tests whose verdict changes. Afterwards only `restore` may be called.
  std::vector<std::uint32_t> changedOf(const std::vector<std::uint32_t>& tests);
  /// Restores the model. Must be called for every applied change, and may be called without one.
  void restore();

  /// Whether a limit was reached before all tests were judged on the last mutant.
  bool ranOutOfTime() const;
  /// Whether the last call of `killersBySolving` left some test undecided because of the time limit.
  bool wasUndecided() const;
  std::vector<std::uint32_t> killersBySolving(const Mutant& mutant, std::size_t atMost = -1);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::strength
