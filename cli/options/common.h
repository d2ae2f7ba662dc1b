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

/// Whether what is given to it is a file or folder, or several.
bool namesFiles(const CLI::Option& option);

/// The command of that name below another; null if there is none.
CLI::App* subcommandOf(CLI::App& command, const std::string& name);

/// A number of at least `least`. CLI11's own checks name the largest number there is, digit by digit.
CLI::Validator atLeast(int least);

/// A positional argument that is the current folder if none is given. (It is required: options whose value may be left out
/// would take the last path else.)
inline void elseHere(CLI::Option* argument) {
  argument->required()->default_str(".");
}

/// One of `words`. An error names all of them, and the one that was probably meant.
CLI::Validator oneOf(std::vector<std::string> words);

/// An option that takes what help calls `kind`: "FOLDER".
template <class Value>
CLI::Option* add(CLI::App& command, const std::string& names, Value& value, const char* kind, const std::string& text) {
  return command.add_option(names, value, text)->option_text(kind);
}

template <class Number>
CLI::Option* addNumber(CLI::App& command, const std::string& names, Number& number, const CLI::Validator& range,
                       const std::string& text) {
  return add(command, names, number, "N", text)->check(range);
}

/// One that takes one of `words`, or several.
template <class Text>
CLI::Option* addChoice(CLI::App& command, const std::string& names, Text& choice, const char* kind,
                       std::vector<std::string> words, const std::string& text) {
  return add(command, names, choice, kind, text)->check(oneOf(std::move(words)));
}

/// `seconds` is a number or an optional number.
template <class Seconds>
void addTimeout(CLI::App& command, Seconds& seconds, const std::string& text) {
  add(command, "--timeout", seconds, "SECONDS", text)->check(atLeast(0));
}

/// The time limit of the whole command. `text` says what becomes of questions that the command has not asked by then.
inline void addTime(CLI::App& command, double& seconds, const std::string& text) {
  add(command, "--time", seconds, "SECONDS",
      fmt::format("Time limit of the command, in seconds (default{})\n{}{}", seconds > 0 ? fmt::format(" {}", seconds) : ": none",
                  text, seconds > 0 ? ". 0: no limit" : ""))
      ->check(atLeast(0));
}

/// A document for pull requests, which is in a file or on standard output.
inline CLI::Option* addMarkdown(CLI::App& command, std::optional<std::string>& path, const std::string& text) {
  return add(command, "--markdown", path, "[FILE]", text + "\nWithout FILE to standard output")->expected(0, 1)->default_str("-");
}

/// JSON beside what people read, or instead of it on standard output.
inline CLI::Option* addJson(CLI::App& command, std::optional<std::string>& path, const std::string& text,
                            const std::string& details = {}) {
  return add(command, "--json", path, "[FILE]",
             text + "\nWithout FILE to standard output, in place of the report" + (details.empty() ? "" : ". " + details))
      ->expected(0, 1)
      ->default_str("-");
}

/// How many threads, processes or pieces of work at a time: a number or an optional number.
template <class Number>
void addJobs(CLI::App& command, Number& jobs, const std::string& text) {
  addNumber(command, "-j,--jobs", jobs, CLI::Range(1, 1024), text);
}

/// The name of a solver that is part of this build.
void addSolver(CLI::App& command, std::string& solver);

void addAlloy5(CLI::App& command, LanguageOptions& language);
void addLanguage(CLI::App& command, LanguageOptions& language);
/// For commands that people give folders of others.
void addStrictOpen(CLI::App& command, LanguageOptions& language);

void addFailUnder(CLI::App& command, std::vector<std::string>& thresholds);
/// --shard and --times: `what` wrote the reports by which parts are divided.
void addShard(CLI::App& command, std::optional<std::string>& shard, std::optional<std::string>& times, const std::string& what);

/// What --fail-on of comparisons of two reports may name.
inline constexpr std::array<std::string_view, 1> lossAlone = {"loss"};

/// --fail-on WHAT,... with one of `kinds`, or several.
template <class Kinds>
CLI::Option* addFailOn(CLI::App& command, std::vector<std::string>& failOn, const Kinds& kinds, const std::string& text) {
  return addChoice(command, "--fail-on", failOn, "WHAT,...", std::vector<std::string>(kinds.begin(), kinds.end()), text)
      ->delimiter(',')
      ->allow_extra_args(false);
}

/// `color` is a text or an optional text.
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

/// --all-scopes[=SECONDS] of commands that ask many small questions: each is given a second. `text` says what is asked.
CLI::Option* addAllScopes(CLI::App& command, std::optional<double>& seconds, const std::string& text, const char* usual = "1");

}  // namespace aunit::cli::options
