// Options that several subcommands have.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/arguments.h"

namespace aunit::cli::options {

/// CLI11's own checks for numbers name the largest number there is, digit by digit.
CLI::Validator atLeast(int least);

/// One of the solvers, and part of this build.
CLI::Validator solverName();

void addLanguage(CLI::App& command, LanguageOptions& language);

void addFailUnder(CLI::App& command, std::vector<std::string>& thresholds);

/// `color`: text, or what may be absent.
template <class Text>
void addColor(CLI::App& command, Text& color) {
  command.add_option("--color", color, "When to use colours: auto, always or never")
      ->check(CLI::IsMember({"auto", "always", "never"}))
      ->option_text("WHEN");
}

}  // namespace aunit::cli::options
