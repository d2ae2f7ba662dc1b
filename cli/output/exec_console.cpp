#include "cli/output/exec_console.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "cli/completion/shell_words.h"
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
using runner::CommandRow;
using runner::Standing;
using support::plural;

ExecConsole::ExecConsole(const ExecArguments& arguments, InstanceForm form, std::FILE* people, const reporters::Style& style,
                         JsonOutput& json)
    : arguments_(arguments),
      form_(form),
      people_(people),
      style_(style),
      json_(json),
      diagnostics_(colorChoice(arguments.color)),
      files_({arguments.out, arguments.certificates, arguments.proofs}, form, arguments.files) {}

void ExecConsole::read(const runner::SolvedFile& file, std::size_t left) {
  const parser::Loaded& loaded = *file.loaded;
  files_.spare(loaded.sources);
  // The table on folders says how files that were found in them were read, and what is wrong with them.
  if (!file.isNamed) reporters::leaveNotesUnsaid(loaded.sources);
  if (!loaded.ok() && (file.isNamed || (json_.isWanted() && !file.isOther())))
    diagnostics_.show(file.path, loaded.diagnostics.all(), loaded.sources);
  if (!loaded.ok()) json_.add(reporters::refusedJson(file));
  if (!file.refused.empty()) reporters::complain(fmt::format("{}: {}", file.path, file.refused));
  reporters::flush(stdout);
  if (left != 0) return;
  reporters::sayNotes();
  diagnostics_.finish();
}

void ExecConsole::started(std::size_t commands) {
  commands_ = commands;
  reporters::leaveNotesUnsaid();  // on earlier versions of the same files
  if (!json_.isAlone() && commands != 0) reporters::show(people_, reporters::rowHeader(arguments_.verbose));
}

void ExecConsole::answered(const runner::CommandQuestion& question, const runner::CommandAnswer& answer,
                           runner::CommandRow& row) {
  if (arguments_.out.empty()) {
    for (std::size_t i = 0; i < answer.instances.size(); ++i)
      row.shown.push_back(reporters::shownInstance(question, answer, i, form_));
    if (answer.nearestInstance) row.shown.push_back(reporters::shownNearest(question, answer, form_));
  }
  const std::lock_guard lock(output_);
  if (!files_.write(question, answer)) failed_ = true;
}

void ExecConsole::told(const runner::CommandRow& row) {
  const std::lock_guard lock(output_);
  if (json_.isWanted()) {
    const bool shown = form_ != InstanceForm::none && arguments_.out.empty();
    json_.add(reporters::rowJson(row, shown, form_ == InstanceForm::json));
  }
  if (!json_.isAlone()) {
    const bool isForPeople = form_ == InstanceForm::none || form_ == InstanceForm::table;
    reporters::show(people_, reporters::rowText(row, arguments_.verbose, style_), style_);
    for (const std::string& text : row.shown)
      isForPeople ? reporters::show(stdout, text) : reporters::writeDocument(stdout, text);
  }
  reporters::flush(stdout);
  if (reporters::readerIsGone() && arguments_.out.empty()) runner::interruptRequested = true;  // for whom, then?
  if (ownPart()) tellOfPart(++told_, commands_, "commands answered");
}

void ExecConsole::complain(const std::string& message) {
  const std::lock_guard lock(output_);
  reporters::complain(message);
}

void ExecConsole::sayWhatWasKnown(const runner::SolveReport& report) const {
  if (report.recalled != 0 && !arguments_.resume.empty())
    reporters::show(stderr, fmt::format("{} of {} taken from {}\n", report.recalled, plural(report.asked, "command"),
                                        support::oneLine(arguments_.resume)));
  if (!report.cache) return;
  const auto& [path, kept, solved, inError, damaged, failed] = *report.cache;
  if (kept != 0 || arguments_.since || arguments_.explainCache)
    reporters::show(stderr, fmt::format("{} of {} kept, {} solved{}\n", kept, plural(report.asked, "answer"), solved,
                                        inError == 0 ? "" : fmt::format(", {} in error", inError)));
  if (damaged != 0)
    reporters::complain(fmt::format("{}: {} not what was written: passed over", path,
                                    damaged == 1 ? "a file is" : fmt::format("{} files are", damaged)));
  if (failed != 0) reporters::complain(fmt::format("{}: {} could not be written", path, plural(failed, "file")));
}

void ExecConsole::showTally(const runner::SolveReport& report) const {
  std::string advice;
  if (const CommandRow* const row = form_ == InstanceForm::none ? reporters::worthALook(report) : nullptr)
    advice = fmt::format("to see {}: --show table, or aunit view {} --command {}\n",
                         row->check ? "the counterexample" : "the instance", shellQuoted(row->path, 0), row->index);
  const auto isMissing = [](const CommandRow& row) { return row.standing() == Standing::noInstance; };
  if (!arguments_.nearest && !arguments_.core && std::ranges::any_of(report.rows, isMissing))
    advice += "to see what a run without an instance breaks at least: --nearest\n";
  reporters::show(people_, reporters::tally(report, advice, style_), style_);
}

}  // namespace aunit::cli
