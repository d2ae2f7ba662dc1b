#include "strength/scopes.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "coverage/feasibility.h"
#include "parser/command_text.h"
#include "solver/grounding/growing_scope.h"
#include "solver/grounding/scope.h"
#include "solver/unsupported.h"
#include "suite/solving.h"
#include "support/budget.h"

namespace aunit::strength {

using namespace model;

namespace {

constexpr int usualAtoms = 3, usualBitwidth = 4;

bool isTemporal(const Model& model, const Scope& scope) {
  return model.hasMutable() || scope.maxSteps >= 0;
}

/// Returns the number of atoms that the scope gives each signature; nothing if the Analyzer would refuse the scope for this
/// model.
std::optional<solver::SigSizes> sizesOf(const Model& model, const Scope& scope) {
  try {
    return solver::deriveSizes(model, scope, isTemporal(model, scope));
  } catch (const solver::Unsupported&) {
    return std::nullopt;
  }
}

/// Returns the number of atoms that the scope states for this signature; nothing if it states none.
std::optional<int> entryOf(const Scope& scope, SigId sig) {
  const auto entry = std::ranges::find(scope.sigs, sig, &SigScope::sig);
  return entry == scope.sigs.end() ? std::nullopt : std::optional(entry->start);
}

bool speaksOfSequences(const Model& model) {
  for (model::ExprId id = 0; id < model.exprCount(); ++id)
    if (const model::Expr& e = model.expr(id); e.op == model::Op::sig && e.payload == model::builtin::seqInt) return true;
  return false;
}

/// Returns the scopes that a growing scope stands for, one for each step. If there are too many of them, each growing signature
/// stops at `usualAtoms` atoms.
std::vector<Scope> stepsOf(Scope scope) {
  if (std::vector<Scope> steps = solver::stepsOf(scope); !steps.empty()) return steps;
  for (SigScope& entry : scope.sigs)
    if (entry.end > entry.start) entry.end = std::max(entry.start, usualAtoms);
  return solver::stepsOf(scope);
}

/// Returns the scope with a short text: values that are equal to defaults are removed.
Scope plain(Scope scope, const Model& model) {
  for (SigScope& entry : scope.sigs) entry.end = entry.start;
  if (scope.overall < 0) scope.overall = scope.sigs.empty() ? usualAtoms : mostAtoms(scope);
  std::erase_if(scope.sigs, [&](const SigScope& entry) {
    return !entry.exact && entry.start == scope.overall && model.isTopLevel(entry.sig) && !model.sig(entry.sig).isAbstract;
  });
  if (scope.bitwidth == usualBitwidth) scope.bitwidth = -1;
  if (!speaksOfSequences(model)) scope.maxSequence = -1;
  scope.minSteps = -1;
  if (scope.maxSteps == model::unboundedSteps)
    scope.maxSteps = solver::defaultSteps;
  else if (scope.maxSteps == solver::defaultSteps)
    scope.maxSteps = -1;
  scope.span = {};
  return scope;
}

}  // namespace

bool isWithin(const Model& model, const Scope& inner, const Scope& outer) {
  const auto small = sizesOf(model, inner), large = sizesOf(model, outer);
  if (!small || !large || small->bitwidth != large->bitwidth || small->strings != large->strings) return false;
  if (inner.overall > outer.overall || (small->maxSequence != large->maxSequence && speaksOfSequences(model))) return false;
  if (isTemporal(model, inner) && isTemporal(model, outer) && small->maxSteps > large->maxSteps) return false;
  for (SigId id = model::builtin::count; id < model.sigs().size(); ++id) {
    if (small->size[id] > large->size[id]) return false;
    const bool sameExactly = small->exact[id] && small->size[id] == large->size[id];
    if (large->exact[id] && !sameExactly) return false;
  }
  return std::ranges::all_of(outer.sigs, [&](const SigScope& entry) {
    if (entry.sig == model::builtin::string) return true;
    const auto said = entryOf(inner, entry.sig);
    return said ? *said <= entry.start : model.isTopLevel(entry.sig) && inner.overall <= entry.start;
  });
}

std::vector<Scope> scopesOf(const parser::Loaded& loaded, const std::vector<suite::TestCase>& tests) {
  const Model& model = *loaded.model;
  std::vector<Scope> scopes;
  std::vector<Scope> known;
  const auto add = [&](const Scope& said) {
    if (std::ranges::any_of(known, [&](const Scope& other) { return coverage::sameScope(said, other); })) return;
    known.push_back(said);
    const Scope scope = plain(said, model);
    if (scope.stepsGrow || !sizesOf(model, scope)) return;
    if (std::ranges::any_of(scopes, [&](const Scope& other) { return isWithin(model, scope, other); })) return;
    std::erase_if(scopes, [&](const Scope& other) { return isWithin(model, other, scope); });
    scopes.push_back(scope);
  };
  for (const suite::TestCase& test : tests)
    if (test.test.completion)
      add(suite::problemOf(loaded, test).scope);
    else if (test.test.command != model::noId)
      std::ranges::for_each(stepsOf(model.commands()[test.test.command].scope), add);
  for (const model::Command& command : model.commands())
    if (command.module == 0 && !command.isDefault && !command.ofTest) std::ranges::for_each(stepsOf(command.scope), add);
  if (scopes.empty()) add({});
  return scopes;
}

int mostAtoms(const Scope& scope) {
  int most = scope.overall;
  for (const SigScope& entry : scope.sigs)
    if (entry.sig != model::builtin::string) most = std::max(most, entry.start);
  return most;
}

int mostAtoms(const Model& model, const Scope& scope, SigId sig) {
  const auto sizes = sizesOf(model, scope);
  return sizes ? sizes->size[sig] : mostAtoms(scope);
}

Scope withAtMost(Scope scope, int atoms) {
  if (atoms >= mostAtoms(scope)) return scope;
  scope.overall = std::min(scope.overall, atoms);
  for (SigScope& entry : scope.sigs) {
    if (entry.sig == model::builtin::string) continue;
    entry.start = entry.end = std::min(entry.start, atoms);
    entry.exact = false;
  }
  return scope;
}

std::vector<std::string> textsOf(const Model& model, const std::vector<Scope>& scopes) {
  std::vector<std::string> texts;
  for (const Scope& scope : scopes) texts.push_back(parser::scopeText(model, scope));
  return texts;
}

std::string inWords(std::vector<std::string> scopes) {
  std::vector<std::string> once;
  for (std::string& scope : scopes)
    if (std::ranges::find(once, scope) == once.end()) once.push_back(std::move(scope));
  if (once.size() == 1) return "scope " + once[0];
  const std::string last = std::move(once.back());
  once.pop_back();
  return fmt::format("scopes \"{}\" and \"{}\"", fmt::join(once, "\", \""), last);
}

}  // namespace aunit::strength
