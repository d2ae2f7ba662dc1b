#include "strength/repair.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "solver/budget.h"
#include "solver/search.h"
#include "strength/apply.h"
#include "strength/command_check.h"
#include "strength/edit_cost.h"
#include "strength/edited_model.h"
#include "strength/repair_bench.h"
#include "strength/repair_subjects.h"
#include "strength/synthesis/bodies.h"
#include "strength/title.h"
#include "strength/told_apart.h"
#include "suite/coverage_subject.h"
#include "suite/formula_text.h"
#include "suite/test_case.h"
#include "suite/test_judge.h"

namespace aunit::strength {

using model::CommandId;
using model::ExprId;
using model::Instance;
using model::noId;
using synthesis::Effort;
using synthesis::Reply;
using Clock = std::chrono::steady_clock;

namespace {

class Repairing {
 public:
  Repairing(parser::Loaded& loaded, const std::string& path, const RepairOptions& options)
      : loaded_(loaded),
        path_(path),
        model_(*loaded.model),
        options_(options),
        deadline_(options.timeout > 0 ? solver::Budget::deadlineIn(options.timeout) : Clock::time_point::max()),
        tests_(suite::collectTests(loaded)),
        written_(model_.exprCount()),
        types_(model_),
        nodes_(model_, types_),
        vocabulary_(model_, nodes_, avoided()) {
    for (model::VarId v = 0; v < model_.variables().size(); ++v) variableLeaves_.push_back(vocabulary_.leafOf(v, nodes_));
    settled_ = model_.exprCount();
    stop_ = [this] {
      say(doing_);
      return isOver();
    };
  }

  Repairs run() {
    say("reading tests and commands");
    evidence_.emplace(loaded_, EvidenceOptions{options_.noOverflow, options_.timeout, options_.stop});
    result_.complaints = evidence_->complaints();
    result_.contradictions = evidence_->contradictions();
    result_.scope = scopeText();
    std::vector<CommandId> ofTests;
    for (const suite::TestCase& test : suite::statementsOf(tests_))
      if (test.test.command != noId && test.kind != model::TestKind::command) ofTests.push_back(test.test.command);
    check_.emplace(model_, ofTests, CommandOptions{options_.noOverflow, options_.timeout, options_.stop});
    result_.judged = evidence_->judge().tests().size() + check_->commands().size();
    if (result_.complaints.empty() || !result_.contradictions.empty()) return finish();
    overlay_.emplace(model_);
    subjects_ = repairSubjects(*evidence_, variableLeaves_);
    // What only a part of the model depends on is the likelier place: predicates and functions come first, then facts, at last
    // declarations.
    try {
      operatorsOn(Kind::predicate);
      synthesisOn(Kind::predicate, 0);
      operatorsTogetherOn(Kind::predicate, 2);
      operatorsOn(Kind::fact);
      operatorsOn(Kind::sig);
      for (int round = 0; round < rounds; ++round) {
        if (round > 0) synthesisOn(Kind::predicate, round);
        synthesisOn(Kind::fact, round);
        if (round == 0) operatorsTogetherOn(Kind::fact, 2);
        if (round == 1) operatorsTogetherOn(Kind::predicate, 3);
      }
    } catch (const evaluator::Interrupted&) {
      // What was found until then is shown.
    }
    return finish();
  }

 private:
  using Kind = model::Paragraph::Kind;
  static constexpr int rounds = 3;
  static constexpr double timeForText = 2;       // seconds for a test or command of an edited text
  static constexpr std::uint32_t fartherBy = 4;  // tokens more than twice the best proposal's: nobody wants to read it

  void operatorsOn(Kind kind) {
    for (const RepairSubject& subject : subjects_)
      if (subject.kind == kind && !isOver() && !isMended(subject)) byOperators(subject);
  }
  /// Several changes at once, for a part of the time that is left.
  void operatorsTogetherOn(Kind kind, int depth) {
    const auto left = deadline_ - Clock::now();
    const Clock::time_point until = options_.timeout > 0 ? Clock::now() + left / 4 : Clock::now() + std::chrono::seconds(60);
    for (const RepairSubject& subject : subjects_)
      if (subject.kind == kind && subject.isFormula && !isOver() && !isMended(subject))
        byOperatorsTogether(subject, depth, until);
  }
  void synthesisOn(Kind kind, int round) {
    for (RepairSubject& subject : subjects_)
      if (subject.kind == kind && subject.isFormula && !isOver() && !isMended(subject)) bySynthesis(subject, round);
  }

  bool isOver() const { return (options_.stop && options_.stop->load(std::memory_order_relaxed)) || Clock::now() > deadline_; }
  /// Everything that this subject could mend is mended by some proposal.
  bool isMended(const RepairSubject& subject) const {
    for (std::uint32_t complaint = 0; complaint < subject.leftAlone.size(); ++complaint)
      if (!subject.leftAlone[complaint] && !isMended(complaint)) return false;
    return true;
  }
  bool isMended(std::uint32_t complaint) const {
    return std::ranges::any_of(result_.found, [&](const Repair& repair) { return isAmong(repair.mends, complaint); });
  }
  void say(const char* what) {
    doing_ = what;
    if (options_.progress) options_.progress(result_.tried, what);
  }

  Repairs finish() {
    result_.cutShort = isOver();
    std::ranges::stable_sort(result_.found, {}, [](const Repair& r) { return std::pair(r.mends, r.cost); });
    std::vector<Repair> standing;
    for (Repair& repair : result_.found) {
      const auto best = std::ranges::find(standing, repair.mends, &Repair::mends);
      const bool farther = best != standing.end() && repair.cost > 2 * best->cost + fartherBy;
      const auto alike = static_cast<std::size_t>(std::ranges::count(standing, repair.mends, &Repair::mends));
      if (!farther && alike < options_.limit && standsAsText(repair)) standing.push_back(std::move(repair));
    }
    result_.found = std::move(standing);
    if (!result_.cutShort && result_.found.size() > 1 && result_.found.front().verified == HeldAgainst::tests) findDifference();
    return std::move(result_);
  }

  /// Where the best proposal and one behind it differ, which tests alone cannot tell.
  void findDifference() {
    const auto first = edited(loaded_, path_, options_.load, result_.found.front().edits);
    for (std::size_t i = 1; i < result_.found.size() && !result_.difference && !isOver(); ++i) {
      const auto other = edited(loaded_, path_, options_.load, result_.found[i].edits);
      const std::uint32_t paragraph = result_.found[i].paragraph;
      if (paragraph != result_.found.front().paragraph) continue;
      if (auto claim = toldApart(*first->model, *other->model, paragraph, options_.noOverflow, deadline_, options_.stop))
        result_.difference =
            Difference{i, *claim, titleOf(*first, *claim, {.noOverflow = options_.noOverflow, .stop = options_.stop})};
    }
  }

  /// By test, each statement for itself; those that the solver decides are asked as commands.
  std::vector<bool> passes(const parser::Loaded& loaded) const {
    suite::TestJudge judge(loaded, {.noOverflow = options_.noOverflow, .timeout = timeForText});
    std::vector<bool> passed;
    for (const suite::TestCase& test : suite::statementsOf(suite::collectTests(loaded)))
      passed.push_back(test.kind == model::TestKind::command || !suite::isProblem(judge.judge(test).outcome));
    return passed;
  }

  static bool isAmong(const std::vector<std::uint32_t>& all, std::uint32_t one) {
    return std::ranges::find(all, one) != all.end();
  }

  /// The edited text is read again, and asked once more, also when time is up: what is shown is what was held against the
  /// commands.
  bool standsAsText(const Repair& repair) {
    const auto changed = edited(loaded_, path_, options_.load, repair.edits);
    if (!changed->ok() || changed->model->commands().size() != model_.commands().size()) return false;
    if (!passedBefore_) passedBefore_ = passes(loaded_);
    const std::vector<bool>&before = *passedBefore_, now = passes(*changed);
    if (before.size() != now.size()) return false;
    for (std::size_t t = 0; t < now.size(); ++t)
      if (!now[t] && (before[t] || isAmong(repair.mends, evidence_->cases()[t].complaint))) return false;
    for (const CommandCheck::Expected& expected : check_->commands()) {
      const bool mended = std::ranges::any_of(
          repair.mends, [&](std::uint32_t complaint) { return result_.complaints[complaint].command == expected.command; });
      if (!mended) continue;
      solver::Options solving;
      solving.noOverflow = options_.noOverflow;
      solving.timeout = timeForText;
      solving.threads = solver::Threads::one;
      const auto verdict =
          solver::Search(*changed->model, solver::problemOf(*changed->model, expected.command), solving).next().verdict;
      if (verdict == (expected.wanted ? solver::Verdict::unsatisfiable : solver::Verdict::satisfiable)) return false;
    }
    return true;
  }

  /// "for 3" of those that complain.
  std::string scopeText() const {
    std::string text;
    for (const Complaint& complaint : result_.complaints) {
      if (complaint.command == noId) continue;
      const std::string& command = model_.commands()[complaint.command].text;
      const std::size_t begin = command.find(" for "), end = std::min(command.find(" expect "), command.size());
      const std::string own = begin == std::string::npos ? "for 3" : command.substr(begin + 1, end - begin - 1);
      if (text.find(own) == std::string::npos) text += (text.empty() ? "" : ", ") + own;
    }
    return text;
  }

  std::vector<model::ModuleId> avoided() const {
    std::vector<model::ModuleId> modules;
    for (model::ModuleId m = 0; m < model_.modules().size(); ++m)
      if (model_.modules()[m].ofTests) modules.push_back(m);
    return modules;
  }

  // --- Candidates.

  /// Of a change: what the tests, cases and commands say; if all is well it becomes a proposal.
  bool consider(const RepairSubject& subject, const std::function<bool(model::Overlay&)>& make,
                const std::function<std::vector<Replacement>()>& text) {
    ++result_.tried;
    if (!evidence_->judge().lay(make)) return false;
    auto miss = evidence_->firstMiss(subject.leftAlone);
    // Of some changes only reading the tests anew can tell.
    const bool unclear = miss && !evidence_->judge().holds(*miss);
    const std::size_t met = miss || subject.kind == Kind::predicate ? 0 : evidence_->met();
    evidence_->judge().restore();
    if (unclear && standsAsText(proposalOf(subject, text()))) miss.reset();
    if (miss) {
      if (const Instance* instance = evidence_->judge().instanceOf(*miss)) newcomers_.push_back({*instance, noId});
      return false;
    }
    // Facts and declarations that allow hardly anything any more mend whatever one likes.
    if (subject.kind != Kind::predicate && 2 * met < accepted()) return false;
    if (!make(*overlay_)) {
      overlay_->rollback();
      return false;
    }
    const auto missed = check_->firstMiss(*overlay_);
    std::vector<Replacement> edits = missed ? std::vector<Replacement>() : text();
    for (Replacement& edit : edits) edit = trimmed(std::move(edit), loaded_.sources);
    check_->forget(settled_);
    overlay_->rollback();
    if (missed) {
      if (missed->instance) newcomers_.push_back({std::move(*missed->instance), missed->command});
      return false;
    }
    std::string key;
    for (const Replacement& edit : edits) key += fmt::format("{}:{}:{};", edit.span.begin, edit.span.end, edit.text);
    if (!known_.insert(key).second) return false;
    result_.found.push_back(proposalOf(subject, std::move(edits)));
    return true;
  }

  Repair proposalOf(const RepairSubject& subject, std::vector<Replacement> edits) const {
    Repair repair{.paragraph = subject.paragraph, .edits = std::move(edits)};
    repair.cost = editCost(repair.edits, loaded_.sources);
    for (std::uint32_t complaint = 0; complaint < result_.complaints.size(); ++complaint) {
      if (subject.leftAlone[complaint]) continue;
      repair.mends.push_back(complaint);
      if (result_.complaints[complaint].command != noId) repair.verified = HeldAgainst::commands;
    }
    return repair;
  }

  /// Cases that a right model may get wrong, but mostly gets right, as this model does.
  std::size_t accepted() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(evidence_->cases(), [](const Case& c) { return !c.strict() && !c.fails(); }));
  }

  void byOperators(const RepairSubject& subject) {
    say("changing operators");
    for (const Mutant& mutant : subject.mutants) {
      if (isOver()) return;
      consider(
          subject, [&](model::Overlay& overlay) { return apply(mutant, overlay); },
          [&] { return std::vector{replacementOf(mutant, model_, loaded_.sources)}; });
    }
    newcomers_.clear();
  }

  void byOperatorsTogether(const RepairSubject& subject, int depth, Clock::time_point until) {
    say("changing several operators");
    try {
      RepairBench all(model_, allDemands(), subject.body, options_.noOverflow);
      if (all.task().isContradictory()) return;
      RepairBench some(model_, all.demands().of(all.telling()), subject.body, options_.noOverflow);
      std::vector<std::size_t> chosen;
      const auto choose = [&](auto&& self, std::size_t from) -> bool {  // false: it is time to end
        if (chosen.size() == static_cast<std::size_t>(depth)) return tryTogether(subject, chosen, some, all, until);
        for (std::size_t i = from; i < subject.mutants.size(); ++i) {
          chosen.push_back(i);
          const bool goOn = self(self, i + 1);
          chosen.pop_back();
          if (!goOn) return false;
        }
        return true;
      };
      choose(choose, 0);
    } catch (const synthesis::NoColumn&) {
    }
    newcomers_.clear();
  }

  bool tryTogether(const RepairSubject& subject, const std::vector<std::size_t>& chosen, RepairBench& some, RepairBench& all,
                   Clock::time_point until) {
    if (isOver() || Clock::now() > until) return false;
    const auto make = [&](model::Overlay& overlay) {
      return std::ranges::all_of(chosen, [&](std::size_t i) { return apply(subject.mutants[i], overlay); });
    };
    ++result_.tried;
    bool possible = make(*overlay_);
    try {
      possible = possible && !some.missedBy(*overlay_) && !all.missedBy(*overlay_);
    } catch (const synthesis::NoColumn&) {
      possible = false;  // of this change
    }
    overlay_->rollback();
    if (!possible) return true;
    const auto text = [&] {
      std::vector<Replacement> edits;
      for (const std::size_t i : chosen) edits.push_back(replacementOf(subject.mutants[i], model_, loaded_.sources));
      std::ranges::sort(edits, {}, [](const Replacement& edit) { return edit.span.begin; });
      return edits;
    };
    return !consider(subject, make, text);
  }

  // --- Synthesis.

  const Demands& allDemands() {
    if (!demands_) demands_ = demandsOf(*evidence_, *check_, options_.noOverflow, deadline_, options_.stop);
    return *demands_;
  }

  Effort effortOf(int round) const {
    Effort effort;
    if (round == 1) {
      effort.terms = 1500;
      effort.subsignatures = true;
      effort.matrices.cost = 10;
      effort.matrices.atoms = 20000;
      effort.matrices.parts = 1200;
      effort.matrices.clause = 3;
      effort.matrices.kept = 1500;
      effort.placeCost = 8;
      effort.placeTerms = 1500;
    } else if (round == 2) {
      effort.variables = 3;
      effort.terms = 4000;
      effort.subsignatures = true;
      effort.matrices.cost = 12;
      effort.matrices.atoms = 60000;
      effort.matrices.parts = 3000;
      effort.matrices.clause = 5;
      effort.matrices.clauseParts = 400;
      effort.matrices.kept = 3000;
      effort.placeCost = 10;
      effort.placeTerms = 4000;
    }
    return effort;
  }

  void bySynthesis(RepairSubject& subject, int round) {
    say(round == 0 ? "making formulas" : "making larger formulas");
    try {
      RepairBench all(model_, allDemands(), subject.body, options_.noOverflow);
      if (all.task().isContradictory()) return;
      std::vector<std::uint32_t> chosen = all.telling();
      for (int again = 0; again < 12 && !isOver(); ++again) {
        RepairBench some(model_, all.demands().of(chosen), subject.body, options_.noOverflow);
        const std::size_t before = chosen.size();
        if (search(subject, all, some, round, chosen)) return;
        if (chosen.size() == before) return;
      }
    } catch (const synthesis::NoColumn&) {
    }
  }

  /// One round on the chosen valuations; false proposals add others. True when there is nothing to go on for.
  bool search(RepairSubject& subject, RepairBench& all, RepairBench& some, int round, std::vector<std::uint32_t>& chosen) {
    synthesis::Bodies bodies(model_, some.sheet(), some.task(), vocabulary_, subject.parameters, stop_);
    const std::size_t before = chosen.size();
    std::size_t accepted = 0;
    const auto propose = [&](const synthesis::Proposal& proposal) {
      const auto make = [&](model::Overlay& overlay) {
        overlay.nodes().at({}, false);
        return overlay.replace(proposal.place, proposal.by(overlay.nodes()));
      };
      if (!make(*overlay_)) {
        overlay_->rollback();
        return Reply::goOn;
      }
      const auto missed = all.missedBy(*overlay_);
      overlay_->rollback();
      if (missed) {
        chosen.push_back(*missed);
        return chosen.size() >= before + 12 ? Reply::stop : Reply::goOn;
      }
      const std::size_t known = newcomers_.size();
      if (consider(subject, make, [&] { return std::vector{editOf(proposal)}; })) ++accepted;
      if (newcomers_.size() > known + 4) return Reply::stop;
      return accepted >= (round == 0 ? options_.limit : 1) ? Reply::stop : Reply::goOn;
    };
    const auto leafOf = [&](model::VarId v) { return v < variableLeaves_.size() ? variableLeaves_[v] : std::nullopt; };
    const Effort effort = effortOf(round);
    bodies.parts(subject.body.body, effort, leafOf, propose) && bodies.whole(subject.body.body, effort, propose);
    result_.tried += bodies.tried();
    for (auto& [instance, command] : newcomers_) join(std::move(instance), command, all, subject, chosen);
    newcomers_.clear();
    return accepted > 0 || isOver();
  }

  /// A counterexample that the solver found joins the valuations.
  void join(Instance instance, CommandId command, RepairBench& all, const RepairSubject& subject,
            std::vector<std::uint32_t>& chosen) {
    if (command == noId || !synthesis::Pool::fits(instance)) return;
    std::vector<ExprId> formulas;
    for (const model::Fact& fact : model_.facts()) formulas.push_back(fact.body);
    formulas.push_back(model_.commands()[command].formula);
    demands_->add(std::make_shared<const Instance>(std::move(instance)), formulas, false);
    chosen.push_back(static_cast<std::uint32_t>(demands_->instances().size()) - 1);
    RepairBench larger(model_, *demands_, subject.body, options_.noOverflow);
    std::swap(all, larger);
  }

  Replacement editOf(const synthesis::Proposal& proposal) {
    const ExprId by = proposal.by(overlay_->nodes());
    return {model_.expr(proposal.place).span,
            suite::FormulaText(model_, loaded_.sources, written_).insteadOf(proposal.place, by)};
  }

  parser::Loaded& loaded_;
  const std::string path_;
  model::Model& model_;
  const RepairOptions options_;
  const Clock::time_point deadline_;
  const std::vector<suite::TestCase> tests_;
  const ExprId written_;  // expressions of the files
  model::TypeTable types_;
  model::Nodes nodes_;
  synthesis::Vocabulary vocabulary_;
  std::vector<std::optional<synthesis::Leaf>> variableLeaves_;  // by variable
  ExprId settled_ = 0;                                          // those, and the vocabulary
  std::function<bool()> stop_;
  const char* doing_ = "";
  std::optional<Evidence> evidence_;
  std::optional<CommandCheck> check_;
  std::optional<model::Overlay> overlay_;
  std::vector<RepairSubject> subjects_;
  std::optional<Demands> demands_;
  std::optional<std::vector<bool>> passedBefore_;  // by test, on the model as it is
  std::vector<std::pair<Instance, CommandId>> newcomers_;
  std::unordered_set<std::string> known_;
  Repairs result_;
};

}  // namespace

Repairs repair(parser::Loaded& loaded, const std::string& path, const RepairOptions& options) {
  return Repairing(loaded, path, options).run();
}

}  // namespace aunit::strength
