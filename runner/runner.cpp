#include "runner/runner.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "coverage/criteria.h"
#include "coverage/feasibility.h"
#include "runner/loaded_file.h"
#include "strength/generation/gaps.h"
#include "strength/generation/proposals/proposal_text.h"
#include "suite/coverage_subject.h"
#include "suite/statement.h"
#include "suite/test_judge.h"
#include "suite/text/place.h"
#include "suite/trouble.h"
#include "suite/valuation/atom_names.h"
#include "support/ordered_delivery.h"
#include "support/owned.h"
#include "support/threads.h"

namespace aunit::runner {

using suite::Outcome;
using suite::TestCase;
using suite::TestJudge;
using suite::TestResult;

using Clock = std::chrono::steady_clock;

/// The loaded content of a file.
struct Run::Content {
  support::OwningPtr<parser::Loaded> loaded;
  std::vector<TestCase> cases;
  std::optional<suite::CoverageSubject> coverage;
};

/// What stays in memory about a file for the whole run.
struct Run::File {
  std::string path;
  std::unique_ptr<const TestResult> loadError;
  std::vector<std::string> warnings;
  std::vector<Candidate> tests;                          // moved to `candidates_` after loading
  const coverage::Requirements* requirements = nullptr;  // null unless coverage is requested and the file has tests

  std::mutex mutex;                      // guards the members below while several threads judge tests
  std::shared_ptr<const Content> kept;   // null if earlier files had already reached RunOptions::keptText
  std::weak_ptr<const Content> current;  // expired when no test of the file is being judged
};

/// The file of a candidate, and the test's index in it.
struct Run::Entry {
  File* file = nullptr;
  std::optional<std::size_t> test;  // nothing if the candidate is a file that did not load
};

namespace {

/// The least number of tests in a batch. Judging fewer tests takes less time than starting a thread.
constexpr std::size_t smallestBatch = 32;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Collects results in any order, and passes them to the listener in the order of the tests.
class Announcements {
 public:
  Announcements(std::size_t count, std::size_t maxFailures, Listener& listener) : maxFailures_(maxFailures), listener_(listener) {
    announced_.reserve(count);
  }

  bool full() const { return full_.load(std::memory_order_relaxed); }

  void running(const std::string& file, const std::string& name) {
    const std::lock_guard lock(mutex_);
    listener_.running(file, name, announced_.size());
  }

  void add(std::size_t index, TestResult result) { results_.add(index, std::move(result)); }

  /// All results so far, in the order of the tests. After an interrupt, results may be missing at the end or between others.
  std::vector<TestResult> take() {
    results_.finish();
    return std::move(announced_);
  }

 private:
  bool announce(TestResult result) {
    const std::lock_guard lock(mutex_);
    announced_.push_back(std::move(result));
    listener_.finished(announced_.back());
    failures_ += isProblem(announced_.back().outcome);
    if (maxFailures_ != 0 && failures_ >= maxFailures_) full_ = true;
    return !full_;
  }

  std::mutex mutex_;
  std::vector<TestResult> announced_;
  std::size_t failures_ = 0;
  std::size_t maxFailures_;
  std::atomic<bool> full_ = false;
  Listener& listener_;
  support::OrderedDelivery<TestResult> results_{[this](TestResult result) { return announce(std::move(result)); }};
};

}  // namespace

Run::Run(RunOptions options) : options_(std::move(options)) {}
Run::~Run() = default;

suite::JudgeOptions Run::judgeOptions() const {
  return {.semantics = options_.semantics,
          .limits = options_.limits,
          .threads = options_.jobs <= 1 ? solver::Threads::race : solver::Threads::one,
          .strictXfail = options_.strictXfail,
          .keepInstances = options_.keepInstances,
          .conflicts = options_.conflicts,
          .vacuity = options_.vacuity,
          .restsOn = options_.restsOn,
          .allScopes = options_.allScopes,
          .requireAllScopes = options_.requireAllScopes,
          .judging = options_.judging};
}

std::shared_ptr<const Run::Content> Run::read(const std::string& path) const {
  auto content = std::make_shared<Content>();
  parser::LoadOptions options;
  options.alloy5 = options_.alloy5;
  options.allowed = options_.allowed;
  options.modelPath = options_.modelPath;
  content->loaded = parser::load(path, options.within({.seconds = options_.limits.seconds}));
  if (content->loaded->model) content->cases = suite::collectTests(*content->loaded);
  if (options_.coverage && !content->cases.empty())
    content->coverage = suite::coverageSubject(*content->loaded, content->cases, options_.coverLibraries, options_.coverageValues,
                                               options_.furtherCriteria);
  return content;
}

/// Counts a file's `check` commands that are not tests.
void Run::noteChecksAside(const std::string& path, const parser::Loaded& loaded, const std::vector<TestCase>& cases) {
  std::size_t checks = 0;
  const auto& commands = loaded.model->commands();
  for (model::CommandId id = 0; id < commands.size(); ++id)
    if (commands[id].check && commands[id].module == 0 && !commands[id].ofTest &&
        std::ranges::none_of(cases, [&](const TestCase& test) { return test.test.command == id; }))
      ++checks;
  if (checks == 0) return;
  const std::lock_guard lock(mutex_);
  checksAside_.emplace(path, checks);
}

/// Loads a file to list its tests.
std::unique_ptr<Run::File> Run::firstLook(const std::string& path) {
  auto file = std::make_unique<File>();
  file->path = path;
  std::shared_ptr<const Content> content = read(path);
  const parser::Loaded& loaded = *content->loaded;
  if (auto failure = loadFailure(path, loaded)) file->loadError = std::make_unique<TestResult>(std::move(*failure));
  file->warnings = warningsOf(loaded, options_.renderWarnings);
  for (const TestCase& test : content->cases) {
    file->tests.push_back({.id = fmt::format("{}::{}", path, test.name),
                           .file = path,
                           .name = test.name,
                           .place = test.place,
                           .range = suite::placeOf(loaded.sources, wholeOf(loaded, test), 0),
                           .lines = linesOf(loaded, test),
                           .tags = test.tags,
                           .marks = test.marks,
                           .solved = suite::needsSolver(test)});
    file->tests.back().place.lines.clear();
  }
  if (loaded.model) noteChecksAside(path, loaded, content->cases);
  const bool isOfUse = file->loadError || !file->tests.empty();
  if (!isOfUse) return nullptr;

  const std::lock_guard lock(mutex_);
  std::size_t text = 0;
  for (model::FileId id = 0; id < loaded.sources.size(); ++id) {
    sources_.insert(loaded.sources.file(id).path());
    text += loaded.sources.file(id).text().size();
  }
  if (options_.keepSources) sourcesByFile_[path] = sourcesOf(loaded);
  if (content->coverage) {
    const coverage::Requirements& required = content->coverage->requirements.requirements;
    const auto [known, isNew] = required_.try_emplace({required.model, required.digest}, required);
    if (!isNew) known->second.takeFirstText(required);
    file->requirements = &known->second;
  }
  // The comparison does not include `text`, so the file that exceeds the limit stays loaded, too. Its memory is needed in any
  // case, when its tests are judged.
  if (keptText_ < options_.keptText) {
    keptText_ += text;
    file->kept = std::move(content);
  }
  return file;
}

std::optional<std::string> Run::untestedPredicate(const Discovery& discovery) const {
  for (const std::string& path : discovery.files) {
    const std::shared_ptr<const Content> content = read(path);
    if (!content->loaded->model) continue;
    if (const auto predicate = suite::untestedPredicate(*content->loaded)) return content->loaded->model->func(*predicate).name;
  }
  return std::nullopt;
}

/// The content of a file: from memory if it is there, else loaded again.
std::shared_ptr<const Run::Content> Run::open(File& file) const {
  const std::lock_guard lock(file.mutex);
  if (file.kept) return file.kept;
  std::shared_ptr<const Content> content = file.current.lock();
  if (!content) file.current = content = read(file.path);
  return content;
}

void Run::load(const Discovery& discovery) {
  std::vector<std::unique_ptr<File>> looked(discovery.files.size());
  support::forEachParallel(discovery.files.size(), options_.jobs, [&](std::size_t i) {
    if (stopped()) return;
    try {
      looked[i] = firstLook(discovery.files[i]);
    } catch (...) {
      suite::Trouble trouble = troubleWith(discovery.files[i]);
      looked[i] = std::make_unique<File>();
      looked[i]->path = discovery.files[i];
      looked[i]->loadError = std::make_unique<TestResult>(notLoaded(discovery.files[i], std::move(trouble)));
    }
  });
  for (auto& file : looked) {
    if (!file) continue;
    if (file->loadError) {
      candidates_.push_back(
          {.id = file->loadError->id(), .file = file->path, .name = {}, .lines = {}, .tags = {}, .always = true});
      entries_.push_back({file.get(), std::nullopt});
    }
    for (std::size_t test = 0; test < file->tests.size(); ++test) entries_.push_back({file.get(), test});
    std::ranges::move(file->tests, std::back_inserter(candidates_));
    file->tests = {};
    files_.push_back(std::move(file));
  }
}

const TestResult* Run::loadError(std::size_t candidate) const {
  return entries_[candidate].test ? nullptr : entries_[candidate].file->loadError.get();
}

/// Judges tests of one file, one after the other.
class Run::FileJudge {
 public:
  FileJudge(const Run& run, File& file) : run_(run), file_(file) {}

  TestResult judge(std::size_t number, const Candidate& candidate) {
    try {
      if (!content_) content_ = run_.open(file_);
      // The file may have changed since its tests were chosen.
      if (number >= content_->cases.size() || content_->cases[number].name != candidate.name) return failed(candidate, changed());
      const TestCase& test = content_->cases[number];
      const Clock::time_point began = Clock::now();
      if (!judge_) judge_.emplace(*content_->loaded, run_.judgeOptions(), content_->coverage ? &*content_->coverage : nullptr);
      TestResult result = judge_->judge(test);
      result.milliseconds = millisecondsSince(began);
      const auto nameModel = [&](TestResult& judged) {
        if (judged.judgedOn.instance)
          judged.judgedOn.model = std::shared_ptr<const model::Model>(content_, content_->loaded->model.get());
      };
      nameModel(result);
      std::ranges::for_each(result.statements, nameModel);
      result.file = file_.path;
      result.name = test.name;
      result.place = test.place;
      result.tags = test.tags;
      if (run_.options_.keepInstances) result.text = suite::textOf(*content_->loaded, test);
      return result;
    } catch (...) {
      judge_.reset();
      return failed(candidate, troubleWith(file_.path));
    }
  }

 private:
  suite::Trouble changed() const {
    constexpr const char* why = "the file has changed since the run began";
    return {why, fmt::format("{}: error: {}\n", file_.path, why)};
  }
  TestResult failed(const Candidate& candidate, suite::Trouble trouble) const {
    TestResult result = notLoaded(file_.path, std::move(trouble));
    result.name = candidate.name;
    result.tags = candidate.tags;
    return result;
  }

  const Run& run_;
  File& file_;
  std::shared_ptr<const Content> content_;
  std::optional<TestJudge> judge_;
};

void Run::know(std::vector<suite::TestResult> results) {
  for (suite::TestResult& result : results) known_.insert_or_assign(result.id(), std::move(result));
}

RunResult Run::judge(const std::vector<std::size_t>& chosen, Listener& listener) {
  RunResult run;
  run.startedAt = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  std::set<const File*> files;
  for (const std::size_t i : chosen) files.insert(entries_[i].file);
  listener.started(chosen.size(), files.size());

  // Tests in a batch belong to one file and share a judge. With one thread, each file is one batch.
  const std::size_t largest =
      options_.jobs <= 1 ? chosen.size() : std::max<std::size_t>(smallestBatch, chosen.size() / (8 * options_.jobs));
  std::vector<std::pair<std::size_t, std::size_t>> batches;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const bool continues =
        !batches.empty() && i - batches.back().first < largest && entries_[chosen[i]].file == entries_[chosen[i - 1]].file;
    if (continues)
      ++batches.back().second;
    else
      batches.emplace_back(i, i + 1);
  }

  Announcements results(chosen.size(), options_.maxFailures, listener);
  support::forEachParallel(batches.size(), options_.jobs, [&](std::size_t b) {
    const auto [first, last] = batches[b];
    FileJudge judge(*this, *entries_[chosen[first]].file);
    for (std::size_t i = first; i < last && !results.full(); ++i) {
      const Entry& entry = entries_[chosen[i]];
      const Candidate& candidate = candidates_[chosen[i]];
      if (const auto known = known_.find(candidate.id); known != known_.end()) {
        results.add(i, known->second);
        continue;
      }
      if (stopped()) break;
      if (!entry.test) {
        results.add(i, *entry.file->loadError);
        continue;
      }
      results.running(candidate.file, candidate.name);
      TestResult result = judge.judge(*entry.test, candidate);
      if (stopped()) break;  // `result` is meaningless, because the engine was interrupted while it judged
      results.add(i, std::move(result));
    }
  });

  run.tests = results.take();
  if (options_.coverage) gatherCoverage(run);
  if (options_.suggest) suggestTests(run);
  run.interrupted = stopped();
  run.notRun = chosen.size() - run.tests.size();
  run.checksAside = checksAside_;
  run.deselected = entries_.size() - std::set<std::size_t>(chosen.begin(), chosen.end()).size();
  std::set<std::string> shown;
  for (const auto& file : files_)
    if (files.contains(file.get()))
      for (const std::string& warning : file->warnings)
        if (shown.insert(warning).second) run.warnings.push_back(warning);
  run.seconds = millisecondsSince(began_) / 1000;
  return run;
}

/// All requirements, of every criterion.
coverage::Bits counted(const coverage::Requirements& requirements) {
  coverage::Bits all = coverage::requirementsOf(requirements, coverage::Criterion::model);
  for (const coverage::Criterion criterion : coverage::furtherCriteria) all |= coverage::requirementsOf(requirements, criterion);
  return all;
}

/// Calls work(content of a file, coverage of its model) once for each model, even if several files open it. If the work throws,
/// the error is reported for that model only.
template <class Work>
void Run::forEachModel(RunResult& run, Work work) const {
  std::set<const coverage::Requirements*> asked;
  for (const auto& file : files_) {
    if (!file->requirements || stopped() || !asked.insert(file->requirements).second) continue;
    const std::shared_ptr<const Content> content = open(*file);
    if (!content->coverage || content->coverage->requirements.requirements.digest != file->requirements->digest) continue;
    coverage::ModelCoverage& model = run.coverage->of(*file->requirements);
    try {
      work(content, model);
    } catch (...) {
      run.troubles.push_back(troubleWith(content->loaded->sources.file(0).path()).details);
    }
  }
}

// Examines all requirements, even met ones, so that the infeasible requirements do not depend on the tests.
void Run::proveInfeasible(RunResult& run) const {
  forEachModel(run, [&](const auto& content, coverage::ModelCoverage& model) {
    coverage::Feasibility::Options how{.semantics = options_.semantics};
    how.limits.stop = options_.limits.stop;
    how.limits.whole = options_.limits.whole;
    const coverage::Bits all = counted(model.requirements);
    model.exclude(coverage::Feasibility(*content->loaded->model, content->coverage->requirements, how).infeasible(all));
  });
}

// Proposes tests for Alloy models only: tests of models in other languages cannot be written as text.
void Run::suggestTests(RunResult& run) const {
  forEachModel(run, [&](const auto& content, const coverage::ModelCoverage& model) {
    coverage::Bits unmet = counted(model.requirements);
    unmet -= model.settled();
    if (parser::languageOf(content->loaded->sources.file(0).path()) != parser::Language::alloy) return;
    strength::GenerationOptions how;
    how.semantics = options_.semantics;
    if (options_.limits.seconds > 0) how.limits.seconds = options_.limits.seconds;
    how.limits.stop = options_.limits.stop;
    const auto copy = parser::copyOf(*content->loaded);
    strength::GapTests gaps = strength::testsForGaps(*copy, *content->coverage, unmet, how);
    const std::shared_ptr<const model::Model> drawn(content, content->loaded->model.get());
    strength::ProposalText names(*drawn, content->loaded->sources.file(0).text());
    const std::size_t first = run.gapTests.size();
    for (strength::Proposal& proposal : gaps.proposals) {
      GapTest& test = run.gapTests.emplace_back();
      test.digest = model.requirements.digest;
      test.text = names.next(proposal.claim, proposal.title, " @proposed");
      suite::namePleasantly(*drawn, proposal.claim.instance);
      test.example = {drawn, std::make_shared<const model::Instance>(std::move(proposal.claim.instance))};
    }
    for (const auto& [requirement, proposal] : gaps.proposalOf) run.gapTests[first + proposal].closes.push_back(requirement);
  });
  // Removes tests whose requirements are all met by other tests.
  std::erase_if(run.gapTests, [](const GapTest& test) { return test.closes.empty(); });
}

// The data contains all loaded models, even models without chosen tests, so that all shards of a run have the same models.
void Run::gatherCoverage(RunResult& run) const {
  coverage::Data& data = run.coverage.emplace();
  std::map<std::string_view, const coverage::Requirements*> byPath;
  for (const auto& file : files_) {
    if (!file->requirements) continue;
    data.of(*file->requirements);
    byPath[file->path] = file->requirements;
  }
  for (const TestResult& test : run.tests) {
    if (!test.coverage || !isJudged(test.outcome)) continue;
    coverage::TestRecord record = *test.coverage;
    record.id = test.id();
    record.passed = test.outcome == Outcome::passed || test.outcome == Outcome::xpassed;
    data.of(*byPath.at(test.file)).add(std::move(record));
  }
  if (options_.infeasible || options_.suggest) proveInfeasible(run);
}

}  // namespace aunit::runner
