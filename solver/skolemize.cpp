// Skolemisation: existential quantifiers in front of a formula become free relations of the problem.
//
// `some x: A | F` holds in some instance when F does with x a new relation within A; below universal quantifiers the relation
// gets a column for each of them (Skolem functions). As in the reference (language reference 16.1 to 16.3) variables over atoms
// are skolemised in front only, and under at most `depth` universal quantifiers; variables that stand for sets or relations
// cannot be grounded, and as existential quantification distributes over disjunction they become relations wherever no negation
// turns them universal.

#include <fmt/format.h>

#include <algorithm>

#include "solver/rebinding.h"
#include "solver/translator.h"

namespace aunit::solver {

using model::Decl;
using model::Expr;
using model::ExprId;
using model::Multiplicity;
using model::noId;
using model::Op;
using model::Sort;
using model::VarId;

namespace {

bool isExistential(Op op, bool negated) {
  return negated ? op == Op::quantAll || op == Op::quantNo : op == Op::quantSome;
}

/// Does a quantifier declare variables that stand for sets or relations?
bool overRelations(const model::Model& model, ExprId quantifier) {
  return std::ranges::any_of(model.decls(quantifier), [&](const Decl& d) {
    return d.multiplicity != Multiplicity::one || model.expr(d.bound).arity != 1;
  });
}

}  // namespace

Translator::Witnesses Translator::witnesses(ExprId id, bool negated) {
  const std::uint64_t key = std::uint64_t{id} * 2 + (negated ? 1 : 0);
  const auto known = witnesses_.find(key);
  if (known != witnesses_.end()) return known->second;
  witnesses_[key] = {};  // calls that call themselves end here
  const Expr& e = model_.expr(id);
  Witnesses w;
  const auto add = [&](ExprId other, bool sign) {
    const Witnesses more = witnesses(other, sign);
    w.any = w.any || more.any;
    w.higherOrder = w.higherOrder || more.higherOrder;
  };
  if (e.sort == Sort::formula) {
    switch (e.op) {
      case Op::not_: add(model_.child(id, 0), !negated); break;
      case Op::and_:
      case Op::or_:
        for (const ExprId c : model_.children(id)) add(c, negated);
        break;
      case Op::implies:
        add(model_.child(id, 0), !negated);
        add(model_.child(id, 1), negated);
        break;
      case Op::quantLone: w.higherOrder = w.any = negated && overRelations(model_, id); break;
      case Op::ifThenElse:
        add(model_.child(id, 1), negated);
        add(model_.child(id, 2), negated);
        break;
      case Op::let: add(model_.child(id, 1), negated); break;
      case Op::call:
        if (model_.func(e.payload).body != noId) add(model_.func(e.payload).body, negated);
        break;
      case Op::quantAll:
      case Op::quantSome:
      case Op::quantNo: {
        // `no D | F` is `all D | not F`.
        const bool bodyNegated = e.op == Op::quantNo ? !negated : negated;
        add(model_.child(id, 0), bodyNegated);
        const bool existential = e.op == Op::quantSome ? !negated : negated;
        if (!existential) break;
        w.any = true;
        w.higherOrder = w.higherOrder || overRelations(model_, id);
        break;
      }
      case Op::always:
      case Op::eventually:
      case Op::after: {
        const Witnesses inner = witnesses(model_.child(id, 0), negated);
        const bool disjunctive = e.op == Op::after || (e.op == Op::eventually) != negated;
        w.higherOrder = inner.higherOrder;
        w.any = disjunctive ? inner.any : inner.higherOrder;
        break;
      }
      default: break;
    }
  }
  witnesses_[key] = w;
  return w;
}

std::string Translator::skolemName(VarId variable) const {
  std::string prefix = options_.label;
  if (!callPath_.empty()) {
    const std::string& label = model_.func(model_.expr(callPath_.back()).payload).label;
    prefix = label.substr(label.rfind('/') + 1);
  }
  const std::string& name = model_.variable(variable).name;
  std::string full = prefix.empty() || prefix.find('$') != std::string::npos ? "$" + name : fmt::format("${}_{}", prefix, name);
  const auto taken = [&] {
    return std::any_of(skolems_.begin(), skolems_.end(), [&](const SkolemRelation& s) { return s.name == full; });
  };
  while (taken()) full += '\'';
  return full;
}

// New inputs for one variable under one choice of the universal variables before it.
MatrixRef Translator::skolem(VarId variable, const MatrixRef& bound, bool single, const Context& context) {
  auto m = std::make_shared<Matrix>();
  m->arity = bound->arity;
  m->functional = single;
  for (const Entry& e : bound->entries) m->entries.push_back({e.tuple, circuit_.input()});
  if (!context.momentary) {
    for (const Entry& e : m->entries) rigidWitnesses_.push_back(e.holds);
  }
  if (context.state >= 0) return m;  // another one for each state: nothing that an instance could show
  const unsigned arity = static_cast<unsigned>(context.prefix.size()) + bound->arity;
  const auto [known, added] = skolemOf_.emplace(std::pair(variable, callPath_), skolems_.size());
  if (added) skolems_.push_back({skolemName(variable), arity, variable, {}});
  TupleCode prefix = algebra_.encode(context.prefix);
  algebra_.power(arity);
  prefix *= algebra_.power(bound->arity);
  for (const Entry& e : m->entries) skolems_[known->second].entries.push_back({prefix + e.tuple, e.holds});
  return m;
}

Translator::Context Translator::inFront() const {
  Context context;
  context.depth = options_.skolemDepth;
  return context;
}

Lit Translator::combine(std::span<const ExprId> children, Moment at, const Context& context, bool conjunction) {
  std::vector<Lit> operands;
  for (const ExprId c : children) operands.push_back(skolemised(c, at, context));
  return conjunction ? circuit_.conjunction(operands) : circuit_.disjunction(operands);
}

Lit Translator::skolemised(ExprId id, Moment at, const Context& context) {
  const Expr& e = model_.expr(id);
  const auto plain = [&] {
    const Lit l = formula(id, at);
    return context.negated ? !l : l;
  };
  const Witnesses w = witnesses(id, context.negated);
  const bool witnessed = context.firstOrder ? w.any : w.higherOrder;
  if (!witnessed && !(context.asserted && e.temporal)) return plain();
  Context flipped = context;
  flipped.negated = !context.negated;
  Context below = context;  // of a disjunction
  below.firstOrder = false;
  below.front = false;
  below.asserted.reset();
  switch (e.op) {
    case Op::not_: {
      const Negation negation(*this);
      return skolemised(model_.child(id, 0), at, flipped);
    }
    case Op::and_:
    case Op::or_: {
      const bool conjunction = (e.op == Op::and_) != context.negated;
      return combine(model_.children(id), at, conjunction ? context : below, conjunction);
    }
    case Op::implies: {
      if (context.negated) {
        return circuit_.conjunction(skolemised(model_.child(id, 0), at, flipped), skolemised(model_.child(id, 1), at, context));
      }
      flipped.firstOrder = flipped.front = false;
      flipped.asserted.reset();
      return circuit_.disjunction(skolemised(model_.child(id, 0), at, flipped), skolemised(model_.child(id, 1), at, below));
    }
    case Op::ifThenElse: {
      const Lit condition = formula(model_.child(id, 0), at);
      if (condition == yes || condition == no) {
        Context chosen = context;
        chosen.front = false;
        return skolemised(model_.child(id, condition == yes ? 1 : 2), at, chosen);
      }
      return circuit_.ifThenElse(condition, skolemised(model_.child(id, 1), at, below),
                                 skolemised(model_.child(id, 2), at, below));
    }
    case Op::let: {
      const ExprId body = model_.child(id, 1);
      Rebinding rebinding(*this);
      rebinding.bindNew(e.payload, bindExpression(model_.child(id, 0), at, model_.expr(body).temporal));
      return skolemised(body, at, context);
    }
    case Op::call: {
      Rebinding rebinding(*this);
      bindArguments(id, at, rebinding);
      callPath_.push_back(id);
      ++callDepth_;
      const Lit l = skolemised(model_.func(e.payload).body, at, context);
      --callDepth_;
      callPath_.pop_back();
      return l;
    }
    case Op::quantAll:
    case Op::quantSome:
    case Op::quantNo: {
      Context body = context;
      if (e.op == Op::quantNo) body.negated = !body.negated;
      const bool existential = isExistential(e.op, context.negated);
      if (existential && !(witnessed && mayHaveWitness(id, context))) break;
      return skolemisedQuantifier(id, at, body, existential);
    }
    case Op::quantLone:
      if (!(witnessed && mayHaveWitness(id, context))) break;
      return skolemisedPair(id, at, below);
    case Op::after:
    case Op::always:
    case Op::eventually:
      if (const auto later = skolemisedLater(id, at, context)) return *later;
      break;
    default: break;
  }
  return plain();
}

// A witness for the moment must not be looked at from another one.
bool Translator::mayHaveWitness(ExprId quantifier, const Context& context) const {
  return !(context.momentary && model_.expr(quantifier).temporal);
}

// Not `lone D | F`: two different choices of values, and F for both. Which is which no instance shows.
Lit Translator::skolemisedPair(ExprId id, Moment at, const Context& context) {
  const ExprId body = model_.child(id, 0);
  Context hidden = context;
  hidden.state = std::max(context.state, 0);
  std::vector<Lit> constraints;
  std::vector<MatrixRef> first;
  std::vector<Lit> differences;
  for (int copy = 0; copy < 2; ++copy) {
    Rebinding rebinding(*this);
    IntegerVariables integerVariables(*this);
    std::vector<MatrixRef> values = declareSkolems(model_.decls(id), at, hidden, false, rebinding, integerVariables, constraints);
    constraints.push_back(formula(body, at));
    for (std::size_t i = 0; i < first.size(); ++i) differences.push_back(!algebra_.equal(first[i], values[i]));
    first = std::move(values);
  }
  constraints.push_back(circuit_.disjunction(differences));
  return circuit_.conjunction(constraints);
}

/// Binds each variable of the declarations to a new relation, constrained to fit its declaration.
std::vector<MatrixRef> Translator::declareSkolems(std::span<const Decl> decls, Moment at, const Context& context, bool universal,
                                                  Rebinding& rebinding, IntegerVariables& integerVariables,
                                                  std::vector<Lit>& constraints) {
  std::vector<MatrixRef> values;
  for (const Decl& d : decls) {
    const bool single = d.multiplicity == Multiplicity::one && model_.expr(d.bound).arity == 1;
    const std::size_t earlier = values.size();
    for (VarId v = d.firstVariable; v < d.firstVariable + d.variableCount; ++v) {
      const MatrixRef witness = skolem(v, relation(d.bound, at), single, context);
      constraints.push_back(declares(d, witness, at));
      for (std::size_t i = earlier; d.disjoint && i < values.size(); ++i)
        constraints.push_back(!algebra_.some(*algebra_.intersect(values[i], witness)));
      values.push_back(witness);
      Binding b = bindValue({no, nullptr, witness}, Sort::relation);
      integerVariables.add(d, universal, b);
      rebinding.bindNew(v, std::move(b));
    }
  }
  return values;
}

// `context` is that of the body.
Lit Translator::skolemisedQuantifier(ExprId id, Moment at, const Context& context, bool existential) {
  const ExprId body = model_.child(id, 0);
  const auto decls = model_.decls(id);
  const Op op = model_.expr(id).op;
  const auto translateBody = [&](const Context& below) {
    const Negation negation(*this, op == Op::quantNo);
    return skolemised(body, at, below);
  };
  // As in the reference, in front of everything else a variable is existential whatever its quantifier under whatever negations.
  const bool universal = op != Op::quantSome && !(existential && context.front);
  if (existential) {
    std::vector<Lit> constraints;
    Rebinding rebinding(*this);
    IntegerVariables integerVariables(*this);
    declareSkolems(decls, at, context, universal, rebinding, integerVariables, constraints);
    constraints.push_back(translateBody(context));
    return circuit_.conjunction(constraints);
  }
  Context inner = context;
  inner.front = false;
  // A signature of one atom is no choice. The reference does not look; there the witness is not part of a solution.
  const bool choice = decls.size() != 1 || decls[0].variableCount != 1 || relation(decls[0].bound, at)->entries.size() > 1;
  if (inner.depth > 0)
    --inner.depth;
  else if (!choice)
    inner.state = std::max(inner.state, 0);
  else
    inner.firstOrder = false;
  const std::size_t outer = inner.prefix.size();
  std::vector<Lit> constraints;
  const auto asserted = inner.asserted;
  ground(decls, at, universal, [&](Lit guard, const std::vector<std::uint32_t>& atoms) {
    inner.prefix.resize(outer);
    inner.prefix.insert(inner.prefix.end(), atoms.begin(), atoms.end());
    inner.asserted.reset();
    if (asserted && isConstant(guard)) inner.asserted = {circuit_.conjunction(asserted->guard, guard), asserted->everywhere};
    constraints.push_back(circuit_.implication(guard, translateBody(inner)));
    return constraints.back() != no;
  });
  return circuit_.conjunction(constraints);
}

}  // namespace aunit::solver
