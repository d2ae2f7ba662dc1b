#include "reporters/merge.h"

#include <algorithm>

#include <fmt/format.h>

#include "reporters/merge_tests.h"

namespace aunit::reporters {

namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// The number at the start of the rest of a text, without leading zeros; the rest begins behind it then.
std::string_view takeNumber(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
  std::string_view number = rest.substr(0, end);
  rest.remove_prefix(end);
  number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
  return number;
}

/// "row 9" before "row 10".
bool precedes(std::string_view a, std::string_view b) {
  const std::string_view wholeA = a, wholeB = b;
  while (!a.empty() && !b.empty()) {
    if (isDigit(a.front()) && isDigit(b.front())) {
      const std::string_view one = takeNumber(a), other = takeNumber(b);
      if (one != other) return std::pair(one.size(), one) < std::pair(other.size(), other);
      continue;
    }
    if (a.front() != b.front()) return a.front() < b.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  if (a.empty() != b.empty()) return a.empty();
  return wholeA < wholeB;
}

bool isXml(const ReportFile& report) {
  const std::size_t first = report.text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first != std::string::npos && report.text[first] == '<';
}

}  // namespace

bool TestOrder::operator<(const TestOrder& other) const {
  if (isTest != other.isTest) return !isTest;
  if (line != other.line) return line < other.line;
  if (name != other.name) return precedes(name, other.name);
  return number < other.number;
}

std::optional<std::string> united(const std::vector<ReportFile>& reports, std::string& error) {
  const auto xml = std::ranges::find_if(reports, isXml);
  const auto json = std::ranges::find_if_not(reports, isXml);
  if (xml != reports.end() && json != reports.end()) {
    error = fmt::format("{} is XML and {} is not: reports of one kind are united", xml->path, json->path);
    return std::nullopt;
  }
  try {
    return json == reports.end() ? unitedJunit(reports) : unitedJson(reports);
  } catch (const NoReport& reason) {
    error = reason.what();
    return std::nullopt;
  }
}

}  // namespace aunit::reporters
