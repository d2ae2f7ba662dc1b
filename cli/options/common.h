// Options and validators that several subcommands share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/input/arguments.h"

namespace aunit::cli::options {

/// A number of at least `least`. CLI11's own checks name the largest number there is, digit by digit.
CLI::Validator atLeast(int least);

/// An option that takes a file, or what `kind` says: "FOLDER".
template <class Paths>
CLI::Option* addPath(CLI::App& command, const std::string& names, Paths& paths, const std::string& text,
                     const char* kind = "FILE") {
  return command.add_option(names, paths, text)->option_text(kind);
}

/// `seconds` is a number or an optional number.
template <class Seconds>
void addTimeout(CLI::App& command, Seconds& seconds, const std::string& text, const char* unit = "SECONDS") {
  command.add_option("--timeout", seconds, text)->option_text(unit)->check(atLeast(0));
}

/// How many threads, processes or pieces of work at a time: a number or an optional number.
template <class Number>
void addJobs(CLI::App& command, Number& jobs, const std::string& text) {
  command.add_option("-j,--jobs", jobs, text)->option_text("N")->check(CLI::Range(1, 1024));
}

/// The name of a solver that is part of this build.
void addSolver(CLI::App& command, std::string& solver);

void addLanguage(CLI::App& command, LanguageOptions& language);

void addFailUnder(CLI::App& command, std::vector<std::string>& thresholds);
void addFailOn(CLI::App& command, std::vector<std::string>& what);

/// `color` is a text or an optional text.
template <class Text>
void addColor(CLI::App& command, Text& color) {
  command.add_option("--color", color, "When to use colours: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN");
}

template <class Arguments>
void addColorAndLanguage(CLI::App& command, Arguments& arguments) {
  addColor(command, arguments.color);
  addLanguage(command, arguments.language);
}

/// --all-scopes[=SECONDS] of commands that ask many small questions: each is given a second. `text` says what is asked.
CLI::Option* addAllScopes(CLI::App& command, std::optional<double>& seconds, const std::string& text, const char* usual = "1");

}  // namespace aunit::cli::options
