// aunit generate: tests for the mistakes that no test would notice yet.

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/ask_proposals.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/project.h"
#include "cli/subcommands.h"
#include "cli/test_file.h"
#include "cli/usage_error.h"
#include "model/utf8.h"
#include "model/visible.h"
#include "reporters/console.h"
#include "reporters/html/write.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "strength/generation.h"
#include "strength/proposal_text.h"
#include "suite/atom_names.h"

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
    usageError(fmt::format("--pred {}: there is no such predicate or function{}", name, model::orNear(name, known)));
    return std::nullopt;
  }
  return found;
}

/// "open shop/list" for shop/list.als, seen from the folder of `out`; nothing when no `open` can say it.
std::optional<std::string> opening(const std::string& model, const std::string& out) {
  std::error_code failed;
  const fs::path folder = fs::path(out).has_parent_path() ? fs::path(out).parent_path() : ".";
  fs::path path = fs::proximate(fs::path(model), folder, failed);
  if (failed) return std::nullopt;
  const std::string name = path.replace_extension().generic_string();
  const bool good = !name.empty() && std::ranges::all_of(name, [](char c) { return model::isWordPart(c) || c == '/'; });
  return good ? std::optional("open " + name + "\n") : std::nullopt;
}

/// The model with the tests that count: those of the file that tests are to be added to, where it is there. Null after a message.
std::unique_ptr<parser::Loaded> loadSubject(const GenerateArguments& arguments, const parser::LoadOptions& options) {
  const bool added = arguments.out && fs::exists(*arguments.out) && !fs::is_directory(*arguments.out);
  const std::string& path = added ? *arguments.out : arguments.file;
  auto loaded = parser::load(path, options);
  if (!loaded->ok()) {
    reporters::showDiagnostics(loaded->diagnostics.errorsSince(0), loaded->sources, colorChoice(arguments.color));
    return nullptr;
  }
  std::error_code unknown;
  for (model::FileId f = 0; f < loaded->sources.size(); ++f)
    if (fs::equivalent(loaded->sources.file(f).path(), arguments.file, unknown)) return loaded;
  usageError(fmt::format("--out {}: its tests are not about {}, which it does not open", path, arguments.file));
  return nullptr;
}

/// The purposes that are named; without names the usual ones.
std::set<strength::Purpose> purposesOf(const std::vector<std::string>& names) {
  if (names.empty()) return strength::GenerationOptions().purposes;
  std::set<strength::Purpose> purposes;
  for (const strength::Purpose purpose : strength::purposes)
    if (std::ranges::find(names, name(purpose)) != names.end()) purposes.insert(purpose);
  return purposes;
}

/// Nothing, after a message, when one is no criterion.
std::optional<std::set<coverage::Criterion>> criteriaOf(const std::vector<std::string>& names) {
  if (names.empty()) return strength::GenerationOptions().criteria;
  std::set<coverage::Criterion> criteria;
  for (const std::string& name : names) {
    if (name == "all") {
      criteria.insert(coverage::Criterion::model);
      criteria.insert(coverage::furtherCriteria.begin(), coverage::furtherCriteria.end());
      continue;
    }
    const auto criterion = coverage::findCriterion(name);
    if (!criterion) {
      usageError(fmt::format(
          "--criteria {}: there is no such criterion; the criteria are SC RC EC FaC PC AC FC MC OC UC WC BC CC, or all", name));
      return std::nullopt;
    }
    criteria.insert(*criterion);
  }
  return criteria;
}

/// With a message when it was interrupted: then they are those that were found until then.
Generated proposalsFor(const GenerateArguments& arguments, const std::vector<model::FuncId>& functions,
                       const std::set<coverage::Criterion>& criteria, parser::Loaded& loaded) {
  runner::catchInterrupts();
  Progress progress;
  strength::GenerationOptions how;
  how.purposes = purposesOf(arguments.purposes);
  how.functions = functions;
  how.criteria = criteria;
  how.strength = static_cast<std::size_t>(arguments.strength);
  how.limit = static_cast<std::size_t>(arguments.limit);
  how.scope = arguments.scope.value_or(-1);
  how.noOverflow = arguments.language.noOverflow;
  how.timeout = arguments.timeout;
  how.stop = &runner::interruptRequested;
  how.resume = [] { runner::interruptRequested = false; };
  how.progress = [&](std::size_t done, std::size_t all, std::string_view what) { progress(done, all, what); };
  Generated generated = strength::generate(loaded, how);
  progress.clear();
  if (generated.interrupted) reporters::complain("interrupted: the search ended before all goals were looked at");
  return generated;
}

/// What the goals of a purpose are called, one and several; what one is called that no test can meet.
struct Words {
  std::string_view one, several, met, impossible;
};
Words wordsFor(strength::Purpose purpose) {
  switch (purpose) {
    case strength::Purpose::mutants: return {"mutant", "mutants", "killed", "equivalent in scope"};
    case strength::Purpose::coverage: return {"requirement", "requirements", "met", "infeasible"};
    case strength::Purpose::pairs: return {"conjunct", "conjuncts", "shown by a pair", "never alone false"};
    case strength::Purpose::boundary: return {"boundary", "boundaries", "shown", "out of reach"};
  }
  return {};
}

std::string summary(const Generated& generated) {
  std::string text = reporters::plural(generated.proposals.size(), "test") + " proposed\n";
  for (const auto& [purpose, achieved] : generated.achieved) {
    const Words words = wordsFor(purpose);
    text += fmt::format("  of {} {} {} {} before, with them {}", achieved.goals, achieved.goals == 1 ? words.one : words.several,
                        achieved.before, words.met, achieved.after);
    if (achieved.impossible != 0) text += fmt::format("; {} {}", achieved.impossible, words.impossible);
    if (achieved.unknown != 0) text += fmt::format("; {} not decided", achieved.unknown);
    text += "\n";
  }
  for (const std::string& goal : generated.impossible) text += fmt::format("  impossible: {}\n", model::oneLine(goal));
  return text;
}

/// A page of them. False after a message.
bool writePage(const GenerateArguments& arguments, const parser::Loaded& loaded, const Generated& generated,
               const std::string& before) {
  const std::shared_ptr<const model::Model> model(std::shared_ptr<void>(), loaded.model.get());  // outlives the page
  reporters::html::Proposals page;
  page.title = "Proposed tests for " + arguments.file;
  const std::string about = summary(generated);
  for (std::size_t begin = 0; begin < about.size();) {
    const std::size_t end = about.find('\n', begin);
    page.summary.push_back(about.substr(begin, end - begin));
    begin = end + 1;
  }
  page.head = opening(arguments.file, "tests.aunit").value_or("");
  strength::ProposalText writer(*model, before);
  for (const strength::Proposal& proposal : generated.proposals) {
    auto instance = std::make_shared<model::Instance>(proposal.claim.instance);
    suite::namePleasantly(*model, *instance);
    page.tests.push_back({proposal.title,
                          saying(*model, proposal.claim, *instance, arguments.language.noOverflow),
                          writer.next(proposal.claim, proposal.title, "").substr(1),
                          {model, instance}});
  }
  std::string error;
  if (reporters::html::write(page, *arguments.html, error)) return true;
  usageError(error);
  return false;
}

/// Asks about what is proposed in the file already, then about what is still missing.
int askAll(const GenerateArguments& arguments, const parser::LoadOptions& options, std::vector<model::FuncId> functions,
           const std::set<coverage::Criterion>& criteria, std::unique_ptr<parser::Loaded> loaded, TestFile file) {
  Asking asking(std::move(file), arguments.language.noOverflow,
                reporters::wantsColor(colorChoice(arguments.color), STDOUT_FILENO));
  runner::endOnInterrupts();  // every answer is in the file before the next question
  std::string error;
  if (!asking.confirm(*loaded, error)) return usageError(error);
  if (asking.answers() != 0 && !asking.quit()) {
    loaded = loadSubject(arguments, options);
    if (!loaded) return usageOrModelError;
    functions = functionsOf(*loaded->model, arguments.functions).value_or(std::vector<model::FuncId>());
  }
  if (!asking.quit()) {
    const Generated generated = proposalsFor(arguments, functions, criteria, *loaded);
    runner::endOnInterrupts();
    if (generated.proposals.empty() && asking.answers() == 0) {
      reporters::show(stdout, "nothing to ask: " + summary(generated));
      return generated.interrupted ? interrupted : allPassed;
    }
    if (!asking.ask(*loaded, generated, error)) return usageError(error);
  }
  return asking.end();
}

}  // namespace

int generate(const GenerateArguments& given) {
  GenerateArguments arguments = given;
  if (arguments.ask && !arguments.out && fs::path(arguments.file).extension() == ".aunit") arguments.out = arguments.file;
  if (arguments.ask && arguments.html) return usageError("--ask and --html exclude each other: the page shows, it does not ask");
  if (arguments.ask && !arguments.out)
    return usageError(fmt::format("--ask: answers become tests of a file: name it with --out {}",
                                  fs::path(arguments.file).replace_extension(".aunit").string()));
  if (arguments.out && fs::path(*arguments.out).extension() != ".aunit")
    return usageError(fmt::format("--out {}: tests stand in files whose name ends in .aunit", *arguments.out));
  auto options = loadOptions(arguments.file, arguments.language);
  if (!options) return usageOrModelError;
  if (!arguments.model.empty()) options->modelPath = arguments.model;
  if (parser::languageOf(arguments.file) != parser::Language::alloy)
    return usageError(fmt::format("{}: tests are proposed for Alloy models", arguments.file));
  auto loaded = loadSubject(arguments, *options);
  if (!loaded) return usageOrModelError;
  const auto functions = functionsOf(*loaded->model, arguments.functions);
  const auto criteria = criteriaOf(arguments.criteria);
  if (!functions || !criteria) return usageOrModelError;

  std::optional<TestFile> file;
  if (arguments.out) {
    const auto open = opening(arguments.file, *arguments.out);
    if (!open && !fs::exists(*arguments.out))
      return usageError(fmt::format("no `open` can name {} from {}: write the tests beside or above the model", arguments.file,
                                    *arguments.out));
    std::string error;
    file = TestFile::open(*arguments.out, open.value_or(""), error);
    if (!file) return usageError(error);
  }
  Outputs outputs;
  outputs.addReport("--html", arguments.html);
  if (!outputs.open({arguments.file})) return usageOrModelError;
  if (arguments.ask) return askAll(arguments, *options, *functions, *criteria, std::move(loaded), std::move(*file));

  const Generated generated = proposalsFor(arguments, *functions, *criteria, *loaded);
  if (!generated.interrupted && std::ranges::all_of(generated.achieved, [](const auto& of) { return of.second.goals == 0; })) {
    reporters::complain("there is nothing in the model that a test could be for");
    return nothingToRun;
  }
  std::string text;
  const std::string before = file ? file->text() : "";
  strength::ProposalText writer(*loaded->model, before);
  for (const strength::Proposal& proposal : generated.proposals)
    text += writer.next(proposal.claim, proposal.title, " @proposed");
  if (std::string error; file && !generated.proposals.empty() && !file->add(text, error)) return usageError(error);
  if (arguments.html && !writePage(arguments, *loaded, generated, before)) return usageOrModelError;
  if (!file && !arguments.html) reporters::show(stdout, text);
  reporters::show(file || arguments.html ? stdout : stderr, summary(generated));
  if (arguments.html) reporters::show(stdout, fmt::format("report: {}/index.html\n", *arguments.html));
  return generated.interrupted ? interrupted : allPassed;
}

}  // namespace aunit::cli
