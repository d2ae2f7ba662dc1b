#include "runner/location.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <utility>

#include "runner/files/model_files.h"
#include "strength/localization/evidence.h"
#include "strength/localization/hint.h"
#include "strength/localization/suspects.h"
#include "strength/mutation/campaign.h"
#include "suite/text/place.h"
#include "suite/valuation/atom_names.h"
#include "suite/valuation/valuation_table.h"
#include "support/budget.h"

namespace aunit::runner {

namespace {

using strength::Complaint;
using strength::Evidence;
using strength::FaultReport;

class LocationRun {
 public:
  explicit LocationRun(const LocationOptions& options) : options_(options) {}

  FaultReport report(const std::vector<std::string>& files) {
    const auto began = std::chrono::steady_clock::now();
    ModelFilesOptions how{options_.modelPath, options_.alloy5, options_.search, options_.limits};
    for (const ModelFiles& group : modelFiles(files, how)) locate(group);
    std::ranges::stable_sort(report_.suspects, std::ranges::greater(), &FaultReport::Suspect::score);
    report_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return std::move(report_);
  }

 private:
  void locate(const ModelFiles& group) {
    std::ranges::copy(group.errors, std::back_inserter(report_.errors));
    const support::Budget budget(options_.limits);
    std::vector<std::unique_ptr<Evidence>> all;
    for (const strength::DemandingFile& file : group.files) {
      noteRead(*file.loaded);
      if (file.guard) continue;
      strength::EvidenceOptions how{options_.semantics, options_.limits, options_.plainCommands && file.plainCommands, {}};
      for (const strength::DemandingFile& other : group.files)
        if (&other != &file && !other.guard) how.beside.push_back(other.loaded.get());
      if (budget.deadline()) how.limits.seconds = strength::timeForCommands(budget.secondsLeft());
      const Evidence& evidence = *all.emplace_back(std::make_unique<Evidence>(*file.loaded, how));
      report_.asked += evidence.asked();
      for (const Complaint& complaint : evidence.complaints())
        if (!complaint.beside) add(complaint, *file.loaded);
      for (const strength::UndecidedCase& open : evidence.undecided()) add(open, file);
      for (const auto& contradiction : evidence.contradictions()) report_.contradictions.push_back(contradiction);
    }
    for (const strength::UnknownOutcome& unread : group.unread) {
      suite::Place place;
      place.path = unread.place;
      report_.undecided.push_back({unread.name, place, unread.why});
    }
    for (const auto& evidence : all)
      if (evidence->asked() != 0) rank(*evidence, budget);
  }

  void rank(Evidence& evidence, const support::Budget& budget) {
    parser::Loaded& loaded = evidence.loaded();
    const strength::Suspects suspects = strength::suspectsOf(evidence, budget.left({}));
    for (const strength::Suspect& suspect : suspects.ranked) add(suspect, loaded);
    if (suspects.missing && (!report_.missing || report_.missing->score < suspects.missing->score))
      add(*suspects.missing, evidence);
    report_.interrupted |= suspects.cutShort;
  }

  void noteRead(const parser::Loaded& loaded) {
    for (model::FileId f = 0; f < loaded.sources.size(); ++f) report_.read.push_back(loaded.sources.file(f).path());
  }

  void add(const strength::UndecidedCase& open, const strength::DemandingFile& file) {
    suite::Place place;
    place.path = file.path;
    if (open.span.known()) place = suite::placeOf(file.loaded->sources, open.span, 1);
    report_.undecided.push_back({open.name, place, open.why});
  }

  void add(const Complaint& complaint, const parser::Loaded& loaded) {
    report_.failing.push_back(
        {complaint.name, suite::placeOf(loaded.sources, complaint.span, 1), strength::saidOf(*loaded.model, complaint)});
  }

  void add(const strength::Suspect& suspect, parser::Loaded& loaded) {
    FaultReport::Suspect found;
    describe(found, suspect, loaded);
    found.text = loaded.sources.text(suspect.span);
    found.hint = strength::hintFor(suspect, loaded);
    const auto same = std::ranges::find_if(report_.suspects, [&](const FaultReport::Suspect& other) {
      return other.place.path == found.place.path && other.begin == found.begin && other.end == found.end;
    });
    if (same == report_.suspects.end())
      report_.suspects.push_back(std::move(found));
    else if (same->score < found.score)
      *same = std::move(found);
    noteSource(loaded.sources.file(suspect.span.file));
  }

  void add(const strength::MissingConstraint& missing, Evidence& evidence) {
    const parser::Loaded& loaded = evidence.loaded();
    FaultReport::MissingConstraint& found = report_.missing.emplace(FaultReport::MissingConstraint{});
    describe(found, missing, loaded);
    found.place = suite::placeOf(loaded.sources, missing.span, 1);
    const auto table = [&](std::uint32_t number) -> std::optional<suite::ValuationTable> {
      if (number == model::noId) return std::nullopt;
      model::Instance instance = *evidence.judge().instanceOf(number);
      suite::namePleasantly(*loaded.model, instance);
      return suite::tableOf(*loaded.model, instance);
    };
    found.rejected = table(missing.rejected);
    found.accepted = table(missing.accepted);
    noteSource(loaded.sources.file(missing.span.file));
  }

  template <class Found>
  static void describe(FaultReport::Place& place, const Found& found, const parser::Loaded& loaded) {
    place.place = suite::placeOf(loaded.sources, found.span);
    place.begin = found.span.begin;
    place.end = found.span.end;
    place.paragraph = strength::paragraphName(*loaded.model, found.paragraph);
    place.score = found.score;
    place.because = found.because;
  }

  void noteSource(const model::SourceFile& file) {
    if (std::ranges::find(report_.sources, file.path(), &FaultReport::Source::path) == report_.sources.end())
      report_.sources.push_back({file.path(), file.document()});
  }

  const LocationOptions& options_;
  FaultReport report_;
};

}  // namespace

FaultReport locate(const std::vector<std::string>& files, const LocationOptions& options) {
  return LocationRun(options).report(files);
}

}  // namespace aunit::runner
