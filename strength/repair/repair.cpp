#include "strength/repair/repair.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <tuple>

#include "solver/session/answer_text.h"
#include "strength/claims/title.h"
#include "strength/mutation/distinguishing_instance.h"
#include "strength/repair/candidate_search.h"
#include "strength/repair/edited_model.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

namespace {

constexpr std::uint32_t fartherBy = 4;  // repairs that cost more than 2 * (cost of the best) + `fartherBy` are dropped

/// Sorts repairs: fewest remarks first, then most fixed failures, then the smallest edit.
auto rank(const Repair& repair) {
  return std::tuple(repair.remarks.size(), -static_cast<std::int64_t>(repair.mends.size()), repair.mends, repair.cost);
}

class RepairSearch {
 public:
  RepairSearch(const std::vector<DemandingFile>& files, const RepairOptions& options)
      : files_(files), options_(options), budget_(options.limits), material_(files.size()), evidence_(files.size()) {}

  Repairs examine() {
    for (std::size_t f = 0; f < files_.size(); ++f)
      if (!files_[f].guard) examine(f);
    std::vector<const Evidence*> known;
    for (const auto& one : evidence_) known.push_back(one.get());
    standing_.emplace(files_, std::move(known), EditJudge::Options{options_.semantics, budget_});
    result_.failures = standing_->failures();
    result_.cutShort = budget_.exhausted().has_value();
    return result_;
  }

  Repairs repair() {
    if (options_.progress) options_.progress(0, "reading tests and commands");
    examine();
    if (!result_.failures.empty() && result_.contradictions.empty())
      for (const std::size_t f : order()) search(f);
    choose();
    result_.cutShort = budget_.exhausted().has_value();
    if (!result_.cutShort && result_.found.size() > 1 && result_.found.front().verified == Verification::tests) findDifference();
    return std::move(result_);
  }

 private:
  void gather(std::size_t f, bool withOthers) {
    if (!material_[f]) material_[f] = std::make_unique<Material>(*files_[f].loaded->model);
    EvidenceOptions how{options_.semantics, options_.limits, files_[f].plainCommands, {}};
    if (budget_.deadline()) how.limits.seconds = timeForCommands(budget_.secondsLeft());
    for (std::size_t other = 0; withOthers && other < files_.size(); ++other)
      if (other != f && !files_[other].guard) how.beside.push_back(files_[other].loaded.get());
    evidence_[f].reset();
    evidence_[f] = std::make_unique<Evidence>(*files_[f].loaded, how);
  }

  void examine(std::size_t f) {
    gather(f, f == 0);
    const parser::Loaded& loaded = *files_[f].loaded;
    const Evidence& evidence = *evidence_[f];
    result_.judged += evidence.asked();
    for (const UndecidedCase& open : evidence.undecided())
      result_.undecided.push_back({open.name, open.span.known() ? loaded.sources.describe(open.span) : files_[f].path, open.why});
    for (const auto& [one, other] : evidence.contradictions()) result_.contradictions.push_back({files_[f].path, one, other});
    addScopes(evidence);
  }

  /// Adds to the result the scopes of all failing commands.
  void addScopes(const Evidence& evidence) {
    for (const Complaint& complaint : evidence.complaints()) {
      if (complaint.command == noId) continue;
      const std::string& command = evidence.loaded().model->commands()[complaint.command].text;
      const std::size_t begin = command.find(" for "), end = std::min(command.find(" expect "), command.size());
      const std::string own = begin == std::string::npos ? "for 3" : command.substr(begin + 1, end - begin - 1);
      if (result_.scope.find(own) == std::string::npos) result_.scope += (result_.scope.empty() ? "" : ", ") + own;
      const model::Model& model = *evidence.loaded().model;
      const std::string words = solver::scopeText(model, solver::problemOf(model, complaint.command), {});
      if (result_.scopeInWords.find(words) == std::string::npos)
        result_.scopeInWords += (result_.scopeInWords.empty() ? "" : ", or ") + words;
    }
  }

  /// Returns the indices of the files in the order of the search: first the model's file if it has commands, because these demand
  /// more than tests; then each file with failing tests.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> order;
    for (std::size_t f = 0; f < files_.size(); ++f)
      if (evidence_[f] && ((f == 0 && !evidence_[f]->commands().empty()) || !evidence_[f]->complaints().empty()))
        order.push_back(f);
    return order;
  }

  void search(std::size_t f) {
    if (budget_.exhausted() || isMended(f)) return;
    const auto hasTests = [&](std::size_t other) {
      return other != f && evidence_[other] && !evidence_[other]->judge().tests().empty();
    };
    bool others = false;
    for (std::size_t other = 0; other < files_.size(); ++other) others = others || hasTests(other);
    if (f != 0 && others) gather(f, true);
    if (!isMended(f)) searchCandidates(files_, f, *material_[f], *evidence_[f], *standing_, options_, budget_, result_);
  }

  bool isMended(std::size_t f) const {
    return std::ranges::all_of(evidence_[f]->complaints(), [&](const Complaint& complaint) {
      const std::uint32_t failure = standing_->failureOf(f, complaint);
      return failure == noId || std::ranges::any_of(result_.found, [&](const Repair& r) {
               return r.remarks.empty() && std::ranges::find(r.mends, failure) != r.mends.end();
             });
    });
  }

  /// Chooses at most `limit` repairs. Takes the best repair for each set of fixed failures, then the second best for each set,
  /// and so on.
  void choose() {
    std::ranges::stable_sort(result_.found, {}, rank);
    std::map<std::pair<bool, std::vector<std::uint32_t>>, std::vector<Repair>> alike;
    for (Repair& repair : result_.found) {
      std::vector<Repair>& others = alike[{!repair.remarks.empty(), repair.mends}];
      const bool farther = !others.empty() && repair.cost > 2 * others.front().cost + fartherBy;
      if (!farther) others.push_back(std::move(repair));
    }
    std::vector<Repair> chosen;
    for (const bool dubious : {false, true})
      for (std::size_t nth = 0; nth < std::min(options_.limit, result_.found.size()); ++nth)
        for (auto& [key, repairs] : alike)
          if (key.first == dubious && nth < repairs.size() && chosen.size() < options_.limit)
            chosen.push_back(std::move(repairs[nth]));
    std::ranges::stable_sort(chosen, {}, rank);
    result_.found = std::move(chosen);
  }

  /// Finds a valuation on which the best repair and another one differ. No test decides which of the two is right there.
  void findDifference() {
    const Repair& first = result_.found.front();
    const DemandingFile& file = files_[first.file];
    const auto changed = edited(*file.loaded, file.path, file.load, first.edits);
    for (std::size_t i = 1; i < result_.found.size() && !result_.difference && !budget_.exhausted(); ++i) {
      const Repair& second = result_.found[i];
      if (second.file != first.file || second.paragraph != first.paragraph || !second.remarks.empty()) continue;
      const auto other = edited(*file.loaded, file.path, file.load, second.edits);
      if (auto claim = distinguishingInstance(*changed->model, *other->model, first.paragraph, options_.semantics, budget_))
        result_.difference =
            Difference{i, *claim, titleOf(*changed, *claim, {.semantics = options_.semantics, .budget = &budget_})};
    }
  }

  const std::vector<DemandingFile>& files_;
  const RepairOptions& options_;
  const support::Budget budget_;
  std::vector<std::unique_ptr<Material>> material_;  // by file; null for guards (DemandingFile::guard)
  std::vector<std::unique_ptr<Evidence>> evidence_;  // by file; null for guards
  std::optional<EditJudge> standing_;
  Repairs result_;
};

}  // namespace

Repairs repair(const std::vector<DemandingFile>& files, const RepairOptions& options) {
  return RepairSearch(files, options).repair();
}

Repairs examine(const std::vector<DemandingFile>& files, const RepairOptions& options) {
  return RepairSearch(files, options).examine();
}

}  // namespace aunit::strength
