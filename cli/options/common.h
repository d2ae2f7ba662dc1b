// Options and validators that several subcommands share.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"
#include "cli/options/help.h"

namespace aunit::cli::options {

/// Whether the value of the option is a path of a file or folder.
bool namesFiles(const CLI::Option& option);

/// The subcommand with this name; null if there is none.
CLI::App* subcommandOf(CLI::App& command, const std::string& name);

/// Accepts numbers of at least `least`. CLI11's own validators would print the largest number of the type in their messages.
CLI::Validator atLeast(int least);

/// Accepts whole numbers from `least` to `most`.
CLI::Validator inRange(int least, int most);

/// Makes the current folder the default of a positional argument. Also marks the argument as required. Otherwise an option with
/// an optional value, such as --json, would take the last path as its value.
inline void elseHere(CLI::Option* argument) {
  argument->required()->default_str(".");
}

/// Accepts one of `words`. The error message lists all of them, and names the nearest.
CLI::Validator oneOf(std::vector<std::string> words);

/// Adds an option. `kind` is the name of its value in help: "FOLDER".
template <class Value>
CLI::Option* add(CLI::App& command, const std::string& names, Value& value, const char* kind, const std::string& text) {
  return command.add_option(names, value, text)->option_text(kind);
}

template <class Number>
CLI::Option* addNumber(CLI::App& command, const std::string& names, Number& number, const CLI::Validator& range,
                       const std::string& text) {
  return add(command, names, number, "N", text)->check(range);
}

/// Adds an option that takes one or several of `words`.
template <class Text>
CLI::Option* addChoice(CLI::App& command, const std::string& names, Text& choice, const char* kind,
                       std::vector<std::string> words, const std::string& text) {
  return add(command, names, choice, kind, text)->check(oneOf(std::move(words)));
}

/// Adds --timeout; `seconds` is a number or an optional number.
template <class Seconds>
void addTimeout(CLI::App& command, Seconds& seconds, const std::string& text) {
  add(command, "--timeout", seconds, "SECONDS", text)->check(atLeast(0));
}

/// Adds --time, the time limit of the whole command. `text` says what happens to questions that the limit leaves unanswered.
inline void addTime(CLI::App& command, double& seconds, const std::string& text) {
  add(command, "--time", seconds, "SECONDS",
      fmt::format("Time limit of the command, in seconds (default{})\n{}{}", seconds > 0 ? fmt::format(" {}", seconds) : ": none",
                  text, seconds > 0 ? ". 0: no limit" : ""))
      ->check(atLeast(0));
}

/// Adds --markdown, which writes a comment for pull requests to a file or to standard output.
inline CLI::Option* addMarkdown(CLI::App& command, std::optional<std::string>& path, const std::string& text) {
  return add(command, "--markdown", path, "[FILE]", text + "\nWithout FILE to standard output")->expected(0, 1)->default_str("-");
}

/// Adds --json, which writes JSON to a file, or to standard output instead of the report.
inline CLI::Option* addJson(CLI::App& command, std::optional<std::string>& path, const std::string& text,
                            const std::string& details = {}) {
  return add(command, "--json", path, "[FILE]",
             text + "\nWithout FILE to standard output, in place of the report" + (details.empty() ? "" : ". " + details))
      ->expected(0, 1)
      ->default_str("-");
}

/// Adds --jobs: how many threads or processes work at a time. `jobs` is a number or an optional number.
template <class Number>
void addJobs(CLI::App& command, Number& jobs, const std::string& text) {
  addNumber(command, "-j,--jobs", jobs, inRange(1, 1024), text);
}

/// Adds --solver: the name of a solver in this build.
void addSolver(CLI::App& command, std::string& solver);

void addAlloy5(CLI::App& command, LanguageOptions& language);
void addLanguage(CLI::App& command, LanguageOptions& language);
/// Adds --strict-open, for commands that read folders written by other people.
void addStrictOpen(CLI::App& command, LanguageOptions& language);

void addFailUnder(CLI::App& command, std::vector<std::string>& thresholds);
/// Adds --shard and --times; `what` names the command whose reports contain the times.
void addShard(CLI::App& command, std::optional<std::string>& shard, std::optional<std::string>& times, const std::string& what);

/// The only value of --fail-on for comparisons of two reports.
inline constexpr std::array<std::string_view, 1> lossAlone = {"loss"};

/// Adds --fail-on WHAT,... with one or several of `kinds`.
template <class Kinds>
CLI::Option* addFailOn(CLI::App& command, std::vector<std::string>& failOn, const Kinds& kinds, const std::string& text) {
  return addChoice(command, "--fail-on", failOn, "WHAT,...", std::vector<std::string>(kinds.begin(), kinds.end()), text)
      ->delimiter(',')
      ->allow_extra_args(false);
}

/// Adds --color; `color` is a text or an optional text.
template <class Text>
void addColor(CLI::App& command, Text& color) {
  addChoice(command, "--color", color, "WHEN", {"auto", "always", "never"}, "When to use colours: auto, always or never")
      ->group(rare);
}

template <class Arguments>
void addColorAndLanguage(CLI::App& command, Arguments& arguments) {
  addColor(command, arguments.color);
  addLanguage(command, arguments.language);
}

/// Adds --all-scopes[=SECONDS] to commands that ask the solver many small questions; `usual` is the default in seconds per
/// question. `text` says what is proved.
CLI::Option* addAllScopes(CLI::App& command, std::optional<double>& seconds, const std::string& text, const char* usual = "1");

}  // namespace aunit::cli::options
