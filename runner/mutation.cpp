#include "runner/mutation.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "evaluator/value.h"
#include "suite/test_case.h"
#include "suite/trouble.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::runner {

namespace {

using strength::Campaign;
using strength::Fate;
using strength::MutantResult;

/// A copy of the model, and the campaign that changes this copy.
struct CampaignCopy {
  CampaignCopy(const parser::Loaded& shared, const strength::CampaignOptions& options)
      : loaded(parser::copyOf(shared)), campaign(*loaded, options) {}

  std::unique_ptr<parser::Loaded> loaded;
  Campaign campaign;
};

/// A file with tests, and the mutants that its tests judge.
struct Subject {
  std::string path;
  std::shared_ptr<const parser::Loaded> loaded;
  std::unique_ptr<CampaignCopy> own;
  std::vector<std::size_t> mutants;  // for each mutant of `own`: its index in `results_`; `left` if this run omits the mutant
  std::uint32_t firstTest = 0;
};

class MutationRun {
 public:
  explicit MutationRun(const MutationOptions& options) : options_(options) {
    report_.shard = options.shard.index + 1;
    report_.shards = options.shard.total;
  }

  strength::Report report(const std::vector<std::string>& files) {
    try {
      for (const std::string& path : files) load(path);
      report_.allKillers = options_.allKillers || (cells() <= fewCells && std::ranges::none_of(subjects_, asksSolver));
      choose();
      for (Subject& subject : subjects_) judge(subject);
      if (options_.prove && !options_.arid) leaveOutArid();
      if (options_.prove) {
        for (Subject& subject : subjects_) solve(subject);
        proofs_.resize(results_.size());
        for (Subject& subject : subjects_) prove(subject);
        sayWhatIsNotProved();
      }
    } catch (const support::Exhausted&) {
      // The results so far are reported.
    }
    finish();
    report_.interrupted = stopped();
    report_.seconds = seconds();
    return std::move(report_);
  }

 private:
  bool stopped() const { return options_.campaign.limits.stopped(); }
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count(); }
  /// Whether the time for questions to the solver is over.
  bool isOutOfTime() const { return options_.seconds > 0 && seconds() >= options_.seconds; }

  void load(const std::string& path) {
    if (parser::languageOf(path) != parser::Language::alloy) return report_.passed.push_back(path);
    Subject subject;
    subject.path = path;
    parser::LoadOptions how;
    how.alloy5 = options_.alloy5;
    how.modelPath = options_.modelPath;
    subject.loaded = parser::load(path, how.within({.seconds = options_.campaign.limits.seconds}));
    for (model::FileId f = 0; f < subject.loaded->sources.size(); ++f)
      report_.sources.push_back(subject.loaded->sources.file(f).path());
    if (!subject.loaded->model) {
      for (const model::Diagnostic& d : subject.loaded->diagnostics.errorsSince(0))
        report_.errors.push_back({path, model::render(d, subject.loaded->sources, false)});
      return;
    }
    if (suite::collectTests(*subject.loaded).empty()) return;
    subject.own = judgingOf(subject);
    if (stopped()) throw support::Exhausted("interrupted");  // an interrupt leaves the verdicts of the file's tests incomplete
    subject.firstTest = static_cast<std::uint32_t>(report_.tests.size());
    noteTests(subject);
    noteMutants(subject);
    subjects_.push_back(std::move(subject));
  }

  void noteTests(const Subject& subject) {
    const auto& tests = subject.own->campaign.judgeOf().tests();
    const auto& verdicts = subject.own->campaign.judgeOf().verdicts();
    for (std::size_t i = 0; i < tests.size(); ++i)
      report_.tests.push_back({subject.path, tests[i].name, tests[i].place, verdicts[i].usable, verdicts[i].why});
  }

  void noteMutants(Subject& subject) {
    for (std::size_t i = 0; i < subject.own->campaign.mutants().size(); ++i) {
      MutantResult result = subject.own->campaign.describe(i);
      const auto key = std::tuple(result.place.path, result.begin, result.end, result.replacement, result.by);
      const auto [known, added] = index_.emplace(key, results_.size());
      if (added) {
        texts_.try_emplace(result.place.path, fileText(subject, result.place.path));
        result.name = nameOf(result);
        results_.push_back(std::move(result));
      }
      subject.mutants.push_back(known->second);
    }
  }

  std::string nameOf(const MutantResult& mutant) {
    const std::size_t word = mutant.paragraph.rfind(' ');
    const std::string stem =
        fmt::format("{}_{}", mutant.paragraph.substr(word == std::string::npos ? 0 : word + 1), name(mutant.by));
    return fmt::format("{}_{}", stem, ++names_[{mutant.place.path, stem}]);
  }

  static std::string fileText(const Subject& subject, const std::string& path) {
    for (model::FileId f = 0; f < subject.loaded->sources.size(); ++f)
      if (subject.loaded->sources.file(f).path() == path) return subject.loaded->sources.file(f).document();
    return {};
  }

  /// Whether the solver decides some of the tests.
  static bool asksSolver(const Subject& subject) {
    return std::ranges::any_of(subject.own->campaign.judgeOf().verdicts(),
                               [](const strength::Verdict& verdict) { return verdict.usable && verdict.solved; });
  }

  /// The number of pairs of a mutant and a test, in all shards.
  std::size_t cells() const {
    std::size_t cells = 0;
    for (const Subject& subject : subjects_) cells += subject.mutants.size() * subject.own->campaign.judgeOf().tests().size();
    return cells;
  }

  /// The number of killing tests to find for each mutant.
  std::size_t wantedKillers() const { return report_.allKillers ? std::size_t(-1) : 1; }

  /// Keeps only the mutants that are in this shard and at a place that MutationOptions::concerns accepts.
  void choose() {
    std::vector<MutantResult> chosen;
    std::vector<std::size_t> becomes(results_.size(), left);
    std::vector<std::size_t> divided;
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (options_.concerns && !options_.concerns(results_[i].place)) continue;
      divided.push_back(i);
      ids.push_back(results_[i].place.path + "::" + results_[i].name);
    }
    const std::vector<bool> held = options_.shard.holds(ids);
    for (std::size_t k = 0; k < divided.size(); ++k) {
      if (!held[k]) continue;
      becomes[divided[k]] = chosen.size();
      chosen.push_back(std::move(results_[divided[k]]));
    }
    results_ = std::move(chosen);
    for (Subject& subject : subjects_)
      for (std::size_t& mutant : subject.mutants) mutant = becomes[mutant];
  }

  /// If several threads judge the mutants of a file, each has at least this many mutants, because each further thread copies the
  /// file. A copy takes longer than judging 50 mutants by evaluation, and as long as judging two by the solver.
  static constexpr std::size_t fewestToEvaluate = 50, fewestToSolve = 2;

  /// Calls work(campaign, mutant, result) for the wanted mutants of a file, on several threads, each with its own copy of the
  /// model.
  template <class Wanted, class Work>
  void forEach(Subject& subject, const char* what, std::size_t fewest, Wanted isWanted, Work work) {
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < subject.mutants.size(); ++i)
      if (subject.mutants[i] != left && isWanted(results_[subject.mutants[i]])) wanted.push_back(i);
    const std::size_t parts = std::clamp<std::size_t>(wanted.size() / fewest, 1, options_.jobs);
    std::atomic<std::size_t> done = 0;
    if (options_.progress && !wanted.empty()) options_.progress(0, wanted.size(), what);
    std::atomic<bool> torn = false;
    support::forEachParallel(parts, options_.jobs, [&](std::size_t part) {
      std::unique_ptr<CampaignCopy> copy;
      Campaign* campaign = part == 0 ? &subject.own->campaign : nullptr;
      for (std::size_t i = part; i < wanted.size() && !stopped(); i += parts) {
        MutantResult& result = results_[subject.mutants[wanted[i]]];
        const auto began = std::chrono::steady_clock::now();
        try {
          if (!campaign) campaign = &(copy = judgingOf(subject))->campaign;
          work(*campaign, wanted[i], result);
        } catch (const support::Exhausted&) {
          throw;
        } catch (...) {
          giveUp(result, suite::troubleAtHand(result.place).message);
          torn = torn || campaign == &subject.own->campaign;
          campaign = nullptr;  // the exception may have left the campaign in an inconsistent state
        }
        result.milliseconds += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began).count();
        if (options_.progress) options_.progress(++done, wanted.size(), what);
      }
    });
    if (torn) subject.own = judgingOf(subject);
  }

  std::unique_ptr<CampaignCopy> judgingOf(const Subject& subject) const {
    return std::make_unique<CampaignCopy>(*subject.loaded, options_.campaign);
  }

  static void giveUp(MutantResult& result, std::string why) {
    if (result.fate != Fate::killed) result.fate = Fate::unknown;
    result.reason = std::move(why);
  }

  void judge(Subject& subject) {
    const auto isWanted = [&](const MutantResult& mutant) {
      return mutant.fate != Fate::ignored && (mutant.fate != Fate::killed || report_.allKillers);
    };
    forEach(subject, "mutants judged", fewestToEvaluate, isWanted, [&](Campaign& campaign, std::size_t i, MutantResult& result) {
      MutantResult found;
      campaign.judge(i, found, wantedKillers());
      if (!stopped()) take(subject, std::move(found), result);  // an interrupted judgement is incomplete
    });
  }

  /// Ignores mutants that are arid in every file through which they were found. An arid mutant changes a fact that follows from
  /// the declarations.
  void leaveOutArid() {
    // By mutant: if it is arid in all files through which it was found, their scopes; else no scopes.
    std::map<std::size_t, std::vector<std::string>> arid;
    for (Subject& subject : subjects_)
      for (std::size_t i = 0; i < subject.mutants.size(); ++i) {
        const std::size_t mutant = subject.mutants[i];
        if (mutant == left || results_[mutant].fate == Fate::ignored) continue;
        if (stopped() || isOutOfTime()) return;
        const bool isArid = subject.own->campaign.isArid(i);
        const auto [known, isNew] = arid.try_emplace(mutant);
        if (!isArid)
          known->second.clear();
        else if (isNew || !known->second.empty())
          std::ranges::copy(subject.own->campaign.scopes(), std::back_inserter(known->second));
      }
    for (auto& [mutant, scopes] : arid) {
      if (scopes.empty()) continue;
      results_[mutant].fate = Fate::ignored;
      results_[mutant].reason = strength::aridReason(std::move(scopes));
      results_[mutant].killedBy.clear();
    }
  }

  /// Judges the survivors by the tests that need the solver. This comes before any proof: a killed mutant needs no proof.
  void solve(Subject& subject) {
    if (!asksSolver(subject)) return;
    const auto isWanted = [&](const MutantResult& mutant) {
      return strength::isSurvivor(mutant) || (mutant.fate == Fate::killed && report_.allKillers);
    };
    forEach(subject, "mutants solved", fewestToSolve, isWanted, [&](Campaign& campaign, std::size_t i, MutantResult& result) {
      if (isOutOfTime()) return;
      MutantResult found = result;
      campaign.solve(i, found, wantedKillers());
      if (!stopped()) take(subject, std::move(found), result);
    });
  }

  /// Proves survivors equivalent. A mutant that was found through several files is equivalent only if it is equivalent in the
  /// scopes of all these files.
  void prove(Subject& subject) {
    const std::vector<std::string>& scopes = subject.own->campaign.scopes();
    const auto isWanted = [&](const MutantResult& mutant) {
      const Proof& proof = proofs_[indexOf(mutant)];
      const auto isKnown = [&](const std::string& scope) { return std::ranges::find(proof.scopes, scope) != proof.scopes.end(); };
      if (mutant.fate == Fate::equivalent) return !std::ranges::all_of(scopes, isKnown);
      return strength::isSurvivor(mutant) && (!proof.asked || mutant.fate == Fate::unknown);
    };
    forEach(subject, "mutants proved", fewestToSolve, isWanted, [&](Campaign& campaign, std::size_t i, MutantResult& result) {
      if (isOutOfTime()) return;
      Proof& proof = proofs_[indexOf(result)];
      MutantResult found = result;
      if (found.fate == Fate::equivalent) {  // the mutant must also be equivalent in the scopes of this file
        found.fate = Fate::survived;
        found.reason.clear();
      }
      campaign.prove(i, found);
      if (stopped()) return;
      if (found.fate == Fate::equivalent) {
        std::ranges::copy(scopes, std::back_inserter(proof.scopes));
        found.reason = strength::equivalentReason(proof.scopes);
      }
      const bool isStillUnknown = proof.asked && result.fate == Fate::unknown && found.fate == Fate::equivalent;
      proof.asked = true;
      if (!isStillUnknown) take(subject, std::move(found), result);
    });
  }

  /// Marks survivors as unknown if the time limit came before the solver checked them.
  void sayWhatIsNotProved() {
    if (!isOutOfTime()) return;
    for (std::size_t i = 0; i < results_.size(); ++i)
      if (results_[i].fate == Fate::survived && !proofs_[i].asked)
        giveUp(results_[i],
               fmt::format("the time limit of {} s (--time) was reached before the solver checked the mutant", options_.seconds));
  }

  std::size_t indexOf(const MutantResult& result) const { return static_cast<std::size_t>(&result - results_.data()); }

  void take(const Subject& subject, MutantResult found, MutantResult& result) const {
    for (const std::uint32_t t : found.killedBy) result.killedBy.push_back(subject.firstTest + t);
    std::ranges::sort(result.killedBy);
    // If the tests of one file leave a mutant undecided, it stays undecided unless tests of other files kill it.
    const bool isOpen = result.fate == Fate::unknown && found.reason.empty();
    if (!result.killedBy.empty())
      result.fate = Fate::killed;
    else if (!isOpen)
      result.fate = found.fate;
    const bool lacksKillers = result.fate == Fate::killed && report_.allKillers && strength::isLost(result);
    if (result.fate != Fate::unknown && !lacksKillers) result.reason.clear();
    if (!found.reason.empty()) result.reason = std::move(found.reason);
    result.because = result.fate == Fate::equivalent ? std::move(found.because) : "";
    result.beyond = result.fate == Fate::equivalent ? std::move(found.beyond) : strength::BeyondScope{};
    result.test = std::move(found.test);
    result.example = std::move(found.example);
    // The example refers to the thread's copy of the model. Here it gets the shared model, which has the same IDs.
    if (result.example.instance)
      result.example.model = std::shared_ptr<const model::Model>(subject.loaded, subject.loaded->model.get());
  }

  void finish() {
    std::map<std::string, std::size_t> files;
    for (MutantResult& result : results_) {
      const auto [known, added] = files.emplace(result.place.path, report_.files.size());
      if (added) report_.files.push_back({result.place.path, texts_[result.place.path], {}});
      report_.files[known->second].mutants.push_back(std::move(result));
    }
    strength::arrange(report_);
  }

  /// The proofs about one survivor.
  struct Proof {
    bool asked = false;
    std::vector<std::string> scopes;  // the scopes in which the mutant was proved equivalent
  };

  static constexpr std::size_t left = -1;  // marks mutants that this run omits
  /// If a run has at most this many pairs of a mutant and a test, it judges all of them by default. This takes a few hundredths
  /// of a second.
  static constexpr std::size_t fewCells = 20000;

  const MutationOptions& options_;
  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  strength::Report report_;
  std::vector<Subject> subjects_;
  std::vector<MutantResult> results_;
  std::vector<Proof> proofs_;  // by mutant
  std::map<std::string, std::string> texts_;
  std::map<std::pair<std::string, std::string>, int> names_;  // by file and start of a mutant's name: the last number appended
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string, strength::Operator>, std::size_t> index_;
};

}  // namespace

strength::Report mutate(const std::vector<std::string>& files, const MutationOptions& options) {
  return MutationRun(options).report(files);
}

}  // namespace aunit::runner
