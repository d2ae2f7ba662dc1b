#include "strength/repair/candidate_search.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "strength/mutation/apply.h"
#include "strength/repair/command_check.h"
#include "strength/repair/edit_cost.h"
#include "strength/repair/edited_model.h"
#include "strength/repair/repair_bench.h"
#include "strength/repair/repair_subjects.h"
#include "strength/vacuity.h"
#include "suite/test_case.h"
#include "suite/text/formula_text.h"
#include "support/cancellation.h"

namespace aunit::strength {

using namespace model;
using synthesis::Effort;
using synthesis::Reply;

namespace {

// The search in a paragraph ends after more than this many repairs with remarks, because one without remarks is then unlikely.
constexpr std::ptrdiff_t enoughDubious = 20;

bool isAmong(const std::vector<std::uint32_t>& all, std::uint32_t one) {
  return std::ranges::find(all, one) != all.end();
}

/// One search in one file. Each step changes what later steps do. An instance that refutes a formula becomes a demand on later
/// formulas. A repair ends the search for the failures that it fixes.
class CandidateSearch {
 public:
  CandidateSearch(const std::vector<DemandingFile>& files, std::size_t file, const Material& material, Evidence& evidence,
                  EditJudge& standing, const RepairOptions& options, const support::Budget& budget, Repairs& result)
      : files_(files),
        file_(file),
        loaded_(*files[file].loaded),
        model_(*loaded_.model),
        options_(options),
        budget_(budget),
        evidence_(evidence),
        standing_(standing),
        result_(result),
        material_(material) {
    for (const Complaint& complaint : evidence.complaints()) failures_.push_back(standing.failureOf(file, complaint));
  }

  void run() {
    std::vector<CommandId> ofTests;
    for (const suite::TestCase& test : evidence_.judge().tests())
      if (test.test.command != noId && test.kind != model::TestKind::command) ofTests.push_back(test.test.command);
    check_.emplace(model_, ofTests, CommandOptions{options_.semantics, budget_});
    overlay_.emplace(model_);
    subjects_ = repairSubjects(evidence_, material_.leaves);
    const support::Cancellation cancellation(budget_);
    // The fewer parts of the model depend on a paragraph, the more likely the paragraph is at fault. So predicates and functions
    // come first, then facts and declarations.
    try {
      operatorsOn(Kind::predicate);
      synthesisOn(Kind::predicate, 0);
      operatorsTogetherOn(Kind::predicate, 2);
      operatorsOn(Kind::fact);
      operatorsOn(Kind::sig);
      for (int round = 0; round < rounds; ++round) {
        patient_ = round == 0;
        if (round > 0) synthesisOn(Kind::predicate, round);
        synthesisOn(Kind::fact, round);
        if (round == 0) operatorsTogetherOn(Kind::fact, 2);
        if (round == 1) operatorsTogetherOn(Kind::predicate, 3);
      }
    } catch (const support::Exhausted&) {
      // The report shows the repairs that were found before the limit.
      evidence_.judge().restore();
      overlay_->rollback();
    }
  }

 private:
  using Kind = model::Paragraph::Kind;
  static constexpr int rounds = 3;

  void operatorsOn(Kind kind) {
    for (const RepairSubject& subject : subjects_)
      if (subject.kind == kind && !isOver() && !isMended(subject)) byOperators(subject);
  }
  /// Tries candidates with several changes: `depth` mutants of a subject together. Takes at most a quarter of the remaining time
  /// (60 seconds without a limit).
  void operatorsTogetherOn(Kind kind, int depth) {
    const support::Budget part = budget_.within({.seconds = budget_.deadline() ? budget_.secondsLeft() / 4 : 60});
    for (const RepairSubject& subject : subjects_)
      if (subject.kind == kind && subject.isFormula && !isOver() && !isMended(subject)) byOperatorsTogether(subject, depth, part);
  }
  void synthesisOn(Kind kind, int round) {
    for (RepairSubject& subject : subjects_)
      if (subject.kind == kind && subject.isFormula && !isOver() && !isMended(subject)) bySynthesis(subject, round);
  }

  bool isOver() const { return budget_.exhausted().has_value(); }
  /// Whether a repair was found for each failure that depends on the subject. While `patient_` is true, only repairs without
  /// remarks count.
  bool isMended(const RepairSubject& subject) const {
    for (std::uint32_t complaint = 0; complaint < subject.leftAlone.size(); ++complaint)
      if (!subject.leftAlone[complaint] && !isMended(failures_[complaint])) return false;
    return true;
  }
  bool isMended(std::uint32_t failure) const {
    return failure == noId || std::ranges::any_of(result_.found, [&](const Repair& r) {
             return (!patient_ || r.remarks.empty()) && isAmong(r.mends, failure);
           });
  }
  void say(const char* what) {
    doing_ = what;
    if (options_.progress) options_.progress(result_.tried, what);
  }

  // --- Candidates.

  /// Judges a candidate by the cases of the evidence and by the commands. If all have the wanted outcome and the edits are new,
  /// passes the edits to `propose` and returns its result. Otherwise returns false.
  bool consider(const RepairSubject& subject, const std::function<bool(model::Overlay&)>& make,
                const std::function<std::vector<Replacement>()>& text) {
    ++result_.tried;
    if (!evidence_.judge().lay(make)) return false;
    auto miss = evidence_.firstMiss(subject.leftAlone);
    // The judge cannot judge some changes; then the edited text must be loaded.
    const bool unclear = miss && !evidence_.judge().holds(*miss);
    const std::size_t met = miss || subject.kind == Kind::predicate ? 0 : evidence_.met();
    evidence_.judge().restore();
    if (unclear && isRight(subject, standing_.mendedBy(file_, subject.paragraph, text()))) miss.reset();
    if (miss) {
      if (const Instance* instance = evidence_.judge().instanceOf(*miss)) newcomers_.push_back({*instance, noId});
      return false;
    }
    // A fact that excludes nearly all instances would fix every failure in which the model wrongly accepts an instance, but it is
    // no sensible repair. So a change is rejected if fewer than half of the accepted() cases are still accepted.
    if (subject.kind != Kind::predicate && 2 * met < accepted()) return false;
    if (!make(*overlay_)) {
      overlay_->rollback();
      return false;
    }
    const auto missed = check_->firstWrongAnswer(*overlay_);
    std::vector<Replacement> edits = missed ? std::vector<Replacement>() : text();
    for (Replacement& edit : edits) edit = trimmed(std::move(edit), loaded_.sources);
    check_->forget(settled_);
    overlay_->rollback();
    if (missed) {
      if (result_.unmet.empty() && missed->command != noId && !missed->unknown) {
        const model::Command& command = model_.commands()[missed->command];
        result_.unmet = fmt::format("{} {}", command.check ? "check" : "run", command.label);
      }
      if (missed->instance) newcomers_.push_back({std::move(*missed->instance), missed->command});
      return false;
    }
    std::string key;
    for (const Replacement& edit : edits) key += fmt::format("{}:{}:{};", edit.span.begin, edit.span.end, edit.text);
    return known_.insert(key).second && propose(subject, std::move(edits));
  }

  /// Judges the edited text. If it fixes all failures that a change of the subject could fix, adds a repair with these edits.
  /// Returns false if the search for repairs of the subject should continue.
  bool propose(const RepairSubject& subject, std::vector<Replacement> edits) {
    Repair repair{.file = file_, .paragraph = subject.paragraph, .edits = std::move(edits)};
    repair.cost = editCost(repair.edits, loaded_.sources);
    // If there are `limit` better repairs, this one would not be shown.
    const auto better = [&](const Repair& other) {
      return other.file == file_ && other.paragraph == repair.paragraph && other.remarks.empty() && other.cost <= repair.cost;
    };
    if (static_cast<std::size_t>(std::ranges::count_if(result_.found, better)) >= options_.limit) return true;
    auto mended = standing_.mendedBy(file_, repair.paragraph, repair.edits);
    if (!isRight(subject, mended)) return false;
    repair.mends = std::move(*mended);
    if (repair.mends.empty()) return false;
    if (std::ranges::any_of(repair.mends, [&](std::uint32_t f) { return result_.failures[f].command; }))
      repair.verified = Verification::commands;
    repair.remarks = remarksOn(repair);
    result_.found.push_back(std::move(repair));
    // A repair with remarks ends the search only if more than `enoughDubious` such repairs were found in this paragraph.
    const auto alike = [&](const Repair& other) {
      return other.file == file_ && other.paragraph == subject.paragraph && !other.remarks.empty();
    };
    return result_.found.back().remarks.empty() || std::ranges::count_if(result_.found, alike) > enoughDubious;
  }

  /// Whether `mended` contains each failure that a change of the subject could fix.
  bool isRight(const RepairSubject& subject, const std::optional<std::vector<std::uint32_t>>& mended) const {
    if (!mended) return false;
    for (std::uint32_t complaint = 0; complaint < failures_.size(); ++complaint)
      if (!subject.leftAlone[complaint] && failures_[complaint] != noId && !isAmong(*mended, failures_[complaint])) return false;
    return true;
  }

  std::vector<std::string> remarksOn(const Repair& repair) {
    const DemandingFile& file = files_[file_];
    if (!vacuity_) {
      const Replacement nothing{{repair.edits.front().span.file, 0, 0}, ""};
      vacuity_.emplace(edited(loaded_, file.path, file.load, {nothing}), options_.semantics, budget_);
    }
    return vacuity_->remarks(*edited(loaded_, file.path, file.load, repair.edits), repair.paragraph);
  }

  /// Returns the number of cases that are not strict and that do not fail on the unchanged model.
  std::size_t accepted() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(evidence_.cases(), [](const Case& c) { return !c.strict() && !c.fails(); }));
  }

  void byOperators(const RepairSubject& subject) {
    say("changing operators");
    for (std::size_t i = 0; i < subject.mutants.size(); ++i) {
      if (isOver()) return;
      consider(
          subject, [&](model::Overlay& overlay) { return apply(subject.mutants[i], overlay); },
          [&] { return std::vector{subject.texts[i]}; });
    }
    newcomers_.clear();
  }

  void byOperatorsTogether(const RepairSubject& subject, int depth, const support::Budget& part) {
    say("changing several operators");
    try {
      RepairBench all(model_, allDemands(), subject.body, options_.semantics);
      if (all.task().isContradictory()) return;
      RepairBench some(model_, all.demands().of(all.telling()), subject.body, options_.semantics);
      std::vector<std::size_t> chosen;
      const auto choose = [&](auto&& self, std::size_t from) -> bool {  // returns false to end the search
        if (chosen.size() == static_cast<std::size_t>(depth)) return tryTogether(subject, chosen, some, all, part);
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
                   const support::Budget& part) {
    if (part.exhausted()) return false;
    const auto make = [&](model::Overlay& overlay) {
      return std::ranges::all_of(chosen, [&](std::size_t i) { return apply(subject.mutants[i], overlay); });
    };
    ++result_.tried;
    bool possible = make(*overlay_);
    try {
      possible = possible && !some.missedBy(*overlay_) && !all.missedBy(*overlay_);
    } catch (const synthesis::NoColumn&) {
      possible = false;  // a formula of the changed model cannot be evaluated on columns
    }
    overlay_->rollback();
    if (!possible) return true;
    const auto text = [&] {
      std::vector<Replacement> edits;
      for (const std::size_t i : chosen) edits.push_back(subject.texts[i]);
      std::ranges::sort(edits, {}, [](const Replacement& edit) { return edit.span.begin; });
      return edits;
    };
    return !consider(subject, make, text);
  }

  // --- Synthesis.

  const Demands& allDemands() {
    if (!demands_) demands_ = demandsOf(evidence_, *check_, budget_);
    return *demands_;
  }

  static Effort effortOf(int round) {
    switch (round) {
      case 0: return {};
      case 1:
        return {.subsignatures = true,
                .terms = 1500,
                .matrices = {.cost = 10, .atoms = 20000, .parts = 1200, .clause = 3, .kept = 1500},
                .placeCost = 8,
                .placeTerms = 1500};
      default:
        return {.variables = 3,
                .subsignatures = true,
                .terms = 4000,
                .matrices = {.cost = 12, .atoms = 60000, .parts = 3000, .clause = 5, .clauseParts = 400, .kept = 3000},
                .placeCost = 10,
                .placeTerms = 4000};
    }
  }

  void bySynthesis(RepairSubject& subject, int round) {
    say(round == 0 ? "making formulas" : "making larger formulas");
    try {
      RepairBench all(model_, allDemands(), subject.body, options_.semantics);
      if (all.task().isContradictory()) return;
      std::vector<std::uint32_t> chosen = all.telling();
      for (int again = 0; again < 12 && !isOver(); ++again) {
        RepairBench some(model_, all.demands().of(chosen), subject.body, options_.semantics);
        const std::size_t before = chosen.size();
        if (search(subject, all, some, round, chosen)) return;
        if (chosen.size() == before) return;
      }
    } catch (const synthesis::NoColumn&) {
    }
  }

  /// One round of synthesis on the `chosen` valuations. Adds to `chosen` the valuations on which a candidate is wrong.
  /// Returns true if the search for this subject is over.
  bool search(RepairSubject& subject, RepairBench& all, RepairBench& some, int round, std::vector<std::uint32_t>& chosen) {
    synthesis::Bodies bodies(model_, some.batch(), some.task(), material_.vocabulary, subject.parameters, budget_);
    const std::size_t before = chosen.size();
    std::size_t accepted = 0;
    const auto propose = [&](const synthesis::Proposal& proposal) {
      say(doing_);
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
      const auto edit = editOf(proposal);
      overlay_->rollback();
      if (!edit) return Reply::goOn;
      const std::size_t known = newcomers_.size();
      if (consider(subject, make, [&] { return std::vector{*edit}; })) ++accepted;
      if (newcomers_.size() > known + 4) return Reply::stop;
      return accepted >= (round == 0 ? options_.limit : 1) ? Reply::stop : Reply::goOn;
    };
    const auto leafOf = [&](model::VarId v) { return v < material_.leaves.size() ? material_.leaves[v] : std::nullopt; };
    const Effort effort = effortOf(round);
    bodies.parts(subject.body.body, effort, leafOf, propose) && bodies.whole(subject.body.body, effort, propose);
    result_.tried += bodies.tried();
    for (auto& [instance, command] : newcomers_) join(std::move(instance), command, all, subject, chosen);
    newcomers_.clear();
    return accepted > 0 || isOver();
  }

  /// Adds an instance that the solver found for `command` on a candidate, and adds its index to `chosen`. On this instance, the
  /// facts and the formula of `command` must not hold together.
  void join(Instance instance, CommandId command, RepairBench& all, const RepairSubject& subject,
            std::vector<std::uint32_t>& chosen) {
    if (command == noId || !synthesis::Pool::fits(instance)) return;
    std::vector<ExprId> formulas;
    for (const model::Fact& fact : model_.facts()) formulas.push_back(fact.body);
    formulas.push_back(model_.commands()[command].formula);
    demands_->add(std::make_shared<const Instance>(std::move(instance)), formulas, false);
    chosen.push_back(static_cast<std::uint32_t>(demands_->instances().size()) - 1);
    RepairBench larger(model_, *demands_, subject.body, options_.semantics);
    std::swap(all, larger);
  }

  std::optional<Replacement> editOf(const synthesis::Proposal& proposal) {
    const ExprId by = proposal.by(overlay_->nodes());
    return suite::FormulaText(model_, loaded_.sources, material_.written).insteadOf(proposal.place, by);
  }

  const std::vector<DemandingFile>& files_;
  const std::size_t file_;
  parser::Loaded& loaded_;
  model::Model& model_;
  const RepairOptions& options_;
  const support::Budget budget_;
  Evidence& evidence_;
  EditJudge& standing_;
  Repairs& result_;
  const Material& material_;
  const ExprId settled_ = model_.exprCount();
  std::vector<std::uint32_t> failures_;  // by complaint of the evidence: index of its failure in Repairs::failures
  bool patient_ = true;                  // true in the first round: only repairs without remarks end the search
  const char* doing_ = "";
  std::optional<CommandCheck> check_;
  std::optional<Vacuity> vacuity_;
  std::optional<model::Overlay> overlay_;
  std::vector<RepairSubject> subjects_;
  std::optional<Demands> demands_;
  std::vector<std::pair<Instance, CommandId>> newcomers_;
  std::unordered_set<std::string> known_;
};

}  // namespace

void searchCandidates(const std::vector<DemandingFile>& files, std::size_t file, const Material& material, Evidence& evidence,
                      EditJudge& standing, const RepairOptions& options, const support::Budget& budget, Repairs& result) {
  CandidateSearch(files, file, material, evidence, standing, options, budget, result).run();
}

}  // namespace aunit::strength
