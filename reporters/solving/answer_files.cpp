#include "reporters/solving/answer_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "model/one_line.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/nitpick.h"
#include "reporters/terminal/reason_tree.h"
#include "solver/firstorder/texts.h"
#include "support/files.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

/// The names of the files without folder and extension. Equal names get a number.
std::vector<std::string> stemsOf(const std::vector<std::string>& files) {
  std::vector<std::string> stems;
  for (const std::string& file : files) {
    const std::string stem = std::filesystem::path(file).stem().generic_string();
    std::string name = stem;
    for (int i = 2; std::ranges::find(stems, name) != stems.end(); ++i) name = fmt::format("{}~{}", stem, i);
    stems.push_back(std::move(name));
  }
  return stems;
}

/// A prover's input file: a comment for each assertion, which says where in the model the assertion comes from; then the
/// assertions.
std::string proverInput(const model::SourceMap& sources, const solver::firstorder::ProverQuestion& question, bool smtLib) {
  const char* comment = smtLib ? ";" : "%";
  std::string text;
  for (const auto& [name, span] : question.places) {
    text += fmt::format("{} {}", comment, name);
    if (span.known())
      text += fmt::format(": {}: {}", sources.describe(span), support::oneLine(model::onOneLine(sources.text(span))));
    text += "\n";
  }
  return text + (smtLib ? question.smtLib : question.tptp);
}

}  // namespace

std::string shownInstance(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, std::size_t instance,
                          InstanceForm form) {
  const model::Command& command = question.command();
  const model::Instance& shown = answer.instances[instance];
  if (question.isClaim()) return fmt::format("\n{}\n", nitpickCounterexample(question.model(), command, shown));
  const std::string title = fmt::format("{}#{}", command.label, instance + 1);
  const std::string text = instanceText(form, question.model(), shown, title, command.text, question.source.path);
  if (form != InstanceForm::table) return text;
  const auto reason = runner::reasonFor(question, shown);
  return reason ? text + counterexampleText(*reason, command.label, Style(false)) : text;
}

std::string shownNearest(const runner::CommandQuestion& question, const runner::CommandAnswer& answer, InstanceForm form) {
  const model::Command& command = question.command();
  const std::string title = fmt::format("{}#nearest", command.label);
  if (form == InstanceForm::none || form == InstanceForm::table) return instanceTable(answer.row.nearest->table, title);
  return instanceText(form, question.model(), *answer.nearestInstance, title, command.text, question.source.path,
                      answer.row.nearest->marked);
}

AnswerFiles::AnswerFiles(Folders folders, InstanceForm form, const std::vector<std::string>& models)
    : folders_(std::move(folders)), form_(form), stems_(stemsOf(models)) {}

void AnswerFiles::spare(const model::SourceMap& sources) {
  for (model::FileId id = 0; id < sources.size(); ++id) read_.push_back(sources.file(id).path());
}

bool AnswerFiles::write(const runner::CommandQuestion& question, const runner::CommandAnswer& answer) const {
  bool all = true;
  const auto put = [&](const std::string& folder, const std::string& ending, const std::string& text) {
    all &= folder.empty() || write(folder, question, ending, text);
  };
  if (!folders_.instances.empty()) {
    const std::string_view extension = extensionOf(form_);
    for (std::size_t i = 0; i < answer.instances.size(); ++i)
      put(folders_.instances, fmt::format("-{}{}", i + 1, extension), shownInstance(question, answer, i, form_));
    if (answer.nearestInstance)
      put(folders_.instances, fmt::format("-nearest{}", extension), shownNearest(question, answer, form_));
  }
  if (const auto& proof = answer.result.proof) {
    put(folders_.certificates, ".aag", proof->system);
    put(folders_.certificates, "-witness.aag", proof->witness);
  }
  for (const auto& [what, refutation] :
       {std::pair("", &answer.result.refutation), std::pair("-bounds", &answer.result.boundsRefutation)})
    if (*refutation) {
      put(folders_.proofs, fmt::format("{}.cnf", what), (*refutation)->cnf);
      put(folders_.proofs, fmt::format("{}.drat", what), (*refutation)->steps);
    }
  // If provers decided that the check holds in all scopes, writes the questions that they got. Other provers can then check the
  // answers.
  if (answer.allScopes && !folders_.proofs.empty())
    for (std::size_t i = 0; i < answer.allScopes->questions.size(); ++i)
      for (const bool smt : {true, false})
        put(folders_.proofs, fmt::format("-all-scopes-{}{}", i + 1, smt ? ".smt2" : ".p"),
            proverInput(question.source.loaded->sources, answer.allScopes->questions[i], smt));
  return all;
}

bool AnswerFiles::write(const std::string& folder, const runner::CommandQuestion& question, const std::string& ending,
                        const std::string& text) const {
  std::string name = fmt::format("{}-{}-{}{}", stems_[question.file], question.index, question.command().label, ending);
  std::ranges::replace(name, '/', '-');
  const std::string path = (std::filesystem::path(folder) / name).generic_string();
  const bool isRead = std::ranges::any_of(read_, [&](const std::string& file) {
    std::error_code ignored;
    return std::filesystem::equivalent(file, path, ignored);
  });
  std::string error;
  if (isRead)
    complain(fmt::format("{} is an input and is not overwritten", path));
  else if (support::writeFile(path, text, error))
    return true;
  else
    complain(fmt::format("{}: {}", path, error));
  return false;
}

}  // namespace aunit::reporters
