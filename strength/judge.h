// Tests against mutants, by evaluation: each test's constraints are judged once on the model as it is; for a mutant only those
// that it reaches are judged again, on the same valuations.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "parser/front_end.h"
#include "strength/claim.h"
#include "strength/mutant.h"
#include "suite/test_case.h"

namespace aunit::strength {

struct JudgeOptions {
  bool noOverflow = false;
  double timeout = 10;  // seconds for each mutant, and for each test of it that the solver decides; 0: no limit
  const std::atomic<bool>* stop = nullptr;  // set: give up soon, whatever comes out is of no use
};

/// What a test says of the model as it is.
struct Verdict {
  bool usable = false;  // its outcome is what it expects, if it expects any
  bool holds = false;   // the valuation is a solution, the formula holds, there is an instance
  bool solved = false;  // only the solver can tell
  std::string why;      // of one that is not usable
};

/// Judges the mutants of one loaded file, one after the other. For one thread; each needs a file loaded for itself.
class Judge {
 public:
  /// Judges all tests on the model as it is. The model is changed and restored while mutants are judged.
  Judge(parser::Loaded& loaded, std::vector<suite::TestCase> tests, JudgeOptions options);
  ~Judge();

  const std::vector<suite::TestCase>& tests() const;
  const std::vector<Verdict>& verdicts() const;

  /// Adds a claim to what mutants are judged by: a test that nobody has written yet. It gets the next number. False, and nothing
  /// added, when it has no value here.
  bool add(const Claim& claim);
  /// How many tests and claims there are.
  std::uint32_t size() const;

  /// Which tests and claims tell a mutant, or several changes at once, from the model: those whose verdict changes, ascending.
  /// Tests that the solver decides are left to `killersBySolving`. `atMost` of them are looked for, beginning with `first` where
  /// given. None where the changes exclude each other.
  std::vector<std::uint32_t> killers(std::span<const Mutant> change, std::size_t atMost = -1, std::uint32_t first = 0);
  std::vector<std::uint32_t> killers(const Mutant& mutant, std::size_t atMost = -1, std::uint32_t first = 0) {
    return killers({&mutant, 1}, atMost, first);
  }
  /// Those that would notice if a predicate without parameters said this formula instead.
  std::vector<std::uint32_t> killers(model::FuncId predicate, model::ExprId instead);
  /// Whether the time was up before all tests were judged on the last mutant.
  bool ranOutOfTime() const;
  std::vector<std::uint32_t> killersBySolving(const Mutant& mutant, std::size_t atMost = -1);

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

}  // namespace aunit::strength
