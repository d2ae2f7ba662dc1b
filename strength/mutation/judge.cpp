#include "strength/mutation/judge.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "evaluator/evaluator.h"
#include "strength/mutation/changed_model.h"
#include "strength/mutation/trial.h"
#include "suite/test_judge.h"
#include "suite/valuation/predicate_statement.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

class Judge::Work {
 public:
  Work(parser::Loaded& loaded, std::vector<suite::TestCase> tests, JudgeOptions options)
      : loaded_(loaded),
        model_(*loaded.model),
        tests_(std::move(tests)),
        options_(options),
        evaluator_(model_, {.semantics = options.semantics, .budget = &budget_}),
        trials_(loaded, evaluator_, options.semantics),
        changed_(model_, evaluator_, options.semantics) {
    suite::JudgeOptions how = judgeOptions();
    how.budget = options.budget;
    suite::TestJudge judge(loaded_, how);
    for (const suite::TestCase& test : tests_) verdicts_.push_back(read(test, judge));
  }

  const std::vector<suite::TestCase>& tests() const { return tests_; }
  const std::vector<Verdict>& verdicts() const { return verdicts_; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(cases_.size()); }

  bool add(const Claim& claim) {
    budget_ = options_.budget.within(options_.limits.untimed());
    auto c = trials_.trialOf(claim);
    if (!c) return false;
    const bool holds = c->possible && c->broken == 0;
    verdicts_.push_back({.usable = true, .holds = holds, .wanted = holds, .solved = false, .why = ""});
    cases_.push_back(std::move(*c));
    return true;
  }

  bool add(std::shared_ptr<const Instance> instance, ExprId formula, bool wanted) {
    budget_ = options_.budget.within(options_.limits.untimed());
    auto c = trials_.trialOf(std::move(instance), formula);
    if (!c) return false;
    const bool holds = c->possible && c->broken == 0;
    verdicts_.push_back({.usable = holds == wanted, .holds = holds, .wanted = wanted, .solved = false, .why = ""});
    cases_.push_back(std::move(*c));
    return true;
  }

  const Instance* instanceOf(std::uint32_t test) const { return cases_[test].instance.get(); }

  bool lay(const auto& change) {
    if (!changed_.lay(change)) return false;
    startClock();
    return true;
  }

  std::optional<bool> holds(std::uint32_t test) { return changed_.holds(cases_[test]); }

  std::vector<std::uint32_t> changedOf(const std::vector<std::uint32_t>& tests) {
    std::vector<std::uint32_t> result;
    judgeAnew(tests, tests.size(), result);
    return result;
  }

  void restore() { changed_.restore(); }

  std::vector<std::uint32_t> killers(std::span<const Mutant> change, std::size_t atMost, std::uint32_t first) {
    std::vector<std::uint32_t> order(size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::rotate(order, order.begin() + std::min(first, size()));
    return killers(change, order, atMost);
  }

  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, std::span<const Mutant> change) {
    std::vector<std::uint32_t> order(size() - begin);
    std::iota(order.begin(), order.end(), begin);
    return killers(change, order, std::size_t(-1));
  }

  std::vector<std::uint32_t> killers(std::span<const Mutant> change, std::span<const std::uint32_t> order, std::size_t atMost) {
    std::vector<std::uint32_t> result;
    if (!lay(change)) return result;
    std::vector<std::uint32_t> again;  // tests that judgeAnew() must judge, because holds() gives no value
    for (const std::uint32_t t : order) {
      if (result.size() >= atMost) break;
      if (!verdicts_[t].usable || !cases_[t].instance) continue;
      const auto now = holds(t);
      if (!now && t < tests_.size())
        again.push_back(t);
      else if (now && *now != verdicts_[t].holds)
        result.push_back(t);
    }
    changed_.endEvaluation();
    if (result.size() < atMost && !again.empty() && !ranOutOfTime()) judgeAnew(again, atMost, result);
    changed_.restore();
    std::ranges::sort(result);
    return result;
  }

  std::vector<std::uint32_t> killersFrom(std::uint32_t begin, FuncId predicate, ExprId instead) {
    std::vector<std::uint32_t> result;
    startClock();
    evaluator_.setMark();
    for (std::uint32_t t = begin; t < size() && !ranOutOfTime(); ++t) {
      const Trial& c = cases_[t];
      if (!verdicts_[t].usable || !c.instance || !c.possible || !c.certain) continue;
      const auto concerned = [&](const Trial::Part& part) { return part.called == predicate && !part.value; };
      std::size_t broken = c.broken;
      for (const Trial::Part& part : c.parts) broken -= concerned(part) && !part.holds;
      if (broken != 0 || std::ranges::none_of(c.parts, concerned)) continue;
      const auto isNegated = [&](const Trial::Part& part) { return concerned(part) && part.negated; };
      try {
        bind(evaluator_, c);
        // Below a negation, an overflow could give `instead` another value than holds() returns. Then skips the test.
        if (options_.semantics.noOverflow && std::ranges::any_of(c.parts, isNegated) && evaluator_.dependsOnNegation(instead))
          continue;
        const bool value = evaluator_.holds(instead);
        const bool holds =
            std::ranges::all_of(c.parts, [&](const Trial::Part& part) { return !concerned(part) || value != part.negated; });
        if (holds != verdicts_[t].holds) result.push_back(t);
      } catch (const evaluator::EvaluationError&) {
        // If the formula has no value, the test does not kill the mutant.
      } catch (const support::Exhausted&) {
        // If the time is up, the test does not kill the mutant either.
      }
    }
    evaluator_.rollback();
    return result;
  }

  bool ranOutOfTime() const { return budget_.exhausted().has_value(); }
  bool wasUndecided() const { return undecided_; }

  std::vector<std::uint32_t> killersBySolving(const Mutant& mutant, std::size_t atMost) {
    std::vector<std::uint32_t> result, solved;
    if (!lay(std::span(&mutant, 1))) return result;
    budget_ = support::Budget(options_.limits.untimed());
    undecided_ = false;
    changed_.endEvaluation();
    for (std::uint32_t t = 0; t < tests_.size(); ++t)
      if (verdicts_[t].usable && !cases_[t].instance && changed_.reaches(tests_[t])) solved.push_back(t);
    if (!solved.empty()) judgeAnew(solved, atMost, result);
    changed_.restore();
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void startClock() { budget_ = support::Budget(options_.limits); }

  suite::JudgeOptions judgeOptions() const {
    return {.semantics = options_.semantics, .limits = options_.limits, .threads = solver::Threads::one, .conflicts = false};
  }

  // --- The unchanged model.

  /// Whether the test's formula should hold; nothing for a `run` without `expect`.
  std::optional<bool> expectation(const suite::TestCase& test) const {
    switch (test.kind) {
      case TestKind::violates:
      case TestKind::invalid: return false;
      case TestKind::command:
      case TestKind::predicate: {
        const model::Command& command = model_.commands()[test.test.command];
        if (test.test.instances) return true;
        if (command.expect < 0 && !test.predicate && command.check) return false;
        return command.expect < 0 ? std::nullopt : std::optional(command.expect != 0);
      }
      default: return true;
    }
  }

  /// Judges a test. Throws if memory was exhausted, because otherwise the mutant would count as survived.
  static suite::TestResult judgedBy(suite::TestJudge& judge, const suite::TestCase& test) {
    suite::TestResult result = judge.judge(test);
    if (result.outcome == suite::Outcome::error && result.message.starts_with(suite::outOfMemory)) throw std::bad_alloc();
    return result;
  }

  /// Whether the test's formula holds, given the outcome that suite::TestJudge found. Nothing if the outcome is neither passed
  /// nor failed.
  std::optional<bool> holds(const suite::TestCase& test, suite::Outcome outcome) const {
    if (outcome != suite::Outcome::passed && outcome != suite::Outcome::failed) return std::nullopt;
    bool wanted = expectation(test).value_or(true);
    return (outcome == suite::Outcome::passed) == wanted;
  }

  Verdict read(const suite::TestCase& test, suite::TestJudge& judge) {
    Verdict verdict;
    cases_.emplace_back();
    const suite::TestResult result = judgedBy(judge, test);
    verdict.outcome = result.outcome;
    if (!test.test.expectedError.empty()) {
      verdict.why = result.message.empty() ? "it expects an error" : result.message;
      return verdict;
    }
    if (!test.test.without.empty()) {
      verdict.why = "the test removes a part of the model";
      return verdict;
    }
    const auto truth = holds(test, result.outcome);
    if (!truth) {
      verdict.why = result.message;
      return verdict;
    }
    verdict.holds = *truth;
    verdict.wanted = expectation(test).value_or(true);  // a `run` without `expect` should hold, as in the runner
    verdict.usable = !expectation(test) || result.outcome == suite::Outcome::passed;
    if (!verdict.usable) verdict.why = result.message.empty() ? "it fails" : result.message;
    verdict.solved = result.engine != suite::Engine::evaluated;
    if (verdict.solved) return verdict;
    budget_ = options_.budget.within(options_.limits.untimed());
    try {
      cases_.back() = trials_.trialOf(test);
    } catch (const support::Exhausted&) {
      const auto why = options_.budget.exhausted();
      if (!why) throw;
      cases_.back() = {};
      return {.why = *why, .outcome = suite::Outcome::error};
    }
    return verdict;
  }

  // --- A mutant.

  /// Judges `tests` again, with the mutant as the model. Appends the tests that kill the mutant to `result`, until `result` has
  /// `atMost` elements.
  void judgeAnew(const std::vector<std::uint32_t>& tests, std::size_t atMost, std::vector<std::uint32_t>& result) {
    const auto asked = [](suite::TestCase& test) {
      std::vector<ExprId*> formulas = {&test.test.formula};
      if (auto& completion = test.test.completion) formulas.insert(formulas.end(), {&completion->some, &completion->fails});
      return formulas;
    };
    std::vector<ExprId> formulas;  // the formulas of all `tests`, with the change that the mutant makes
    for (const std::uint32_t t : tests)
      for (const ExprId* formula : asked(tests_[t]))
        formulas.push_back(*formula == noId ? noId : changed_.overlay().now(*formula));
    changed_.overlay().install();
    suite::TestJudge judge(loaded_, judgeOptions());
    auto next = formulas.begin();
    for (const std::uint32_t t : tests) {
      if (result.size() >= atMost || ranOutOfTime()) return;
      suite::TestCase test = tests_[t];
      for (ExprId* formula : asked(test)) *formula = *next++;
      if (test.predicate) {
        auto read = suite::readPredicateValuation(model_, model_.commands()[test.test.command]);
        test.predicate = read ? std::make_shared<const suite::PredicateValuation>(std::move(*read)) : nullptr;
        if (!read) test.kind = TestKind::command;
      }
      const auto began = Clock::now();
      const suite::TestResult judged = judgedBy(judge, test);
      if (suite::isInternalError(judged))
        throw std::logic_error(judged.message.substr(std::min(suite::internalErrorBegins.size(), judged.message.size())));
      const auto truth = holds(test, judged.outcome);
      if (truth && *truth != verdicts_[t].holds) result.push_back(t);
      const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
      undecided_ = undecided_ || (!truth && options_.limits.seconds > 0 && seconds >= options_.limits.seconds);
    }
  }

  parser::Loaded& loaded_;
  Model& model_;
  std::vector<suite::TestCase> tests_;
  JudgeOptions options_;
  support::Budget budget_;  // budget of the current mutant
  evaluator::Evaluator evaluator_;
  TrialReader trials_;
  ChangedModel changed_;
  bool undecided_ = false;  // see Judge::wasUndecided
  std::vector<Trial> cases_;
  std::vector<Verdict> verdicts_;
};

Judge::Judge(parser::Loaded& loaded, std::vector<suite::TestCase> tests, JudgeOptions options)
    : work_(std::make_unique<Work>(loaded, std::move(tests), options)) {}
Judge::~Judge() = default;

const std::vector<suite::TestCase>& Judge::tests() const {
  return work_->tests();
}
const std::vector<Verdict>& Judge::verdicts() const {
  return work_->verdicts();
}
bool Judge::add(const Claim& claim) {
  return work_->add(claim);
}
bool Judge::add(std::shared_ptr<const Instance> instance, ExprId formula, bool wanted) {
  return work_->add(std::move(instance), formula, wanted);
}
const Instance* Judge::instanceOf(std::uint32_t test) const {
  return work_->instanceOf(test);
}
bool Judge::lay(const std::function<bool(model::Overlay&)>& make) {
  return work_->lay(make);
}
bool Judge::lay(std::span<const Mutant> change) {
  return work_->lay(change);
}
std::optional<bool> Judge::holds(std::uint32_t test) {
  return work_->holds(test);
}
std::vector<std::uint32_t> Judge::changedOf(const std::vector<std::uint32_t>& tests) {
  return work_->changedOf(tests);
}
void Judge::restore() {
  work_->restore();
}
std::uint32_t Judge::size() const {
  return work_->size();
}
std::vector<std::uint32_t> Judge::killers(std::span<const Mutant> change, std::size_t atMost, std::uint32_t first) {
  return work_->killers(change, atMost, first);
}
std::vector<std::uint32_t> Judge::killersFrom(std::uint32_t begin, std::span<const Mutant> change) {
  return work_->killersFrom(begin, change);
}
std::vector<std::uint32_t> Judge::killersFrom(std::uint32_t begin, FuncId predicate, ExprId instead) {
  return work_->killersFrom(begin, predicate, instead);
}
bool Judge::wasUndecided() const {
  return work_->wasUndecided();
}

bool Judge::ranOutOfTime() const {
  return work_->ranOutOfTime();
}
std::vector<std::uint32_t> Judge::killersBySolving(const Mutant& mutant, std::size_t atMost) {
  return work_->killersBySolving(mutant, atMost);
}

}  // namespace aunit::strength
