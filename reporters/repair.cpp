#include "reporters/repair.h"

#include <fmt/format.h>

#include "model/visible.h"
#include "reporters/mutation_diff.h"
#include "reporters/style.h"
#include "reporters/text.h"

namespace aunit::reporters {

using model::oneLine;
using strength::Repair;
using strength::Repairs;

namespace {

/// All edits of a proposal as one.
Diff diffOfEdits(const Repair& repair, const model::SourceMap& sources) {
  const std::string& text = sources.file(repair.edits.front().span.file).document();
  const std::size_t begin = repair.edits.front().span.begin, end = repair.edits.back().span.end;
  std::string replacement;
  std::size_t at = begin;
  for (const strength::Replacement& edit : repair.edits) {
    replacement += text.substr(at, edit.span.begin - at) + edit.text;
    at = edit.span.end;
  }
  return diffOf(text, begin, end, replacement);
}

}  // namespace

std::string heldAgainst(const Repair& repair, const Repairs& repairs) {
  if (repair.verified == strength::HeldAgainst::tests) return "the tests only";
  const bool all = repair.mends.size() == repairs.complaints.size();
  return fmt::format("all commands{}, up to their scopes", all ? "" : " that depend on it") +
         (repairs.scope.empty() ? "" : " (" + repairs.scope + ")");
}

std::string repairText(const Repairs& repairs, const parser::Loaded& loaded, const std::string& path, bool color) {
  const Style paint(color);
  const model::SourceMap& sources = loaded.sources;
  std::string out;
  for (const strength::Complaint& complaint : repairs.complaints)
    out += fmt::format("{}  {}  {}\n", paint(Color::boldRed, "FAILS"), oneLine(complaint.name),
                       complaint.span.known() ? sources.describe(complaint.span) : path);
  for (std::size_t i = 0; i < repairs.found.size(); ++i) {
    const Repair& repair = repairs.found[i];
    const Diff diff = diffOfEdits(repair, sources);
    const model::SourceFile& file = sources.file(repair.edits.front().span.file);
    out += fmt::format("\n{} of {}  {}:{}  held against {}\n", i + 1, repairs.found.size(), oneLine(file.path()), diff.line,
                       heldAgainst(repair, repairs));
    if (repair.mends.size() < repairs.complaints.size()) {
      std::string names;
      for (const std::uint32_t complaint : repair.mends)
        names += (names.empty() ? "" : ", ") + oneLine(repairs.complaints[complaint].name);
      out += fmt::format("  mends {}\n", names);
    }
    for (std::size_t k = 0; k < diff.before.size(); ++k)
      out += paint(Color::red, fmt::format("  - {} | {}", diff.line + k, model::visibleLine(diff.before[k]).text)) + "\n";
    for (std::size_t k = 0; k < diff.after.size(); ++k)
      out += paint(Color::green, fmt::format("  + {} | {}", diff.line + k, model::visibleLine(diff.after[k]).text)) + "\n";
  }
  if (!repairs.difference) return out;
  out += fmt::format("\n1 and {} differ: this test passes with 1 and fails with {}\n", repairs.difference->other + 1,
                     repairs.difference->other + 1);
  const std::string test =
      strength::testText(*loaded.model, repairs.difference->claim, {"difference", repairs.difference->title, ""});
  for (const std::string& line : linesOf(test))
    if (!line.empty()) out += "    " + oneLine(line) + "\n";
  return out;
}

}  // namespace aunit::reporters
