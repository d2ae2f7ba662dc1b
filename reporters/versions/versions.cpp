#include "reporters/versions/versions.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "model/instance_json.h"
#include "reporters/terminal/picture.h"
#include "reporters/terminal/style.h"
#include "reporters/terminal/text.h"
#include "suite/valuation/valuation_text.h"
#include "support/visible.h"

namespace aunit::reporters {

using strength::comparison::Relation;
using strength::versions::Change;
using strength::versions::Witness;

namespace {

using Json = nlohmann::ordered_json;

const parser::Loaded& loadedOf(const ComparedModel& compared, const Witness& witness) {
  return witness.by == Witness::AcceptedBy::older ? *compared.older : *compared.newer;
}

/// "weaker", "added", "removed"; what a function or command is called otherwise.
std::string standingOf(const Change& change) {
  if (change.kind == Change::Kind::command) {
    if (change.verdictChanged) return "another verdict";
    if (change.standing == Change::Standing::changed) return change.relation == Relation::unknown ? "unknown" : "changed";
  }
  if (change.standing != Change::Standing::changed && change.relation == Relation::unknown)
    return strength::versions::name(change.standing);
  const std::string relation =
      change.kind == Change::Kind::function && change.relation == Relation::neither ? "other values" : name(change.relation);
  return change.standing == Change::Standing::changed
             ? relation
             : fmt::format("{}, {}", strength::versions::name(change.standing), relation);
}

std::string titleOf(const Change& change) {
  if (change.kind == Change::Kind::command) return support::oneLine(change.name);
  if (change.kind == Change::Kind::model) return "all facts and declarations";
  return support::oneLine(fmt::format("{} {}", strength::versions::name(change.kind), change.name));
}

std::string witnessHead(const Witness& witness) {
  std::string head;
  switch (witness.by) {
    case Witness::AcceptedBy::older: head = "accepted by the old version alone"; break;
    case Witness::AcceptedBy::newer: head = "accepted by the new version alone"; break;
    case Witness::AcceptedBy::neither: head = "has other values"; break;
  }
  if (!witness.arguments.empty()) head += fmt::format(", with {}", fmt::join(witness.arguments, ", "));
  if (witness.state > 0) head += fmt::format(", in state {}", witness.state);
  return support::oneLine(head);
}

/// Why it is as it is, and what of commands has changed: a sentence each.
std::vector<std::string> remarksOn(const Change& change) {
  std::vector<std::string> remarks;
  if (change.called) remarks.push_back("its text is as it was: what it calls has changed");
  for (const std::string& note : change.notes) remarks.push_back(note);
  if (!change.why.empty()) remarks.push_back(change.why);
  if (change.allowed) remarks.push_back(fmt::format("allowed to be {}: {}", change.allows, *change.allowed));
  for (std::string& remark : remarks) remark = support::oneLine(remark);
  return remarks;
}

std::string pictureOf(const ComparedModel& compared, const Witness& witness, std::size_t indent) {
  const std::string drawn = picture(*loadedOf(compared, witness).model, witness.instance, indent);
  return drawn.empty() ? std::string(indent, ' ') + "nothing at all\n" : drawn;
}

/// What the instance beside a witness has that the witness lacks, or the other way round.
std::string nearText(const ComparedModel& compared, const Witness& witness) {
  if (!witness.near) return "";
  const auto change = suite::changeText(*loadedOf(compared, witness).model, witness.instance, *witness.near);
  return change ? fmt::format("both accept it with {}", support::oneLine(*change)) : "";
}

Color changeColour(const Change& change) {
  if (change.relation == Relation::same && !change.verdictChanged) return Color::green;
  return change.relation == Relation::unknown ? Color::dim : Color::boldYellow;
}

bool isForbidden(const ComparedModel& compared, std::size_t change) {
  return std::ranges::find(compared.forbidden, change) != compared.forbidden.end();
}

}  // namespace

std::string versionsText(const std::vector<ComparedModel>& models, bool color) {
  const Style style(color);
  std::string text;
  for (const ComparedModel& compared : models) {
    text += style(Color::bold, fmt::format("{}, scope {}", support::oneLine(compared.path), compared.comparison.scope)) + "\n";
    if (compared.comparison.changes.empty()) text += "  nothing has changed\n";
    for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
      const Change& change = compared.comparison.changes[i];
      text += fmt::format("  {}  {}{}\n", titleOf(change), style(changeColour(change), standingOf(change)),
                          isForbidden(compared, i) ? style(Color::boldRed, "  forbidden") : "");
      for (const std::string& remark : remarksOn(change)) text += fmt::format("    {}\n", remark);
      for (const Witness& witness : change.witnesses) {
        text += fmt::format("    {}\n{}", witnessHead(witness), pictureOf(compared, witness, 6));
        if (const std::string near = nearText(compared, witness); !near.empty()) text += fmt::format("      {}\n", near);
      }
    }
    text += fmt::format("  {} unchanged\n", plural(compared.comparison.unchanged, "paragraph"));
  }
  return text;
}

std::string versionsMarkdown(const std::vector<ComparedModel>& models) {
  std::string text;
  for (const ComparedModel& compared : models) {
    text += fmt::format("### What changes in `{}` (scope {})\n\n", support::oneLine(compared.path), compared.comparison.scope);
    if (compared.comparison.changes.empty()) text += "Nothing has changed.\n\n";
    for (std::size_t i = 0; i < compared.comparison.changes.size(); ++i) {
      const Change& change = compared.comparison.changes[i];
      text += fmt::format("- `{}`: **{}**{}", titleOf(change), standingOf(change), isForbidden(compared, i) ? ", forbidden" : "");
      for (const std::string& remark : remarksOn(change)) text += fmt::format("; `{}`", remark);
      text += "\n";
      for (const Witness& witness : change.witnesses) {
        const std::string val = suite::valuationText(*loadedOf(compared, witness).model, witness.instance, "witness");
        // A fence is longer than any run of backquotes within.
        std::size_t longest = 2, run = 0;
        for (const char c : val) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
        const std::string fence(longest + 1, '`');
        text += fmt::format("\n  {}:\n\n  {}alloy\n", witnessHead(witness), fence);
        for (std::size_t at = 0; at < val.size();) {
          const std::size_t end = std::min(val.find('\n', at), val.size());
          text += "  " + val.substr(at, end - at) + "\n";
          at = end + 1;
        }
        text += fmt::format("  {}\n\n", fence);
      }
    }
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
        Json one = {{"accepted_by", by ? Json(by) : Json()}, {"arguments", witness.arguments}, {"state", witness.state}};
        one["instance"] = Json::parse(model::writeInstanceJson(model, witness.instance));
        one["near"] = witness.near ? Json::parse(model::writeInstanceJson(model, *witness.near)) : Json();
        one["val"] = suite::valuationText(model, witness.instance, "witness");
        witnesses.push_back(std::move(one));
      }
      Json entry = {{"file", compared.path},
                    {"kind", strength::versions::name(change.kind)},
                    {"name", change.name},
                    {"standing", strength::versions::name(change.standing)},
                    {"relation", strength::comparison::name(change.relation)},
                    {"scope", compared.comparison.scope},
                    {"why", change.why},
                    {"notes", change.notes},
                    {"allowed", change.allowed ? Json(*change.allowed) : Json()},
                    {"forbidden", isForbidden(compared, i)}};
      entry["witnesses"] = std::move(witnesses);
      paragraphs.push_back(std::move(entry));
    }
  }
  return Json({{"paragraphs", std::move(paragraphs)}, {"unchanged", unchanged}})
             .dump(2, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace aunit::reporters
