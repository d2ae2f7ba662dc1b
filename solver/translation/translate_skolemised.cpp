// Translates skolemised formulas to the circuit: the witnesses of the quantifiers that skolemization.h selects become new inputs.

#include <algorithm>

#include "solver/translation/rebinding.h"
#include "solver/translation/translator.h"

namespace aunit::solver {

using namespace model;
using Form = SkolemisedFormula::Form;

namespace {

constexpr std::size_t unregistered = ~std::size_t{0};
// Steps of support::Meter for each part. More than 1, because nested calls may make many parts that have few nodes.
constexpr std::size_t stepsOfPart = 64;

}  // namespace

Lit Translator::skolemised(const SkolemisedFormula& formula, const PartContext& under) {
  formula_ = &formula;
  registered_.assign(formula.skolems.size(), unregistered);
  return skolemised(formula.root, {}, under);
}

/// The asserted parts that were found so far, and the context in which the next one is found.
struct Translator::TakenApart {
  Calls calls = Calls::whole;
  std::vector<AssertedPart> parts = {};
  std::vector<BoundVariable> around = {};

  void add(Lit holds, model::Span span, ExprId formula, bool ofWitnesses = false) {
    parts.push_back({holds, span, formula, ofWitnesses, around});
  }
};

std::vector<Translator::AssertedPart> Translator::assertedParts(const SkolemisedFormula& formula, model::Span span, Calls calls) {
  formula_ = &formula;
  registered_.assign(formula.skolems.size(), unregistered);
  TakenApart taken{calls};
  takeApart(formula.root, span, taken);
  return std::move(taken.parts);
}

template <class Inside>
void Translator::insideLet(ExprId id, TakenApart& out, Inside inside) {
  const std::size_t outer = out.around.size();
  const VarId variable = model_.expr(id).payload;
  Rebinding rebinding(*this);
  rebinding.bindNew(variable, bindExpression(model_.child(id, 0), {}, model_.expr(model_.child(id, 1)).temporal));
  out.around.push_back({variable, model_.child(id, 0)});
  inside();
  out.around.resize(outer);
}

template <class Inside>
void Translator::insideCall(ExprId id, TakenApart& out, Inside inside) {
  const std::size_t outer = out.around.size();
  const std::vector<VarId>& parameters = model_.func(model_.expr(id).payload).variables;
  Rebinding rebinding(*this);
  bindArguments(id, {}, rebinding);
  for (std::size_t i = 0; i < parameters.size(); ++i)
    out.around.push_back({parameters[i], model_.child(id, static_cast<std::uint32_t>(i))});
  ++callDepth_;
  inside();
  --callDepth_;
  out.around.resize(outer);
}

void Translator::takeApart(std::uint32_t index, model::Span span, TakenApart& out) {
  const Part& part = formula_->parts[index];
  const Expr& e = model_.expr(part.expr);
  if (e.span.known()) span = e.span;
  const bool quantified = e.op == Op::quantSome && part.form == Form::exists;
  const auto whole = [&] { out.add(skolemised(index, {}, {}), span, part.expr); };
  if (part.negated || (part.form == Form::exists && !quantified)) return whole();
  if (!part.witnessed) return takeApartFormula(part.expr, span, out);
  const auto inside = [&] { takeApart(part.parts[0], span, out); };
  switch (part.form) {
    case Form::conjunction:
      for (const std::uint32_t p : part.parts) takeApart(p, span, out);
      return;
    case Form::let: return insideLet(part.expr, out, inside);
    case Form::call: return insideCall(part.expr, out, inside);
    case Form::exists: {
      const std::size_t outer = out.around.size();
      std::vector<Lit> constraints;
      Rebinding rebinding(*this);
      IntegerVariables integerVariables(*this);
      declareSkolems(part, {}, {}, rebinding, integerVariables, constraints);
      for (const std::uint32_t skolem : part.skolems)
        out.around.push_back({formula_->skolems[skolem].variable, model::noId, registered_[skolem]});
      out.add(circuit_.conjunction(constraints), model_.decls(part.expr).front().span, part.expr, true);
      inside();
      out.around.resize(outer);
      return;
    }
    default: return whole();
  }
}

/// Splits a formula that needs no witnesses into its conjuncts.
void Translator::takeApartFormula(ExprId id, model::Span span, TakenApart& out) {
  circuit_.meter().step(stepsOfPart);
  const Expr& e = model_.expr(id);
  if (e.span.known()) span = e.span;
  const auto inside = [&](ExprId body) { return [this, body, span, &out] { takeApartFormula(body, span, out); }; };
  const bool apart = out.calls == Calls::apart && !e.negated;
  if (e.op == Op::and_ && !e.negated) {
    for (const ExprId child : model_.children(id)) takeApartFormula(child, span, out);
  } else if (apart && e.op == Op::let) {
    insideLet(id, out, inside(model_.child(id, 1)));
  } else if (apart && e.op == Op::call && !model_.func(e.payload).recursive && model_.func(e.payload).body != model::noId) {
    insideCall(id, out, inside(model_.func(e.payload).body));
  } else {
    out.add(formula(id, {}), span, id);
  }
}

Lit Translator::skolemised(std::uint32_t index, Moment at, const PartContext& under) {
  const Lit holds = skolemisedPart(index, at, under);
  // `holds` already includes the negations around the part, so the guard is never below a negation.
  const auto guard = guards_.find(formula_->parts[index].expr);
  return guard == guards_.end() ? holds : circuit_.disjunction(holds, !guard->second.holds);
}

Lit Translator::skolemisedPart(std::uint32_t index, Moment at, const PartContext& under) {
  const Part& part = formula_->parts[index];
  const ExprId id = part.expr;
  const Expr& e = model_.expr(id);
  const auto plain = [&] {
    const Lit l = formula(id, at);
    return part.negated ? !l : l;
  };
  if (!part.witnessed && !under.asserted) return plain();
  const auto translate = [&](std::size_t i, const PartContext& u) { return skolemised(part.parts[i], at, u); };
  const PartContext below{under.atoms, std::nullopt};  // below a disjunction
  const auto each = [&](const PartContext& u) {
    std::vector<Lit> operands;
    for (const std::uint32_t p : part.parts) operands.push_back(skolemised(p, at, u));
    return operands;
  };
  switch (part.form) {
    case Form::plain: return plain();
    case Form::negation: {
      const Negation negation(*this);
      return translate(0, under);
    }
    case Form::denial: return translate(0, under);
    case Form::conjunction:
      if (e.op == Op::implies) return circuit_.conjunction(translate(0, under), translate(1, under));
      return circuit_.conjunction(each(under));
    case Form::disjunction:
      if (e.op == Op::implies) return circuit_.disjunction(translate(0, below), translate(1, below));
      return circuit_.disjunction(each(below));
    case Form::choice: {
      const Lit condition = formula(model_.child(id, 0), at);
      if (condition == yes || condition == no) return translate(condition == yes ? 0 : 1, under);
      return circuit_.ifThenElse(condition, translate(2, below), translate(3, below));
    }
    case Form::let: {
      Rebinding rebinding(*this);
      rebinding.bindNew(e.payload, bindExpression(model_.child(id, 0), at, model_.expr(model_.child(id, 1)).temporal));
      return translate(0, under);
    }
    case Form::call: {
      Rebinding rebinding(*this);
      bindArguments(id, at, rebinding);
      ++callDepth_;
      const Lit l = translate(0, under);
      --callDepth_;
      return l;
    }
    case Form::exists: return skolemisedExists(part, at, under);
    case Form::forAll: return skolemisedForAll(part, at, under);
    case Form::different: return skolemisedPair(part, at);
    case Form::later: {
      const auto later = skolemisedLater(part, at, under);
      return later ? *later : plain();
    }
  }
  throw std::logic_error("not a form of a skolemised formula");
}

Lit Translator::skolemisedExists(const Part& part, Moment at, const PartContext& under) {
  std::vector<Lit> constraints;
  Rebinding rebinding(*this);
  IntegerVariables integerVariables(*this);
  declareSkolems(part, at, under.atoms, rebinding, integerVariables, constraints);
  const Negation negation(*this, model_.expr(part.expr).op == Op::quantNo);
  constraints.push_back(skolemised(part.parts[0], at, under));
  return circuit_.conjunction(constraints);
}

Lit Translator::skolemisedPair(const Part& part, Moment at) {
  const ExprId body = model_.child(part.expr, 0);
  std::vector<Lit> constraints;
  std::vector<MatrixRef> first;
  std::vector<Lit> differences;
  for (int copy = 0; copy < 2; ++copy) {
    Rebinding rebinding(*this);
    IntegerVariables integerVariables(*this);
    std::vector<MatrixRef> values = declareSkolems(part, at, {}, rebinding, integerVariables, constraints);
    const Afresh afresh(*this);
    constraints.push_back(formula(body, at));
    for (std::size_t i = 0; i < first.size(); ++i) differences.push_back(!algebra_.equal(first[i], values[i]));
    first = std::move(values);
  }
  constraints.push_back(circuit_.disjunction(differences));
  return circuit_.conjunction(constraints);
}

Lit Translator::skolemisedForAll(const Part& part, Moment at, const PartContext& under) {
  const auto decls = model_.decls(part.expr);
  // A single variable whose bound has at most one tuple leaves no choice of values.
  const bool choice = decls.size() != 1 || decls[0].variableCount != 1 || relation(decls[0].bound, at)->entries.size() > 1;
  const std::uint32_t body = part.parts[choice ? 0 : 1];
  PartContext inner{under.atoms, std::nullopt};
  const std::size_t outer = inner.atoms.size();
  std::vector<Lit> constraints;
  ground(decls, at, !part.existential && comesToForAll(model_.expr(part.expr).op),
         [&](Lit guard, const std::vector<std::uint32_t>& atoms) {
           inner.atoms.resize(outer);
           inner.atoms.insert(inner.atoms.end(), atoms.begin(), atoms.end());
           inner.asserted.reset();
           if (under.asserted && isConstant(guard))
             inner.asserted = {circuit_.conjunction(under.asserted->guard, guard), under.asserted->everywhere};
           const Negation negation(*this, model_.expr(part.expr).op == Op::quantNo);
           constraints.push_back(circuit_.implication(guard, skolemised(body, at, inner)));
           return constraints.back() != no;
         });
  return circuit_.conjunction(constraints);
}

/// Binds each variable of a quantifier to a new relation, constrained to fit its declaration.
std::vector<MatrixRef> Translator::declareSkolems(const Part& part, Moment at, const std::vector<std::uint32_t>& atoms,
                                                  Rebinding& rebinding, IntegerVariables& integerVariables,
                                                  std::vector<Lit>& constraints) {
  std::vector<MatrixRef> values;
  const bool universal = part.form == Form::exists && !part.existential && comesToForAll(model_.expr(part.expr).op);
  for (const Decl& d : model_.decls(part.expr)) {
    const bool single = d.multiplicity == Multiplicity::one && model_.expr(d.bound).arity == 1;
    const std::size_t earlier = values.size();
    for (VarId v = d.firstVariable; v < d.firstVariable + d.variableCount; ++v) {
      const auto chosen = bounds_.chosen(v);
      const MatrixRef bound = chosen ? algebra_.constant(1, {*chosen}) : relation(d.bound, at);
      const MatrixRef witness = chosen && single ? bound : newWitness(bound, single, part.rigid);
      if (!part.skolems.empty()) show(part.skolems[values.size()], *witness, atoms);
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

MatrixRef Translator::newWitness(const MatrixRef& bound, bool single, bool rigid) {
  auto m = std::make_shared<Matrix>();
  m->arity = bound->arity;
  m->functional = single && relationVariables_.declared();
  if (countsWitnesses_) circuit_.relyOnDeclarations(false);
  for (const Entry& e : bound->entries) m->entries.push_back({e.tuple, circuit_.input()});
  if (rigid) {
    for (const Entry& e : m->entries) rigidWitnesses_.push_back(e.holds);
  }
  return m;
}

/// Adds a witness to the relation that instances show. `atoms` are the values of the universal variables around the witness.
void Translator::show(std::uint32_t skolem, const Matrix& witness, const std::vector<std::uint32_t>& atoms) {
  const unsigned arity = static_cast<unsigned>(atoms.size()) + witness.arity;
  std::size_t& place = registered_[skolem];
  if (place == unregistered) {
    const Skolem& s = formula_->skolems[skolem];
    place = skolems_.size();
    skolems_.push_back({unusedName(s.name), arity, s.variable, {}});
  }
  TupleCode prefix = algebra_.encode(atoms);
  algebra_.power(arity);
  prefix *= algebra_.power(witness.arity);
  for (const Entry& e : witness.entries) skolems_[place].entries.push_back({prefix + e.tuple, e.holds});
}

std::string Translator::unusedName(std::string name) const {
  const auto taken = [&] { return std::ranges::any_of(skolems_, [&](const SkolemRelation& s) { return s.name == name; }); };
  while (taken()) name += '\'';
  return name;
}

}  // namespace aunit::solver
