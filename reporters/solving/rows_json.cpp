#include "reporters/solving/rows_json.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/diagnostic.h"
#include "reporters/run/all_scopes_json.h"
#include "reporters/run/reason_json.h"
#include "reporters/run/rests_on_json.h"

namespace aunit::reporters {

using runner::CommandRow;
using Json = nlohmann::ordered_json;

namespace {

std::string lineOf(const Json& object) {
  return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json partsJson(const std::vector<CommandRow::Part>& parts) {
  Json all = Json::array();
  for (const CommandRow::Part& part : parts) {
    all.push_back({{"place", part.place}, {"text", part.text}});
    if (!part.rule.empty()) all.back()["rule"] = part.rule;
  }
  return all;
}

Json vacuousJson(const CommandRow::VacuityDetails& vacuous) {
  Json result = {{"why", vacuous.why}, {"text", vacuous.text}};
  if (!vacuous.place.empty()) result["place"] = vacuous.place;
  if (!vacuous.core.empty()) result["core"] = partsJson(vacuous.core);
  return result;
}

/// Adds the number of instances and their sizes.
void addInstances(const CommandRow& row, Json& line) {
  if (row.several) line.update({{"instances", row.solutions}, {"distinct", row.distinct}, {"complete", row.incomplete.empty()}});
  if (!row.sizes.empty()) {
    line["reached"] = row.reached;
    for (const auto& [size, proved] : row.sizes)
      line["sizes"].push_back({{"atoms", size.atoms}, {"tuples", size.tuples}, {"changes", size.changes}, {"proved", proved}});
  }
  if (!row.incomplete.empty()) line["incomplete"] = row.incomplete;
}

/// Adds the answer's scope and bound, and its proof.
void addProof(const CommandRow& row, Json& line) {
  for (const auto& [signature, atoms] : row.scope) line["scope"][signature] = atoms;
  if (row.bound) line["bound"] = *row.bound == model::unboundedSteps ? Json(nullptr) : Json(*row.bound);
  if (const auto& proof = row.proof)
    line["proof"] = {{"method", proof->method},
                     {"frames", proof->frames},
                     {"latches", proof->latches},
                     {"clauses", proof->clauses},
                     {"checked", true}};
  if (const auto& refutation = row.refutation)
    line["proof"] = {
        {"method", "refutation"},         {"lemmas", refutation->lemmas},           {"variables", refutation->variables},
        {"clauses", refutation->clauses}, {"check_ms", 1000 * refutation->seconds}, {"checked", true}};
  if (const auto& bounds = row.boundsRefutation; bounds && row.refutation)
    line["proof"]["bounds"] = {{"lemmas", bounds->lemmas},
                               {"variables", bounds->variables},
                               {"clauses", bounds->clauses},
                               {"check_ms", 1000 * bounds->seconds}};
  if (!row.cubes) return;
  line["cubes"] = {{"depth", row.cubes->depth}};
  if (row.isOfPart()) line["cubes"].update({{"parts", row.cubes->parts}, {"none_in", Json::array({row.cubes->part})}});
}

void addWarnings(const CommandRow& row, Json& line) {
  for (const CommandRow::Warning& warning : row.warnings) {
    Json said = {{"name", warning.name}, {"place", warning.place.describe()}, {"text", warning.text}};
    if (!warning.hint.empty()) said["hint"] = warning.hint;
    line["warnings"].push_back(std::move(said));
  }
}

}  // namespace

std::string rowJson(const CommandRow& row, bool instances, bool areJson) {
  Json line = {{"file", row.path},
               {"index", row.index},
               {"label", row.label},
               {"kind", row.check ? "check" : "run"},
               {"command", row.text},
               {"verdict", row.verdict},
               {"answer", row.answer},
               {"error", row.error.empty() ? Json(nullptr) : Json(row.error)},
               {"expect", row.expect < 0 ? Json(nullptr) : Json(row.expect)},
               {"parse_ms", row.parseMs},
               {"translate_ms", row.translateMs},
               {"solve_ms", row.solveMs},
               {"primary_vars", row.statistics.primaryVariables},
               {"variables", row.statistics.variables},
               {"clauses", row.statistics.clauses},
               {"trace_length", row.statistics.traceLength},
               {"solver", row.solver},
               {"symmetry", row.symmetry},
               {"skolem_depth", row.skolemDepth},
               {"overflow", row.noOverflow ? "excluded" : "wraps"}};
  if (!row.dialect.empty()) line["dialect"] = row.dialect;
  if (!row.val.empty()) line["val"] = row.val;
  addInstances(row, line);
  addProof(row, line);
  if (row.core) {
    line["core"] = partsJson(*row.core);
    line["core_minimal"] = row.coreIsMinimal;
  }
  if (row.vacuous) line["vacuous"] = vacuousJson(*row.vacuous);
  if (row.restsOn) line["rests_on"] = restsOnJson(*row.restsOn);
  if (row.nearest) line["nearest"] = row.notNearest.empty() ? nearestJson(*row.nearest) : Json{{"error", row.notNearest}};
  if (!row.kept.empty()) line["kept"] = row.kept;
  if (!row.cache.empty()) line["cache"] = row.cache;
  if (row.allScopes) line["all_scopes"] = allScopesJson(*row.allScopes);
  addWarnings(row, line);
  if (row.place) line.update({{"place", row.place->place}, {"text", row.place->text}});
  if (row.why) line["why"] = reasonJson(*row.why);
  if (instances) {
    Json& shown = line["shown"] = Json::array();
    for (const std::string& text : row.shown) shown.push_back(areJson ? Json::parse(text) : Json(text));
  }
  return lineOf(line);
}

std::string fileJson(const runner::SolvedFile& file) {
  const bool isRead = file.loaded->ok();
  std::string reason = isRead ? file.whyNothing() : "";
  if (isRead && reason.empty()) return "";
  const auto& all = file.loaded->diagnostics.all();
  if (const auto first = std::ranges::find(all, model::Severity::error, &model::Diagnostic::severity);
      !isRead && first != all.end())
    reason = first->message;
  return lineOf({{"file", file.path},
                 {"index", -1},
                 {"verdict", isRead           ? "NO_COMMAND"
                             : file.isOther() ? "NOT_ALLOY"
                                              : "REJECTED"},
                 {"error", reason},
                 {"parse_ms", file.parseMs}});
}

}  // namespace aunit::reporters
