// What the kinds of reports have in common when they are united (merge.h).
#pragma once

#include <compare>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>

#include <nlohmann/json_fwd.hpp>

#include "reporters/merge.h"

namespace aunit::reporters {

/// What makes a text no report.
struct NoReport : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A test in all reports. One that ran several times (--repeat) is there as often, by number.
struct TestIdentity {
  std::string suite, name;
  std::size_t number = 0;

  friend std::strong_ordering operator<=>(const TestIdentity&, const TestIdentity&) = default;
};

/// Where a test stands among those of its suite: what is said of the file as a whole, then by line, then by name, numbers in it
/// by their value.
struct TestOrder {
  bool isTest = true;
  long line = 0;
  std::string name;
  std::size_t number = 0;

  bool operator<(const TestOrder& other) const;
};

/// What one report says of a test: of two the greater one counts.
template <class Content>
struct Said {
  int badness = 0;
  std::string text;  // without times
  double time = 0;
  Content content;

  bool operator<(const Said& other) const {
    return std::tie(badness, text, time) < std::tie(other.badness, other.text, other.time);
  }
};

/// The name of the test that stands for a file that does not load (runner.cpp).
inline constexpr const char* fileTest = "the file loads";

/// Throws NoReport when it is nested more deeply than anything that we write: what writes it again recurses.
nlohmann::ordered_json parsedReport(std::string_view text);

std::string unitedJson(const std::vector<ReportFile>& reports);   // merge_json.cpp
std::string unitedJunit(const std::vector<ReportFile>& reports);  // merge_junit.cpp
std::string unitedLines(const std::vector<ReportFile>& reports);  // merge_lines.cpp

}  // namespace aunit::reporters
