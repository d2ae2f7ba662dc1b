// aunit repair: finds edits that fix failing tests and commands.

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/asking/ask_proposals.h"
#include "cli/asking/test_file.h"
#include "cli/input/project.h"
#include "cli/output/json_output.h"
#include "cli/output/model_edit.h"
#include "cli/output/outputs.h"
#include "cli/parts/progress.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "reporters/faults/repair.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/diagnostics_once.h"
#include "reporters/text.h"
#include "runner/files/discovery.h"
#include "runner/files/model_files.h"
#include "runner/interrupt.h"
#include "strength/repair/repair.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

using Json = nlohmann::ordered_json;
using strength::DemandingFile;

class RepairCommand {
 public:
  explicit RepairCommand(const RepairArguments& arguments)
      : arguments_(arguments), color_(reporters::wantsColor(colorChoice(arguments.color), stdout)) {}

  int run() {
    const runner::Discovery discovery =
        runner::discover(arguments_.paths.empty() ? std::vector<std::string>{"."} : arguments_.paths);
    for (const std::string& error : discovery.errors) usageError(error);
    if (!discovery.errors.empty() || !outputs_.open(discovery.files)) return usageOrModelError;
    runner::catchInterrupts();
    std::vector<std::string> named;
    for (const std::string& path : discovery.files) {
      if (parser::languageOf(path) != parser::Language::alloy)
        reporters::show(stderr, fmt::format("{} skipped: only Alloy models can be repaired\n", support::oneLine(path)));
      else if (!loadOptions(path, language_))
        return usageOrModelError;
      else
        named.push_back(path);
    }
    how_.modelPath = arguments_.model.value_or("");
    how_.alloy5 = arguments_.language.alloy5;
    how_.limits = limitsOf(arguments_.timeout, arguments_.time);
    const std::vector<runner::ModelFiles> groups = runner::modelFiles(named, how_);
    std::vector<suite::LoadError> errors;
    for (const runner::ModelFiles& group : groups) std::ranges::copy(group.errors, std::back_inserter(errors));
    reporters::showLoadErrors(errors);
    for (const runner::ModelFiles& group : groups)
      if (!runner::interruptRequested && !repair(group)) return usageOrModelError;
    if (json_.isWanted())
      json_.add(Json({{"repairs", proposals_}, {"failing", failing_}, {"undecided", undecided_}, {"tried", tried_}})
                    .dump(2, ' ', false, Json::error_handler_t::replace) +
                "\n");
    return json_.write() ? end() : usageOrModelError;
  }

 private:
  int end() const {
    if (runner::interruptRequested) return interrupted;
    if (judged_ == 0 && undecided_.empty()) return nothingFor("there are no tests and no commands that could fail");
    if (failing_.empty() && undecided_.empty() && !json_.isAlone() && !mended_)
      reporters::show(stdout, "nothing to repair: all tests and commands are as expected\n");
    if (unmended_ != 0) return testFailed;
    return undecided_.empty() ? allPassed : undecided;
  }

  /// Finds repairs for a group of files, and shows or writes them. If a file cannot be used, prints a message and returns false.
  bool repair(const runner::ModelFiles& group) {
    if (!group.errors.empty()) return false;
    std::optional<ProposalDialog> asking;
    std::vector<DemandingFile> files = group.files;
    unread_ = group.unread;
    while (repairOnce(files, asking)) {
      if (!again_) return true;
      again_ = false;
      files = loadedAgain(files);
    }
    return false;
  }

  std::vector<DemandingFile> loadedAgain(std::vector<DemandingFile> files) const {
    for (DemandingFile& file : files) file.loaded = parser::load(file.path, file.load.within(how_.limits));
    return files;
  }

  bool allResolve(const std::vector<DemandingFile>& files) const {
    bool good = true;
    reporters::DiagnosticsOnce diagnostics(colorChoice(arguments_.color));
    for (const DemandingFile& file : files) {
      if (file.loaded->ok()) continue;
      diagnostics.show(file.path, file.loaded->diagnostics.all(), file.loaded->sources);
      good = false;
    }
    diagnostics.finish();
    return good;
  }

  strength::RepairOptions options() const {
    strength::RepairOptions options;
    options.semantics = language_.semantics;
    options.limits = how_.limits;
    options.limit = mostOf(arguments_.limit);
    return options;
  }

  bool repairOnce(const std::vector<DemandingFile>& files, std::optional<ProposalDialog>& asking) {
    if (!allResolve(files)) return false;
    strength::RepairOptions how = options();
    Progress progress;
    how.progress = [&](std::uint64_t tried, const char* what) { progress(tried, what); };
    strength::Repairs repairs = strength::repair(files, how);
    progress.clear();
    std::ranges::copy(unread_, std::back_inserter(repairs.undecided));
    judged_ += repairs.judged;
    if (!repairs.contradictions.empty()) {
      for (const auto& [file, one, other] : repairs.contradictions)
        usageError(fmt::format("{}: the tests \"{}\" and \"{}\" contradict each other: no model passes both", file, one, other));
      return false;
    }
    if (arguments_.ask && repairs.difference && !(asking && asking->quit())) return ask(files, repairs, asking);
    return present(files, repairs);
  }

  /// Asks the user about the valuation that distinguishes two repairs. The answer becomes a test, which decides between the
  /// repairs when the search is repeated.
  bool ask(const std::vector<DemandingFile>& files, const strength::Repairs& repairs, std::optional<ProposalDialog>& asking) {
    std::string error;
    const auto tests =
        std::ranges::find_if(files, [](const DemandingFile& file) { return !file.guard && file.path.ends_with(".aunit"); });
    if (tests == files.end())
      return usageError(fmt::format("--ask adds the answers to a file of tests: besides {}, name a file that ends in .aunit",
                                    files.front().path));
    if (!asking) {
      auto file = TestFile::open(tests->path, "", error);
      if (!file) return usageError(error);
      asking.emplace(std::move(*file), language_.semantics, color_);
    }
    reporters::show(stdout, reporters::repairText(repairs, files, color_) + "\n");
    strength::GeneratedTests question;
    question.proposals.push_back({repairs.difference->claim, repairs.difference->title});
    const std::size_t before = asking->answers();
    if (!asking->ask(*files[repairs.found.front().file].loaded, question, error)) return usageError(error);
    again_ = asking->answers() > before;
    return again_ || count(repairs);
  }

  /// Adds the numbers, failures and undecided tests of `repairs` to the totals. Called if no repair is written. Returns true.
  bool count(const strength::Repairs& repairs) {
    tried_ += repairs.tried;
    unmended_ += !repairs.failures.empty() && repairs.found.empty();
    note(repairs);
    return true;
  }

  void note(const strength::Repairs& repairs) {
    for (const strength::Failure& failure : repairs.failures)
      failing_.push_back({{"name", failure.name}, {"place", failure.place}});
    for (const strength::UnknownOutcome& open : repairs.undecided)
      undecided_.push_back({{"name", open.name}, {"place", open.place}, {"why", open.why}});
  }

  bool present(const std::vector<DemandingFile>& files, const strength::Repairs& repairs) {
    if (!json_.isAlone() && !(repairs.failures.empty() && repairs.undecided.empty()))
      reporters::show(stdout, reporters::repairText(repairs, files, color_));
    if (json_.isWanted() && !addJson(files, repairs)) return false;
    if (repairs.failures.empty()) return count(repairs);
    if (!json_.isAlone() && repairs.found.empty())
      reporters::show(stdout, fmt::format("\nno proposal: {}\n", reporters::howFar(repairs)));
    if (arguments_.write && !repairs.found.empty()) return apply(files, repairs);
    if (!json_.isAlone() && !repairs.found.empty())
      reporters::show(stdout,
                      fmt::format("\n{}; --write writes the first one\n", support::plural(repairs.found.size(), "proposal")));
    return count(repairs);
  }

  /// Writes the first repair into its file, then judges all files again and shows the result.
  bool apply(const std::vector<DemandingFile>& files, const strength::Repairs& repairs) {
    const strength::Repair& first = repairs.found.front();
    std::string error;
    const auto edits = editsOnDisk(first, files[first.file].loaded->sources, error);
    if (!edits || !makeEdits(*edits, error)) return usageError(error);
    const std::vector<DemandingFile> written = loadedAgain(files);
    if (!allResolve(written)) return false;
    strength::Repairs now = strength::examine(written, options());
    std::ranges::copy(unread_, std::back_inserter(now.undecided));
    mended_ = true;
    unmended_ += !now.failures.empty();
    note(now);
    if (json_.isAlone()) return true;
    reporters::show(stdout, fmt::format("\nwrote the first proposed repair into {}\n", support::oneLine(edits->front().path)));
    for (const std::string& remark : first.remarks)
      reporters::show(stdout, fmt::format("but with this repair, {}\n", support::oneLine(remark)));
    const std::string trouble = reporters::troubleText(now, color_);
    reporters::show(stdout, trouble.empty() ? "now all tests and commands are as expected\n" : "now\n" + trouble);
    return true;
  }

  bool addJson(const std::vector<DemandingFile>& files, const strength::Repairs& repairs) {
    std::string error;
    for (const strength::Repair& repair : repairs.found) {
      const auto onDisk = editsOnDisk(repair, files[repair.file].loaded->sources, error);
      if (!onDisk) return usageError(error);
      Json edits = Json::array(), mends = Json::array();
      for (const ModelEdit& edit : *onDisk)
        edits.push_back({{"file", edit.path}, {"begin", edit.begin}, {"end", edit.end}, {"replacement", edit.replacement}});
      for (const std::uint32_t failure : repair.mends) mends.push_back(repairs.failures[failure].name);
      const bool commands = repair.verified == strength::Verification::commands;
      Json one = {{"edits", std::move(edits)},
                  {"verified", commands ? "commands" : "tests"},
                  {"scope", commands && !repairs.scope.empty() ? Json(repairs.scope) : Json()},
                  {"cost", repair.cost},
                  {"mends", std::move(mends)}};
      one["remarks"] = repair.remarks;
      proposals_.push_back(std::move(one));
    }
    return true;
  }

  const RepairArguments& arguments_;
  const bool color_;
  Outputs outputs_;
  JsonOutput json_{outputs_, arguments_.json};
  LanguageOptions language_ = arguments_.language;
  runner::ModelFilesOptions how_;
  std::size_t judged_ = 0;
  std::uint64_t tried_ = 0;                       // number of edits tried
  std::size_t unmended_ = 0;                      // number of groups of files with a failure that no repair fixes
  std::vector<strength::UnknownOutcome> unread_;  // files of the current group that have errors
  bool mended_ = false;                           // a repair was written into a file
  bool again_ = false;                            // the user's answer became a test, so the search must be repeated
  Json proposals_ = Json::array(), failing_ = Json::array(), undecided_ = Json::array();
};

}  // namespace

int repair(const RepairArguments& arguments) {
  return RepairCommand(arguments).run();
}

}  // namespace aunit::cli
