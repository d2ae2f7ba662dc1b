// Settings of a project: aunit.toml, in the root folder of the tests, replaces options that every command line would need.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace aunit::runner {

/// The values that --fail-on accepts in run and exec.
inline constexpr std::array<std::string_view, 3> runFailsOn = {"vacuous", "unproved", "xpass"};
inline constexpr std::array<std::string_view, 4> execFailsOn = {"vacuous", "undecided", "unproved", "unchecked"};

/// One line of a table: the name of an option, and its value.
struct Setting {
  std::string key;
  std::variant<bool, std::string, std::vector<std::string>> value;  // numbers are stored as texts
  std::string keyAt, valueAt;                                       // the places of key and value: "aunit.toml:2:1"
};

/// The content of an aunit.toml. The name of a table is the name of a command, and the keys of the table are options of this
/// command. The code of the command line reads the tables. Code that loads files needs only the members after `tables`. Paths in
/// an aunit.toml are relative to its folder; paths in this struct are relative to the working folder.
///
///     [run]
///     paths = ["tests"]
///     model = "bank.als"
///     jobs = 4
///
///     [check]
///     allow = ["unused"]       # warnings that no command shows
struct Settings {
  std::string file, root;                              // path and folder of the aunit.toml; empty if there is none
  std::map<std::string, std::vector<Setting>> tables;  // by command: "coverage report" for [coverage.report]; in file order
  // Keys of [run] that other commands on the same tests use, too.
  std::vector<std::string> paths;
  std::optional<std::string> model;
  std::optional<int> jobs;
  std::optional<bool> alloy5, noOverflow;
  std::optional<bool> restsOn;       // `rests-on` of [exec]: whether to show what answers rest on
  std::optional<bool> testsRestOn;   // `rests-on` of [run]
  std::vector<std::string> allowed;  // `allow` of [check]

  /// Returns the path relative to the working folder, for a `path` relative to the folder of aunit.toml. "-" stays "-".
  std::string resolved(const std::string& path) const;
};

/// Finds aunit.toml in the folder of `start` (a file or folder) or in a folder above. On failure, returns false and sets `error`
/// (file, line and reason): the file cannot be read or is not TOML, a key is outside of all tables, or a member of Settings has a
/// value of the wrong kind.
bool findSettings(const std::string& start, Settings& settings, std::string& error);

}  // namespace aunit::runner
