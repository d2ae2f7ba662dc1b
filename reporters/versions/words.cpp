#include "reporters/versions/words.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reporters/text.h"
#include "solver/allscopes/words.h"
#include "suite/valuation/valuation_text.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

using strength::comparison::Relation;
using strength::versions::Change;
using strength::versions::Witness;

const parser::Loaded& loadedOf(const ComparedModel& compared, const Witness& witness) {
  return witness.by == Witness::AcceptedBy::older ? *compared.older : *compared.newer;
}

std::string standingOf(const Change& change) {
  if (change.kind == Change::Kind::command) {
    if (change.verdictChanged) return "different verdict";
    if (change.standing == Change::Standing::changed) return change.relation == Relation::unknown ? "unknown" : "changed";
  }
  if (change.standing != Change::Standing::changed && change.relation == Relation::unknown)
    return strength::versions::name(change.standing);
  if (change.relation == Relation::sameShared) return "same for the shared declarations";
  const std::string relation =
      change.kind == Change::Kind::function && change.relation == Relation::neither ? "different values" : name(change.relation);
  return change.standing == Change::Standing::changed
             ? relation
             : fmt::format("{}, {}", strength::versions::name(change.standing), relation);
}

std::string titleOf(const Change& change) {
  if (change.kind == Change::Kind::command) return support::oneLine(change.name);
  if (change.kind == Change::Kind::model)
    return change.standing == Change::Standing::changed ? "all facts and declarations" : "the model";
  return support::oneLine(fmt::format("{} {}", strength::versions::name(change.kind), change.name));
}

std::string headOf(const Witness& witness) {
  std::string head;
  switch (witness.by) {
    case Witness::AcceptedBy::older: head = "only the old version accepts this instance"; break;
    case Witness::AcceptedBy::newer: head = "only the new version accepts this instance"; break;
    case Witness::AcceptedBy::neither: head = "in this instance, the old and the new function have different values"; break;
  }
  if (!witness.arguments.empty()) head += fmt::format(", with {}", fmt::join(witness.arguments, ", "));
  if (witness.state > 0) head += fmt::format(", in state {}", witness.state);
  if (!witness.fewest) head += " (there may be a smaller one)";
  return support::oneLine(head);
}

std::vector<std::string> remarksOn(const Change& change) {
  std::vector<std::string> remarks;
  if (!change.formerName.empty())
    remarks.push_back(fmt::format("the former name of `{}` is `{}`", change.name, change.formerName));
  if (change.called) remarks.push_back("its text is unchanged, but something that it calls has changed");
  for (const std::string& note : change.notes) remarks.push_back(note);
  if (!change.why.empty()) remarks.push_back(change.why);
  for (const auto& proof : change.proofs)
    remarks.push_back(fmt::format("no instance is accepted by the {} version alone (the proof is checked: {}, from {})",
                                  proof.by == Witness::AcceptedBy::older ? "old" : "new",
                                  support::plural(proof.refutation.lemmas, "step"),
                                  support::plural(proof.refutation.clauses, "clause")));
  if (change.allScopes)
    if (const std::string beyond = solver::beyondTheScope({&*change.allScopes, 1}); !beyond.empty())
      remarks.push_back(change.allScopes->verdict == solver::AllScopes::Verdict::counterexample
                            ? fmt::format("in this scope, but not with the scope `{}`", change.allScopes->scope)
                            : fmt::format("in this scope {}", beyond));
  if (change.allowed) remarks.push_back(fmt::format("allowed to be {}: {}", change.allows, *change.allowed));
  for (std::string& remark : remarks) remark = support::oneLine(remark);
  return remarks;
}

std::string nearText(const ComparedModel& compared, const Witness& witness) {
  if (!witness.near) return "";
  const auto change = suite::changeText(*loadedOf(compared, witness).model, witness.instance, *witness.near);
  return change ? fmt::format("with the change `{}` to this instance, both versions accept it", support::oneLine(*change)) : "";
}

bool isForbidden(const ComparedModel& compared, std::size_t change) {
  return std::ranges::find(compared.forbidden, change) != compared.forbidden.end();
}

std::string scopeOf(const ComparedModel& compared) {
  const std::string &scope = compared.comparison.scope, &larger = compared.comparison.larger;
  return support::oneLine(larger.empty() ? "scope " + scope : fmt::format("scopes \"{}\" and \"{}\"", scope, larger));
}

std::vector<std::string> matchesInWords(const ComparedModel& compared) {
  std::vector<std::string> lines;
  for (const strength::versions::Match& match : compared.comparison.matches)
    lines.push_back(support::oneLine(fmt::format("`{}` corresponds to `{}` of the old version ({}{})", match.newer, match.older,
                                                 match.reason.starts_with("by ") ? "matched "
                                                 : match.reason == "given"       ? ""
                                                                                 : "match: ",
                                                 match.reason == "given" ? "given by --match" : match.reason)));
  return lines;
}

std::string proposedTest(const Witness& witness) {
  return witness.test.substr(std::min(witness.test.find_first_not_of('\n'), witness.test.size()));
}

std::vector<std::string> pinsInWords(const ComparedModel& compared) {
  std::vector<std::string> lines;
  for (const auto& pin : compared.pins)
    lines.push_back(support::oneLine(
        fmt::format("test \"{}\" of {} passes only with the {} version", pin.name, pin.file, pin.passesNow ? "new" : "old")));
  if (compared.testsRead && compared.pins.empty()) lines.emplace_back("no test distinguishes the versions");
  return lines;
}

}  // namespace aunit::reporters
