#include "solver/translation/symmetry.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace aunit::solver {

namespace {

// With fewer permutations than `fewExchanges`, searching all entries is faster than sorting them. Sorting more than
// `mostEntriesSorted` entries takes too much memory (8 bytes for each atom in an entry).
constexpr std::size_t fewExchanges = 64, mostEntriesSorted = 1 << 25;
// With more than this many pairs of exchanges, only single exchanges are used, so that the constraints stay few.
constexpr std::size_t mostPairs = 256;

Lit holdsAt(const std::vector<Entry>& entries, TupleCode tuple) {
  const auto found =
      std::lower_bound(entries.begin(), entries.end(), tuple, [](const Entry& e, TupleCode t) { return e.tuple < t; });
  return found != entries.end() && found->tuple == tuple ? found->holds : no;
}

// Each pair has one literal of a sequence x and one of a sequence y. Returns a literal that is true if x is lexicographically not
// greater than y.
Lit noGreater(Circuit& circuit, std::span<const std::pair<Lit, Lit>> pairs) {
  Lit result = yes;
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const auto [x, y] = pairs[i];
    // x < y, or x = y and the remaining pairs are not greater.
    result = circuit.conjunction(circuit.disjunction(!x, y), circuit.disjunction(circuit.conjunction(!x, y), result));
  }
  return result;
}

/// Disjoint exchanges of two atoms each, which are made together.
struct Permutation {
  std::vector<Bounds::Exchange> exchanges;
  std::size_t chosen;  // the number of exchanges from which the others, of records, follow

  std::uint32_t operator()(std::uint32_t atom) const {
    for (const auto& [a, b] : exchanges)
      if (atom == a || atom == b) return a + b - atom;
    return atom;
  }
};

/// Returns the exchanges of two neighbouring atoms of a class. For SymmetryOrder::fixedFirst and exactly two classes, also
/// returns all permutations that combine one exchange of each class. The combinations are needed because exchanges of rows alone
/// and of columns alone leave many symmetric matrices (Flener, Frisch, Hnich, Kiziltan, Miguel, Pearson & Walsh, CP 2002).
std::vector<Permutation> permutationsOf(const Bounds& bounds, SymmetryOrder order) {
  std::vector<Permutation> all;
  const auto add = [&](std::vector<Bounds::Exchange> exchanges) {
    const std::size_t chosen = exchanges.size();
    bounds.addRecords(exchanges);
    all.push_back({std::move(exchanges), chosen});
  };
  std::vector<std::size_t> ends;  // by class: the number of exchanges of this class and of all classes before it
  for (const auto& part : bounds.interchangeable()) {
    for (std::size_t i = 0; i + 1 < part.size(); ++i) add({{part[i], part[i + 1]}});
    ends.push_back(all.size());
  }
  if (order == SymmetryOrder::reference || ends.size() != 2 || ends[0] * (ends[1] - ends[0]) > mostPairs) return all;
  for (std::size_t i = 0; i < ends[0]; ++i)
    for (std::size_t k = ends[0]; k < ends[1]; ++k) add({all[i].exchanges.front(), all[k].exchanges.front()});
  return all;
}

/// For each atom: the entries that contain it, sorted by relation and by index in the relation.
class EntriesByAtom {
 public:
  struct Place {
    std::uint32_t relation;
    std::uint32_t entry;
    auto operator<=>(const Place&) const = default;
  };

  EntriesByAtom(std::span<const StateRelation> relations, const Algebra& algebra, std::uint32_t atoms) : starts_(atoms + 1) {
    const auto visit = [&](auto&& each) {
      std::vector<std::uint32_t> held;
      for (std::uint32_t r = 0; r < relations.size(); ++r) {
        algebra.circuit().meter().step(relations[r].entries->size());
        held.resize(relations[r].arity);
        for (std::uint32_t e = 0; e < relations[r].entries->size(); ++e) {
          algebra.decode((*relations[r].entries)[e].tuple, held);
          for (std::size_t i = 0; i < held.size(); ++i)
            if (std::find(held.begin(), held.begin() + static_cast<std::ptrdiff_t>(i), held[i]) ==
                held.begin() + static_cast<std::ptrdiff_t>(i))
              each(held[i], Place{r, e});
        }
      }
    };
    visit([&](std::uint32_t atom, Place) { ++starts_[atom + 1]; });
    for (std::size_t atom = 0; atom < atoms; ++atom) starts_[atom + 1] += starts_[atom];
    places_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    visit([&](std::uint32_t atom, Place place) { places_[next[atom]++] = place; });
  }

  /// The entries that contain an atom which the permutation moves.
  std::vector<Place> anyOf(const Permutation& permutation) const {
    std::vector<Place> all, more;
    const auto add = [&](std::uint32_t atom) {
      more.clear();
      std::ranges::set_union(all, std::span(places_).subspan(starts_[atom], starts_[atom + 1] - starts_[atom]),
                             std::back_inserter(more));
      std::swap(all, more);
    };
    for (const auto& [a, b] : permutation.exchanges) {
      add(a);
      add(b);
    }
    return all;
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Place> places_;
};

/// Returns the rank of a relation; relations of a low rank are compared first. 0: sets of interchangeable atoms. 1: relations
/// with columns of fixed atoms and one column of interchangeable atoms, such as the times of events. 2: other relations with
/// columns of fixed atoms. 3: all others. Relations with fixed atoms come early because no exchange changes the fixed atoms.
/// Reads only the first and the last tuple.
int rankOf(const StateRelation& relation, const Algebra& algebra, const Bounds& bounds, const std::vector<bool>& isFree) {
  if (relation.entries->empty()) return 3;
  std::vector<std::uint32_t> first(relation.arity), last(relation.arity);
  algebra.decode(relation.entries->front().tuple, first);
  algebra.decode(relation.entries->back().tuple, last);
  int free = 0, fixed = 0;
  for (std::size_t i = 0; i < relation.arity; ++i) {
    if (last[i] >= bounds.firstInt()) return 3;
    if (isFree[first[i]] || isFree[last[i]])
      ++free;
    else if (first[i] != last[i])
      ++fixed;
  }
  if (fixed > 0) return free == 1 ? 1 : 2;
  return free == 1 ? 0 : 3;
}

/// Returns the relations sorted by state, and in each state by rank.
std::vector<StateRelation> byRank(std::span<const StateRelation> relations, const Algebra& algebra, const Bounds& bounds) {
  std::vector<bool> isFree(bounds.universeSize());
  for (const auto& part : bounds.interchangeable())
    for (const std::uint32_t atom : part) isFree[atom] = true;
  for (const Bounds::RecordAtoms& atoms : bounds.records()) std::fill_n(isFree.begin() + atoms.first, atoms.record.atoms, true);
  std::vector<std::pair<std::pair<int, int>, std::size_t>> order;  // state and rank, then the index in `relations`
  for (const StateRelation& relation : relations)
    order.push_back({{relation.state, rankOf(relation, algebra, bounds, isFree)}, order.size()});
  std::ranges::sort(order);
  std::vector<StateRelation> sorted;
  for (const auto& [unused, place] : order) sorted.push_back(relations[place]);
  return sorted;
}

}  // namespace

std::vector<StateRelation> inComparedOrder(const model::Model& model, const Bounds& bounds,
                                           const RelationVariables& relationVariables, std::span<const SkolemRelation> skolems,
                                           int states) {
  std::vector<StateRelation> relations;
  for (const RelationVariables::Leaf& leaf : relationVariables.known()) {
    if (leaf.state >= states || (leaf.isField && bounds.isOfRecord(leaf.id))) continue;
    relations.push_back({leaf.isField ? model.field(leaf.id).arity : 1u, leaf.state, &(*leaf.matrix)->entries});
  }
  for (const SkolemRelation& skolem : skolems) relations.push_back({skolem.arity, 0, &skolem.entries});
  std::stable_sort(relations.begin(), relations.end(), [](const StateRelation& x, const StateRelation& y) {
    return std::pair(x.state, x.entries->size()) < std::pair(y.state, y.entries->size());
  });
  return relations;
}

Lit breakSymmetries(const model::Model& model, const Bounds& bounds, const RelationVariables& relationVariables,
                    std::span<const SkolemRelation> skolems, const Algebra& algebra, int states, int length,
                    SymmetryOrder order) {
  if (length <= 0 || bounds.interchangeable().empty()) return yes;
  std::vector<StateRelation> relations = inComparedOrder(model, bounds, relationVariables, skolems, states);
  if (order == SymmetryOrder::fixedFirst) relations = byRank(relations, algebra, bounds);
  const std::vector<Permutation> permutations = permutationsOf(bounds, order);
  std::size_t entries = 0;
  for (const StateRelation& relation : relations) entries += relation.entries->size();
  std::optional<EntriesByAtom> touching;
  if (permutations.size() > fewExchanges && entries <= mostEntriesSorted)
    touching.emplace(relations, algebra, bounds.universeSize());
  std::vector<Lit> constraints;
  std::vector<std::uint32_t> atoms;
  for (const Permutation& permutation : permutations) {
    std::vector<std::pair<Lit, Lit>> pairs;
    std::vector<std::pair<Lit, Lit>> seen;
    const std::size_t most = permutation.chosen * static_cast<std::size_t>(length);
    const auto isEnough = [&] { return pairs.size() >= most; };
    const auto look = [&](const StateRelation& relation, const Entry& e) {
      atoms.resize(relation.arity);
      algebra.decode(e.tuple, atoms);
      bool touched = false;
      for (std::uint32_t& atom : atoms) {
        const std::uint32_t image = permutation(atom);
        touched = touched || image != atom;
        atom = image;
      }
      if (!touched) return;
      const Lit other = holdsAt(*relation.entries, algebra.encode(atoms));
      // A pair adds nothing if its mirror image was compared before.
      if (other == e.holds || std::find(seen.begin(), seen.end(), std::pair(other, e.holds)) != seen.end()) return;
      pairs.emplace_back(e.holds, other);
      seen.emplace_back(e.holds, other);
    };
    if (touching) {
      for (const EntriesByAtom::Place place : touching->anyOf(permutation)) {
        if (isEnough()) break;
        algebra.circuit().meter().step(1);
        look(relations[place.relation], (*relations[place.relation].entries)[place.entry]);
      }
    } else {
      for (const StateRelation& relation : relations) {
        if (isEnough()) break;
        algebra.circuit().meter().step(relation.entries->size());
        for (const Entry& e : *relation.entries) {
          if (isEnough()) break;
          look(relation, e);
        }
      }
    }
    constraints.push_back(noGreater(algebra.circuit(), pairs));
  }
  return algebra.circuit().conjunction(constraints);
}

}  // namespace aunit::solver
