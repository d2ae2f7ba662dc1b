#include "solver/grounding/intervals.h"

#include <algorithm>
#include <span>
#include <utility>

#include "model/relations/digraph.h"

namespace aunit::solver {

using namespace model;
namespace builtin = model::builtin;

namespace {

// At most `mostWork` + `mostWorkOfNode` * n tuples are handled for all formulas in all rounds; n is the number of their nodes.
constexpr std::uint64_t mostWork = 4'000'000, mostWorkOfNode = 200;
// Relations with more tuples than this get an unknown value.
constexpr std::uint64_t mostTuples = 1u << 16;
// If an upper bound has more tuples than this, its tuples are not listed.
constexpr std::uint64_t mostListed = std::uint64_t{1} << 24;
// In universes of more than fewAtoms atoms, the closure of a relation with more tuples than this is not listed.
constexpr std::uint64_t mostClosed = 256;
constexpr int mostFollowedCalls = 50;

std::uint64_t tupleCount(const Interval& a) {
  return a.upper ? a.upper->size() : a.lower.size();
}

}  // namespace

Intervals::Intervals(Bounds& bounds, const model::Model& model, std::uint64_t nodes)
    : bounds_(bounds),
      model_(model),
      universe_(bounds.universeSize()),
      sigs_(model.sigs().size()),
      fields_(model.fields().size()),
      mostWork_(mostWork + nodes * mostWorkOfNode) {}

void Intervals::store() {
  for (SigId id = 0; id < sigs_.size(); ++id)
    if (sigs_[id] && std::exchange(sigs_[id]->changed, false))
      bounds_.narrow(id, codesOf(sigs_[id]->lower), codesOf(*sigs_[id]->upper));
  for (FieldId id = 0; id < fields_.size(); ++id) {
    std::optional<Known>& field = fields_[id];
    if (!field || !std::exchange(field->changed, false)) continue;
    if (!field->columns.empty() && mayHold(*field) <= mostListed) joinRows(*field, true);
    if (field->upper) bounds_.narrowField(id, codesOf(field->lower), codesOf(*field->upper));
  }
}

bool Intervals::hasProducts() const {
  return std::ranges::any_of(fields_, [](const std::optional<Known>& field) { return field && !field->columns.empty(); });
}

/// The number of tuples that `product` may have. Rows without an upper bound count as at most 2^32 tuples together, to avoid an
/// overflow.
std::uint64_t Intervals::mayHold(const Known& product) const {
  constexpr std::uint64_t more = std::uint64_t{1} << 32;
  std::uint64_t tuples = product.columns.front().size() - product.boundedRows;
  for (std::size_t column = 1; column < product.columns.size(); ++column)
    tuples = std::min(tuples * product.columns[column].size(), more);
  for (const auto& [first, row] : product.rows)
    if (row.upper) tuples += row.upper->size();
  return tuples;
}

void Intervals::listProducts() {
  for (std::optional<Known>& field : fields_)
    if (field && !field->columns.empty() && mayHold(*field) <= mostTuples) joinRows(*field, true);
}

void Intervals::joinRows(Known& relation, bool all) const {
  if (!all && relation.boundedRows < relation.columns.front().size()) return;
  const auto width = static_cast<unsigned>(relation.columns.size());
  std::vector<Atom> must, may;
  TupleSet rest(universe_, 1);
  const auto append = [](Atom first, const TupleSet& tails, std::vector<Atom>& out) {
    tails.forEach([&](std::span<const Atom> tail) {
      out.push_back(first);
      out.insert(out.end(), tail.begin(), tail.end());
    });
  };
  for (const Atom first : relation.columns.front().atoms()) {
    const auto row = relation.rows.find(first);
    if (row != relation.rows.end()) append(first, row->second.lower, must);
    if (row != relation.rows.end() && row->second.upper)
      append(first, *row->second.upper, may);
    else
      rest.append({&first, 1});
  }
  TupleSet upper = TupleSet::ofTuples(universe_, width, may);
  if (!rest.empty()) {
    for (std::size_t column = 1; column < width; ++column) rest = rest.product(relation.columns[column]);
    upper = upper.unite(rest);
  }
  relation.lower = relation.lower.unite(TupleSet::ofTuples(universe_, width, must));
  relation.upper = std::move(upper);
  relation.columns.clear();
  relation.rows.clear();
}

Intervals::Known* Intervals::productOf(ExprId id) {
  const Expr& e = model_.expr(id);
  if (e.op != Op::field) return nullptr;
  Known& field = knownField(e.payload);
  return field.columns.empty() ? nullptr : &field;
}

const Intervals::Known* Intervals::fieldOf(ExprId id) {
  const Expr& e = model_.expr(id);
  if (e.op != Op::field) return nullptr;
  const Known& field = knownField(e.payload);
  return field.upper ? &field : nullptr;
}

Interval Intervals::rowOf(const Known& relation, Atom first) const {
  if (const auto row = relation.rows.find(first); row != relation.rows.end()) return row->second;
  return {TupleSet::atom(universe_, first).join(relation.lower), std::nullopt};
}

void Intervals::work(std::uint64_t tuples) {
  if ((work_ += 1 + tuples) > mostWork_) throw WorkExceeded();
}

TupleSet Intervals::setOf(const std::vector<TupleCode>& codes, unsigned arity) const {
  std::vector<Atom> atoms(codes.size() * arity);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    TupleCode code = codes[i];
    for (unsigned column = arity; column-- > 0; code /= universe_)
      atoms[i * arity + column] = static_cast<Atom>(code % universe_);
  }
  return TupleSet::ofTuples(universe_, arity, atoms);
}

std::vector<TupleCode> Intervals::codesOf(const TupleSet& set) const {
  std::vector<TupleCode> codes;
  set.forEach([&](std::span<const Atom> tuple) {
    TupleCode code = 0;
    for (const Atom atom : tuple) code = code * universe_ + atom;
    codes.push_back(code);
  });
  return codes;
}

Intervals::Known& Intervals::known(std::optional<Known>& slot, const RelationBound& bound, unsigned arity) {
  if (slot) return *slot;
  slot.emplace();
  slot->lower = TupleSet(universe_, arity);
  for (const std::vector<TupleCode>& column : bound.columns) slot->columns.push_back(setOf(column, 1));
  if (bound.upper.size() > mostTuples || !bound.columns.empty()) return *slot;
  work(bound.upper.size());
  slot->lower = setOf(bound.lower, arity);
  slot->upper = setOf(bound.upper, arity);
  return *slot;
}

template <class Combine>
Interval Intervals::combined(unsigned arity, const Interval& a, const Interval& b, std::uint64_t size, Combine combine) {
  work(size);
  if (size > mostTuples) return unknown(arity);
  Interval result{combine(a.lower, b.lower), std::nullopt};
  if (a.upper && b.upper) result.upper = combine(*a.upper, *b.upper);
  return result;
}

Interval Intervals::universe() {
  Interval all{TupleSet(universe_, 1), TupleSet::range(universe_, 0, universe_)};
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
    if (model_.isTopLevel(id)) all.lower = all.lower.unite(knownSig(id).lower);
  all.lower = all.lower.unite(TupleSet::range(universe_, bounds_.firstString(), universe_));
  return all;
}

std::optional<Interval> Intervals::integerAtom(ExprId integer) const {
  const Expr& e = model_.expr(integer);
  if (e.op != Op::integer || bounds_.sizes().bitwidth == 0) return std::nullopt;
  const auto value = static_cast<std::int32_t>(e.payload);
  if (value < bounds_.intValue(bounds_.firstInt()) || value > bounds_.intValue(universe_ - 1)) return std::nullopt;
  return constant(TupleSet::atom(universe_, bounds_.intAtom(value)));
}

const Interval& Intervals::valueOf(ExprId id, Interval& computed) {
  const Expr& e = model_.expr(id);
  work(1);
  if (e.op == Op::sig && e.payload >= builtin::count) return knownSig(e.payload);
  if (e.op == Op::field) return knownField(e.payload);
  return computed = valueOf(id);
}

Interval Intervals::valueOf(ExprId id) {
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return valueOf(model_.child(id, i)); };
  work(1);
  switch (e.op) {
    case Op::sig:
      if (e.payload == builtin::univ) return universe();
      if (e.payload == builtin::none) return constant(TupleSet(universe_, 1));
      return knownSig(e.payload);
    case Op::field: {
      const Known& field = knownField(e.payload);
      work(tupleCount(field));
      return field;
    }
    case Op::variable: {
      const auto bound = environment_.find(e.payload);
      return bound == environment_.end() ? unknown(e.arity) : bound->second;
    }
    case Op::iden: {
      const Interval all = universe();
      return {TupleSet::identity(all.lower), TupleSet::identity(*all.upper)};
    }
    case Op::stringAtom: {
      const auto atom = bounds_.stringAtom(model_.strings()[e.payload]);
      return atom ? constant(TupleSet::atom(universe_, *atom)) : unknown(1);
    }
    case Op::integerAtom: return integerAtom(model_.child(id, 0)).value_or(unknown(1));
    case Op::union_: {
      if (universe_ > fewAtoms) return sum(id);
      const Interval a = child(0), b = child(1);
      const std::uint64_t size = tupleCount(a) + tupleCount(b);
      work(size);
      if (size > mostListed) return unknown(e.arity);
      Interval result{a.lower.unite(b.lower), std::nullopt};
      if (a.upper && b.upper) result.upper = a.upper->unite(*b.upper);
      return result;
    }
    case Op::intersection: {
      const Interval a = child(0), b = child(1);
      Interval result =
          combined(e.arity, a, b, tupleCount(a) + tupleCount(b), [](const auto& x, const auto& y) { return x.intersect(y); });
      if (!result.upper) result.upper = a.upper ? a.upper : b.upper;
      return result;
    }
    case Op::difference: {
      if (e.arity == 1 && model_.expr(model_.child(id, 0)).op == Op::integerAtom)
        return unknown(1);  // `0 - k` is a number, not a set
      const Interval a = child(0), b = child(1);
      work(tupleCount(a) + tupleCount(b));
      Interval result = unknown(e.arity);
      if (b.upper) result.lower = a.lower.subtract(*b.upper);
      if (a.upper) result.upper = a.upper->subtract(b.lower);
      return result;
    }
    case Op::override_: {
      const Interval a = child(0), b = child(1);
      work(tupleCount(a) + tupleCount(b));
      Interval result = unknown(e.arity);
      if (b.upper) result.lower = a.lower.overrideWith(*b.upper).subtract(*b.upper);
      result.lower = result.lower.unite(b.lower);
      if (a.upper && b.upper) result.upper = a.upper->overrideWith(b.lower).unite(*b.upper);
      return result;
    }
    case Op::product:
    case Op::seqBound: {
      const Interval a = child(0), b = child(1);
      return combined(e.arity, a, b, tupleCount(a) * tupleCount(b), [](const auto& x, const auto& y) { return x.product(y); });
    }
    case Op::join: {
      const ExprId right = model_.child(id, 1);
      if (universe_ > fewAtoms)
        if (std::optional<Interval> walked = reached(id)) return *walked;
      const Interval a = child(0);
      if (a.isConstant() && a.lower.arity() == 1 && a.lower.sizeUpToTwo() == 1 && universe_ > fewAtoms) {
        // Reads one row of a possibly large relation without the other rows.
        if (const Known* product = productOf(right)) return rowOf(*product, a.lower.atoms().front());
        if (const Known* field = fieldOf(right)) {
          Interval row{a.lower.join(field->lower), a.lower.join(*field->upper)};
          work(tupleCount(row));
          return row;
        }
      }
      const Interval b = child(1);
      if (e.arity > 2 && tupleCount(a) * tupleCount(b) > mostTuples * mostTuples) return unknown(e.arity);
      return combined(e.arity, a, b, tupleCount(a) + tupleCount(b), [](const auto& x, const auto& y) { return x.join(y); });
    }
    case Op::domainRestriction: {
      const Interval a = child(0), b = child(1);
      return combined(e.arity, a, b, tupleCount(a) + tupleCount(b),
                      [](const auto& x, const auto& y) { return y.domainRestrict(x); });
    }
    case Op::rangeRestriction: {
      const Interval a = child(0), b = child(1);
      return combined(e.arity, a, b, tupleCount(a) + tupleCount(b),
                      [](const auto& x, const auto& y) { return x.rangeRestrict(y); });
    }
    case Op::transpose: {
      const Interval a = child(0);
      work(tupleCount(a));
      return {a.lower.transpose(), a.upper ? std::optional(a.upper->transpose()) : std::nullopt};
    }
    case Op::closure: return closure(child(0));
    case Op::reflexiveClosure: {
      const Interval a = closure(child(0)), all = universe();
      work(tupleCount(a) + universe_);
      return {a.lower.unite(TupleSet::identity(all.lower)),
              a.upper ? std::optional(a.upper->unite(TupleSet::identity(*all.upper))) : std::nullopt};
    }
    case Op::bound: return child(0);
    case Op::prime: return child(0);  // bounds hold in every state, and so in the next one
    case Op::ifThenElse: {
      if (const auto condition = decided(model_.child(id, 0))) return child(*condition ? 1 : 2);
      const Interval a = child(1), b = child(2);
      work(tupleCount(a) + tupleCount(b));
      return {a.lower.intersect(b.lower), a.upper && b.upper ? std::optional(a.upper->unite(*b.upper)) : std::nullopt};
    }
    case Op::let: {
      if (!isNamed(id)) return unknown(e.arity);
      const Naming naming(*this, e.payload, child(0));
      return child(1);
    }
    case Op::call: {
      if (!isOpen(id)) return unknown(e.arity);
      const Naming naming(*this, id);
      return valueOf(model_.func(e.payload).body);
    }
    default: return unknown(e.arity);
  }
}

/// The value of a union. Models that contain data have unions of very many operands, so this function first collects the tuples
/// of all operands and then sorts them once.
Interval Intervals::sum(ExprId id) {
  const unsigned arity = model_.expr(id).arity;
  std::vector<Atom> certain, further;  // the atoms of the tuples, one tuple after the other
  bool isBounded = true;
  std::vector<ExprId> open{id};
  while (!open.empty()) {
    const ExprId next = open.back();
    open.pop_back();
    if (model_.expr(next).op == Op::union_) {
      open.insert(open.end(), {model_.child(next, 1), model_.child(next, 0)});
      work(1);
      continue;
    }
    Interval computed;
    const Interval& part = valueOf(next, computed);
    work(tupleCount(part));
    const auto append = [](const TupleSet& tuples, std::vector<Atom>& to) {
      tuples.forEach([&](std::span<const Atom> tuple) { to.insert(to.end(), tuple.begin(), tuple.end()); });
    };
    append(part.lower, certain);
    isBounded = isBounded && part.upper.has_value();
    if (isBounded && !part.isConstant()) append(*part.upper, further);
    if ((certain.size() + further.size()) / arity > mostListed) return unknown(arity);
  }
  Interval result{TupleSet::ofTuples(universe_, arity, certain), std::nullopt};
  if (isBounded)
    result.upper = further.empty() ? result.lower : result.lower.unite(TupleSet::ofTuples(universe_, arity, further));
  return result;
}

Interval Intervals::closure(const Interval& a) {
  if (tupleCount(a) > mostClosed && universe_ > fewAtoms) return {a.lower, std::nullopt};
  // A closure follows paths of several tuples, so it counts as 8 steps of work for each tuple.
  work(tupleCount(a) * 8);
  Interval result{a.lower.closure(), std::nullopt};
  if (a.upper && (a.isConstant() || universe_ <= fewAtoms)) result.upper = a.upper->closure();
  return result;
}

/// The value of `join` if it joins a set with a closure, as in `s.^r` or `^r.s`; nothing for other joins. Follows the tuples of
/// the relation from the atoms of the set, so that the closure need not be computed.
std::optional<Interval> Intervals::reached(ExprId join) {
  for (const bool forward : {true, false}) {
    const ExprId set = model_.child(join, forward ? 0 : 1), closed = model_.child(join, forward ? 1 : 0);
    const Op op = model_.expr(closed).op;
    if (model_.expr(set).arity != 1 || (op != Op::closure && op != Op::reflexiveClosure)) continue;
    const Interval starts = valueOf(set), edges = valueOf(model_.child(closed, 0));
    work(tupleCount(edges) * 8);
    const auto walk = [&](const TupleSet& from, const TupleSet& along) {
      TupleSet out(universe_, 1);
      model::Digraph graph(along);
      forward ? graph.reachedFrom(from, out) : graph.reaching(from, out);
      return out;
    };
    Interval result{walk(starts.lower, edges.lower), std::nullopt};
    if (starts.upper && edges.upper) result.upper = walk(*starts.upper, *edges.upper);
    if (op == Op::closure) return result;
    const Interval all = universe();
    result.lower = result.lower.unite(starts.lower.intersect(all.lower));
    if (result.upper) result.upper = result.upper->unite(*starts.upper);
    return result;
  }
  return std::nullopt;
}

Intervals::Naming::Naming(Intervals& owner, ExprId call) : owner_(owner) {
  const model::Func& called = owner.model_.func(owner.model_.expr(call).payload);
  std::vector<Interval> values;
  for (const ExprId argument : owner.model_.children(call))
    values.push_back(owner.model_.expr(argument).sort == Sort::relation ? owner.valueOf(argument) : owner.unknown(1));
  for (std::size_t i = 0; i < values.size(); ++i) name(called.variables[i], std::move(values[i]));
  ++owner.calls_;
  calls_ = 1;
}

Intervals::Naming::~Naming() {
  for (auto& [variable, before] : before_) {
    if (before)
      owner_.environment_.insert_or_assign(variable, std::move(*before));
    else
      owner_.environment_.erase(variable);
  }
  owner_.calls_ -= calls_;
}

void Intervals::Naming::name(VarId variable, Interval value) {
  const auto known = owner_.environment_.find(variable);
  before_.emplace_back(variable, known == owner_.environment_.end() ? std::nullopt : std::optional(std::move(known->second)));
  owner_.environment_.insert_or_assign(variable, std::move(value));
}

bool Intervals::isOpen(ExprId call) const {
  const model::Func& called = model_.func(model_.expr(call).payload);
  return called.body != noId && !called.recursive && calls_ < mostFollowedCalls;
}

}  // namespace aunit::solver
