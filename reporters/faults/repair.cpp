#include "reporters/faults/repair.h"

#include <fmt/format.h>

#include "reporters/mutation/diff.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "support/pieces.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

using strength::Repair;
using strength::Repairs;
using support::oneLine;

namespace {

/// One diff for all edits of a repair.
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
  if (repair.verified == strength::Verification::tests) return "the tests only";
  const bool all = repair.mends.size() == repairs.failures.size();
  return fmt::format("all commands{}, each in its scope", all ? "" : " that depend on the changed paragraph") +
         (repairs.scopeInWords.empty() ? "" : " (failing commands: " + repairs.scopeInWords + ")");
}

std::string kindAndName(const std::string& name) {
  constexpr std::string_view test = "test ";
  return oneLine(name.starts_with(test) ? fmt::format("{}\"{}\"", test, name.substr(test.size())) : name);
}

std::string notDecided(const std::string& name, const std::string& place, const std::string& why, bool color) {
  return fmt::format("{}: {} ({}): {}\n", Style(color)(Color::boldYellow, "not decided"), kindAndName(name), oneLine(place),
                     oneLine(why));
}

std::string troubleText(const Repairs& repairs, bool color) {
  const Style paint(color);
  std::string out;
  for (const strength::Failure& failure : repairs.failures)
    out += fmt::format("{}  {}  {}{}\n", paint(Color::boldRed, "FAILS"), kindAndName(failure.name), oneLine(failure.place),
                       failure.command ? "  " + oneLine(failure.message) : "");
  for (const strength::UnknownOutcome& open : repairs.undecided) out += notDecided(open.name, open.place, open.why, color);
  return out;
}

std::string repairText(const Repairs& repairs, const std::vector<strength::DemandingFile>& files, bool color) {
  const Style paint(color);
  std::string out = troubleText(repairs, color);
  for (std::size_t i = 0; i < repairs.found.size(); ++i) {
    const Repair& repair = repairs.found[i];
    const model::SourceMap& sources = files[repair.file].loaded->sources;
    const Diff diff = diffOfEdits(repair, sources);
    const model::SourceFile& file = sources.file(repair.edits.front().span.file);
    out += fmt::format("\nrepair {} of {}  {}:{}  checked against {}\n", i + 1, repairs.found.size(), oneLine(file.path()),
                       diff.line, heldAgainst(repair, repairs));
    if (repair.mends.size() < repairs.failures.size()) {
      const auto name = [&](const std::uint32_t failure) { return kindAndName(repairs.failures[failure].name); };
      out += fmt::format("  fixes {}\n", support::joined(repair.mends, ", ", name));
    }
    for (const std::string& remark : repair.remarks)
      out += fmt::format("  {}, {}\n", paint(Color::boldYellow, "but with this repair"), oneLine(remark));
    for (std::size_t k = 0; k < diff.before.size(); ++k)
      out += paint(Color::red, fmt::format("  - {} | {}", diff.line + k, support::visibleLine(diff.before[k]).text)) + "\n";
    for (std::size_t k = 0; k < diff.after.size(); ++k)
      out += paint(Color::green, fmt::format("  + {} | {}", diff.line + k, support::visibleLine(diff.after[k]).text)) + "\n";
  }
  if (!repairs.difference) return out;
  out += fmt::format("\nrepairs 1 and {} differ: this test passes with repair 1 and fails with repair {}\n",
                     repairs.difference->other + 1, repairs.difference->other + 1);
  const model::Model& model = *files[repairs.found.front().file].loaded->model;
  const std::string test = strength::testText(model, repairs.difference->claim, {"difference", repairs.difference->title, ""});
  for (const std::string& line : linesOf(test))
    if (!line.empty()) out += "    " + oneLine(line) + "\n";
  return out;
}

std::string howFar(const Repairs& repairs) {
  const std::string tried = support::plural(repairs.tried, "edit");
  const std::string nearest =
      repairs.unmet.empty() ? "" : fmt::format("; with the best edit, `{}` still fails", oneLine(repairs.unmet));
  if (repairs.cutShort) return fmt::format("search stopped after {} (--timeout gives it more time){}", tried, nearest);
  return fmt::format("no single edit fixes all failures; {} tried{}", tried, nearest);
}

}  // namespace aunit::reporters
