#include "cli/output/answer_files.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cli/output/all_scopes_text.h"
#include "reporters/terminal/console.h"
#include "support/files.h"

namespace aunit::cli {

namespace {

/// Names of the files without folder and extension; where two are alike, with a number.
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

}  // namespace

AnswerFiles::AnswerFiles(const ExecArguments& arguments, const std::vector<std::unique_ptr<parser::Loaded>>& loaded)
    : arguments_(arguments), loaded_(loaded), stems_(stemsOf(arguments.files)) {}

bool AnswerFiles::write(const About& about, const ExecAnswer& answer, const Shown& shown) const {
  bool all = true;
  const auto put = [&](const std::string& folder, const std::string& ending, const std::string& text) {
    all &= write(folder, about, ending, text);
  };
  if (!arguments_.out.empty()) {
    for (std::size_t i = 0; i < answer.instances.size(); ++i)
      put(arguments_.out, fmt::format("-{}{}", i + 1, shown.extension), shown.text(i));
    if (answer.nearestInstance) put(arguments_.out, "-nearest" + shown.extension, shown.nearestText());
  }
  if (const auto& proof = answer.result.proof; proof && !arguments_.certificates.empty()) {
    put(arguments_.certificates, ".aag", proof->system);
    put(arguments_.certificates, "-witness.aag", proof->witness);
  }
  if (arguments_.proofs.empty()) return all;
  if (const auto& refutation = answer.result.refutation) {
    put(arguments_.proofs, ".cnf", refutation->cnf);
    put(arguments_.proofs, ".drat", refutation->steps);
  }
  // The questions that provers answered beyond the scope, for others to be asked, too.
  if (answer.allScopes)
    for (std::size_t i = 0; i < answer.allScopes->questions.size(); ++i)
      for (const bool smt : {true, false})
        put(arguments_.proofs, fmt::format("-all-scopes-{}{}", i + 1, smt ? ".smt2" : ".p"),
            proverInput(loaded_[about.file]->sources, answer.allScopes->questions[i], smt));
  return all;
}

bool AnswerFiles::write(const std::string& folder, const About& about, const std::string& ending, const std::string& text) const {
  std::string name = fmt::format("{}-{}-{}{}", stems_[about.file], about.index, about.command.label, ending);
  std::ranges::replace(name, '/', '-');
  const std::string path = (std::filesystem::path(folder) / name).generic_string();
  std::string error;
  if (isRead(path))
    reporters::complain(fmt::format("{} is read: nothing is written over it", path));
  else if (support::writeFile(path, text, error))
    return true;
  else
    reporters::complain(fmt::format("{}: {}", path, error));
  return false;
}

bool AnswerFiles::isRead(const std::string& path) const {
  std::error_code ignored;
  return std::ranges::any_of(loaded_, [&](const auto& loaded) {
    for (model::FileId id = 0; id < loaded->sources.size(); ++id)
      if (std::filesystem::equivalent(loaded->sources.file(id).path(), path, ignored)) return true;
    return false;
  });
}

}  // namespace aunit::cli
