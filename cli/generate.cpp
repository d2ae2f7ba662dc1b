// aunit generate: tests for the mistakes that no test would notice yet.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/progress.h"
#include "cli/project.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "model/files.h"
#include "reporters/console.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "strength/generation.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;

using strength::Generated;

/// The predicates and functions that are asked for; nothing, after a message, when one is not there.
std::optional<std::vector<model::FuncId>> functionsOf(const model::Model& model, const std::vector<std::string>& names) {
  std::vector<model::FuncId> found;
  std::vector<std::string> known;
  for (const model::Func& function : model.funcs())
    if (!model.modules()[function.module].library) known.push_back(function.name);
  for (const std::string& name : names) {
    const std::size_t before = found.size();
    for (model::FuncId id = 0; id < model.funcs().size(); ++id)
      if (model.func(id).name == name && !model.modules()[model.func(id).module].library) found.push_back(id);
    if (found.size() != before) continue;
    const std::string near = model::nearestName(name, known);
    usageError(fmt::format("--pred {}: there is no such predicate or function{}", name,
                           near.empty() ? "" : fmt::format(" (did you mean `{}`?)", near)));
    return std::nullopt;
  }
  return found;
}

bool isWordPart(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/// "open shop/list" for shop/list.als, seen from the folder of `out`; nothing when no `open` can say it.
std::optional<std::string> opening(const std::string& model, const std::string& out) {
  std::error_code failed;
  const fs::path folder = fs::path(out).has_parent_path() ? fs::path(out).parent_path() : ".";
  fs::path path = fs::proximate(fs::path(model), folder, failed);
  if (failed) return std::nullopt;
  const std::string name = path.replace_extension().generic_string();
  const bool good = !name.empty() && std::ranges::all_of(name, [](char c) { return isWordPart(c) || c == '/'; });
  return good ? std::optional("open " + name + "\n") : std::nullopt;
}

/// Whether the text has this word anywhere.
bool hasWord(const std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !isWordPart(text[at - 1])) && (end == text.size() || !isWordPart(text[end]))) return true;
  }
  return false;
}

/// The proposals as text, with names that `text` does not have.
std::string written(const model::Model& model, const Generated& generated, const std::string& text) {
  std::string out;
  std::set<std::string> titles;
  std::vector<model::SigId> topLevel;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
    if (const model::Sig& sig = model.sig(id); !sig.subset && sig.parents[0] == model::builtin::univ && !sig.isMeta)
      if (!model.modules()[sig.module].library) topLevel.push_back(id);
  std::size_t number = 0;
  for (const strength::Proposal& proposal : generated.proposals) {
    const model::FuncId function = proposal.claim.function;
    const std::string stem = function == model::noId ? "facts" : model.func(function).name;
    strength::TestNames names{"", proposal.title, " @proposed"};
    do {
      names.valuation = fmt::format("{}_{}", stem, ++number);
    } while (hasWord(text, names.valuation));
    for (int copy = 2; !titles.insert(names.title).second || text.find('"' + names.title + '"') != std::string::npos; ++copy)
      names.title = fmt::format("{} ({})", proposal.title, copy);
    // Whether facts hold depends on each signature, said or not.
    const std::vector<model::SigId> said = function == model::noId ? topLevel : std::vector<model::SigId>{};
    out += "\n" + strength::testText(model, proposal.claim, names, said);
  }
  return out;
}

}  // namespace

int generate(const GenerateArguments& given) {
  GenerateArguments arguments = given;
  auto options = loadOptions(arguments.file, arguments.language);
  if (!options) return usageOrModelError;
  if (!arguments.model.empty()) options->modelPath = arguments.model;
  if (parser::languageOf(arguments.file) != parser::Language::alloy)
    return usageError(fmt::format("{}: tests are proposed for Alloy models", arguments.file));
  const auto loaded = parser::load(arguments.file, *options);
  if (!loaded->ok()) {
    reporters::showDiagnostics(loaded->diagnostics.errorsSince(0), loaded->sources, colorChoice(arguments.color));
    return usageOrModelError;
  }
  const auto functions = functionsOf(*loaded->model, arguments.functions);
  if (!functions) return usageOrModelError;

  if (arguments.out && fs::path(*arguments.out).extension() != ".aunit")
    return usageError(fmt::format("--out {}: tests stand in files whose name ends in .aunit", *arguments.out));
  std::string before;
  if (arguments.out && fs::exists(*arguments.out)) {
    std::string error;
    auto text = model::readFile(*arguments.out, error);
    if (!text) return usageError(fmt::format("cannot read {}: {}", *arguments.out, error));
    before = *text;
  } else if (arguments.out) {
    const auto open = opening(arguments.file, *arguments.out);
    if (!open)
      return usageError(fmt::format("no `open` can name {} from {}: write the tests beside or above the model", arguments.file,
                                    *arguments.out));
    before = *open;
  }

  runner::catchInterrupts();
  Progress progress;
  strength::GenerationOptions how;
  how.functions = *functions;
  how.strength = static_cast<std::size_t>(arguments.strength);
  how.limit = static_cast<std::size_t>(arguments.limit);
  how.scope = arguments.scope.value_or(-1);
  how.noOverflow = arguments.language.noOverflow;
  how.timeout = arguments.timeout;
  how.stop = &runner::interruptRequested;
  how.progress = [&](std::size_t done, std::size_t all) { progress(done, all, "looked at"); };
  const Generated generated = strength::generate(*loaded, how);
  progress.clear();
  if (generated.interrupted) {
    reporters::complain("interrupted: nothing is written");
    return interrupted;
  }

  if (generated.mutants == 0) {
    reporters::complain("there is nothing to change in the model");
    return nothingToRun;
  }
  const std::string text = written(*loaded->model, generated, before);
  if (arguments.out && !generated.proposals.empty()) {
    std::string error;
    if (!before.empty() && !before.ends_with('\n')) before += '\n';
    if (!model::writeFile(*arguments.out, before + text, error))
      return usageError(fmt::format("cannot write {}: {}", *arguments.out, error));
  }
  if (!arguments.out) reporters::show(stdout, text);
  std::string summary =
      fmt::format("{} proposed: of {} {} killed before, with them {}; {} equivalent in scope",
                  reporters::plural(generated.proposals.size(), "test"), reporters::plural(generated.mutants, "mutant"),
                  generated.before, generated.after, generated.equivalent);
  if (generated.unknown != 0) summary += fmt::format(", {} not decided", generated.unknown);
  reporters::show(arguments.out ? stdout : stderr, summary + "\n");
  return allPassed;
}

}  // namespace aunit::cli
