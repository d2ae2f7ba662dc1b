#include "strength/audit/tightness.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "evaluator/judge.h"
#include "model/changes/overlay.h"
#include "model/one_line.h"
#include "parser/command_text.h"
#include "solver/grounding/problem.h"
#include "solver/session/background.h"
#include "solver/session/search.h"
#include "solver/unsupported.h"
#include "strength/mutation/apply.h"
#include "strength/mutation/mutant.h"
#include "strength/mutation/mutant_text.h"
#include "strength/mutation/mutants.h"
#include "suite/text/place.h"
#include "suite/valuation/valuation_table.h"
#include "support/memory.h"
#include "support/plural.h"

namespace aunit::strength::audit {

using namespace model;
using solver::Verdict;

namespace {

// Limit for the pairs of a mutant and a check. If there are n times as many pairs, only every n-th mutant is tried.
constexpr std::size_t mostQuestions = 400;
// A question about a mutant ends after the solver has checked the budget this many times. The solver checks it about every
// 65,536 steps of a translation and about every 20 conflicts, so these limits are the same on every machine.
constexpr int questionsOfMutant = 300;
constexpr int questionsOfExample = 3000;  // for the mutant that the report shows
constexpr double longestQuestion = 10;    // in seconds: a question also ends after this time, which is rarely reached

/// Whether the mutant changes a fact, or the block of facts of a signature.
bool isOfFact(const Model& model, const Mutant& mutant) {
  const Paragraph& paragraph = model.paragraphs()[mutant.paragraph];
  if (model.modules()[paragraph.module].library || mutant.place == noId || mutant.field != noId) return false;
  return paragraph.kind == Paragraph::Kind::fact || paragraph.kind == Paragraph::Kind::sig;
}

/// Whether the mutant only removes a constraint.
bool isRemoval(const Mutant& mutant) {
  return (mutant.edit == Edit::truth && !mutant.negated) || mutant.edit == Edit::remove;
}

class ChangedFacts {
 public:
  ChangedFacts(const parser::Loaded& loaded, std::span<const HoldingCheck> checks, const solver::Options& options,
               const support::Budget& budget)
      : own_(parser::copyOf(loaded)),
        model_(*own_->model),
        overlay_(model_),
        checks_(checks),
        steady_{.solver = "steady",
                .symmetry = options.symmetry,
                .skolemDepth = options.skolemDepth,
                .semantics = options.semantics,
                .threads = solver::Threads::one},
        budget_(budget),
        found_(checks.size()),
        counterexamples_(checks.size()),
        shown_(checks.size(), nullptr) {
    for (const HoldingCheck& check : checks) problems_.push_back(solver::problemOf(model_, check.command));
    mutants_ = mutantsOf(model_, {});
    std::erase_if(mutants_, [&](const Mutant& mutant) { return !isOfFact(model_, mutant); });
  }

  std::vector<Tightness> found() {
    try {
      const std::size_t stride = std::max<std::size_t>(1, mutants_.size() * checks_.size() / mostQuestions);
      for (std::size_t i = 0; i < mutants_.size(); i += stride) tryMutant(mutants_[i]);
      for (std::size_t check = 0; check < checks_.size(); ++check)
        if (shown_[check]) found_[check].example = exampleOf(check);
    } catch (const solver::Unsupported&) {
    } catch (const support::Exhausted&) {
      // The report says how many mutants were tried before the budget ended.
    } catch (const std::bad_alloc&) {
      support::memoryRanOut = true;
    }
    overlay_.rollback();
    return std::move(found_);
  }

 private:
  void tryMutant(const Mutant& mutant) {
    support::Budget(budget_).check();
    if (apply(mutant, overlay_)) {
      overlay_.install();
      for (std::size_t check = 0; check < checks_.size(); ++check) {
        Tightness& tightness = found_[check];
        ++tightness.mutants;
        const Verdict verdict = isNeeded(mutant, checks_[check]) ? ask(check) : Verdict::unsatisfiable;
        if (verdict == Verdict::satisfiable) {
          ++tightness.breaking;
          if (!shown_[check] || (isRemoval(mutant) && !isRemoval(*shown_[check]))) shown_[check] = &mutant;
        } else if (verdict != Verdict::unsatisfiable) {
          ++tightness.undecided;
        }
      }
    }
    overlay_.rollback();
  }

  bool isNeeded(const Mutant& mutant, const HoldingCheck& check) const {
    const Paragraph& paragraph = model_.paragraphs()[mutant.paragraph];
    return std::ranges::any_of(check.needs,
                               [&](const auto& source) { return source.kind == paragraph.kind && source.id == paragraph.id; });
  }

  support::Budget within(int questions) const { return budget_.within({.seconds = longestQuestion}).endingAt(questions); }

  /// Decides whether the check has a counterexample in the current mutant. Tries the counterexamples of earlier mutants before it
  /// asks the solver.
  Verdict ask(std::size_t check) {
    for (const Instance& known : counterexamples_[check])
      if (isCounterexample(check, known)) return Verdict::satisfiable;
    std::vector<ExprId> goals = problems_[check].also;
    goals.push_back(problems_[check].formula);
    solver::Result result = solver::Background(model_, problems_[check], solver::Background::Facts::kept, steady_)
                                .find(goals, within(questionsOfMutant));
    if (result.verdict != Verdict::satisfiable || !result.instance) return result.verdict;
    if (!isCounterexample(check, *result.instance)) return Verdict::unknown;
    counterexamples_[check].push_back(std::move(*result.instance));
    return Verdict::satisfiable;
  }

  /// Evaluates whether the instance is a counterexample to the check in the current mutant.
  bool isCounterexample(std::size_t check, const Instance& instance) const {
    const support::Budget limited = within(questionsOfMutant);
    evaluator::Evaluator evaluator(model_, {.semantics = steady_.semantics, .budget = &limited});
    std::vector<evaluator::Constraint> constraints = evaluator::constraintsOf(model_);
    evaluator::append(constraints, evaluator::Part::formula, {{problems_[check].formula}});
    try {
      return evaluator::judge(evaluator, instance, {std::move(constraints)}).holds();
    } catch (const support::Exhausted&) {
      support::Budget(budget_).check();
      return false;
    }
  }

  /// The mutant that the report shows, with its smallest counterexample.
  std::optional<Tightness::BreakingMutant> exampleOf(std::size_t check) {
    const Mutant& mutant = *shown_[check];
    const auto written = replacementOf(mutant, model_, own_->sources);
    if (!written || !apply(mutant, overlay_)) return std::nullopt;
    overlay_.install();
    solver::Options options = steady_;
    options.preference.kind = solver::Preference::Kind::smallest;
    const solver::Result result = solver::Search(model_, problems_[check], options).next(within(questionsOfExample));
    overlay_.rollback();
    if (!result.instance) return std::nullopt;
    const bool empties = isRemoval(mutant) && written->text.find_first_not_of("{ }") == std::string::npos;
    return Tightness::BreakingMutant{.place = suite::placeOf(own_->sources, written->span),
                                     .before = onOneLine(own_->sources.text(written->span)),
                                     .after = empties ? "" : onOneLine(written->text),
                                     .counterexample = suite::tableOf(model_, *result.instance),
                                     .test = isRemoval(mutant) ? testOf(mutant, checks_[check].command) : ""};
  }

  /// Returns a test that expects a counterexample to the check if the changed fact is removed. The test removes the whole fact,
  /// because a test cannot remove a single constraint. Returns "" if the test cannot be written.
  std::string testOf(const Mutant& mutant, CommandId id) const {
    const Paragraph& paragraph = model_.paragraphs()[mutant.paragraph];
    const Command& command = model_.commands()[id];
    if (command.target != TargetKind::assertion) return "";
    std::string left = fmt::format("sig {}", model_.sig(paragraph.id).name);
    if (paragraph.kind == Paragraph::Kind::fact) {
      const Span name = model_.facts()[paragraph.id].nameSpan;
      if (!name.known()) return "";
      left = fmt::format("fact {}", own_->sources.text(name));
    }
    const std::string& assertion = model_.assertions()[command.targetId].name;
    const std::string scope = parser::scopeText(model_, command.scope);
    return fmt::format("test \"{0} can fail\" {{ without {1} {{ check {0}{2}{3} expect 1 }} }}", assertion, left,
                       scope.empty() ? "" : " for ", scope);
  }

  const std::unique_ptr<parser::Loaded> own_;
  Model& model_;
  Overlay overlay_;
  const std::span<const HoldingCheck> checks_;
  const solver::Options steady_;
  const support::Budget& budget_;
  std::vector<Tightness> found_;
  std::vector<std::vector<Instance>> counterexamples_;  // by check
  std::vector<const Mutant*> shown_;                    // by check: the mutant that the report shows, or null
  std::vector<solver::Problem> problems_;               // by check
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Tightness> tightnessOf(const parser::Loaded& loaded, std::span<const HoldingCheck> checks,
                                   const solver::Options& options, const support::Budget& budget) {
  if (checks.empty()) return {};
  return ChangedFacts(loaded, checks, options, budget).found();
}

std::string textOf(const Tightness& tightness) {
  std::string text = fmt::format("{} of {} of the facts {} a counterexample", tightness.breaking,
                                 support::plural(tightness.mutants, "mutant"), tightness.breaking == 1 ? "has" : "have");
  if (tightness.undecided != 0) text += fmt::format(", {} undecided", tightness.undecided);
  return text;
}

}  // namespace aunit::strength::audit
