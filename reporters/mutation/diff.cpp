#include "reporters/mutation/diff.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace aunit::reporters {

using strength::Counts;
using strength::MutantResult;
using strength::MutatedFile;

std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n')
      lines.emplace_back();
    else
      lines.back() += c;
  }
  return lines;
}

Diff diffOf(const MutatedFile& file, const MutantResult& mutant) {
  return diffOf(file.text, mutant.begin, mutant.end, mutant.replacement);
}

Diff diffOf(const std::string& text, std::size_t changed, std::size_t changedEnd, const std::string& replacement) {
  const std::size_t before = changed == 0 ? std::string::npos : text.rfind('\n', changed - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', changedEnd), text.size());
  Diff diff;
  diff.line = static_cast<std::uint32_t>(1 + std::ranges::count(std::string_view(text).substr(0, begin), '\n'));
  diff.before = linesOf(text.substr(begin, end - begin));
  diff.after = linesOf(text.substr(begin, changed - begin) + replacement + text.substr(changedEnd, end - changedEnd));
  while (diff.before.size() > 1 && diff.after.size() > 1 && diff.before.back() == diff.after.back()) {
    diff.before.pop_back();
    diff.after.pop_back();
  }
  while (diff.before.size() > 1 && diff.after.size() > 1 && diff.before.front() == diff.after.front()) {
    diff.before.erase(diff.before.begin());
    diff.after.erase(diff.after.begin());
    ++diff.line;
  }
  return diff;
}

std::string words(const Counts& counts) {
  std::string out;
  const auto add = [&](std::size_t number, std::string_view word) {
    if (number != 0) out += fmt::format("{}{} {}", out.empty() ? "" : ", ", number, word);
  };
  add(counts.killed, "killed");
  add(counts.survived, "survived");
  add(counts.unknown, "not decided");
  add(counts.equivalent, "equivalent in scope");
  std::string beyond;
  if (counts.forAllScopes != 0) beyond = fmt::format("{} for any number of atoms", counts.forAllScopes);
  if (counts.notForAll != 0) beyond += fmt::format("{}{} only in this scope", beyond.empty() ? "" : ", ", counts.notForAll);
  if (!beyond.empty()) out += fmt::format(" ({})", beyond);
  add(counts.ignored, "left out");
  add(counts.pending, "not judged");
  return out.empty() ? "no mutants" : out;
}

std::string scoreText(const Counts& counts) {
  const coverage::Tally score = counts.score();
  return score.total == 0 ? "-" : coverage::percentText(score);
}

std::string dominatorText(const strength::Report& report) {
  const Counts all = report.counts(), hard = report.dominators();
  if (!report.allKillers || all.score().complete() || hard.killed == all.killed) return "";
  return fmt::format("subsuming mutants only: {} ({})", scoreText(hard), words(hard));
}

std::vector<const MutantResult*> alikeTo(const MutatedFile& file, const MutantResult& mutant) {
  std::vector<const MutantResult*> others;
  for (const MutantResult& other : file.mutants)
    if (!other.alike.empty() && other.alike == mutant.name) others.push_back(&other);
  return others;
}

std::vector<std::pair<std::string, Counts>> byParagraph(const MutatedFile& file) {
  std::vector<std::pair<std::string, Counts>> paragraphs;
  for (const MutantResult& mutant : file.mutants) {
    auto known = std::ranges::find(paragraphs, mutant.paragraph, &std::pair<std::string, Counts>::first);
    if (known == paragraphs.end()) known = paragraphs.insert(known, {mutant.paragraph, {}});
    known->second.add(mutant);
  }
  return paragraphs;
}

}  // namespace aunit::reporters
