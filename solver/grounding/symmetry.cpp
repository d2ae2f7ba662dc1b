#include "solver/grounding/symmetry.h"

#include <algorithm>
#include <map>
#include <utility>

#include "model/representation.h"

namespace aunit::solver {

using namespace model;
namespace builtin = model::builtin;

namespace {

void normalise(std::vector<TupleCode>& t) {
  std::sort(t.begin(), t.end());
  t.erase(std::unique(t.begin(), t.end()), t.end());
}

}  // namespace

void SymmetryBuilder::decode(TupleCode code, std::vector<std::uint32_t>& atoms) const {
  for (std::size_t i = atoms.size(); i-- > 0; code /= out_.universeSize_)
    atoms[i] = static_cast<std::uint32_t>(code % out_.universeSize_);
}

bool SymmetryBuilder::invariant(const std::vector<TupleCode>& tuples, unsigned arity, std::uint32_t a, std::uint32_t b) const {
  meter_.step(tuples.size());
  std::vector<std::uint32_t> atoms(arity);
  for (const TupleCode code : tuples) {
    decode(code, atoms);
    bool touched = false;
    for (std::uint32_t& atom : atoms) {
      if (atom == a || atom == b) {
        atom = a + b - atom;
        touched = true;
      }
    }
    if (!touched) continue;
    TupleCode swapped = 0;
    for (const std::uint32_t atom : atoms) swapped = swapped * out_.universeSize_ + atom;
    if (!std::binary_search(tuples.begin(), tuples.end(), swapped)) return false;
  }
  return true;
}

// Two atoms are interchangeable if exchanging them maps every bound to itself. Exchanges compose, so it is enough to compare an
// atom with one atom of each class.
void SymmetryBuilder::findClasses() {
  out_.classes_.clear();
  // The only atom of a signature is interchangeable with no other atom.
  std::vector<bool> isAlone(out_.firstString_);
  for (SigId id = builtin::count; id < out_.sigs_.size(); ++id)
    if (const std::vector<TupleCode>& atoms = out_.sigs_[id].lower; atoms.size() == 1 && atoms[0] < isAlone.size())
      isAlone[atoms[0]] = true;
  // No two atoms of a record have the same values.
  for (const Bounds::RecordAtoms& atoms : out_.records_) std::fill_n(isAlone.begin() + atoms.first, atoms.record.atoms, true);
  // By atom: 2 * id for each signature whose lower bound has the atom, 2 * id + 1 for each signature whose upper bound has it.
  std::vector<std::vector<std::uint32_t>> memberships(out_.firstString_);
  for (SigId id = builtin::count; id < out_.sigs_.size(); ++id) {
    const auto enter = [&](const std::vector<TupleCode>& atoms, std::uint32_t what) {
      meter_.step(atoms.size());
      for (const TupleCode a : atoms) {
        if (a < memberships.size() && !isAlone[a]) memberships[a].push_back(what);
      }
    };
    enter(out_.sigs_[id].lower, id * 2);
    enter(out_.sigs_[id].upper, id * 2 + 1);
  }
  std::map<std::vector<std::uint32_t>, std::vector<std::uint32_t>> byMembership;
  for (std::uint32_t a = 0; a < out_.firstString_; ++a)
    if (!isAlone[a]) byMembership[memberships[a]].push_back(a);
  for (const auto& [membership, atoms] : byMembership) {
    std::vector<std::vector<std::uint32_t>> parts;
    for (const std::uint32_t atom : atoms) {
      meter_.step(parts.size() + out_.fields_.size());
      const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& p) { return exchangeable(p.front(), atom); });
      if (part == parts.end())
        parts.push_back({atom});
      else
        part->push_back(atom);
    }
    for (auto& part : parts) {
      if (part.size() > 1) out_.classes_.push_back(std::move(part));
    }
  }
  std::sort(out_.classes_.begin(), out_.classes_.end());
}

bool SymmetryBuilder::exchangeable(std::uint32_t a, std::uint32_t b) const {
  // Each bound of a signature contains both `a` and `b`, or neither. So their exchange does not change an upper bound that is a
  // product of signatures' bounds. Only lower bounds must be checked.
  for (FieldId id = 0; id < out_.fields_.size(); ++id) {
    const RelationBound& bound = out_.fields_[id];
    if (!bound.lower.empty() && !invariant(bound.lower, model_.field(id).arity, a, b)) return false;
  }
  return true;
}

// Fixes the orders that totalOrder[S, O.first, O.next] demands, if the size of S is fixed. If the atoms of S are interchangeable,
// the order of their numbers represents all orders. An enum is ordered as it is declared (language reference 9, 12.4).
void SymmetryBuilder::fixOrders() {
  for (const auto& constraint : model_.implicitConstraints()) {
    if (constraint.kind == model::ImplicitKind::appendedFact) findOrders(constraint.formula);
  }
}

std::optional<FieldId> SymmetryBuilder::fieldOfSingleton(ExprId id) const {
  const Expr& e = model_.expr(id);
  if (e.op != Op::join) return std::nullopt;
  const Expr& owner = model_.expr(model_.child(id, 0));
  const Expr& field = model_.expr(model_.child(id, 1));
  if (owner.op != Op::sig || field.op != Op::field || model_.field(field.payload).sig != owner.payload) return std::nullopt;
  const Sig& sig = model_.sig(owner.payload);
  if (sig.multiplicity != Multiplicity::one || sig.isVar || model_.field(field.payload).isVar) return std::nullopt;
  if (out_.sigs_[owner.payload].lower.size() != 1) return std::nullopt;
  return field.payload;
}

void SymmetryBuilder::findOrders(ExprId id) {
  const Expr& e = model_.expr(id);
  if (e.op == Op::and_ || e.op == Op::always) {
    for (const ExprId child : model_.children(id)) findOrders(child);
  }
  if (e.op != Op::totalOrder) return;
  const Expr& set = model_.expr(model_.child(id, 0));
  const auto first = fieldOfSingleton(model_.child(id, 1));
  const auto next = fieldOfSingleton(model_.child(id, 2));
  if (set.op != Op::sig || !first || !next || model_.field(*first).arity != 2 || model_.field(*next).arity != 3) return;
  const Sig& sig = model_.sig(set.payload);
  const RelationBound& bound = out_.sigs_[set.payload];
  if (bound.lower != bound.upper || bound.lower.empty()) return;
  // If the Analyzer represents a signature by one relation, it always fixes the order of the atoms. If it represents the
  // signature by a union of relations, it fixes the order only by symmetry breaking.
  if (!sig.isEnum && !model::isOneRelation(model_, set.payload)) {
    out_.dependsOnSymmetries_ = true;
    if (symmetries_ == Symmetries::kept) return;
  }
  std::vector<std::uint32_t> order(bound.lower.begin(), bound.lower.end());
  if (sig.isEnum) {
    order.clear();
    for (const SigId child : sig.children) {
      if (out_.sigs_[child].lower.size() == 1) order.push_back(static_cast<std::uint32_t>(out_.sigs_[child].lower[0]));
    }
    if (order.size() != bound.lower.size()) return;
  } else {
    const bool free = order.size() == 1 || std::any_of(out_.classes_.begin(), out_.classes_.end(), [&](const auto& part) {
                        return std::includes(part.begin(), part.end(), order.begin(), order.end());
                      });
    if (!free) return;
  }
  const TupleCode owner = out_.sigs_[model_.field(*first).sig].lower[0];
  const TupleCode n = out_.universeSize_;
  RelationBound& firstBound = out_.fields_[*first];
  RelationBound& nextBound = out_.fields_[*next];
  firstBound.columns.clear();
  nextBound.columns.clear();
  firstBound.lower = firstBound.upper = {owner * n + order[0]};
  nextBound.lower.clear();
  for (std::size_t i = 0; i + 1 < order.size(); ++i) nextBound.lower.push_back((owner * n + order[i]) * n + order[i + 1]);
  normalise(nextBound.lower);
  nextBound.upper = nextBound.lower;
  findClasses();
}

}  // namespace aunit::solver
