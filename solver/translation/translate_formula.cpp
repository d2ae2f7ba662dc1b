// Formulas: connectives, comparisons, and multiplicities on the right side of `in` (language reference 10.3, 10.4).

#include <algorithm>
#include <array>
#include <bit>

#include "model/representation.h"
#include "solver/circuit/cardinality.h"
#include "solver/translation/rebinding.h"
#include "solver/translation/translator.h"

namespace aunit::solver {

using namespace model;

Lit Translator::goal(const SkolemisedFormula& formula, std::vector<SkolemRelation>& witnesses) {
  environment_.resize(model_.variables().size());
  const std::size_t asserted = skolems_.size();
  const Lit holds = assertion(formula);
  witnesses.assign(std::make_move_iterator(skolems_.begin() + static_cast<std::ptrdiff_t>(asserted)),
                   std::make_move_iterator(skolems_.end()));
  skolems_.resize(asserted);
  return holds;
}

Lit Translator::computeFormula(ExprId id, Moment at) {
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
  const auto sign = [&](Lit l) { return e.negated ? !l : l; };
  const Negation negation(*this, e.negated);
  if (model::isTemporal(e.op)) return temporal(id, at);
  if (model::isQuantifier(e.op)) return quantified(id, at);
  switch (e.op) {
    case Op::true_: return yes;
    case Op::false_: return no;
    case Op::not_: {
      const Negation another(*this);
      return !formula(child(0), at);
    }
    case Op::and_:
    case Op::or_: {
      const bool conjunction = e.op == Op::and_;
      std::vector<Lit> operands;
      for (const ExprId c : model_.children(id)) {
        const Lit l = formula(c, at);
        if (l == (conjunction ? no : yes)) return l;
        operands.push_back(l);
      }
      return conjunction ? circuit_.conjunction(operands) : circuit_.disjunction(operands);
    }
    case Op::implies: {
      const Lit antecedent = formula(child(0), at);
      return antecedent == no ? yes : circuit_.implication(antecedent, formula(child(1), at));
    }
    case Op::iff: return circuit_.equivalence(formula(child(0), at), formula(child(1), at));
    case Op::in: {
      const Value left = value(child(0), at);
      const Lit l = included(left.relation, child(1), at);
      if (!semantics_.noOverflow) return sign(l);
      const Value right = value(child(1), at);
      return sign(atomic(
          l, std::array{Operand{left.relation->overflow, left.dependence}, Operand{right.relation->overflow, right.dependence}}));
    }
    case Op::equal: {
      const Value a = value(child(0), at);
      const Value b = value(child(1), at);
      return sign(atomic(algebra_.equal(a.relation, b.relation),
                         std::array{Operand{a.relation->overflow, a.dependence}, Operand{b.relation->overflow, b.dependence}}));
    }
    case Op::integerEqual:
    case Op::less:
    case Op::greater:
    case Op::lessEqual:
    case Op::greaterEqual: {
      const Value left = value(child(0), at);
      const Value right = value(child(1), at);
      const IntegerRef& a = left.integer;
      const IntegerRef& b = right.integer;
      Lit l = no;
      switch (e.op) {
        case Op::integerEqual: l = integers_.equal(a, b); break;
        case Op::less: l = integers_.less(a, b); break;
        case Op::greater: l = integers_.less(b, a); break;
        case Op::lessEqual: l = !integers_.less(b, a); break;
        default: l = !integers_.less(a, b); break;
      }
      return sign(atomic(l, std::array{Operand{a->overflow, left.dependence}, Operand{b->overflow, right.dependence}}));
    }
    case Op::some:
    case Op::no:
    case Op::lone:
    case Op::one: {
      const Value operand = value(child(0), at);
      const Matrix& m = *operand.relation;
      Lit l = no;
      switch (e.op) {
        case Op::some: l = algebra_.some(m); break;
        case Op::no: l = !algebra_.some(m); break;
        case Op::lone: l = algebra_.lone(m); break;
        default: l = algebra_.one(m); break;
      }
      return sign(atomic(l, std::array{Operand{m.overflow, operand.dependence}}));
    }
    case Op::disjoint: {
      std::vector<Operand> operands;
      for (const ExprId set : model_.children(id)) {
        const Value operand = value(set, at);
        operands.push_back({operand.relation->overflow, operand.dependence});
      }
      return sign(atomic(disjoint(model_.children(id), at), operands));
    }
    case Op::totalOrder: return sign(totalOrder(id, at));
    default: throw std::logic_error("not a formula");
  }
}

// No-overflow mode (language reference 11): if an operand of an atomic formula overflowed, the formula is false. It is true
// instead if the innermost variable over Int on which this operand depends is universal. An odd number of negations around
// the formula exchanges true and false.
Lit Translator::atomic(Lit value, std::span<const Operand> operands) const {
  if (!semantics_.noOverflow) return value;
  std::vector<Lit> falsifying;
  std::vector<Lit> verifying;
  for (const Operand& operand : operands) {
    if (operand.overflow == no) continue;
    const auto depths = static_cast<std::size_t>(std::bit_width(operand.dependence.inInteger));
    const bool universal = depths != 0 && integerVariables_[depths - 1];
    (universal == negated_ ? falsifying : verifying).push_back(operand.overflow);
  }
  verifying.push_back(value);
  return circuit_.conjunction(circuit_.disjunction(verifying), !circuit_.disjunction(falsifying));
}

Lit Translator::multiplicity(Multiplicity m, const Matrix& relation) {
  switch (m) {
    case Multiplicity::set: return yes;
    case Multiplicity::lone: return algebra_.lone(relation);
    case Multiplicity::one: return algebra_.one(relation);
    case Multiplicity::some: return algebra_.some(relation);
  }
  return yes;
}

// Whether `R in bound` requires more than that R is a subset of the value of `bound`, for example a multiplicity.
bool Translator::constrains(ExprId bound) const {
  const Expr& e = model_.expr(bound);
  if (e.op == Op::seqBound) return true;
  if (e.op == Op::bound) return e.rightMultiplicity != Multiplicity::set || constrains(model_.child(bound, 0));
  if (e.op != Op::product) return false;
  return e.leftMultiplicity != Multiplicity::set || e.rightMultiplicity != Multiplicity::set ||
         constrains(model_.child(bound, 0)) || constrains(model_.child(bound, 1));
}

Lit Translator::included(const MatrixRef& rel, ExprId bound, Moment at) {
  const Expr& e = model_.expr(bound);
  if (e.op == Op::bound) {
    return circuit_.conjunction(multiplicity(e.rightMultiplicity, *rel), included(rel, model_.child(bound, 0), at));
  }
  if (e.op == Op::seqBound || (e.op == Op::product && constrains(bound))) return includedInArrow(rel, bound, at);
  if (large_ && e.op == Op::product)
    return algebra_.subsetOfProduct(rel, relation(model_.child(bound, 0), at), relation(model_.child(bound, 1), at));
  return algebra_.subset(rel, relation(bound, at));
}

// `R in A m -> n B` with multiplicities m and n means: R is within A -> B; for each tuple a of A, a.R has n tuples and satisfies
// the bound B; for each tuple b of B, R.b has m tuples and satisfies the bound A. The bound `seq e` means `seq/Int -> lone e`,
// and that the indices have no gap.
Lit Translator::includedInArrow(const MatrixRef& rel, ExprId arrow, Moment at) {
  const Expr& e = model_.expr(arrow);
  const bool sequence = e.op == Op::seqBound;
  const ExprId leftId = model_.child(arrow, 0);
  const ExprId rightId = model_.child(arrow, 1);
  const MatrixRef left = relation(leftId, at);
  const MatrixRef right = relation(rightId, at);
  const Multiplicity leftMultiplicity = sequence ? Multiplicity::set : e.leftMultiplicity;
  const Multiplicity rightMultiplicity = sequence ? Multiplicity::lone : e.rightMultiplicity;
  const TupleCode shift = algebra_.power(right->arity);
  std::vector<Lit> constraints{large_ ? algebra_.subsetOfProduct(rel, left, right)
                                      : algebra_.subset(rel, algebra_.product(left, right))};
  // The condition that a tuple belongs to `side`, an operand of the arrow. A tuple of several columns, taken as a relation
  // of one tuple, must also satisfy the multiplicities in `side`.
  const auto guard = [&](const Entry& tuple, unsigned arity, ExprId side) {
    return arity == 1 ? tuple.holds : included(algebra_.constant(arity, {tuple.tuple}), side, at);
  };
  const auto slice = [](unsigned arity, std::vector<Entry> entries) {
    auto m = std::make_shared<Matrix>();
    m->arity = static_cast<std::uint8_t>(arity);
    m->entries = std::move(entries);
    return m;
  };

  if (rightMultiplicity != Multiplicity::set || constrains(rightId)) {
    auto from = rel->entries.begin();
    for (const Entry& a : left->entries) {
      std::vector<Entry> row;
      while (from != rel->entries.end() && from->tuple / shift < a.tuple) ++from;
      for (; from != rel->entries.end() && from->tuple / shift == a.tuple; ++from)
        row.push_back({from->tuple % shift, from->holds});
      const MatrixRef image = slice(right->arity, std::move(row));
      const Lit fits =
          circuit_.conjunction(multiplicity(rightMultiplicity, *image), constrains(rightId) ? included(image, rightId, at) : yes);
      constraints.push_back(circuit_.implication(guard(a, left->arity, leftId), fits));
    }
  }
  if (leftMultiplicity != Multiplicity::set || constrains(leftId)) {
    std::unordered_map<TupleCode, std::vector<Entry>> columns;
    for (const Entry& t : rel->entries) columns[t.tuple % shift].push_back({t.tuple / shift, t.holds});
    for (const Entry& b : right->entries) {
      const MatrixRef image = slice(left->arity, columns[b.tuple]);
      const Lit fits =
          circuit_.conjunction(multiplicity(leftMultiplicity, *image), constrains(leftId) ? included(image, leftId, at) : yes);
      constraints.push_back(circuit_.implication(guard(b, right->arity, rightId), fits));
    }
  }
  if (sequence) {
    std::unordered_map<TupleCode, Lit> used;
    const MatrixRef indices = algebra_.firstColumn(rel);
    for (const Entry& i : indices->entries) used[i.tuple] = i.holds;
    for (const Entry& i : indices->entries) {
      if (bounds_.intValue(static_cast<std::uint32_t>(i.tuple)) == 0) continue;
      const auto before = used.find(i.tuple - 1);
      constraints.push_back(circuit_.implication(i.holds, before == used.end() ? no : before->second));
    }
  }
  return circuit_.conjunction(constraints);
}

Lit Translator::disjoint(std::span<const ExprId> sets, Moment at) {
  std::vector<Entry> members;
  for (const ExprId set : sets) {
    const MatrixRef m = relation(set, at);
    members.insert(members.end(), m->entries.begin(), m->entries.end());
    circuit_.meter().step(m->entries.size());
  }
  std::ranges::stable_sort(members, {}, &Entry::tuple);
  std::vector<Lit> constraints;
  std::vector<Lit> holders;  // for `tuple`: one literal per set, true if the set contains the tuple
  for (std::size_t i = 0; i < members.size();) {
    const TupleCode tuple = members[i].tuple;
    holders.clear();
    for (; i < members.size() && members[i].tuple == tuple; ++i) holders.push_back(members[i].holds);
    if (holders.size() > 1) constraints.push_back(atMostOne(circuit_, holders));
  }
  return circuit_.conjunction(constraints);
}

// Whether the Analyzer represents the expression by one relation: a signature that is not a union, a field, or `S.f` for a field
// `f` of a `one sig S`.
bool Translator::isOneRelation(ExprId id) const {
  const Expr& e = model_.expr(id);
  switch (e.op) {
    case Op::sig: return model::isOneRelation(model_, e.payload);
    case Op::field: return !model::dropsFirstColumn(model_, e.payload);
    case Op::variable: return environment_[e.payload].oneRelation;
    case Op::join: {
      const Expr& owner = model_.expr(model_.child(id, 0));
      const Expr& field = model_.expr(model_.child(id, 1));
      return owner.op == Op::sig && field.op == Op::field && model_.field(field.payload).sig == owner.payload &&
             model::dropsFirstColumn(model_, field.payload);
    }
    default: return false;
  }
}

// If each operand is one relation (isOneRelation()), totalOrder[S, first, next] has the strong form, which is unsatisfiable for
// an empty S. Otherwise it has the Analyzer's weaker form, which an empty S satisfies (language reference 12.4).
Lit Translator::totalOrder(ExprId id, Moment at) {
  const MatrixRef set = relation(model_.child(id, 0), at);
  const MatrixRef first = relation(model_.child(id, 1), at);
  const MatrixRef next = relation(model_.child(id, 2), at);
  const MatrixRef reached = algebra_.unite(first, algebra_.join(first, algebra_.closure(next)));
  const auto operands = model_.children(id);
  const bool strong = std::all_of(operands.begin(), operands.end(), [&](ExprId operand) { return isOneRelation(operand); });
  std::vector<Lit> constraints{algebra_.subset(set, reached), !algebra_.some(*algebra_.join(next, first))};
  const MatrixRef last = algebra_.subtract(set, algebra_.join(next, set));
  if (strong) {
    constraints.push_back(algebra_.one(*first));
    constraints.push_back(algebra_.subset(first, set));
    constraints.push_back(algebra_.subset(next, algebra_.product(set, set)));
    constraints.push_back(algebra_.one(*last));
    for (const Entry& e : set->entries) {
      const MatrixRef atom = algebra_.singleton(static_cast<std::uint32_t>(e.tuple));
      constraints.push_back(algebra_.lone(*algebra_.join(atom, next)));
    }
    return circuit_.conjunction(constraints);
  }
  const MatrixRef paths = algebra_.closure(next);
  for (const Entry& e : set->entries) {
    const MatrixRef atom = algebra_.singleton(static_cast<std::uint32_t>(e.tuple));
    const Lit initial = algebra_.equal(atom, first);
    const Lit onePredecessor = algebra_.one(*algebra_.join(next, atom));
    const Lit final = algebra_.equal(atom, algebra_.subtract(set, algebra_.join(next, set)));
    const Lit oneSuccessor = algebra_.one(*algebra_.join(atom, next));
    const Lit acyclic = !algebra_.subset(atom, algebra_.join(atom, paths));
    constraints.push_back(circuit_.implication(e.holds, circuit_.disjunction(initial, onePredecessor)));
    constraints.push_back(circuit_.implication(e.holds, circuit_.disjunction(final, oneSuccessor)));
    constraints.push_back(circuit_.implication(e.holds, acyclic));
  }
  return circuit_.conjunction(constraints);
}

}  // namespace aunit::solver
