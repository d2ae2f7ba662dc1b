// Relational expressions (language reference 10.1).

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include "evaluator/arithmetic.h"
#include "model/representation.h"
#include "solver/translation/rebinding.h"
#include "solver/translation/translator.h"

namespace aunit::solver {

using namespace model;

namespace {

constexpr std::size_t mostWalks = 64;

}  // namespace

MatrixRef Translator::computeRelation(ExprId id, Moment at) {
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return relation(model_.child(id, i), at); };
  switch (e.op) {
    case Op::sig: return sigAt(e.payload, at);
    case Op::field: return fieldAt(e.payload, at);
    case Op::iden: return algebra_.identity(sigAt(model::builtin::univ, at));
    case Op::stringAtom: {
      const auto atom = bounds_.stringAtom(model_.strings()[e.payload]);
      return atom ? algebra_.singleton(*atom) : algebra_.empty(1);
    }
    case Op::atom:
    case Op::skolem: return algebra_.empty(e.arity);
    case Op::nextInt: {
      std::vector<TupleCode> tuples;
      const TupleCode n = bounds_.universeSize();
      for (TupleCode a = bounds_.firstInt(); a + 1 < n; ++a) tuples.push_back(a * n + a + 1);
      return algebra_.constant(2, std::move(tuples));
    }
    case Op::union_: return algebra_.unite(child(0), child(1));
    case Op::difference: {
      const evaluator::Arithmetic arithmetic(bounds_.integerWidth());
      const auto subtrahend = model::subtractedFromZero(model_, id);
      if (subtrahend && arithmetic.isFirstTooLarge(*subtrahend)) return integerSet(integers_.constant(arithmetic.min()));
      const MatrixRef a = child(0);
      return a->empty() && !semantics_.noOverflow ? a : algebra_.subtract(a, child(1));
    }
    case Op::intersection: {
      const MatrixRef a = child(0);
      return a->empty() && !semantics_.noOverflow ? a : algebra_.intersect(a, child(1));
    }
    case Op::override_: return algebra_.overrideWith(child(0), child(1));
    case Op::product: return product(id, at);
    case Op::seqBound: return algebra_.product(child(0), child(1));
    case Op::join:
      if (large_)
        if (MatrixRef walked = reached(id, at)) return walked;
      return algebra_.join(child(0), values(model_.child(id, 1), at));
    case Op::domainRestriction: return algebra_.domainRestrict(child(0), child(1));
    case Op::rangeRestriction: return algebra_.rangeRestrict(child(0), child(1));
    case Op::transpose: return algebra_.transpose(child(0));
    case Op::closure: return algebra_.closure(child(0));
    case Op::reflexiveClosure:
      return algebra_.unite(algebra_.closure(child(0)), algebra_.identity(sigAt(model::builtin::univ, at)));
    case Op::bound: return child(0);
    case Op::comprehension: return comprehension(id, at);
    case Op::integerAtom: return integerSet(integer(model_.child(id, 0), at));
    default: throw std::logic_error("not a relation");
  }
}

/// A relation that is joined with atoms on its left. Each of these atoms exists, so it has the values of its record.
MatrixRef Translator::values(ExprId id, Moment at) {
  const Expr& e = model_.expr(id);
  const MatrixRef known = e.op == Op::field ? relationVariables_.valuesOfRecord(e.payload) : nullptr;
  return known ? known : relation(id, at);
}

/// For a join of a set with a closure: the atoms that are reached from the set; null for other joins.
MatrixRef Translator::reached(ExprId join, Moment at) {
  for (const bool backward : {false, true}) {
    const ExprId set = model_.child(join, backward ? 1 : 0), closed = model_.child(join, backward ? 0 : 1);
    const Op op = model_.expr(closed).op;
    if (model_.expr(set).arity != 1 || (op != Op::closure && op != Op::reflexiveClosure)) continue;
    const MatrixRef starts = relation(set, at), edges = relation(model_.child(closed, 0), at);
    auto& known = walks_[backward ? 1 : 0];
    if (known.size() >= mostWalks) known.clear();  // saves memory: edges that depend on variables need one Walks for each value
    std::unique_ptr<Walks>& walks = known[edges.get()];
    if (!walks) walks = std::make_unique<Walks>(algebra_, edges, backward);
    const MatrixRef behind = walks->from(starts);
    if (op == Op::closure) return behind;
    return algebra_.unite(behind, algebra_.intersect(starts, sigAt(model::builtin::univ, at)));
  }
  return nullptr;
}

// Refuses a product that is too large. Checks the size before any part of the product is built.
MatrixRef Translator::product(ExprId id, Moment at) {
  std::vector<MatrixRef> factors;
  std::vector<std::size_t> sizes;
  for (const ExprId factor : factorsOf(model_, id)) {
    factors.push_back(relation(factor, at));
    sizes.push_back(factors.back()->entries.size());
  }
  checkProduct(sizes, algebra_.maximalEntries(), model_.expr(id).span);
  MatrixRef result = factors.back();
  for (std::size_t i = factors.size() - 1; i-- > 0;) result = algebra_.product(factors[i], result);
  return result;
}

MatrixRef Translator::integerSet(const IntegerRef& value) {
  auto m = std::make_shared<Matrix>();
  m->functional = true;
  m->overflow = value->overflow;
  if (bounds_.sizes().bitwidth == 0) return m;
  for (const auto& [number, holds] : integers_.cases(*value)) {
    // If overflows are excluded, an integer that overflows has no atom.
    const Lit fits = semantics_.noOverflow ? circuit_.conjunction(holds, !value->overflow) : holds;
    if (fits != no) m->entries.push_back({bounds_.intAtom(number), fits});
  }
  return m;
}

void Translator::settle(std::span<const Lit> holding) {
  if (holding.empty()) return;
  const auto isSettled = [&](Lit l) { return std::binary_search(holding.begin(), holding.end(), l); };
  for (const RelationVariables::Leaf& leaf : relationVariables_.known()) {
    const Matrix& relation = **leaf.matrix;
    if (std::ranges::none_of(relation.entries, [&](const Entry& e) { return isSettled(e.holds) || isSettled(!e.holds); }))
      continue;
    auto without = std::make_shared<Matrix>(relation);
    std::erase_if(without->entries, [&](const Entry& e) { return isSettled(!e.holds); });
    for (Entry& e : without->entries)
      if (isSettled(e.holds)) e.holds = yes;
    settled_[&relation] = std::move(without);
  }
}

MatrixRef Translator::settled(MatrixRef relation) const {
  if (settled_.empty()) return relation;
  const auto found = settled_.find(relation.get());
  return found == settled_.end() ? relation : found->second;
}

MatrixRef Translator::sigAt(model::SigId id, Moment at) {
  return at.state < states_ ? settled(relationVariables_.sig(id, at.state)) : sigBehindLast(id);
}

MatrixRef Translator::fieldAt(model::FieldId id, Moment at) {
  return at.state < states_ ? settled(relationVariables_.field(id, at.state)) : fieldBehindLast(id);
}

}  // namespace aunit::solver
