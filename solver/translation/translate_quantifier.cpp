// Quantifiers, comprehensions and sums, grounded over the tuples that their bounds may hold (language reference 10.2).

#include <algorithm>

#include "solver/circuit/cardinality.h"
#include "solver/translation/rebinding.h"
#include "solver/translation/translator.h"
#include "solver/unsupported.h"

namespace aunit::solver {

using namespace model;

namespace {

// If a set- or relation-valued variable cannot become a skolem relation, its values are enumerated. Its bound may then have at
// most this many tuples.
constexpr std::size_t enumerationLimit = 10;
// Steps of support::Meter for each binding. It is not enough to count new nodes of the circuit, because constant
// parts of a formula make no nodes.
constexpr std::size_t stepsOfBinding = 32;

bool overAtoms(const model::Model& model, const Decl& d) {
  return d.multiplicity == Multiplicity::one && model.expr(d.bound).arity == 1;
}

}  // namespace

bool Translator::ground(std::span<const Decl> decls, Moment at, bool universal, const Visit& visit) {
  std::vector<std::uint32_t> atoms;
  return groundFrom(decls, 0, 0, at, universal, yes, atoms, visit);
}

// Whether a quantifier acts as `all`. In no-overflow mode, a negation reverses the answer.
bool Translator::comesToForAll(Op quantifier) const {
  return (quantifier != Op::quantSome) != negated_;
}

bool Translator::groundFrom(std::span<const Decl> decls, std::size_t decl, std::uint32_t index, Moment at, bool universal,
                            Lit guard, std::vector<std::uint32_t>& atoms, const Visit& visit) {
  if (decl == decls.size()) return visit(guard, atoms);
  const Decl& d = decls[decl];
  if (index == d.variableCount) return groundFrom(decls, decl + 1, 0, at, universal, guard, atoms, visit);
  if (!overAtoms(model_, d)) return groundRelation(decls, decl, index, at, universal, guard, atoms, visit);
  const MatrixRef bound = relation(d.bound, at);
  for (const Entry& e : bound->entries) {
    const auto atom = static_cast<std::uint32_t>(e.tuple);
    if (d.disjoint && std::find(atoms.end() - index, atoms.end(), atom) != atoms.end()) continue;
    circuit_.meter().step(stepsOfBinding);
    const Lit within = circuit_.conjunction(guard, e.holds);
    if (within == no) continue;
    Rebinding rebinding(*this);
    IntegerVariables integerVariables(*this);
    Binding b = bindAtom(atom);
    integerVariables.add(d, universal, b);
    rebinding.bindNew(d.firstVariable + index, std::move(b));
    atoms.push_back(atom);
    const bool more = groundFrom(decls, decl, index + 1, at, universal, within, atoms, visit);
    atoms.pop_back();
    if (!more) return false;
  }
  return true;
}

// Tries every sub-relation of the bound as the value of a set- or relation-valued variable. Throws Unsupported if the bound has
// more than `enumerationLimit` tuples.
bool Translator::groundRelation(std::span<const Decl> decls, std::size_t decl, std::uint32_t index, Moment at, bool universal,
                                Lit guard, std::vector<std::uint32_t>& atoms, const Visit& visit) {
  const Decl& d = decls[decl];
  const MatrixRef bound = relation(d.bound, at);
  const std::size_t count = bound->entries.size();
  if (count > enumerationLimit) {
    throw Unsupported("Analysis cannot be performed since it requires higher-order quantification that could not be skolemized.",
                      d.span);
  }
  for (std::uint32_t chosen = 0; chosen < (1u << count); ++chosen) {
    circuit_.meter().step(stepsOfBinding);
    std::vector<TupleCode> tuples;
    Lit within = guard;
    for (std::size_t i = 0; i < count; ++i) {
      if (((chosen >> i) & 1) == 0) continue;
      tuples.push_back(bound->entries[i].tuple);
      within = circuit_.conjunction(within, bound->entries[i].holds);
    }
    if (within == no) continue;
    const MatrixRef value = algebra_.constant(bound->arity, std::move(tuples));
    within = circuit_.conjunction(within, declares(d, value, at));
    for (std::uint32_t earlier = 0; d.disjoint && earlier < index; ++earlier) {
      const MatrixRef other = environment_[d.firstVariable + earlier].value.relation;
      within = circuit_.conjunction(within, !algebra_.some(*algebra_.intersect(other, value)));
    }
    if (within == no) continue;
    Rebinding rebinding(*this);
    rebinding.bindNew(d.firstVariable + index, bindValue({no, nullptr, value}, model::Sort::relation));
    if (!groundFrom(decls, decl, index + 1, at, universal, within, atoms, visit)) return false;
  }
  return true;
}

/// Whether a value fits the declaration: the bound, its arrows and the multiplicity in front.
Lit Translator::declares(const Decl& d, const MatrixRef& value, Moment at) {
  const Lit fits = included(value, d.bound, at);
  // If a declaration states no multiplicity, `d.multiplicity` is `one`, which applies to sets but not to relations.
  if (value->arity != 1) return fits;
  return circuit_.conjunction(fits, multiplicity(d.multiplicity, *value));
}

Lit Translator::quantified(ExprId id, Moment at) {
  const Expr& e = model_.expr(id);
  const auto decls = model_.decls(id);
  const ExprId body = model_.child(id, 0);
  std::vector<Lit> ways;
  switch (e.op) {
    case Op::quantAll:
    case Op::quantNo: {
      const bool all = e.op == Op::quantAll;
      const bool done = ground(decls, at, comesToForAll(e.op), [&](Lit guard, const auto&) {
        const Negation negation(*this, !all);
        const Lit holds = formula(body, at);
        ways.push_back(circuit_.implication(guard, all ? holds : !holds));
        return ways.back() != no;
      });
      return done ? circuit_.conjunction(ways) : no;
    }
    case Op::quantSome: {
      const bool none = ground(decls, at, comesToForAll(e.op), [&](Lit guard, const auto&) {
        ways.push_back(circuit_.conjunction(guard, formula(body, at)));
        return ways.back() != yes;
      });
      return none ? circuit_.disjunction(ways) : yes;
    }
    default: {
      ground(decls, at, false, [&](Lit guard, const auto&) {
        const Afresh afresh(*this);
        ways.push_back(circuit_.conjunction(guard, formula(body, at)));
        return true;
      });
      return e.op == Op::quantLone ? atMostOne(circuit_, ways) : exactlyOne(circuit_, ways);
    }
  }
}

MatrixRef Translator::comprehension(ExprId id, Moment at) {
  const ExprId body = model_.child(id, 0);
  auto m = std::make_shared<Matrix>();
  m->arity = model_.expr(id).arity;
  algebra_.power(m->arity);
  ground(model_.decls(id), at, false, [&](Lit guard, const std::vector<std::uint32_t>& atoms) {
    const Afresh afresh(*this);
    const Lit holds = circuit_.conjunction(guard, formula(body, at));
    if (holds != no) m->entries.push_back({algebra_.encode(atoms), holds});
    return true;
  });
  return m;
}

IntegerRef Translator::sumOver(ExprId id, Moment at) {
  const ExprId body = model_.child(id, 0);
  const IntegerRef zero = integers_.constant(0);
  std::vector<IntegerRef> terms;
  ground(model_.decls(id), at, false, [&](Lit guard, const auto&) {
    const Afresh afresh(*this);
    terms.push_back(integers_.ifThenElse(guard, integer(body, at), zero));
    return true;
  });
  return integers_.sum(std::move(terms));
}

}  // namespace aunit::solver
