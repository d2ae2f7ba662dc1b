// The help texts: commands by purpose, options by heading, wrapped to the terminal.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace aunit::cli::options {

/// The headings of help, in order. Options without a heading from inGroup() stand under "Options".
inline constexpr const char* headings[] = {"Select", "Options", "Output", "Fail", "Limits", "With --scripts", "Language", "Rare"};
/// Options that --help leaves out; --help-all and the manual page have them.
inline constexpr const char* rare = "Rare";

/// Options of older versions only: no help shows them.
inline constexpr const char* old = "Old";

/// Puts options of a command under a heading.
void inGroup(CLI::App& command, const char* heading, std::initializer_list<const char*> options);

/// The one-line summary of an option or command: its description up to the first line break. --help-all and the manual page also
/// show the rest.
std::string summary(const std::string& description);
/// The whole description as sentences, without the last full stop.
std::string wholeText(const std::string& description);

/// Returns a formatter of help that is at most `columns` wide.
std::shared_ptr<CLI::FormatterBase> helpFormatter(std::size_t columns);

}  // namespace aunit::cli::options
