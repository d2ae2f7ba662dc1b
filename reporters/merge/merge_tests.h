// Code that merges use for reports of several kinds (merge.h).
#pragma once

#include <compare>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include <nlohmann/json_fwd.hpp>

#include "reporters/merge/merge.h"

namespace aunit::reporters {

/// Thrown if a text is not a report, with the reason.
struct NoReport : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The message of an exception of the JSON library, without the code at its start: "[json.exception.parse_error.101] ".
inline std::string withoutCode(std::string_view message) {
  const std::size_t end = message.find("] ");
  const bool hasCode = message.starts_with("[json.exception.") && end != std::string_view::npos;
  return std::string(hasCode ? message.substr(end + 2) : message);
}

/// Identifies a test in all reports. If a test ran several times (--repeat), its runs differ in `number`.
struct TestIdentity {
  std::string suite, name;
  std::size_t number = 0;

  friend std::strong_ordering operator<=>(const TestIdentity&, const TestIdentity&) = default;
};

/// The order of tests within a suite: by line, then by name. Entries on the whole file come before all tests. Numbers in names
/// compare by their value.
struct TestOrder {
  bool isTest = true;
  long line = 0;
  std::string name;
  std::size_t number = 0;

  bool operator<(const TestOrder& other) const;
};

/// One report's entry on a test. If several reports have the test, the greatest entry counts.
template <class Content>
struct TestEntry {
  int badness = 0;
  std::string text;  // text of the content, without times
  double time = 0;
  Content content;

  bool operator<(const TestEntry& other) const {
    return std::tie(badness, text, time) < std::tie(other.badness, other.text, other.time);
  }
};

/// The name of the test that stands for a file that does not load (runner.cpp).
inline constexpr const char* fileTest = "loading the file";

/// Parses a report. Throws NoReport if the report is nested more deeply than any report of this program, because the code that
/// writes JSON recurses once for each level.
nlohmann::ordered_json parsedReport(std::string_view text);

std::string unitedJson(const std::vector<ReportFile>& reports);   // merge_json.cpp
std::string unitedJunit(const std::vector<ReportFile>& reports);  // merge_junit.cpp
std::string unitedLines(const std::vector<ReportFile>& reports);  // merge_lines.cpp

}  // namespace aunit::reporters
