#include "cli/options/common.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cli/options/help.h"
#include "model/diagnostic.h"
#include "solver/sat/sat.h"

namespace aunit::cli::options {

CLI::Validator atLeast(int least) {
  return CLI::Validator(
      [least](std::string& text) {
        double number = 0;
        return CLI::detail::lexical_cast(text, number) && number >= least
                   ? std::string()
                   : fmt::format("expected a number that is at least {}, not {}", least, text);
      },
      "");
}

CLI::Validator inRange(int least, int most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        int number = 0;
        return CLI::detail::lexical_cast(text, number) && number >= least && number <= most
                   ? std::string()
                   : fmt::format("`{}` is not a whole number from {} to {}", text, least, most);
      },
      "");
}

CLI::Validator oneOf(std::vector<std::string> words) {
  const std::string list = CLI::IsMember(words).get_description();  // choicesOf() in complete.cpp reads the list in this format
  return CLI::Validator(
      [words = std::move(words)](std::string& word) {
        if (std::ranges::find(words, word) != words.end()) return std::string();
        return fmt::format("unknown value `{}`; expected one of: {}{}", word, fmt::join(words, ", "), model::orNear(word, words));
      },
      list);
}

void addSolver(CLI::App& command, std::string& solver) {
  const CLI::Validator known = oneOf({"portfolio", "cryptominisat", "cadical", "minisat"});
  const CLI::Validator isBuilt(
      [known](std::string& name) {
        const std::vector<std::string> built = solver::solverNames();
        const std::string error = known(name);
        if (!error.empty() || std::ranges::find(built, name) != built.end()) return error;
        return fmt::format("this aunit was built without {} (it has {})", name, fmt::join(built, ", "));
      },
      known.get_description());
  add(command, "--solver", solver, "NAME", "SAT solver: portfolio (default), cryptominisat, cadical, minisat")->check(isBuilt);
}

void addAlloy5(CLI::App& command, LanguageOptions& language) {
  command.add_flag("--alloy5", language.alloy5,
                   "Read all files as Alloy 5\nNames may contain primes, and may be keywords that are new in Alloy 6");
  inGroup(command, rare, {"--alloy5"});
}

void addLanguage(CLI::App& command, LanguageOptions& language) {
  addAlloy5(command, language);
  command.add_flag("--no-overflow", language.semantics.noOverflow, "Exclude instances with integer overflow");
  inGroup(command, "Language", {"--no-overflow"});
}

void addStrictOpen(CLI::App& command, LanguageOptions& language) {
  command.add_flag("--strict-open", language.strictOpen, "Read a module only from the path that its `open` gives");
  inGroup(command, rare, {"--strict-open"});
}

void addShard(CLI::App& command, std::optional<std::string>& shard, std::optional<std::string>& times, const std::string& what) {
  add(command, "--shard", shard, "I/N|auto", "Run shard I of N\nauto: read it from Slurm, Bazel, GitLab or MPI");
  add(command, "--times", times, "FILE",
      fmt::format("With --shard: balance shards by earlier times\nThe times are in FILE, a report of {}", what));
  inGroup(command, rare, {"--shard", "--times"});
}

CLI::Option* addAllScopes(CLI::App& command, std::optional<double>& seconds, const std::string& text, const char* usual) {
  const CLI::Validator positive(
      [](std::string& given) -> std::string {
        char* end = nullptr;
        const double value = std::strtod(given.c_str(), &end);
        if (!given.empty() && *end == '\0' && value > 0 && std::isfinite(value)) return "";
        return fmt::format("expected a number of seconds above 0, not {}", given);
      },
      "");
  return add(command, "--all-scopes", seconds, "[S]",
             fmt::format("{} for any number of atoms\nAt most S seconds per question (default {})", text, usual))
      ->expected(0, 1)
      ->default_str(usual)
      ->check(positive);
}

void addFailUnder(CLI::App& command, std::vector<std::string>& thresholds) {
  add(command, "--fail-under", thresholds, "NAME=PERCENT",
      "Exit with 6 if a criterion is below its threshold\nThe criteria: SC RC EC FaC PC AC FC MC IC; may be given several times")
      ->allow_extra_args(false);
}

bool namesFiles(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name() != "EXPR";
  return std::ranges::any_of(std::vector<std::string_view>{"FILE", "FOLDER"},
                             [&](std::string_view what) { return option.get_option_text().find(what) != std::string::npos; });
}

CLI::App* subcommandOf(CLI::App& command, const std::string& name) {
  for (CLI::App* each : command.get_subcommands({}))
    if (each->get_name() == name) return each;
  return nullptr;
}

}  // namespace aunit::cli::options
