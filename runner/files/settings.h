// Settings of a project: aunit.toml, at the root of the tests, for options that would otherwise stand on every command line.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace aunit::runner {

/// What `fail-on` of [run] and [exec], and the options --fail-on, may name.
inline constexpr std::array<std::string_view, 3> runFailsOn = {"vacuous", "unproved", "xpass"};
inline constexpr std::array<std::string_view, 4> execFailsOn = {"vacuous", "undecided", "unproved", "unchecked"};

/// The content of an aunit.toml; members that it does not set are empty. Its paths are relative to its folder and come out
/// relative to the working directory. The keys of its tables are named like the options:
///
///     [run]
///     paths = ["tests"]        tags = ["fast"]      names = "not slow"
///     model = "bank.als"       jobs = 4             maxfail = 1
///     alloy5 = false           no-overflow = false  color = "auto"
///     junit = "out/junit.xml"  json = "out/run.json"  durations = 5
///     html = "out/report"      timeout = 60         coverage = true
///     coverage-out = "c.json"  fail-under = ["FC=80"]  infeasible = false  cover-libraries = false
///     xfail-strict = true      fail-on = ["vacuous"]   all-scopes = 10
///     require-all-scopes = true
///
///     [exec]
///     exit = "zero"            require-answers = true   fail-on = ["vacuous"]
///     all-scopes = 10          require-all-scopes = true
///
///     [check]
///     allow = ["unused"]       # warnings that no command shows
struct Settings {
  std::string file, root;  // path and folder of the aunit.toml; empty when there is none
  std::vector<std::string> paths;
  std::vector<std::string> tags;
  std::vector<std::string> failUnder;
  std::optional<std::string> names, model, color, junit, json, html, coverageOut;
  std::optional<int> jobs, maxfail, durations, timeout;
  std::optional<bool> alloy5, noOverflow, xfailStrict, coverage, coverLibraries, infeasible;
  std::vector<std::string> failOn;
  std::optional<double> allScopes;
  std::optional<bool> requireAllScopes;
  std::optional<bool> exitZero, requireAnswers;  // of [exec]
  std::optional<double> execAllScopes;
  std::optional<bool> execRequireAllScopes;
  std::vector<std::string> execFailOn;
  std::vector<std::string> allowed;  // of [check]
};

/// Looks for aunit.toml in the folder of `start` (a file or folder) and in those above it. Returns false with `error` (file, line
/// and reason) when the one found cannot be used: it cannot be read, is not TOML, or holds an unknown key or a value of the wrong
/// kind.
bool findSettings(const std::string& start, Settings& settings, std::string& error);

}  // namespace aunit::runner
