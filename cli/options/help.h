// The help texts, wrapped to the width of the terminal: commands in groups, options under headings.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace aunit::cli::options {

/// The headings of help, in order. "Options" has the options for which inGroup() was not called.
inline constexpr const char* headings[] = {"Select", "Options", "Output", "Fail", "Limits", "With --scripts", "Language", "Rare"};
/// Heading of options that --help leaves out; --help-all and the manual page show them.
inline constexpr const char* rare = "Rare";

/// Heading of options that only older versions had; no help shows them.
inline constexpr const char* old = "Old";

/// Puts options of a command under a heading.
void inGroup(CLI::App& command, const char* heading, std::initializer_list<const char*> options);

/// The first line of an option's or command's description. --help-all and the manual page show the other lines, too.
std::string summary(const std::string& description);
/// The whole description as sentences, without the last full stop.
std::string wholeText(const std::string& description);

/// Returns a formatter of help that is at most `columns` wide.
std::shared_ptr<CLI::FormatterBase> helpFormatter(std::size_t columns);

}  // namespace aunit::cli::options
