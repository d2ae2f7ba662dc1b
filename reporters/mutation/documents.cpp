// Reports of mutation testing for other programs: the matrix of kills, annotations for GitHub.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "reporters/mutation/mutation.h"
#include "reporters/run/github.h"

namespace aunit::reporters {

namespace {

using strength::MutantResult;
using strength::MutatedFile;

/// The text as one tab-separated field.
std::string cell(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
  return text;
}

}  // namespace

std::string mutationMatrix(const strength::Report& report) {
  std::string out;
  for (const MutatedFile& file : report.files)
    for (const MutantResult& mutant : file.mutants) {
      std::string row(report.tests.size(), '0');
      for (std::size_t i = 0; i < row.size(); ++i)
        if (!report.tests[i].usable) row[i] = '-';
      for (const std::uint32_t test : mutant.killedBy) row[test] = '1';
      out += fmt::format("{}:{}:{}\t{}\t{}\t{}\t{}\n", cell(file.path), mutant.place.line, mutant.place.column, name(mutant.by),
                         cell(mutant.name), row, cell(mutant.replacement));
    }
  return out;
}

std::string mutationAnnotations(const strength::Report& report) {
  std::string out;
  std::set<std::pair<std::string, std::uint32_t>> lines;
  for (const MutatedFile& file : report.files)
    for (const MutantResult& mutant : file.mutants) {
      if (!isSurvivor(mutant) || !lines.insert({file.path, mutant.place.line}).second) continue;
      std::string message = mutant.original.empty() ? fmt::format("No test notices an additional `{}`", mutant.replacement)
                            : mutant.replacement.empty()
                                ? fmt::format("No test notices if `{}` is removed", mutant.original)
                                : fmt::format("No test notices when `{}` becomes `{}`", mutant.original, mutant.replacement);
      if (!mutant.test.empty()) message += ". This test would notice:\n" + mutant.test;
      out += githubCommand("notice", mutant.place, mutant.name + " survived", message);
    }
  return out;
}

}  // namespace aunit::reporters
