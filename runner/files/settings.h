// Settings of a project: aunit.toml, at the root of the tests, for options that would otherwise stand on every command line.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace aunit::runner {

/// What --fail-on of run and exec may name.
inline constexpr std::array<std::string_view, 3> runFailsOn = {"vacuous", "unproved", "xpass"};
inline constexpr std::array<std::string_view, 4> execFailsOn = {"vacuous", "undecided", "unproved", "unchecked"};

/// One line of a table: the value for the option of its name.
struct Setting {
  std::string key;
  std::variant<bool, std::string, std::vector<std::string>> value;  // numbers as texts
  std::string keyAt, valueAt;                                       // their places: "aunit.toml:2:1"
};

/// The content of an aunit.toml. A table is about the command of its name, and its keys are named like the command's options; the
/// command line, which knows those, reads them. Code that loads files needs only the members behind the tables. The paths of
/// an aunit.toml are relative to its folder, and those here to the working directory.
///
///     [run]
///     paths = ["tests"]
///     model = "bank.als"
///     jobs = 4
///
///     [check]
///     allow = ["unused"]       # warnings that no command shows
struct Settings {
  std::string file, root;                              // path and folder of the aunit.toml; empty when there is none
  std::map<std::string, std::vector<Setting>> tables;  // by command, "coverage report" of [coverage.report]; in the file's order
  // For [run], for all commands about the same tests.
  std::vector<std::string> paths;
  std::optional<std::string> model;
  std::optional<int> jobs;
  std::optional<bool> alloy5, noOverflow;
  std::optional<bool> restsOn;       // `rests-on` of [exec]: what an answer rests on, always or never
  std::optional<bool> testsRestOn;   // `rests-on` of [run]
  std::vector<std::string> allowed;  // `allow` of [check]

  /// A path of the aunit.toml, relative to the working directory; "-" stays.
  std::string resolved(const std::string& path) const;
};

/// Looks for aunit.toml in the folder of `start` (a file or folder) and in those above it. Returns false with `error` (file, line
/// and reason) when the one found cannot be used: it cannot be read, is not TOML, has keys outside tables, or a member above has
/// a value of the wrong kind.
bool findSettings(const std::string& start, Settings& settings, std::string& error);

}  // namespace aunit::runner
