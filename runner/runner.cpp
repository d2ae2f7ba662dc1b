#include "runner/runner.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "coverage/criteria.h"
#include "coverage/feasibility.h"
#include "runner/thread.h"
#include "suite/coverage_subject.h"
#include "suite/place.h"
#include "suite/test_judge.h"

namespace aunit::runner {

using suite::Outcome;
using suite::TestCase;
using suite::TestJudge;
using suite::TestResult;

using Clock = std::chrono::steady_clock;

struct Run::File {
  std::string path;
  std::unique_ptr<parser::Loaded> loaded;
  std::vector<TestCase> cases;
  std::optional<TestResult> loadError;
  std::optional<suite::CoverageSubject> coverage;
  std::vector<std::string> warnings;
};

/// One candidate: a test of a file, or the file itself when it did not load.
struct Run::Entry {
  std::shared_ptr<const File> file;
  const TestCase* test = nullptr;
  std::string id;
};

namespace {

/// Fewer tests than this are judged sooner than a thread has started.
constexpr std::size_t smallestBatch = 32;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

TestResult notLoaded(const std::string& path, std::string message) {
  TestResult result;
  result.file = path;
  result.name = "the file loads";
  result.outcome = Outcome::error;
  result.message = std::move(message);
  return result;
}

TestResult outOfMemory(const std::string& path) {
  TestResult result = notLoaded(path, "out of memory");
  result.details = fmt::format("{}: error: out of memory\n", path);
  return result;
}

/// The errors of a file that none of its tests shows, as the result of one more; none when there are none.
std::optional<TestResult> loadFailure(const std::string& path, const parser::Loaded& loaded) {
  std::vector<model::Diagnostic> errors = loaded.diagnostics.errorsSince(0);
  const auto key = [](const model::Diagnostic& d) { return std::tuple(d.span.file, d.span.begin, d.message); };
  std::set<std::tuple<model::FileId, std::uint32_t, std::string>> shown;
  if (loaded.model)
    for (const model::Test& test : loaded.tests.tests)
      for (const model::Diagnostic& error : test.errors) shown.insert(key(error));
  std::erase_if(errors, [&](const model::Diagnostic& error) { return shown.contains(key(error)); });
  if (errors.empty()) return std::nullopt;
  TestResult result = notLoaded(path, errors.front().message);
  result.place = suite::placeOf(loaded.sources, errors.front().span, 1);
  result.details = model::render(errors, loaded.sources, false);
  return result;
}

std::vector<std::string> warningsOf(const parser::Loaded& loaded) {
  std::vector<std::string> warnings;
  for (const model::Diagnostic& diagnostic : loaded.diagnostics.all())
    if (diagnostic.severity == model::Severity::warning) warnings.push_back(model::render(diagnostic, loaded.sources, false));
  return warnings;
}

/// The lines on which a test stands.
std::vector<std::pair<std::uint32_t, std::uint32_t>> linesOf(const parser::Loaded& loaded, const TestCase& test) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> lines;
  for (const model::Span span : suite::paragraphsOf(loaded, test))
    if (span.known()) lines.emplace_back(loaded.sources.begin(span).line, loaded.sources.last(span).line);
  return lines;
}

/// Collects results that come in any order and hands them to the listener in theirs.
class InOrder {
 public:
  InOrder(std::size_t count, std::size_t maxFailures, Listener& listener)
      : results_(count), maxFailures_(maxFailures), listener_(listener) {}

  bool full() const { return full_.load(std::memory_order_relaxed); }

  void running(const std::string& file, const std::string& name) {
    const std::lock_guard lock(mutex_);
    listener_.running(file, name, next_);
  }

  void add(std::size_t index, TestResult result) {
    const std::lock_guard lock(mutex_);
    results_[index] = std::move(result);
    for (; next_ < results_.size() && results_[next_] && !full(); ++next_) announce(*results_[next_]);
  }

  /// What is there, in order. After an interrupt some may be missing in the middle; those behind the gap count as well.
  std::vector<TestResult> take() {
    for (; next_ < results_.size() && !full(); ++next_)
      if (results_[next_]) announce(*results_[next_]);
    std::vector<TestResult> all;
    for (std::size_t i = 0; i < next_; ++i)
      if (results_[i]) all.push_back(std::move(*results_[i]));
    return all;
  }

 private:
  void announce(const TestResult& result) {
    listener_.finished(result);
    failures_ += isProblem(result.outcome);
    if (maxFailures_ != 0 && failures_ >= maxFailures_) full_ = true;
  }

  std::mutex mutex_;
  std::vector<std::optional<TestResult>> results_;
  std::size_t next_ = 0;
  std::size_t failures_ = 0;
  std::size_t maxFailures_;
  std::atomic<bool> full_ = false;
  Listener& listener_;
};

}  // namespace

Run::Run(RunOptions options) : options_(std::move(options)) {}
Run::~Run() = default;

suite::JudgeOptions Run::judgeOptions() const {
  return {.noOverflow = options_.noOverflow,
          .timeout = options_.timeout,
          .threads = options_.jobs <= 1 ? solver::Threads::race : solver::Threads::one,
          .keepInstances = options_.keepInstances,
          .stop = options_.stop};
}

std::shared_ptr<Run::File> Run::read(const std::string& path) const {
  auto file = std::make_shared<File>();
  file->path = path;
  parser::LoadOptions options;
  options.alloy5 = options_.alloy5;
  options.modelPath = options_.modelPath;
  file->loaded = parser::load(path, options);
  if (file->loaded->model) file->cases = suite::collectTests(*file->loaded);
  file->loadError = loadFailure(path, *file->loaded);
  file->warnings = warningsOf(*file->loaded);
  if (options_.coverage && !file->cases.empty())
    file->coverage = suite::coverageSubject(*file->loaded, file->cases, options_.coverLibraries, options_.coverageValues);
  return file;
}

void Run::load(const Discovery& discovery) {
  std::vector<std::shared_ptr<File>> loaded(discovery.files.size());
  forEachParallel(discovery.files.size(), options_.jobs, [&](std::size_t i) {
    if (stopped()) return;
    std::shared_ptr<File> file;
    try {
      file = read(discovery.files[i]);
    } catch (const std::bad_alloc&) {
      file = std::make_shared<File>();
      file->path = discovery.files[i];
      file->loadError = outOfMemory(file->path);
    }
    if (!file->cases.empty() || file->loadError) loaded[i] = std::move(file);
  });
  for (auto& file : loaded)
    if (file) files_.push_back(std::move(file));
  for (const auto& file : files_) {
    if (file->loadError) entries_.push_back({file, nullptr, file->loadError->id()});
    for (const TestCase& test : file->cases) entries_.push_back({file, &test, fmt::format("{}::{}", file->path, test.name)});
  }
}

std::vector<Candidate> Run::candidates() const {
  static const std::vector<std::string> noTags;
  std::vector<Candidate> result;
  for (const Entry& entry : entries_) {
    Candidate& candidate = result.emplace_back();
    candidate.id = entry.id;
    candidate.file = entry.file->path;
    candidate.tags = &noTags;
    candidate.always = entry.test == nullptr;
    if (candidate.always) continue;
    candidate.name = entry.test->name;
    candidate.tags = &entry.test->tags;
    candidate.lines = linesOf(*entry.file->loaded, *entry.test);
  }
  return result;
}

const TestCase* Run::testCase(std::size_t candidate) const {
  return entries_[candidate].test;
}
const TestResult* Run::loadError(std::size_t candidate) const {
  return entries_[candidate].test ? nullptr : &*entries_[candidate].file->loadError;
}
std::vector<std::string> Run::sources() const {
  std::set<std::string> paths;
  for (const auto& file : files_)
    for (model::FileId id = 0; file->loaded && id < file->loaded->sources.size(); ++id)
      paths.insert(file->loaded->sources.file(id).path());
  return {paths.begin(), paths.end()};
}
const std::string& Run::file(std::size_t candidate) const {
  return entries_[candidate].file->path;
}

RunResult Run::judge(const std::vector<std::size_t>& chosen, Listener& listener) {
  RunResult run;
  run.startedAt = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
  std::set<const File*> files;
  for (const std::size_t i : chosen) files.insert(entries_[i].file.get());
  listener.started(chosen.size(), files.size());

  // Batches of tests of one file share a judge. With one thread a batch is all of a file's tests.
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

  InOrder results(chosen.size(), options_.maxFailures, listener);
  forEachParallel(batches.size(), options_.jobs, [&](std::size_t b) {
    const auto [first, last] = batches[b];
    std::optional<TestJudge> judge;
    for (std::size_t i = first; i < last && !stopped() && !results.full(); ++i) {
      const Entry& entry = entries_[chosen[i]];
      if (!entry.test) {
        results.add(i, *entry.file->loadError);
        continue;
      }
      results.running(entry.file->path, entry.test->name);
      const Clock::time_point began = Clock::now();
      if (!judge) judge.emplace(*entry.file->loaded, judgeOptions(), entry.file->coverage ? &*entry.file->coverage : nullptr);
      TestResult result = judge->judge(*entry.test);
      if (stopped()) break;  // the engine gave up in the middle: no verdict
      result.milliseconds = millisecondsSince(began);
      if (result.judgedOn.instance)
        result.judgedOn.model = std::shared_ptr<const model::Model>(entry.file, entry.file->loaded->model.get());
      result.file = entry.file->path;
      result.name = entry.test->name;
      result.place = entry.test->place;
      result.tags = entry.test->tags;
      if (options_.keepInstances) result.text = suite::textOf(*entry.file->loaded, *entry.test);
      results.add(i, std::move(result));
    }
  });

  run.tests = results.take();
  if (options_.coverage) run.coverage = gatherCoverage(run.tests);
  run.interrupted = stopped();
  run.notRun = chosen.size() - run.tests.size();
  run.deselected = entries_.size() - std::set<std::size_t>(chosen.begin(), chosen.end()).size();
  std::set<std::string> shown;
  for (const auto& file : files_)
    if (files.contains(file.get()))
      for (const std::string& warning : file->warnings)
        if (shown.insert(warning).second) run.warnings.push_back(warning);
  run.seconds = millisecondsSince(began_) / 1000;
  return run;
}

// What no test met is handed to the solver, once for each model, whichever files opened it.
void Run::proveInfeasible(coverage::Data& data) const {
  std::set<std::string> asked;
  for (const auto& file : files_) {
    if (!file->coverage || stopped()) continue;
    const coverage::Requirements& requirements = file->coverage->requirements.requirements;
    if (!asked.insert(requirements.digest).second) continue;
    coverage::ModelCoverage& model = data.of(requirements);
    coverage::Bits open = coverage::requirementsOf(requirements, coverage::Criterion::model);
    open -= model.met();
    model.exclude(coverage::Feasibility(*file->loaded->model, file->coverage->requirements,
                                        {.noOverflow = options_.noOverflow, .stop = options_.stop})
                      .infeasible(open));
  }
}

// All models that were loaded are there, whichever tests were chosen, so that the shards of a run hold the same ones.
coverage::Data Run::gatherCoverage(const std::vector<TestResult>& tests) const {
  coverage::Data data;
  std::map<std::string, const File*> byPath;
  for (const auto& file : files_) {
    if (!file->coverage) continue;
    data.of(file->coverage->requirements.requirements);
    byPath[file->path] = file.get();
  }
  for (const TestResult& test : tests) {
    if (!test.coverage || (test.outcome != Outcome::passed && test.outcome != Outcome::failed)) continue;
    coverage::TestRecord record = *test.coverage;
    record.id = test.id();
    record.passed = test.outcome == Outcome::passed;
    data.of(byPath.at(test.file)->coverage->requirements.requirements).add(std::move(record));
  }
  if (options_.infeasible) proveInfeasible(data);
  return data;
}

}  // namespace aunit::runner
