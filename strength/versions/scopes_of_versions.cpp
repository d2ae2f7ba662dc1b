#include "strength/versions/scopes_of_versions.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "solver/grounding/growing_scope.h"
#include "strength/versions/pairs.h"

namespace aunit::strength::versions {

namespace {

constexpr int scopeByDefault = 3;

/// Returns the last step of a growing scope; the scope itself if it grows without end.
model::Scope largestOf(const model::Scope& scope) {
  std::vector<model::Scope> steps = solver::stepsOf(scope);
  return steps.empty() ? scope : std::move(steps.back());
}

template <class Visit>
void forEachCommand(const model::Model& model, const Visit& visit) {
  for (const model::Command& command : model.commands())
    if (!command.isDefault && !command.ofTest) visit(largestOf(command.scope));
}

}  // namespace

Scopes scopesOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& corresponding,
                std::optional<int> asked) {
  Scopes scopes;
  model::Scope& usual = scopes.usual;
  usual.overall = asked.value_or(scopeByDefault);
  std::map<model::SigId, int> most;
  int steps = -1;
  const auto read = [&](const model::Scope& scope, const auto& inNewer) {
    usual.bitwidth = std::max(usual.bitwidth, scope.bitwidth);
    usual.maxSequence = std::max(usual.maxSequence, scope.maxSequence);
    if (scope.maxSteps != model::unboundedSteps) steps = std::max(steps, scope.maxSteps);
    if (!asked) usual.overall = std::max(usual.overall, scope.overall);
    for (const model::SigScope& of : scope.sigs)
      if (const model::SigId sig = inNewer(of.sig); sig != model::noId && sig >= model::builtin::count)
        most[sig] = std::max(most[sig], of.start);
  };
  forEachCommand(older,
                 [&](const model::Scope& scope) { read(scope, [&](model::SigId sig) { return corresponding.sigs[sig]; }); });
  forEachCommand(newer, [&](const model::Scope& scope) { read(scope, [](model::SigId sig) { return sig; }); });
  if (asked) return scopes;
  model::Scope larger = usual;
  for (const auto& [sig, atoms] : most)
    if (atoms > usual.overall && newer.sig(sig).multiplicity != model::Multiplicity::one &&
        newer.sig(sig).multiplicity != model::Multiplicity::lone)
      larger.sigs.push_back(
          {.sig = sig, .exact = newer.sig(sig).isExact, .start = atoms, .end = atoms, .increment = 1, .span = {}});
  larger.maxSteps = steps;
  if (!larger.sigs.empty() || steps > 0) scopes.larger = larger;
  return scopes;
}

int tuplesOf(const model::Model& newer, const Matching::Tuples& relation, int atoms) {
  int all = 1;
  for (const std::set<model::SigId>& column : relation.columns) {
    int size = 0;
    for (const model::SigId sig : column) {
      const model::Multiplicity multiplicity = newer.sig(sig).multiplicity;
      size += multiplicity == model::Multiplicity::one || multiplicity == model::Multiplicity::lone ? 1 : atoms;
    }
    all = std::min(all * size, mostAtomsOfTuples + 1);
  }
  return all;
}

model::Scope withTuples(model::Scope scope, const model::Model& newer, const std::vector<Matching::Tuples>& relations) {
  for (const Matching::Tuples& relation : relations) {
    const int most = std::min(tuplesOf(newer, relation, scope.overall), mostAtomsOfTuples);
    if (most > scope.overall)
      scope.sigs.push_back({.sig = relation.sig, .exact = false, .start = most, .end = most, .increment = 1, .span = {}});
  }
  return scope;
}

Scopes withTuples(Scopes scopes, const model::Model& newer, const std::vector<Matching::Tuples>& relations) {
  scopes.usual = withTuples(std::move(scopes.usual), newer, relations);
  if (scopes.larger) scopes.larger = withTuples(std::move(*scopes.larger), newer, relations);
  return scopes;
}

}  // namespace aunit::strength::versions
