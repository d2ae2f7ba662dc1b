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

/// The name of a solver that is part of this build.
CLI::Validator solverName();

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

/// --all-scopes[=SECONDS] of commands that ask many small questions: each is given a second. `text` says what is asked.
CLI::Option* addAllScopes(CLI::App& command, std::optional<double>& seconds, const std::string& text, const char* usual = "1");

}  // namespace aunit::cli::options
