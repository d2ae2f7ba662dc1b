// Makes model formulas from the literals and sentences that a search has found.
#include "strength/synthesis/matrices.h"

namespace aunit::strength::synthesis {

using model::ExprId;
using model::noId;
using model::Op;

namespace {

/// Returns the operator that gives the negated result for negated operands (De Morgan); `not_` if there is none.
Op dualOf(Op op) {
  switch (op) {
    case Op::always: return Op::eventually;
    case Op::eventually: return Op::always;
    case Op::after: return Op::after;
    case Op::historically: return Op::once;
    case Op::once: return Op::historically;
    case Op::until: return Op::releases;
    case Op::releases: return Op::until;
    case Op::since: return Op::triggered;
    case Op::triggered: return Op::since;
    default: return Op::not_;
  }
}

}  // namespace

ExprId Matrices::made(Literal literal, model::Nodes& nodes) const {
  const AtomicFormula& atom = atoms_[literal.atom];
  if (atom.first.atom != noId) {
    // If there is a dual operator, moves the negation inside: `always no x` instead of `not eventually some x`.
    const Op dual = literal.negated ? dualOf(atom.op) : atom.op;
    const bool inside = literal.negated && dual != Op::not_;
    const ExprId first = made({atom.first.atom, atom.first.negated != inside}, nodes);
    const Op op = inside ? dual : atom.op;
    const ExprId formula = atom.second.atom == noId
                               ? nodes.unary(op, first)
                               : nodes.binary(op, first, made({atom.second.atom, atom.second.negated != inside}, nodes));
    return literal.negated && !inside ? nodes.unary(Op::not_, formula) : formula;
  }
  const ExprId left = expressions_.made(atom.left, nodes);
  if (atom.right != noId) return nodes.binary(atom.op, left, expressions_.made(atom.right, nodes), literal.negated);
  if (literal.negated && atom.op == Op::some) return nodes.unary(Op::no, left);
  const ExprId formula = nodes.unary(atom.op, left);
  return literal.negated ? nodes.unary(Op::not_, formula) : formula;
}

ExprId Sentence::made(model::Nodes& nodes) const {
  std::vector<ExprId> positive, negative;  // literals of a clause; the negative ones become premises of an implication
  for (const Literal literal : literals) {
    const bool premise = !conjunction && literals.size() > 1 && literal.negated;
    (premise ? negative : positive).push_back(of->made(premise ? Literal{literal.atom, false} : literal, nodes));
  }
  ExprId body;
  if (conjunction || negative.empty())
    body = nodes.list(conjunction ? Op::and_ : Op::or_, positive);
  else if (positive.empty())
    body = nodes.unary(Op::not_, nodes.list(Op::and_, negative));
  else
    body = nodes.binary(Op::implies, nodes.list(Op::and_, negative), nodes.list(Op::or_, positive));
  for (std::size_t level = of->binders().size(); level-- > 0;) {
    const Binder& binder = of->binders()[level];
    const bool some = (folds >> level) & 1;
    if (binder.kind == Binder::Kind::present) continue;
    if (binder.kind == Binder::Kind::moments) {
      body = nodes.unary(some ? Op::eventually : Op::always, body);
      continue;
    }
    const model::Decl decl{
        .firstVariable = binder.domain->variables[binder.variable], .variableCount = 1, .bound = binder.domain->expr};
    body = nodes.quantified(some ? Op::quantSome : Op::quantAll, decl, body);
  }
  return body;
}

}  // namespace aunit::strength::synthesis
