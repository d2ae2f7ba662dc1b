// Computes those values of relations that follow from the updates of an observation.
#include "suite/log/reading/mapping.h"

#include "suite/log/reading/updates.h"

namespace aunit::suite::log {

using namespace model;

Relations Mapping::knownRelations(const Observation& line) const {
  Relations known;
  for (const Update& update : line.updates) known.set(update.relation);
  for (const model::LogRelation& relation : log_.relations) {
    if (!relation.stays) continue;
    if (const int number = numberOf(relation); number >= 0) known.set(static_cast<std::size_t>(number));
  }
  return known;
}

namespace {

/// The `Algebra` with which updated() (updates.h) computes values that are sets of tuples.
class KnownTuples {
 public:
  explicit KnownTuples(const model::Universe& universe) : universe_(universe), size_(universe.size()) {}

  std::uint32_t arity(const TupleSet& set) const { return set.arity(); }
  TupleSet atom(Atom atom) const { return TupleSet::atom(size_, atom); }
  TupleSet constant(const TupleSet& set) const { return set; }
  TupleSet unite(const TupleSet& a, const TupleSet& b) const { return a.unite(b); }
  TupleSet subtract(const TupleSet& a, const TupleSet& b) const { return a.subtract(b); }
  TupleSet product(const TupleSet& a, const TupleSet& b) const { return a.product(b); }
  TupleSet join(const TupleSet& a, const TupleSet& b) const { return a.join(b); }
  TupleSet has(const TupleSet& all, Atom atom) const {
    return all.contains(std::span(&atom, 1)) ? TupleSet::range(size_, 0, 1) : TupleSet(size_, 1);
  }
  TupleSet where(const TupleSet& tuple, const TupleSet& condition) const {
    return condition.empty() ? TupleSet(size_, tuple.arity()) : tuple;
  }
  TupleSet append(const TupleSet& sequence, const TupleSet& value) const {
    const auto length = static_cast<std::int64_t>(sequence.size());
    if (length > universe_.maxInt()) return sequence.unite(atom(universe_.intAtom(universe_.minInt())).product(value));
    return sequence.unite(atom(universe_.intAtom(static_cast<std::int32_t>(length))).product(value));
  }
  TupleSet plus(const TupleSet& set, const Update& update) const {
    std::int64_t sum = update.amount;
    for (const Atom atom : set.atoms()) sum += universe_.intValue(atom);
    const bool zero = (!set.empty() || update.amount == 0) && update.prefix.empty();
    if (sum < universe_.minInt() || sum > universe_.maxInt() || (sum == 0 && !zero)) return TupleSet(size_, 1);
    return atom(universe_.intAtom(static_cast<std::int32_t>(sum)));
  }

 private:
  const model::Universe& universe_;
  std::uint32_t size_;
};

}  // namespace

KnownRelations Mapping::statedAlone(const Observation& line) const {
  Relations said, seen;
  for (const Update& update : line.updates) {
    if (seen[update.relation]) continue;
    seen.set(update.relation);
    const RelationNumbers::Relation& relation = numbers_[update.relation];
    const bool all =
        update.prefix.empty() || (update.prefix.size() == 1 && relation.isField &&
                                  model_.sig(model_.field(relation.id).sig).multiplicity == model::Multiplicity::one);
    said.set(update.relation, all && update.does == Update::Kind::set);
  }
  Values before;
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    before.emplace_back(size_, numbers_[i].isField ? model_.field(numbers_[i].id).arity : 1);
  KnownRelations stated = known(line, before, before);
  for (std::size_t i = 0; i < stated.size(); ++i)
    if (!said[i]) stated[i].reset();
  return stated;
}

std::shared_ptr<const Values> Mapping::statedBy(const Observation& line) const {
  if (line.updates.size() < numbers_.size()) return nullptr;
  auto stated = std::make_shared<Values>();
  for (auto& value : statedAlone(line)) {
    if (!value) return nullptr;
    stated->push_back(std::move(*value));
  }
  return stated;
}

KnownRelations Mapping::known(const Observation& line, const Values& before, const Values& initial) const {
  KnownRelations known(numbers_.size());
  const KnownTuples algebra(*frame_.universe);
  for (const Update& update : line.updates)
    known[update.relation] = updated(algebra, update, known[update.relation] ? *known[update.relation] : before[update.relation],
                                     initial[update.relation]);
  const Relations all = knownRelations(line);
  for (std::size_t i = 0; i < known.size(); ++i)
    if (all[i] && !known[i]) known[i] = before[i];
  return known;
}

}  // namespace aunit::suite::log
