#include "reporters/versions/versions.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/instances/instance_json.h"
#include "reporters/markup.h"
#include "reporters/terminal/picture.h"
#include "reporters/terminal/style.h"
#include "reporters/text.h"
#include "reporters/versions/words.h"
#include "solver/allscopes/words.h"
#include "suite/valuation/valuation_text.h"
#include "support/pieces.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

using strength::comparison::Relation;
using strength::versions::Change;
using strength::versions::Witness;

namespace {

using Json = nlohmann::ordered_json;

std::string pictureOf(const ComparedModel& compared, const Witness& witness, std::size_t indent) {
  const std::string drawn = picture(*loadedOf(compared, witness).model, witness.instance, indent);
  return drawn.empty() ? std::string(indent, ' ') + "the empty instance\n" : drawn;
}

Color changeColour(const Change& change) {
  if (change.relation == Relation::same && !change.verdictChanged) return Color::green;
  return change.relation == Relation::unknown || change.relation == Relation::sameShared ? Color::dim : Color::boldYellow;
}

std::string indented(const std::string& text, std::size_t blanks) {
  std::string result;
  for (const std::string_view line : support::lines(text))
    result += (line.empty() ? "" : std::string(blanks, ' ') + support::oneLine(line)) + "\n";
  return result;
}

std::size_t longestBackquotes(std::string_view text) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  return longest;
}

/// Returns `text` as a code block within a list item of Markdown. The fence is longer than any run of backquotes in `text`.
std::string fenced(const std::string& text) {
  const std::string fence(std::max<std::size_t>(longestBackquotes(text), 2) + 1, '`');
  return fmt::format("  {}alloy\n{}  {}\n\n", fence, indented(text, 2), fence);
}

/// Returns `text` as code within a line of Markdown. The fence is longer than any run of backquotes in `text`.
std::string code(const std::string& text) {
  const std::string fence(longestBackquotes(text) + 1, '`');
  const bool apart = text.starts_with('`') || text.ends_with('`');
  return fmt::format("{0}{1}{2}{1}{0}", fence, apart ? " " : "", withoutControls(support::oneLine(text)));
}

}  // namespace

std::string versionsText(const std::vector<ComparedModel>& models, bool color) {
  const Style style(color);
  std::string text;
  for (const ComparedModel& compared : models) {
    text += style(Color::bold, fmt::format("{}, {}", support::oneLine(compared.path), scopeOf(compared))) + "\n";
    for (const std::string& line : matchesInWords(compared)) text += fmt::format("  {}\n", line);
    if (compared.comparison.changes.empty()) text += "  nothing has changed\n";
    for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
      const Change& change = compared.comparison.changes[i];
      text += fmt::format("  {}  {}{}\n", titleOf(change), style(changeColour(change), standingOf(change)),
                          isForbidden(compared, i) ? style(Color::boldRed, "  forbidden by --fail-on") : "");
      for (const std::string& remark : remarksOn(change)) text += fmt::format("    {}\n", remark);
      for (const Witness& witness : change.witnesses) {
        text += fmt::format("    {}\n{}", headOf(witness), pictureOf(compared, witness, 6));
        if (const std::string near = nearText(compared, witness); !near.empty()) text += fmt::format("      {}\n", near);
        if (compared.suggest) text += indented(proposedTest(witness), 8);
      }
    }
    text += fmt::format("  {} unchanged\n", support::plural(compared.comparison.unchanged, "paragraph"));
    for (const std::string& line : pinsInWords(compared)) text += fmt::format("  {}\n", line);
  }
  return text;
}

std::string versionsMarkdown(const std::vector<ComparedModel>& models) {
  std::string text;
  for (const ComparedModel& compared : models) {
    text += fmt::format("### What changes in {} ({})\n\n", code(compared.path), markdown(scopeOf(compared)));
    for (const std::string& line : matchesInWords(compared)) text += code(line) + "\n\n";
    if (compared.comparison.changes.empty()) text += "Nothing has changed.\n\n";
    for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
      const Change& change = compared.comparison.changes[i];
      text += fmt::format("- {}: **{}**{}", code(titleOf(change)), standingOf(change),
                          isForbidden(compared, i) ? ", forbidden by --fail-on" : "");
      for (const std::string& remark : remarksOn(change)) text += "; " + code(remark);
      text += "\n";
      for (const Witness& witness : change.witnesses) {
        const std::string val = suite::valuationText(*loadedOf(compared, witness).model, witness.instance, "witness");
        text += fmt::format("\n  {}:\n\n{}", markdown(headOf(witness)), fenced(val));
        if (const std::string near = nearText(compared, witness); !near.empty()) text += fmt::format("  {}\n\n", code(near));
        if (compared.suggest && !witness.test.empty())
          text += "  A test that notices the change:\n\n" + fenced(proposedTest(witness));
      }
    }
    const auto pins = pinsInWords(compared);
    if (!pins.empty()) text += "\n";
    for (const std::string& line : pins) text += code(line) + "\n";
    text += "\n";
  }
  return text;
}

std::string versionsJson(const std::vector<ComparedModel>& models) {
  Json paragraphs = Json::array();
  std::size_t unchanged = 0;
  for (const ComparedModel& compared : models) {
    unchanged += compared.comparison.unchanged;
    for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
      const Change& change = compared.comparison.changes[i];
      Json witnesses = Json::array();
      for (const Witness& witness : change.witnesses) {
        const model::Model& model = *loadedOf(compared, witness).model;
        const char* by = witness.by == Witness::AcceptedBy::older   ? "old"
                         : witness.by == Witness::AcceptedBy::newer ? "new"
                                                                    : nullptr;
        Json one = {{"accepted_by", by ? Json(by) : Json()},
                    {"arguments", witness.arguments},
                    {"state", witness.state},
                    {"smallest", witness.fewest}};
        one["instance"] = Json::parse(model::writeInstanceJson(model, witness.instance));
        one["near"] = witness.near ? Json::parse(model::writeInstanceJson(model, *witness.near)) : Json();
        one["test"] = witness.test.empty() ? Json() : Json(proposedTest(witness));
        one["val"] = suite::valuationText(model, witness.instance, "witness");
        witnesses.push_back(std::move(one));
      }
      Json entry = {{"file", compared.path},
                    {"kind", strength::versions::name(change.kind)},
                    {"name", change.name},
                    {"former_name", change.formerName.empty() ? Json() : Json(change.formerName)},
                    {"standing", strength::versions::name(change.standing)},
                    {"relation", strength::comparison::name(change.relation)},
                    {"scope", compared.comparison.scope},
                    {"larger_scope", compared.comparison.larger.empty() ? Json() : Json(compared.comparison.larger)},
                    {"why", change.why},
                    {"notes", change.notes},
                    {"allowed", change.allowed ? Json(*change.allowed) : Json()},
                    {"forbidden", isForbidden(compared, i)}};
      entry["all_scopes"] = Json();
      if (const auto& beyond = change.allScopes)
        entry["all_scopes"] = {{"verdict", solver::name(beyond->verdict)}, {"answer", solver::beyondTheScope({&*beyond, 1})}};
      entry["witnesses"] = std::move(witnesses);
      entry["proofs"] = Json::array();
      for (const auto& proof : change.proofs)
        entry["proofs"].push_back({{"none_accepted_by", proof.by == Witness::AcceptedBy::older ? "old" : "new"},
                                   {"clauses", proof.refutation.clauses},
                                   {"steps", proof.refutation.lemmas}});
      paragraphs.push_back(std::move(entry));
    }
  }
  Json tests = Json::array();
  for (const ComparedModel& compared : models)
    for (const auto& pin : compared.pins)
      tests.push_back({{"file", pin.file}, {"name", pin.name}, {"passes", pin.passesNow ? "new" : "old"}});
  Json matches = Json::array();
  for (const ComparedModel& compared : models)
    for (const auto& match : compared.comparison.matches)
      matches.push_back({{"file", compared.path}, {"new", match.newer}, {"old", match.older}, {"reason", match.reason}});
  return Json({{"matches", std::move(matches)},
               {"paragraphs", std::move(paragraphs)},
               {"unchanged", unchanged},
               {"tests", std::move(tests)}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace aunit::reporters
