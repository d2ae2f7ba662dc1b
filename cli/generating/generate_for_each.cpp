#include "cli/generating/generate_for_each.h"

#include <algorithm>
#include <condition_variable>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/asking/subject.h"
#include "cli/asking/test_file.h"
#include "cli/generating/proposing.h"
#include "cli/input/project.h"
#include "cli/parts/progress.h"
#include "cli/usage_error.h"
#include "reporters/terminal/console.h"
#include "reporters/text.h"
#include "runner/files/discovery.h"
#include "runner/interrupt.h"
#include "strength/generation/generation.h"
#include "strength/generation/proposals/proposal_text.h"
#include "suite/coverage_subject.h"
#include "suite/test_case.h"
#include "suite/trouble.h"
#include "support/budget.h"
#include "support/threads.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;

/// One model, the file for its tests, and the result.
struct Subject {
  std::string model;
  std::unique_ptr<parser::Loaded> loaded;
  TestFile file;
  model::Semantics semantics{};
  strength::GeneratedTests generated;
  bool looked = false;
  std::string text, error;
  std::string trouble;  // the error that ended the search: exhausted memory or an internal error
};

/// Coordinates workers after an interrupt. No further worker begins. Each active worker ends its search and waits for the
/// others; then interruptRequested is cleared, so that each worker can write the tests that it found.
class Workers {
 public:
  bool begin() {
    const std::lock_guard lock(mutex_);
    if (ended_ || runner::interruptRequested) return false;
    ++working_;
    return true;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    --working_;
    forgetWhenAllWait();
  }
  void awaitOthers() {
    std::unique_lock lock(mutex_);
    ended_ = true;
    ++waiting_;
    forgetWhenAllWait();
    changed_.wait(lock, [&] { return forgotten_; });
  }

 private:
  void forgetWhenAllWait() {
    if (waiting_ == 0 || waiting_ != working_ || forgotten_) return;
    runner::interruptRequested = false;
    forgotten_ = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  int working_ = 0, waiting_ = 0;
  bool ended_ = false, forgotten_ = false;
};

class BatchGenerator {
 public:
  explicit BatchGenerator(const GenerateArguments& arguments) : arguments_(arguments), whole_({.seconds = arguments.time}) {}

  int run() {
    for (const auto& [option, given] : {std::pair("--out", arguments_.out.has_value()),
                                        {"--html", arguments_.html.has_value()},
                                        {"--ask", arguments_.ask},
                                        {"--pred", !arguments_.functions.empty()},
                                        {"--model", !arguments_.model.empty()}})
      if (given) return usageError(fmt::format("{} needs a single model: name only its file, and leave out --write", option));
    const auto criteria = criteriaOf(arguments_.criteria);
    if (!criteria) return usageOrModelError;
    const runner::Discovery discovery = runner::discover(arguments_.paths);
    for (const std::string& error : discovery.errors) usageError(error);
    if (!discovery.errors.empty()) return usageOrModelError;
    for (const std::string& path : discovery.files) load(path);
    if (subjects_.empty() && !failed_)
      return nothingFor("found no model to propose tests for" + runner::hintOfHidden(arguments_.paths));
    propose(*criteria);
    return present();
  }

 private:
  /// Loads a model. Skips files of tests and files in other languages.
  void load(const std::string& path) {
    if (fs::path(path).extension() == ".aunit" || parser::languageOf(path) != parser::Language::alloy) return;
    LanguageOptions language = arguments_.language;
    const auto options = loadOptions(path, language);
    const std::string out = fs::path(path).replace_extension(".aunit").generic_string();
    const auto open = opening(path, out);
    std::string error;
    auto file = TestFile::open(out, open.value_or(""), error);
    if (arguments_.write && !open && !fs::exists(out)) error = cannotBeOpened(path, out);
    if (arguments_.write && !targets_.insert(out).second)
      error = fmt::format(
          "{}: the tests of this model cannot be written to {}: the tests of another model are written to this file", path, out);
    if (!error.empty()) usageError(error);
    auto loaded = options && error.empty()
                      ? loadSubject(path, out, options->within({.seconds = arguments_.timeout}), arguments_.color)
                      : nullptr;
    if (!loaded) {
      failed_ = true;
      return;
    }
    const auto tests = suite::collectTests(*loaded);
    const bool ofTests = !fs::exists(out) && suite::modelUnderTest(*loaded, tests).isWithout(0);
    if (!ofTests) subjects_.push_back({path, std::move(loaded), std::move(*file), language.semantics, {}, false, "", "", ""});
  }

  void propose(const std::set<coverage::Criterion>& criteria) {
    runner::catchInterrupts();
    Workers workers;
    Progress progress;
    std::atomic<std::size_t> done = 0;
    const unsigned jobs = arguments_.jobs > 0 ? static_cast<unsigned>(arguments_.jobs) : support::cores();
    support::forEachParallel(subjects_.size(), jobs, [&](std::size_t i) {
      if (!workers.begin()) return;
      Subject& subject = subjects_[i];
      try {
        propose(subject, criteria, workers);
      } catch (...) {
        suite::Place file;
        file.path = subject.model;
        subject.trouble = suite::troubleAtHand(file).details;
      }
      workers.end();
      progress(++done, subjects_.size(), "models examined");
    });
    progress.clear();
  }

  void propose(Subject& subject, const std::set<coverage::Criterion>& criteria, Workers& workers) const {
    strength::GenerationOptions how = generationOptions(arguments_, {}, criteria);
    how.semantics = subject.semantics;
    how.whole = whole_;
    how.resume = [&] { workers.awaitOthers(); };
    subject.generated = strength::generate(*subject.loaded, how);
    strength::ProposalText writer(*subject.loaded->model, subject.file.text());
    for (const strength::Proposal& proposal : subject.generated.proposals)
      subject.text += writer.next(proposal.claim, proposal.title, " @proposed");
    if (arguments_.write && !subject.text.empty()) subject.file.add(subject.text, subject.error);
    subject.looked = true;
  }

  int present() const {
    bool stopped = false, failed = failed_, torn = false, any = false;
    for (const Subject& subject : subjects_) {
      if (!subject.trouble.empty()) {
        reporters::show(stderr, subject.trouble);
        torn = true;
        continue;
      }
      stopped = stopped || !subject.looked || subject.generated.interrupted;
      if (!subject.looked) continue;
      if (!subject.error.empty()) usageError(subject.error);
      failed = failed || !subject.error.empty();
      if (!arguments_.write && !subject.text.empty())
        reporters::show(stdout, fmt::format("// for {}\n{}\n", subject.file.path(), subject.text));
      const auto& achieved = subject.generated.achieved;
      const bool nothing = std::ranges::all_of(achieved, [](const auto& of) { return of.second.goals == 0; });
      any = any || !nothing;
      if (!nothing)
        reporters::show(arguments_.write ? stdout : stderr, fmt::format("{}: {}", subject.model, summary(subject.generated)));
    }
    if (stopped) reporters::complain("interrupted: the search ended before all goals of all models were examined");
    if (stopped) return interrupted;
    if (whole_.exhausted()) reporters::complain(timeUp(arguments_.time));
    if (torn) return internalError;
    if (failed) return usageOrModelError;
    if (!any) reporters::complain("there is nothing to test in the models");
    return any ? allPassed : nothingToRun;
  }

  const GenerateArguments& arguments_;
  const support::Budget whole_;
  std::vector<Subject> subjects_;
  std::set<std::string> targets_;
  bool failed_ = false;
};

}  // namespace

int generateForEach(const GenerateArguments& arguments) {
  return BatchGenerator(arguments).run();
}

}  // namespace aunit::cli
