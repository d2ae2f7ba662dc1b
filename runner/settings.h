// aunit.toml: settings that stand at the root of the tests instead of on every command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace aunit::runner {

/// What an aunit.toml says; unsaid members are empty. Paths are relative to its folder and come out relative to the working
/// directory. Table [run], keys named like the options:
///
///     [run]
///     paths = ["tests"]        tags = ["fast"]      names = "not slow"
///     model = "bank.als"       jobs = 4             maxfail = 1
///     alloy5 = false           no-overflow = false  color = "auto"
///     junit = "out/junit.xml"  json = "out/run.json"  durations = 5
///     html = "out/report"      timeout = 60         coverage = true
///     coverage-out = "c.json"  fail-under = ["FC=80"]  infeasible = false  cover-libraries = false
struct Settings {
  std::string file, root;  // and its folder; empty when there is none
  std::vector<std::string> paths;
  std::vector<std::string> tags;
  std::vector<std::string> failUnder;
  std::optional<std::string> names, model, color, junit, json, html, coverageOut;
  std::optional<int> jobs, maxfail, durations, timeout;
  std::optional<bool> alloy5, noOverflow, xfailStrict, coverage, coverLibraries, infeasible;
};

/// Looks for aunit.toml in the folder of `start` (a file or folder) and in those above it. False with `error` (file, line and
/// reason) when one is found that cannot be used: it cannot be read, is not TOML, holds an unknown key, a value of the wrong
/// kind.
bool findSettings(const std::string& start, Settings& settings, std::string& error);

}  // namespace aunit::runner
