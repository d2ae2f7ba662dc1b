#include "solver/session/answer_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/grounding/growing_scope.h"
#include "solver/grounding/scope.h"
#include "support/plural.h"

namespace aunit::solver {

namespace {

constexpr int overallByDefault = 3;  // language reference 14
constexpr std::size_t mostNames = 4;

/// Joins parts to one text: "a, b and c".
std::string enumerated(std::vector<std::string> parts) {
  if (parts.size() < 2) return fmt::format("{}", fmt::join(parts, ""));
  const std::string last = std::move(parts.back());
  parts.pop_back();
  return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

/// Shortens a long list, which is hard to read: "3 other signatures" replaces the last names.
std::vector<std::string> few(std::vector<std::string> parts) {
  if (parts.size() <= mostNames) return parts;
  const std::size_t more = parts.size() - (mostNames - 1);
  parts.resize(mostNames - 1);
  parts.push_back(fmt::format("{} other signatures", more));
  return parts;
}

/// Returns " with 4 Node and 5 Key": the signatures whose scope grows, with their sizes in the last scope that was searched.
std::string sizesReached(const model::Model& model, const Result& result) {
  std::vector<std::string> sizes;
  for (const model::SigScope& s : result.grown) sizes.push_back(fmt::format("{} {}", s.start, model.sig(s.sig).name));
  return sizes.empty() ? "" : " with " + enumerated(few(std::move(sizes)));
}

/// Whether the declarations alone determine the atoms of a signature, whatever the scope is.
bool hasDeclaredAtoms(const model::Model& model, model::SigId id) {
  const model::Sig& sig = model.sig(id);
  if (sig.isVar) return false;
  if (sig.multiplicity == model::Multiplicity::one || sig.isEnum) return true;
  return sig.isAbstract && !sig.children.empty() &&
         std::ranges::all_of(sig.children, [&](model::SigId child) { return hasDeclaredAtoms(model, child); });
}

bool isListed(const model::Scope& scope, model::SigId id) {
  return std::ranges::any_of(scope.sigs, [&](const model::SigScope& s) { return s.sig == id && s.listed; });
}

/// Whether the declarations, or the lists of atoms in the scope, determine the atoms of all signatures.
bool hasDeclaredAtoms(const model::Model& model, const model::Scope& scope) {
  bool any = false;
  for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    if (!model.isTopLevel(id)) continue;
    if (!isListed(scope, id) && !hasDeclaredAtoms(model, id)) return false;
    any = true;
  }
  return any;
}

std::string undecided(const std::string& why) {
  constexpr std::string_view limit = "time limit of ", reached = " reached";
  const std::size_t end = why.find(reached);
  if (!why.starts_with(limit) || end == std::string::npos) return "undecided: " + why;
  return fmt::format("undecided after {}{}", why.substr(limit.size(), end - limit.size()), why.substr(end + reached.size()));
}

}  // namespace

const char* name(Verdict verdict) {
  switch (verdict) {
    case Verdict::satisfiable: return "SAT";
    case Verdict::unsatisfiable: return "UNSAT";
    case Verdict::unknown: return "UNKNOWN";
    case Verdict::error: return "ERROR";
  }
  return "";
}

std::string scopeText(const model::Model& model, const Problem& problem, const Result& result) {
  const std::vector<model::Scope> searched = scopesSearched(problem);
  const model::Scope& scope = searched.empty() ? problem.scope : searched.back();
  std::vector<std::string> most, exact;
  for (std::size_t i = 0; i < scope.sigs.size(); ++i) {
    model::SigScope s = scope.sigs[i];
    if (s.sig < model::builtin::count || s.listed) continue;
    bool grows = s.start != problem.scope.sigs[i].start;
    for (const model::SigScope& grown : result.grown)
      if (grown.sig == s.sig) s = grown, grows = true;
    const std::string text = fmt::format("{} {}", s.start, model.sig(s.sig).name);
    (s.exact && !grows ? exact : most).push_back(text);
  }
  const bool derived = scope.overall < 0 && !scope.sigs.empty();
  const bool declared = hasDeclaredAtoms(model, scope);
  most = few(std::move(most));
  if (declared) most.clear(), exact.clear();
  if (!derived && !declared)
    most.insert(most.begin(),
                support::plural(static_cast<std::size_t>(scope.overall < 0 ? overallByDefault : scope.overall), "atom"));
  if (problem.temporal && !result.proof && scope.maxSteps != model::unboundedSteps)
    most.push_back(support::plural(static_cast<std::size_t>(scope.maxSteps < 0 ? defaultSteps : scope.maxSteps), "step"));
  std::string text = most.empty() ? "" : "up to " + enumerated(std::move(most));
  const bool given = problem.given != model::noId;
  const std::string atoms = given ? "for the valuation" : declared ? "with the declared atoms" : "";
  if (!atoms.empty()) text = text.empty() ? atoms : atoms + ", " + text;
  if (!exact.empty()) text += fmt::format("{}with exactly {}", text.empty() ? "" : ", ", enumerated(few(std::move(exact))));
  return text;
}

std::string answerText(const model::Model& model, const Problem& problem, const Result& result) {
  const auto within = [&](std::string_view what) {
    const std::string scope = scopeText(model, problem, result);
    return scope.empty() ? std::string(what) : fmt::format("{}{}{}", what, result.proof ? ", " : " ", scope);
  };
  switch (result.verdict) {
    case Verdict::satisfiable: return (problem.check ? "counterexample found" : "an instance") + sizesReached(model, result);
    case Verdict::unsatisfiable:
      if (result.proof) return within(problem.check ? "holds for traces of any length" : "no instance in traces of any length");
      return within(problem.check ? "no counterexample" : "no instance");
    case Verdict::unknown: return undecided(result.message);
    case Verdict::error: return "error: " + result.message;
  }
  return "";
}

std::string reachedText(const Preference& preference, const ReachedSize& reached) {
  using Kind = Preference::Kind;
  const auto adjective = [&]() -> std::string_view {
    switch (preference.kind) {
      case Kind::minimal: return reached.proved ? "minimal" : "not proved minimal";
      case Kind::maximal: return reached.proved ? "maximal" : "not proved maximal";
      case Kind::diverse: return "diverse";
      default: return reached.proved ? "smallest" : "small, not proved smallest";
    }
  };
  std::string text = fmt::format("{}: {}, {}", adjective(), support::plural(reached.size.atoms, "atom"),
                                 support::plural(reached.size.tuples, "tuple"));
  if (reached.size.changes != 0) text += ", " + support::plural(reached.size.changes, "change");
  return text;
}

}  // namespace aunit::solver
