// Tests against mutants, by evaluation: each test's constraints are judged once on the model as it is; for a mutant only those
// that it reaches are judged again, on the same valuations.
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
  /// For each mutant, and of each test of it that the solver decides. When it is to stop, whatever comes out is of no use.
  support::Limits limits{.seconds = 10};
  support::Budget budget{};  // for reading the tests at first: none of them goes on beyond it
};

/// The verdict of a test on the model as it is.
struct Verdict {
  bool usable = false;  // its outcome is as expected
  bool holds = false;   // the valuation is a solution, the formula holds, there is an instance
  bool wanted = false;  // whether it should; a `run` that says nothing about that should, as for the runner
  bool solved = false;  // only the solver can tell
  std::string why;      // of one that is not usable
  suite::Outcome outcome = suite::Outcome::passed;  // of a test, by the runner's judge
};

/// Judges the mutants of one loaded file, one after the other. For one thread; each needs a file loaded for itself.
class Judge {
 public:
  /// Judges all tests on the model as it is. The model is changed and restored while mutants are judged.
  Judge(parser::Loaded& loaded, std::vector<suite::TestCase> tests, JudgeOptions options);
  ~Judge();

  const std::vector<suite::TestCase>& tests() const;
  const std::vector<Verdict>& verdicts() const;

  /// Adds a claim to what mutants are judged by: a test that is in no file yet. It gets the next number. False, and nothing
  /// added, when it has no value here.
  bool add(const Claim& claim);
  /// Adds what a command says of an instance: whether facts and its formula hold there (noId: the facts alone), and whether they
  /// should. The formula is one of the model's own. False, and nothing added, when it has no value here.
  bool add(std::shared_ptr<const model::Instance> instance, model::ExprId formula, bool wanted);
  /// How many tests and claims there are.
  std::uint32_t size() const;
  /// The subject of one of them; null if the solver decides, or there is no outcome.
  const model::Instance* instanceOf(std::uint32_t test) const;

  /// Which tests and claims tell a mutant, or several changes at once, from the model: those whose verdict changes, ascending.
  /// Tests that the solver decides are left to `killersBySolving`. `atMost` of them are looked for, beginning with `first` where
  /// given. None where the changes exclude each other.
  std::vector<std::uint32_t> killers(std::span<const Mutant> change, std::size_t atMost = -1, std::uint32_t first = 0);
  std::vector<std::uint32_t> killers(const Mutant& mutant, std::size_t atMost = -1, std::uint32_t first = 0) {
    return killers({&mutant, 1}, atMost, first);
  }
  /// All those from number `begin` on.
  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, std::span<const Mutant> change);
  /// The tests that would notice if a predicate without parameters said this formula instead.
  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, model::FuncId predicate, model::ExprId instead);

  // Asking about one change as often as one likes. `make` lays it over the model: a mutant, or nodes put where others stand
  // (Overlay::replace). False, and nothing laid, where it says so.
  bool lay(const std::function<bool(model::Overlay&)>& make);
  bool lay(std::span<const Mutant> change);
  /// Whether a test or claim holds now, passing or failing before; nothing if evaluation cannot tell.
  std::optional<bool> holds(std::uint32_t test);
  /// For tests of which that says nothing: which hold now and did not before, or the other way round. They are read again,
  /// which takes a thousand times as long; afterwards there is nothing to be asked but to restore.
  std::vector<std::uint32_t> changedOf(const std::vector<std::uint32_t>& tests);
  /// The model as it was, whether anything was laid or not. Every change that is laid has to be taken away.
  void restore();

  /// Whether the time was up before all tests were judged on the last mutant.
  bool ranOutOfTime() const;
  /// Whether a test of the mutant that `killersBySolving` was asked about last had no outcome in time.
  bool wasUndecided() const;
  std::vector<std::uint32_t> killersBySolving(const Mutant& mutant, std::size_t atMost = -1);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::strength
