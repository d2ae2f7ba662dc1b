#include "solver/grounding/problem.h"

#include <algorithm>
#include <tuple>

namespace aunit::solver {

using namespace model;

Problem problemOf(const model::Model& model, model::CommandId id) {
  const model::Command& command = model.commands()[id];
  return {.formula = command.formula,
          .given = command.given,
          .scope = command.scope,
          .temporal = command.temporal,
          .check = command.check,
          .expect = command.expect,
          .label = command.label};
}

namespace {

/// Whether two scopes are equal, except for their places in the text.
bool isSameScope(const model::Scope& one, const model::Scope& other) {
  const auto numbers = [](const model::Scope& s) {
    return std::tuple(s.overall, s.bitwidth, s.maxSequence, s.minSteps, s.maxSteps, s.stepsGrow);
  };
  const auto numbersOfSig = [](const model::SigScope& s) {
    return std::tuple(s.sig, s.exact, s.listed, s.start, s.end, s.increment);
  };
  return numbers(one) == numbers(other) && std::ranges::equal(one.sigs, other.sigs, {}, numbersOfSig, numbersOfSig);
}

}  // namespace

bool haveSameBackground(const model::Model& model, const Problem& one, const Problem& other) {
  const auto rest = [](const Problem& p) { return std::tuple(p.given, p.temporal, p.facts, p.signatureFacts, p.check); };
  return rest(one) == rest(other) && one.without == other.without && isSameScope(one.scope, other.scope) &&
         (model.strings().empty() || (one.formula == other.formula && one.also == other.also));
}

std::vector<VarId> namedAtoms(const model::Model& model, ExprId given) {
  std::vector<VarId> atoms;
  if (given != noId)
    for (const model::Decl& decl : model.decls(given))
      for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) atoms.push_back(v);
  return atoms;
}

namespace {

using Origin = Conjunct::Origin;

void takeApart(const model::Model& model, ExprId id, Conjunct as, std::vector<Conjunct>& out) {
  if (id == noId) return;
  const model::Expr& e = model.expr(id);
  if (e.span.known()) as.span = e.span;
  as.formula = id;
  if (e.op != Op::and_) return out.push_back(as);
  for (const ExprId child : model.children(id)) takeApart(model, child, as, out);
}

Origin originOf(const model::Model& model, const model::ImplicitConstraint& constraint) {
  using Kind = model::ImplicitKind;
  if (model.modules()[model.sig(constraint.sig).module].library) return Origin::structure;
  switch (constraint.kind) {
    case Kind::subsignature:
    case Kind::disjointChildren:
    case Kind::abstractCovered:
    case Kind::fieldDomain: return Origin::structure;
    case Kind::appendedFact: return Origin::fact;
    default: return Origin::declaration;
  }
}

}  // namespace

bool isSignatureFact(const model::Model& model, const model::ImplicitConstraint& constraint) {
  return constraint.kind == model::ImplicitKind::appendedFact && !model.modules()[model.sig(constraint.sig).module].library;
}

std::vector<Conjunct> conjunctsOf(const model::Model& model, std::span<const ExprId> formulas) {
  std::vector<Conjunct> result;
  for (const ExprId id : formulas) takeApart(model, id, {}, result);
  return result;
}

std::vector<Conjunct> conjunctsOf(const model::Model& model, const Problem& problem) {
  std::vector<Conjunct> result;
  for (const model::ImplicitConstraint& c : model.implicitConstraints()) {
    if (c.formula == noId) continue;
    if (!problem.signatureFacts && isSignatureFact(model, c)) continue;
    result.push_back({c.formula, c.span, originOf(model, c)});
  }
  if (problem.facts) {
    for (const model::Fact& f : model.facts()) {
      const Origin origin = model.modules()[f.module].library ? Origin::structure : Origin::fact;
      takeApart(model, f.body, {noId, f.span, origin}, result);
    }
  }
  takeApart(model, problem.given, {noId, {}, Origin::fact}, result);
  takeApart(model, problem.formula, {}, result);
  for (const ExprId id : problem.also) takeApart(model, id, {}, result);
  if (!problem.without.empty())
    std::erase_if(result,
                  [&](const Conjunct& c) { return std::ranges::find(problem.without, c.formula) != problem.without.end(); });
  return result;
}

}  // namespace aunit::solver
