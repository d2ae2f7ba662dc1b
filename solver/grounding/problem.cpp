#include "solver/grounding/problem.h"

namespace aunit::solver {

using model::ExprId;
using model::noId;
using model::Op;

Problem problemOf(const model::Model& model, model::CommandId id) {
  const model::Command& command = model.commands()[id];
  Problem problem;
  problem.formula = command.formula;
  problem.scope = command.scope;
  problem.temporal = command.temporal;
  problem.check = command.check;
  problem.expect = command.expect;
  problem.label = command.label;
  return problem;
}

namespace {

void takeApart(const model::Model& model, ExprId id, model::Span span, std::vector<Conjunct>& out) {
  if (id == noId) return;
  const model::Expr& e = model.expr(id);
  if (e.span.known()) span = e.span;
  if (e.op != Op::and_) {
    out.push_back({id, span});
    return;
  }
  for (const ExprId child : model.children(id)) takeApart(model, child, span, out);
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
    result.push_back({c.formula, c.span});
  }
  if (problem.facts) {
    for (const model::Fact& f : model.facts()) takeApart(model, f.body, f.span, result);
  }
  takeApart(model, problem.formula, {}, result);
  for (const ExprId id : problem.also) takeApart(model, id, {}, result);
  return result;
}

}  // namespace aunit::solver
