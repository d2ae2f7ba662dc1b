// Help as people read it: commands by use, options by what they are for, wrapped to the terminal.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

namespace aunit::cli::options {

/// The headings of help, in their order. What no call of `inGroup` names stands under "Options".
inline constexpr const char* headings[] = {"Select", "Options", "Output", "Fail", "Limits", "With --scripts", "Language", "Rare"};
/// Options that --help leaves out; --help-all and the manual page have them.
inline constexpr const char* rare = "Rare";

/// Options that only older versions had: no help shows them.
inline constexpr const char* old = "Old";

/// Puts options of a command under a heading.
void inGroup(CLI::App& command, const char* heading, std::initializer_list<const char*> options);

/// What an option or command is, in one line: its description up to a line break. Behind it may stand more, for --help-all and
/// the manual page.
std::string summary(const std::string& description);
/// All of it as sentences, without the full stop of the last.
std::string wholeText(const std::string& description);

/// Returns a formatter of help that is at most `columns` wide.
std::shared_ptr<CLI::FormatterBase> helpFormatter(std::size_t columns);

}  // namespace aunit::cli::options
