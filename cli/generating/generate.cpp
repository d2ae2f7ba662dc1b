// aunit generate: proposes tests that detect mistakes which no test detects yet.

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

#include "cli/asking/ask_proposals.h"
#include "cli/asking/subject.h"
#include "cli/asking/test_file.h"
#include "cli/generating/generate_for_each.h"
#include "cli/generating/generate_scripts.h"
#include "cli/generating/proposing.h"
#include "cli/input/project.h"
#include "cli/output/outputs.h"
#include "cli/parts/progress.h"
#include "cli/subcommands.h"
#include "cli/usage_error.h"
#include "reporters/html/write.h"
#include "reporters/terminal/console.h"
#include "reporters/text.h"
#include "runner/interrupt.h"
#include "strength/generation/generation.h"
#include "strength/generation/proposals/proposal_text.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::cli {

namespace {

namespace fs = std::filesystem;

using strength::GeneratedTests;

/// Searches for tests. If interrupted, shows a message and returns the tests found so far.
GeneratedTests proposalsFor(const GenerateArguments& arguments, const std::vector<model::FuncId>& functions,
                            const std::set<coverage::Criterion>& criteria, parser::Loaded& loaded) {
  runner::catchInterrupts();
  Progress progress;
  strength::GenerationOptions how = generationOptions(arguments, functions, criteria);
  how.progress = [&](std::size_t done, std::size_t all, std::string_view what) { progress(done, all, what); };
  GeneratedTests generated = strength::generate(loaded, how);
  progress.clear();
  if (generated.interrupted)
    reporters::complain("interrupted: the search ended before all goals were examined");
  else if (how.whole.exhausted())
    reporters::complain(timeUp(arguments.time));
  return generated;
}

/// Writes the HTML page of the proposals. Returns false, after a message, on failure.
bool writePage(const GenerateArguments& arguments, const parser::Loaded& loaded, const GeneratedTests& generated,
               const std::string& before) {
  const std::shared_ptr<const model::Model> model(std::shared_ptr<void>(), loaded.model.get());  // `loaded` owns it
  reporters::html::Proposals page;
  page.title = "Proposed tests for " + arguments.paths[0];
  const std::string about = summary(generated, true);
  for (const std::string_view line : support::lines(about)) page.summary.emplace_back(line);
  page.head = opening(arguments.paths[0], "tests.aunit").value_or("");
  strength::ProposalText writer(*model, before);
  for (const strength::Proposal& proposal : generated.proposals) {
    auto instance = std::make_shared<model::Instance>(strength::named(*model, proposal.claim));
    page.tests.push_back({proposal.title,
                          saying(*model, proposal.claim, *instance, arguments.language.semantics),
                          writer.next(proposal.claim, proposal.title, "").substr(1),
                          {model, instance}});
  }
  std::string error;
  if (reporters::html::write(page, *arguments.html, error)) return true;
  return usageError(error);
}

/// Asks about tests of the file that have the tag @proposed, then about new proposals.
int askAll(const GenerateArguments& arguments, const parser::LoadOptions& options, std::vector<model::FuncId> functions,
           const std::set<coverage::Criterion>& criteria, std::unique_ptr<parser::Loaded> loaded, TestFile file) {
  ProposalDialog asking(std::move(file), arguments.language.semantics,
                        reporters::wantsColor(colorChoice(arguments.color), stdout));
  runner::endOnInterrupts();  // safe, since each answer is written before the next question
  std::string error;
  if (!asking.confirm(*loaded, error)) return usageError(error);
  if (asking.answers() != 0 && !asking.quit()) {
    loaded = loadSubject(arguments.paths[0], arguments.out, options.within({.seconds = arguments.timeout}), arguments.color);
    if (!loaded) return usageOrModelError;
    functions = functionsOf(*loaded->model, arguments.functions).value_or(std::vector<model::FuncId>());
  }
  if (!asking.quit()) {
    const GeneratedTests generated = proposalsFor(arguments, functions, criteria, *loaded);
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
  if (given.scripts) return generateScripts(given);
  if (given.write || given.paths.size() > 1 || fs::is_directory(given.paths[0])) return generateForEach(given);
  GenerateArguments arguments = given;
  if (arguments.ask && !arguments.out && fs::path(arguments.paths[0]).extension() == ".aunit") arguments.out = arguments.paths[0];
  if (arguments.ask && arguments.html)
    return usageError("--ask and --html exclude each other: the HTML page cannot take answers");
  if (arguments.ask && !arguments.out)
    return usageError(fmt::format("--ask adds the answers as tests to a file: name this file, for example with --out {}",
                                  fs::path(arguments.paths[0]).replace_extension(".aunit").generic_string()));
  if (arguments.out && fs::path(*arguments.out).extension() != ".aunit")
    return usageError(fmt::format("--out {}: the name must end in .aunit", *arguments.out));
  auto options = loadOptions(arguments.paths[0], arguments.language);
  if (!options) return usageOrModelError;
  if (!arguments.model.empty()) options->modelPath = arguments.model;
  if (parser::languageOf(arguments.paths[0]) != parser::Language::alloy)
    return usageError(fmt::format("{}: aunit generate proposes tests for Alloy models only", arguments.paths[0]));
  auto loaded = loadSubject(arguments.paths[0], arguments.out, options->within({.seconds = arguments.timeout}), arguments.color);
  if (!loaded) return usageOrModelError;
  const auto functions = functionsOf(*loaded->model, arguments.functions);
  const auto criteria = criteriaOf(arguments.criteria);
  if (!functions || !criteria) return usageOrModelError;

  std::optional<TestFile> file;
  if (arguments.out) {
    const auto open = opening(arguments.paths[0], *arguments.out);
    if (!open && !fs::exists(*arguments.out)) return usageError(cannotBeOpened(arguments.paths[0], *arguments.out));
    std::string error;
    file = TestFile::open(*arguments.out, open.value_or(""), error);
    if (!file) return usageError(error);
  }
  Outputs outputs;
  outputs.addReport("--html", arguments.html);
  if (!outputs.open({arguments.paths[0]})) return usageOrModelError;
  if (arguments.ask) return askAll(arguments, *options, *functions, *criteria, std::move(loaded), std::move(*file));

  const GeneratedTests generated = proposalsFor(arguments, *functions, *criteria, *loaded);
  if (!generated.interrupted && std::ranges::all_of(generated.achieved, [](const auto& of) { return of.second.goals == 0; }))
    return nothingFor("there is nothing to test in the model");
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
