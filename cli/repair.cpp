// aunit repair: edits that would make failing tests and commands come out as they should.

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "cli/ask_proposals.h"
#include "cli/model_edit.h"
#include "cli/progress.h"
#include "cli/project.h"
#include "cli/subcommands.h"
#include "cli/test_file.h"
#include "cli/usage_error.h"
#include "model/visible.h"
#include "reporters/console.h"
#include "reporters/repair.h"
#include "reporters/text.h"
#include "runner/discovery.h"
#include "runner/interrupt.h"
#include "strength/repair.h"

namespace aunit::cli {

namespace {

using Json = nlohmann::ordered_json;
using strength::Repairs;

class Repairing {
 public:
  explicit Repairing(const RepairArguments& arguments)
      : arguments_(arguments), color_(reporters::wantsColor(colorChoice(arguments.color), STDOUT_FILENO)) {}

  int run() {
    const runner::Discovery discovery =
        runner::discover(arguments_.paths.empty() ? std::vector<std::string>{"."} : arguments_.paths);
    for (const std::string& error : discovery.errors) usageError(error);
    if (!discovery.errors.empty()) return usageOrModelError;
    runner::catchInterrupts();
    for (const std::string& path : discovery.files)
      if (!runner::interruptRequested && !repair(path)) return usageOrModelError;
    if (arguments_.json) reporters::show(stdout, Json({{"repairs", proposals_}}).dump(2) + "\n");
    if (runner::interruptRequested) return interrupted;
    if (judged_ == 0) {
      reporters::complain("there are no tests and no commands that could fail");
      return nothingToRun;
    }
    if (failing_ == 0 && !arguments_.json)
      reporters::show(stdout, "nothing to repair: all tests and commands come out as they should\n");
    return unmended_ == 0 ? allPassed : testFailed;
  }

 private:
  /// False after a message: the file cannot be used.
  bool repair(const std::string& path) {
    std::optional<Asking> asking;
    while (repairOnce(path, asking)) {
      if (!again_) return true;
      again_ = false;
    }
    return false;
  }

  bool repairOnce(const std::string& path, std::optional<Asking>& asking) {
    if (parser::languageOf(path) != parser::Language::alloy) {
      reporters::show(stderr, fmt::format("{} passed over: Alloy models are repaired\n", model::oneLine(path)));
      return true;
    }
    LanguageOptions language = arguments_.language;
    auto how = loadOptions(path, language);
    if (!how) return false;
    if (arguments_.model) how->modelPath = *arguments_.model;
    const auto loaded = parser::load(path, *how);
    if (!loaded->ok()) {
      reporters::showDiagnostics(loaded->diagnostics.all(), loaded->sources, colorChoice(arguments_.color));
      return false;
    }
    strength::RepairOptions options;
    options.load = *how;
    options.noOverflow = language.noOverflow;
    options.timeout = arguments_.timeout;
    options.limit = static_cast<std::size_t>(arguments_.limit);
    options.stop = &runner::interruptRequested;
    Progress progress;
    options.progress = [&](std::uint64_t tried, const char* what) { progress(tried, what); };
    const Repairs repairs = strength::repair(*loaded, path, options);
    progress.clear();
    judged_ += repairs.judged;
    if (!repairs.contradictions.empty()) {
      for (const auto& [one, other] : repairs.contradictions)
        usageError(fmt::format("{}: the tests \"{}\" and \"{}\" contradict each other: no model passes both", path, one, other));
      return false;
    }
    if (repairs.complaints.empty()) return true;
    if (arguments_.ask && repairs.difference && !(asking && asking->quit())) return ask(*loaded, path, repairs, asking);
    ++failing_;
    unmended_ += repairs.found.empty();
    return arguments_.json ? addJson(*loaded, repairs) : show(*loaded, path, repairs);
  }

  /// Asks about the valuation on which proposals differ; the answer is a test by which they are told apart the next time.
  bool ask(parser::Loaded& loaded, const std::string& path, const Repairs& repairs, std::optional<Asking>& asking) {
    std::string error;
    if (!asking) {
      if (!path.ends_with(".aunit")) {
        usageError(fmt::format("--ask: answers become tests of a file that ends in .aunit, not of {}", path));
        return false;
      }
      auto file = TestFile::open(path, "", error);
      if (!file) {
        usageError(error);
        return false;
      }
      asking.emplace(std::move(*file), arguments_.language.noOverflow, color_);
    }
    reporters::show(stdout, reporters::repairText(repairs, loaded, path, color_) + "\n");
    strength::Generated question;
    question.proposals.push_back({repairs.difference->claim, repairs.difference->title});
    const std::size_t before = asking->answers();
    if (!asking->ask(loaded, question, error)) {
      usageError(error);
      return false;
    }
    again_ = asking->answers() > before;
    failing_ += !again_;
    return true;
  }

  bool show(const parser::Loaded& loaded, const std::string& path, const Repairs& repairs) {
    reporters::show(stdout, reporters::repairText(repairs, loaded, path, color_));
    if (repairs.found.empty()) {
      reporters::show(stdout, fmt::format("\nno proposal{}\n", repairs.cutShort ? ": time was up (--timeout gives more)" : ""));
      return true;
    }
    if (!arguments_.apply) {
      reporters::show(stdout,
                      fmt::format("\n{}; --apply writes the first\n", reporters::plural(repairs.found.size(), "proposal")));
      return true;
    }
    std::string error;
    const auto edits = editsOnDisk(repairs.found.front(), loaded.sources, error);
    if (!edits || !makeEdits(*edits, error)) {
      usageError(error);
      return false;
    }
    reporters::show(stdout, fmt::format("\nwrote the first into {}\n", model::oneLine(edits->front().path)));
    return true;
  }

  bool addJson(const parser::Loaded& loaded, const Repairs& repairs) {
    std::string error;
    for (const strength::Repair& repair : repairs.found) {
      const auto onDisk = editsOnDisk(repair, loaded.sources, error);
      if (!onDisk || (arguments_.apply && &repair == &repairs.found.front() && !makeEdits(*onDisk, error))) {
        usageError(error);
        return false;
      }
      Json edits = Json::array();
      for (const ModelEdit& edit : *onDisk)
        edits.push_back({{"file", edit.path}, {"begin", edit.begin}, {"end", edit.end}, {"replacement", edit.replacement}});
      const bool commands = repair.verified == strength::HeldAgainst::commands;
      proposals_.push_back({{"edits", edits},
                            {"verified", commands ? "commands" : "tests"},
                            {"scope", commands && !repairs.scope.empty() ? Json(repairs.scope) : Json()},
                            {"cost", repair.cost}});
    }
    return true;
  }

  const RepairArguments& arguments_;
  const bool color_;
  std::size_t judged_ = 0, failing_ = 0, unmended_ = 0;
  bool again_ = false;  // an answer was given: it is a test now
  Json proposals_ = Json::array();
};

}  // namespace

int repair(const RepairArguments& arguments) {
  return Repairing(arguments).run();
}

}  // namespace aunit::cli
