#include "solver/translation/lasso.h"

#include <algorithm>

namespace aunit::solver {

using namespace model;

LassoTranslator::LassoTranslator(const model::Model& model, const Analysis& analysis, const Bounds& bounds,
                                 RelationVariables& relationVariables, const Algebra& algebra, const Trace& trace,
                                 model::Semantics semantics)
    : Translator(model, analysis, bounds, relationVariables, algebra, trace.length, semantics), trace_(trace) {}

/// Whether a state is in the loop.
Lit LassoTranslator::inLoop(int state) {
  if (inLoop_.empty()) {
    Lit sofar = no;
    for (const Lit l : trace_.loopsTo) inLoop_.push_back(sofar = circuit_.disjunction(sofar, l));
    inLoop_.back() = yes;
  }
  return inLoop_[static_cast<std::size_t>(state)];
}

/// The value in the moment after `at`.
Value LassoTranslator::next(ExprId id, Moment at) {
  if (at.state + 1 < trace_.length) return value(id, {at.round, at.state + 1});
  return value(id, {at.round, trace_.length});
}

/// The value of a temporal expression in the moment after the last state: in the state to which the loop goes back.
Value LassoTranslator::behindLast(ExprId id, Moment at) {
  const int round = std::min(at.round + 1, trace_.rounds);
  std::vector<Value> choices;
  for (int state = 0; state < trace_.length; ++state) choices.push_back(remembered(id, {round, state}));
  switch (model_.expr(id).sort) {
    case Sort::formula: {
      std::vector<Lit> ways;
      for (std::size_t i = 0; i < choices.size(); ++i)
        ways.push_back(circuit_.conjunction(trace_.loopsTo[i], choices[i].formula));
      const bool same =
          std::all_of(choices.begin(), choices.end(), [&](const Value& v) { return v.formula == choices[0].formula; });
      return {same ? choices[0].formula : circuit_.disjunction(ways), nullptr, nullptr};
    }
    case Sort::integer: {
      std::vector<IntegerRef> integers;
      for (const Value& v : choices) integers.push_back(v.integer);
      return {no, integers_.select(trace_.loopsTo, integers), nullptr};
    }
    case Sort::relation: {
      std::vector<MatrixRef> relations;
      for (const Value& v : choices) relations.push_back(v.relation);
      return {no, nullptr, algebra_.select(trace_.loopsTo, relations)};
    }
  }
  return {};
}

/// The value of a formula in the moment before `at`. In the first moment, returns `atStart`.
Lit LassoTranslator::atPrevious(ExprId id, Moment at, Lit atStart) {
  if (at.round == 0) return at.state == 0 ? atStart : formula(id, {0, at.state - 1});
  const Lit fromEnd = formula(id, {at.round - 1, trace_.length - 1});
  if (at.state == 0) return fromEnd;
  return circuit_.ifThenElse(trace_.loopsTo[static_cast<std::size_t>(at.state)], fromEnd, formula(id, {at.round, at.state - 1}));
}

Lit LassoTranslator::always(ExprId child, Moment at, bool negated) {
  const auto holds = [&](int round, int state) {
    const Lit l = formula(child, {round, state});
    return negated ? !l : l;
  };
  const int lastRound = analysis_.looksBack(child) ? trace_.rounds : 0;
  at.round = std::min(at.round, lastRound);
  std::vector<Lit> constraints;
  for (int state = at.state; state < trace_.length; ++state) constraints.push_back(holds(at.round, state));
  for (int round = at.round + 1; round <= lastRound; ++round) {
    for (int state = 0; state < trace_.length; ++state)
      constraints.push_back(circuit_.implication(inLoop(state), holds(round, state)));
  }
  if (at.round == lastRound) {
    for (int state = 0; state < at.state; ++state)
      constraints.push_back(circuit_.implication(inLoop(state), holds(lastRound, state)));
  }
  return circuit_.conjunction(constraints);
}

// Returns `left until right`. If `negated`, returns not ((not left) until (not right)), which is `left releases right`.
Lit LassoTranslator::until(ExprId left, ExprId right, Moment at, bool negated) {
  const auto sign = [&](Lit l) { return negated ? !l : l; };
  const int lastRound = analysis_.looksBack(left) || analysis_.looksBack(right) ? trace_.rounds : 0;
  at.round = std::min(at.round, lastRound);
  const auto pass = [&](int round, int from, Lit behind) {
    std::vector<Lit> at_(static_cast<std::size_t>(trace_.length) + 1, behind);
    for (int state = trace_.length; state-- > from;) {
      const Lit further = circuit_.conjunction(sign(formula(left, {round, state})), at_[static_cast<std::size_t>(state) + 1]);
      at_[static_cast<std::size_t>(state)] = circuit_.disjunction(sign(formula(right, {round, state})), further);
    }
    return at_;
  };
  const auto enterLoop = [&](const std::vector<Lit>& at_) {
    std::vector<Lit> ways;
    for (std::size_t state = 0; state < trace_.loopsTo.size(); ++state)
      ways.push_back(circuit_.conjunction(trace_.loopsTo[state], at_[state]));
    return circuit_.disjunction(ways);
  };
  Lit behind = enterLoop(pass(lastRound, 0, no));
  for (int round = lastRound; round > at.round; --round) behind = enterLoop(pass(round, 0, behind));
  const Lit result = pass(at.round, at.state, behind)[static_cast<std::size_t>(at.state)];
  return sign(result);
}

Lit LassoTranslator::temporal(ExprId id, Moment at) {
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
  if (analysis_.looksBack(id) == false) at.round = 0;
  switch (e.op) {
    case Op::always: return always(child(0), at, false);
    case Op::eventually: return !always(child(0), at, true);
    case Op::after: return next(child(0), at).formula;
    case Op::until: return until(child(0), child(1), at, false);
    case Op::releases: return until(child(0), child(1), at, true);
    case Op::before: return atPrevious(child(0), at, no);
    case Op::historically: return circuit_.conjunction(formula(child(0), at), atPrevious(id, at, yes));
    case Op::once: return circuit_.disjunction(formula(child(0), at), atPrevious(id, at, no));
    case Op::since:
      return circuit_.disjunction(formula(child(1), at), circuit_.conjunction(formula(child(0), at), atPrevious(id, at, no)));
    case Op::triggered:
      return circuit_.conjunction(formula(child(1), at), circuit_.disjunction(formula(child(0), at), atPrevious(id, at, yes)));
    default: throw std::logic_error("not a temporal operator");
  }
}

// In the moment after the last state, a relation has its value in the state to which the loop goes back.
MatrixRef LassoTranslator::sigBehindLast(model::SigId id) {
  return relationBehindLast(sigsBehindLast_[id], [&](int state) { return relationVariables_.sig(id, state); });
}

MatrixRef LassoTranslator::fieldBehindLast(model::FieldId id) {
  return relationBehindLast(fieldsBehindLast_[id], [&](int state) { return relationVariables_.field(id, state); });
}

MatrixRef LassoTranslator::relationBehindLast(MatrixRef& slot, const std::function<MatrixRef(int state)>& relationIn) {
  if (!slot) {
    std::vector<MatrixRef> choices;
    for (int state = 0; state < trace_.length; ++state) choices.push_back(relationIn(state));
    slot = algebra_.select(trace_.loopsTo, choices);
  }
  return slot;
}

std::optional<Lit> LassoTranslator::skolemisedLater(const Part& part, Moment at, const PartContext& under) {
  const Op op = model_.expr(part.expr).op;
  const std::uint32_t operand = part.parts[0];
  if (op == Op::after) {
    if (at.state + 1 < trace_.length) return skolemised(operand, {at.round, at.state + 1}, under);
    std::vector<Lit> ways;
    for (int state = 0; state < trace_.length; ++state) {
      const Moment first{std::min(at.round + 1, trace_.rounds), state};
      ways.push_back(circuit_.conjunction(trace_.loopsTo[static_cast<std::size_t>(state)], skolemised(operand, first, under)));
    }
    return circuit_.disjunction(ways);
  }
  // If the operator is evaluated in the first state, and its operand has no past operators, the operand is translated once for
  // each state of the trace. In all other cases, returns nothing: the quantifiers in the operand cannot have witnesses.
  if (at.state != 0 || (analysis_.looksBack(model_.child(part.expr, 0)) && trace_.rounds > 0)) return std::nullopt;
  std::vector<Lit> operands;
  for (int state = 0; state < trace_.length; ++state) operands.push_back(skolemised(operand, {0, state}, under));
  return (op == Op::always) != part.negated ? circuit_.conjunction(operands) : circuit_.disjunction(operands);
}

}  // namespace aunit::solver
