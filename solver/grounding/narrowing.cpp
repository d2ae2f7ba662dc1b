#include "solver/grounding/narrowing.h"

#include <span>
#include <utility>
#include <vector>

namespace aunit::solver {

using namespace model;
namespace builtin = model::builtin;

/// The relation that the expression names, if the claim may narrow it; null otherwise. Only a claim about every state may narrow
/// a `var` relation.
Intervals::Known* Narrowing::target(ExprId id, Claim claim) {
  const Expr& e = model_.expr(id);
  if (e.op == Op::field) {
    Known& field = knownField(e.payload);
    return field.upper && (claim.everywhere || !model_.field(e.payload).isVar) ? &field : nullptr;
  }
  if (e.op != Op::sig || e.payload < builtin::count) return nullptr;
  const model::Sig& sig = model_.sig(e.payload);
  return sig.subset && !sig.subsetExact && (claim.everywhere || !sig.isVar) ? &knownSig(e.payload) : nullptr;
}

/// Like target(), for a field whose upper bound is a product.
Intervals::Known* Narrowing::productTarget(ExprId id, Claim claim) {
  Known* product = productOf(id);
  return product && (claim.everywhere || !model_.field(model_.expr(id).payload).isVar) ? product : nullptr;
}

void Narrowing::confine(ExprId id, const TupleSet& tuples, Claim claim) {
  work(tuples.size());
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
  switch (e.op) {
    case Op::field:
      if (Known* product = productTarget(id, claim)) {
        product->upper = among(*product, tuples);
        product->columns.clear();
        for (const auto& [first, row] : product->rows)
          product->lower = product->lower.unite(TupleSet::atom(universe_, first).product(row.lower));
        product->rows.clear();
        product->changed = changed_ = true;
        if (!product->lower.subsetOf(*product->upper)) throw WorkExceeded();
      }
      return;
    case Op::union_: confine(child(0), tuples, claim); return confine(child(1), tuples, claim);
    case Op::transpose: return confine(child(0), tuples.transpose(), claim);
    case Op::bound: return confine(child(0), tuples, claim);
    case Op::join: {
      Known* product = productTarget(child(1), claim);
      if (!product) return;
      const Interval left = valueOf(child(0));
      if (left.lower.arity() != 1) return;
      left.lower.forEach([&](std::span<const Atom> first) { confineRow(*product, first.front(), tuples); });
      if (!product->columns.empty()) joinRows(*product, false);
      return;
    }
    default: return;
  }
}

/// Those of `tuples` that the product allows.
TupleSet Narrowing::among(const Known& product, const TupleSet& tuples) {
  std::vector<Atom> possible;
  tuples.forEach([&](std::span<const Atom> tuple) {
    for (std::size_t column = 0; column < tuple.size(); ++column)
      if (!product.columns[column].contains(tuple.subspan(column, 1))) return;
    const auto row = product.rows.find(tuple.front());
    if (row != product.rows.end() && row->second.upper && !row->second.upper->contains(tuple.subspan(1))) return;
    possible.insert(possible.end(), tuple.begin(), tuple.end());
  });
  return TupleSet::ofTuples(universe_, tuples.arity(), possible);
}

void Narrowing::confineRow(Known& product, Atom first, const TupleSet& tails) {
  if (!product.columns.front().contains({&first, 1})) return;
  // If `tails` contains the whole second column, it excludes no tuple of the product.
  if (product.columns.size() == 2 && tails.size() >= product.columns[1].size() && product.columns[1].subsetOf(tails)) return;
  const auto [place, isNew] = product.rows.try_emplace(first);
  Interval& row = place->second;
  if (isNew) row.lower = TupleSet::atom(universe_, first).join(product.lower);
  if (!row.upper) {
    std::vector<Atom> possible;
    tails.forEach([&](std::span<const Atom> tail) {
      for (std::size_t column = 0; column < tail.size(); ++column)
        if (!product.columns[column + 1].contains(tail.subspan(column, 1))) return;
      possible.insert(possible.end(), tail.begin(), tail.end());
    });
    row.upper = TupleSet::ofTuples(universe_, tails.arity(), possible);
    ++product.boundedRows;
    product.changed = changed_ = true;
  } else if (!row.upper->subsetOf(tails)) {
    row.upper = row.upper->intersect(tails);
    product.changed = changed_ = true;
  }
  if (!row.lower.subsetOf(*row.upper)) throw WorkExceeded();
}

void Narrowing::requireRow(Known& product, Atom first, const TupleSet& tails) {
  if (!product.columns.front().contains({&first, 1})) throw WorkExceeded();
  const auto [place, isNew] = product.rows.try_emplace(first);
  Interval& row = place->second;
  if (isNew) row.lower = TupleSet::atom(universe_, first).join(product.lower);
  if (tails.subsetOf(row.lower)) return;
  row.lower = row.lower.unite(tails);
  product.changed = changed_ = true;
  if (row.upper && !row.lower.subsetOf(*row.upper)) throw WorkExceeded();
}

void Narrowing::exclude(ExprId id, const TupleSet& tuples, Claim claim) {
  if (tuples.empty()) return;
  work(tuples.size());
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
  switch (e.op) {
    case Op::field:
    case Op::sig:
      if (Known* relation = target(id, claim)) narrow(*relation, relation->lower, relation->upper->subtract(tuples));
      return;
    case Op::union_: exclude(child(0), tuples, claim); return exclude(child(1), tuples, claim);
    case Op::intersection:
      exclude(child(0), tuples.intersect(certain(child(1), tuples)), claim);
      return exclude(child(1), tuples.intersect(certain(child(0), tuples)), claim);
    case Op::difference: {
      const Interval right = valueOf(child(1));
      if (right.upper) exclude(child(0), tuples.subtract(*right.upper), claim);
      return require(child(1), tuples.intersect(valueOf(child(0)).lower), claim);
    }
    case Op::override_: return exclude(child(1), tuples, claim);
    case Op::product:
      if (model_.expr(child(0)).arity == 1) exclude(child(0), firstsBefore(tuples, valueOf(child(1)).lower), claim);
      if (model_.expr(child(0)).arity == 1) exclude(child(1), valueOf(child(0)).lower.join(tuples), claim);
      return;
    case Op::join: {
      if (model_.expr(child(0)).arity == 1) {
        exclude(child(1), valueOf(child(0)).lower.product(tuples), claim);
      } else if (model_.expr(child(1)).arity == 1) {
        exclude(child(0), tuples.product(valueOf(child(1)).lower), claim);
      }
      return;
    }
    case Op::domainRestriction: return exclude(child(1), tuples.domainRestrict(valueOf(child(0)).lower), claim);
    case Op::rangeRestriction: return exclude(child(0), tuples.rangeRestrict(valueOf(child(1)).lower), claim);
    case Op::transpose: return exclude(child(0), tuples.transpose(), claim);
    case Op::closure: return exclude(child(0), tuples, claim);
    case Op::reflexiveClosure: return exclude(child(0), tuples, claim);
    case Op::bound: return exclude(child(0), tuples, claim);
    default: return;
  }
}

void Narrowing::require(ExprId id, const TupleSet& tuples, Claim claim) {
  if (tuples.empty()) return;
  work(tuples.size());
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
  switch (e.op) {
    case Op::field:
    case Op::sig:
      if (Known* product = productTarget(id, claim)) {
        if (tuples.subsetOf(product->lower)) return;
        if (among(*product, tuples).size() != tuples.size()) throw WorkExceeded();
        product->lower = product->lower.unite(tuples);
        for (auto& [first, row] : product->rows) row.lower = row.lower.unite(TupleSet::atom(universe_, first).join(tuples));
        product->changed = changed_ = true;
        return;
      }
      if (Known* relation = target(id, claim)) {
        const bool functional = e.op == Op::field && bounds_.field(e.payload).functional;
        if (!functional && universe_ > fewAtoms && tuples.subsetOf(relation->lower)) return;
        narrow(*relation, relation->lower.unite(tuples), *relation->upper);
        if (functional) keepFunctional(*relation);
      }
      return;
    case Op::union_: {
      const Interval a = valueOf(child(0)), b = valueOf(child(1));
      if (b.upper) require(child(0), tuples.subtract(*b.upper), claim);
      if (a.upper) require(child(1), tuples.subtract(*a.upper), claim);
      return;
    }
    case Op::intersection: require(child(0), tuples, claim); return require(child(1), tuples, claim);
    case Op::difference: require(child(0), tuples, claim); return exclude(child(1), tuples, claim);
    case Op::product:
      if (model_.expr(child(0)).arity == 1) {
        require(child(0), columnsOf(tuples, 0, 1), claim);
        require(child(1), columnsOf(tuples, 1, e.arity), claim);
      }
      return;
    case Op::join: return requireJoined(id, tuples, claim);
    case Op::domainRestriction: require(child(0), columnsOf(tuples, 0, 1), claim); return require(child(1), tuples, claim);
    case Op::rangeRestriction:
      require(child(0), tuples, claim);
      return require(child(1), columnsOf(tuples, e.arity - 1u, e.arity), claim);
    case Op::transpose: return require(child(0), tuples.transpose(), claim);
    case Op::bound: return require(child(0), tuples, claim);
    default: return;
  }
}

/// Applies the claim that a join with a set contains `tuples`. If only one tuple `r` of the relation can give one of `tuples`,
/// the relation must contain `r`, and the set must contain the joined atom of `r`.
void Narrowing::requireJoined(ExprId id, const TupleSet& tuples, Claim claim) {
  const ExprId a = model_.child(id, 0), b = model_.child(id, 1);
  const bool left = model_.expr(a).arity == 1;
  if (!left && model_.expr(b).arity != 1) return;
  if (Known* product = left ? productTarget(b, claim) : nullptr) {
    const Interval atom = valueOf(a);
    if (atom.isConstant() && atom.lower.sizeUpToTwo() == 1) requireRow(*product, atom.lower.atoms().front(), tuples);
    return;
  }
  const ExprId set = left ? a : b, relation = left ? b : a;
  const Interval atoms = valueOf(set), rows = valueOf(relation);
  if (!atoms.upper || !rows.upper) return;
  TupleSet atom(universe_, 1), row(universe_, rows.upper->arity());
  tuples.forEach([&](std::span<const Atom> tuple) {
    const TupleSet one = TupleSet::singleton(universe_, tuple);
    const TupleSet ways = (left ? atoms.upper->product(one) : one.product(*atoms.upper)).intersect(*rows.upper);
    work(atoms.upper->size());
    if (ways.sizeUpToTwo() != 1) return;
    row = row.unite(ways);
    const unsigned column = left ? 0 : ways.arity() - 1;
    atom = atom.unite(columnsOf(ways, column, column + 1));
  });
  require(relation, row, claim);
  require(set, atom, claim);
}

/// Tuples that the operand `id` of an intersection certainly contains. If the operand is `iden`, returns the tuples `a->a` in
/// `tuples`: each of them is in `iden` if the other operand contains it.
TupleSet Narrowing::certain(ExprId id, const TupleSet& tuples) {
  const Interval value = valueOf(id);
  if (model_.expr(id).op != Op::iden || !rigidUniverse_) return value.lower;
  return tuples.intersect(*value.upper);  // if the other operand contains a tuple, the atoms of this tuple exist
}

/// The first atoms of those tuples in `tuples` whose other atoms are a tuple in `rest`.
TupleSet Narrowing::firstsBefore(const TupleSet& tuples, const TupleSet& rest) const {
  std::vector<Atom> firsts;
  tuples.forEach([&](std::span<const Atom> tuple) {
    if (rest.contains(tuple.subspan(1))) firsts.push_back(tuple[0]);
  });
  return TupleSet::ofTuples(universe_, 1, firsts);
}

TupleSet Narrowing::columnsOf(const TupleSet& tuples, unsigned first, unsigned end) const {
  std::vector<Atom> atoms;
  tuples.forEach([&](std::span<const Atom> tuple) {
    for (unsigned column = first; column < end; ++column) atoms.push_back(tuple[column]);
  });
  return TupleSet::ofTuples(universe_, end - first, atoms);
}

/// Narrows a relation in which no two tuples differ only in the last column: if a tuple is certain, excludes the tuples that
/// differ from it only in the last column.
void Narrowing::keepFunctional(Known& relation) {
  const unsigned last = relation.upper->arity() - 1;
  const TupleSet fixed = last == 0 ? relation.lower : columnsOf(relation.lower, 0, last);
  std::vector<Atom> impossible;
  work(relation.upper->size());
  relation.upper->forEach([&](std::span<const Atom> tuple) {
    const bool isFixed = last == 0 ? !fixed.empty() : fixed.contains(tuple.first(last));
    if (isFixed && !relation.lower.contains(tuple)) impossible.insert(impossible.end(), tuple.begin(), tuple.end());
  });
  if (!impossible.empty())
    narrow(relation, relation.lower, relation.upper->subtract(TupleSet::ofTuples(universe_, last + 1, impossible)));
}

void Narrowing::narrow(Known& relation, TupleSet lower, TupleSet upper) {
  work(upper.size());
  if (!lower.subsetOf(upper)) throw WorkExceeded();
  if (lower == relation.lower && upper == *relation.upper) return;
  relation.lower = std::move(lower);
  relation.upper = std::move(upper);
  relation.changed = changed_ = true;
}

}  // namespace aunit::solver
