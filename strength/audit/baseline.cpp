#include "strength/audit/baseline.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::strength::audit {

namespace {

/// Returns the text without the numbers that follow "line ".
std::string withoutLineNumbers(std::string_view text) {
  constexpr std::string_view line = "line ";
  std::string out;
  while (!text.empty()) {
    const std::size_t at = text.find(line);
    out += text.substr(0, at);
    if (at == std::string_view::npos) break;
    out += line;
    text.remove_prefix(at + line.size());
    while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  }
  return out;
}

std::string lineOfBaseline(const Finding& finding) {
  return support::oneLine(fmt::format("{} {}: {}", name(finding.kind), finding.place.path, withoutLineNumbers(finding.text)));
}

bool startsWithKind(std::string_view line) {
  for (std::size_t i = 0; i < kinds; ++i)
    if (line.starts_with(fmt::format("{} ", name(static_cast<Kind>(i))))) return true;
  return false;
}

bool isAbout(std::string_view line, const std::string& file) {
  const std::size_t blank = line.find(' ');
  return line.substr(blank + 1).starts_with(support::oneLine(file) + ": ");
}

}  // namespace

std::string baselineOf(const Report& report) {
  std::string text = "# Known findings of `aunit audit`\n";
  for (const Finding& finding : report.findings) text += lineOfBaseline(finding) + "\n";
  return text;
}

bool compareWithBaseline(Report& report, std::string_view text, std::string& error) {
  std::map<std::string, std::size_t, std::less<>> known;
  std::size_t number = 0;
  for (std::string_view line : support::lines(text)) {
    line = support::trimmed(line);
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (!startsWithKind(line)) {
      error = fmt::format("line {} is not a finding of an audit", number);
      return false;
    }
    ++known[std::string(line)];
  }
  for (Finding& finding : report.findings) {
    const auto found = known.find(lineOfBaseline(finding));
    finding.known = found != known.end() && found->second != 0;
    if (finding.known) --found->second;
  }
  for (const auto& [line, count] : known)
    if (std::ranges::any_of(report.files, [&, &said = line](const std::string& file) { return isAbout(said, file); }))
      report.fixed.insert(report.fixed.end(), count, line);
  return true;
}

}  // namespace aunit::strength::audit
