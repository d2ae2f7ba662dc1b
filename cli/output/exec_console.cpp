#include "cli/output/exec_console.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/completion/shell_words.h"
#include "cli/output/github_links.h"
#include "cli/parts/parts.h"
#include "reporters/solving/rows.h"
#include "reporters/solving/rows_json.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/notes.h"
#include "runner/interrupt.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::cli {

using reporters::InstanceForm;
using runner::AnswerStatus;
using runner::CommandRow;
using support::plural;

namespace {

constexpr std::size_t mostOfAKind = 3;  // how many warnings with the same name are shown per file

}  // namespace

ExecConsole::ExecConsole(const ExecArguments& arguments, InstanceForm form, std::FILE* people, const reporters::Style& style,
                         JsonOutput& json, SavedTests* kept)
    : arguments_(arguments),
      form_(form),
      people_(people),
      style_(style),
      json_(json),
      kept_(kept),
      diagnostics_(colorChoice(arguments.color)),
      files_({arguments.out, arguments.certificates, arguments.proofs}, form, arguments.files) {}

void ExecConsole::read(const runner::SolvedFile& file, std::size_t left) {
  const parser::Loaded& loaded = *file.loaded;
  files_.spare(loaded.sources);
  // The table of folders shows notes and errors of files that were found in a folder, so this function shows none for them.
  if (!file.isNamed) reporters::leaveNotesUnsaid(loaded.sources);
  if (!loaded.ok() && (file.isNamed || (json_.isWanted() && !file.isOther())))
    diagnostics_.show(file.path, loaded.diagnostics.all(), loaded.sources);
  json_.add(reporters::fileJson(file));
  if (!file.refused.empty()) reporters::complain(fmt::format("{}: {}", file.path, file.refused));
  reporters::flush(stdout);
  if (left != 0) return;
  reporters::sayNotes();
  diagnostics_.finish();
}

void ExecConsole::started(std::size_t commands) {
  commands_ = commands;
  reporters::leaveNotesUnsaid();  // drops notes about the earlier versions that --since has read
  if (!json_.isAlone() && commands != 0) reporters::show(people_, reporters::rowHeader(arguments_.verbose));
}

void ExecConsole::answered(const runner::CommandQuestion& question, const runner::CommandAnswer& answer,
                           runner::CommandRow& row) {
  if (arguments_.out.empty()) {
    const bool isKeptOnly = kept_ && form_ == InstanceForm::none;
    for (std::size_t i = 0; i < answer.instances.size() && !isKeptOnly; ++i)
      row.shown.push_back(reporters::shownInstance(question, answer, i, form_));
    if (answer.nearestInstance) row.shown.push_back(reporters::shownNearest(question, answer, form_));
  }
  const std::lock_guard lock(output_);
  if (!files_.write(question, answer)) failed_ = true;
  if (kept_ && !kept_->add(question, answer)) failed_ = true;
}

void ExecConsole::annotate(const std::vector<reporters::SarifResult>& results) const {
  if (onGithub() && !ownPart())
    reporters::writeDocument(json_.isAlone() ? stderr : people_, reporters::githubAnnotations(results));
}

void ExecConsole::told(const runner::CommandRow& row) {
  const std::lock_guard lock(output_);
  if (json_.isWanted()) {
    const bool shown = form_ != InstanceForm::none && arguments_.out.empty();
    json_.add(reporters::rowJson(row, shown, form_ == InstanceForm::json));
  }
  if (!json_.isAlone()) {
    const bool isForPeople = form_ == InstanceForm::none || form_ == InstanceForm::table;
    CommandRow shown = row;
    std::erase_if(shown.warnings, [&](const CommandRow::Warning& warning) {
      return ++warnings_[{row.path, warning.name}] > mostOfAKind && !arguments_.verbose;
    });
    for (const CommandRow::Warning& warning : shown.warnings) said_.emplace(warning.place.describe(), warning.text);
    reporters::show(people_, reporters::rowText(shown, arguments_.verbose, style_), style_);
    for (const std::string& text : row.shown)
      isForPeople ? reporters::show(stdout, text) : reporters::writeDocument(stdout, text);
  }
  reporters::flush(stdout);
  if (reporters::readerIsGone() && arguments_.out.empty())
    runner::interruptRequested = true;  // no program reads the output, so the run ends
  if (ownPart()) tellOfPart(++told_, commands_, "commands answered");
}

void ExecConsole::complain(const std::string& message) {
  const std::lock_guard lock(output_);
  reporters::complain(message);
}

void ExecConsole::sayWhatWasKnown(const runner::SolveReport& report) const {
  if (report.recalled != 0 && !arguments_.resume.empty())
    reporters::show(stderr, fmt::format("{} of {} came from the journal `{}`\n", report.recalled, plural(report.asked, "answer"),
                                        support::oneLine(arguments_.resume)));
  if (!report.cache) return;
  const auto& [path, kept, solved, inError, damaged, failed] = *report.cache;
  if (kept != 0 || arguments_.since || arguments_.explainCache)
    reporters::show(
        stderr, fmt::format("{} of {} came from the cache, {} from the solver{}\n", kept, plural(report.asked, "answer"), solved,
                            inError == 0 ? "" : fmt::format(", {} ended with an error", inError)));
  if (damaged != 0)
    reporters::complain(fmt::format("cache `{}`: {} damaged and ignored", path,
                                    damaged == 1 ? "a file is" : fmt::format("{} files are", damaged)));
  if (failed != 0) reporters::complain(fmt::format("{}: {} could not be written", path, plural(failed, "file")));
}

std::size_t ExecConsole::warningsUnsaid(const runner::SolveReport& report) const {
  std::set<std::pair<std::string, std::string>> unsaid;
  for (const runner::SolvedFile& file : report.files)
    for (const model::Diagnostic& d : file.loaded->diagnostics.all())
      if (d.severity == model::Severity::warning) unsaid.emplace(file.loaded->sources.describe(d.span), d.message);
  return static_cast<std::size_t>(std::ranges::count_if(unsaid, [&](const auto& one) { return !said_.contains(one); }));
}

void ExecConsole::showTally(const runner::SolveReport& report) const {
  std::string advice;
  if (const CommandRow* const row = form_ == InstanceForm::none ? reporters::worthALook(report) : nullptr)
    advice = fmt::format("to see {}: add --show table{}\n", row->check ? "the counterexample" : "the instance",
                         !arguments_.given.empty() || row->path.ends_with(".prog")
                             ? ""
                             : fmt::format(", or call `aunit view {} --command {}`", shellQuoted(row->path, 0), row->index));
  if (const std::size_t rest = warningsUnsaid(report); rest != 0)
    advice +=
        fmt::format("{} about the model{}: `aunit check{}` shows {}\n", plural(rest, said_.empty() ? "warning" : "more warning"),
                    report.files.size() == 1 ? "" : "s",
                    report.files.size() == 1 ? " " + shellQuoted(report.files.front().path, 0) : "", rest == 1 ? "it" : "them");
  const auto isMissing = [](const CommandRow& row) { return row.status() == AnswerStatus::noInstance; };
  if (!arguments_.nearest && !arguments_.core && std::ranges::any_of(report.rows, isMissing))
    advice += "to see why a run has no instance: add --nearest\n";
  reporters::show(people_, reporters::tally(report, advice, style_), style_);
}

}  // namespace aunit::cli
