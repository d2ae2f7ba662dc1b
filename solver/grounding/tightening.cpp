#include "solver/grounding/tightening.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/relations/tuple_set.h"
#include "solver/grounding/intervals.h"
#include "support/cancellation.h"

namespace aunit::solver {

namespace {

using namespace model;
namespace builtin = model::builtin;

constexpr int mostRounds = 8;

/// Whether a formula must hold or must not, and in which states.
struct Claim {
  bool holds = true;
  bool everywhere = false;  // in every state, not only in the first

  Claim opposite() const { return {!holds, everywhere}; }
  Claim in(bool wanted) const { return {wanted, everywhere}; }
};

class Tightening : Intervals {
 public:
  Tightening(Bounds& bounds, const model::Model& model, std::span<const Conjunct> conjuncts, model::Semantics semantics)
      : Intervals(bounds, model, bounds.universeSize() <= fewAtoms ? 0 : nodesOf(model, conjuncts)),
        bounds_(bounds),
        model_(model),
        conjuncts_(conjuncts),
        universe_(bounds.universeSize()),
        noOverflow_(semantics.noOverflow),
        rigidUniverse_(std::ranges::none_of(model.sigs(), &model::Sig::isVar)) {}

  TighteningResult run(Reading reading) {
    TighteningResult result;
    try {
      if (universe_ <= fewAtoms) {
        if (reading == Reading::all) repeat(0, conjuncts_.size());
      } else if (reading == Reading::data) {
        readData(result.read, conjuncts_.size());
        listProducts();
      } else {
        const bool isDetermined = readBackground(result.read);
        if (!isDetermined) readAll(result.read);
        result.settled = whatHolds();
        if (isDetermined) result.background = background();
      }
    } catch (const WorkExceeded&) {
      // The bounds found so far are valid.
    }
    store();
    return result;
  }

 private:
  /// The number of conjuncts before the problem's own formulas.
  std::ptrdiff_t background() const {
    return std::ranges::find_if(conjuncts_, [](const Conjunct& c) { return c.origin >= Conjunct::Origin::formula; }) -
           conjuncts_.begin();
  }

  /// Reads the facts and declarations. Returns whether they determine all relations, so that formulas can narrow nothing.
  bool readBackground(std::vector<std::size_t>& read) {
    const auto end = static_cast<std::size_t>(background());
    readData(read, end);
    if (hasProducts()) return false;
    repeat(0, end);
    store();
    isBackgroundRead_ = true;
    return bounds_.isDetermined(model_);
  }

  /// Reads the formulas, and propagates all conjuncts.
  void readAll(std::vector<std::size_t>& read) {
    startOver();
    readData(read, conjuncts_.size());
    listProducts();
    repeat(isBackgroundRead_ ? static_cast<std::size_t>(background()) : 0, conjuncts_.size());
  }

  /// Propagates the conjuncts before `end` until nothing changes; in the first round only those from `begin` on.
  void repeat(std::size_t begin, std::size_t end) {
    for (int round = 0; round < mostRounds; ++round) {
      changed_ = false;
      for (std::size_t i = round == 0 ? begin : 0; i < end; ++i)
        if (!isSettled(i)) propagate(conjuncts_[i].formula, {});
      if (!changed_) break;
    }
  }

  // ---- models that hold data ----

  static std::uint64_t nodesOf(const model::Model& model, std::span<const Conjunct> conjuncts) {
    std::uint64_t nodes = 0;
    std::vector<ExprId> open;
    for (const Conjunct& conjunct : conjuncts) {
      open.push_back(conjunct.formula);
      while (!open.empty()) {
        const ExprId id = open.back();
        open.pop_back();
        ++nodes;
        const auto children = model.children(id);
        open.insert(open.end(), children.begin(), children.end());
      }
    }
    return nodes;
  }

  /// Reads facts about relations with many possible tuples, before the tuples are listed. Takes several rounds if definitions
  /// come after their uses. Only conjuncts before `end` are read.
  void readData(std::vector<std::size_t>& read, std::size_t end) {
    relations_.resize(conjuncts_.size());
    for (std::size_t i = 0; i < end; ++i)
      if (relations_[i].empty()) relations_[i] = relationsOf(conjuncts_[i].formula);
    for (FieldId id = 0; id < model_.fields().size(); ++id) knownField(id);
    std::vector<std::size_t> facts;
    for (std::size_t i = 0; i < end; ++i) {
      const Conjunct::Origin origin = conjuncts_[i].origin;
      if (origin == Conjunct::Origin::fact || origin == Conjunct::Origin::formula) facts.push_back(i);
    }
    std::vector<bool> isRead(conjuncts_.size());
    for (const std::size_t i : read) isRead[i] = true;
    for (bool more = true; std::exchange(more, false) && hasProducts();)
      for (const std::size_t i : facts) {
        if (isSettled(i)) continue;
        changed_ = false;
        // If a fact contradicts others, propagate() throws, and the fact stays in the list.
        if (!isRead[i]) read.push_back(i);
        propagate(conjuncts_[i].formula, {});
        if (!isRead[i] && !changed_) read.pop_back();
        isRead[i] = isRead[i] || changed_;
        more |= changed_;
      }
  }

  /// The signatures and fields that a formula mentions, fields as ~id; nothing for a formula with calls, which is never settled.
  std::vector<std::uint32_t> relationsOf(ExprId formula) const {
    std::vector<std::uint32_t> relations;
    std::vector<ExprId> open{formula};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      const Expr& e = model_.expr(id);
      if (e.op == Op::call) return {};
      if (e.op == Op::sig) relations.push_back(e.payload);
      if (e.op == Op::field) relations.push_back(~e.payload);
      for (const ExprId child : model_.children(id)) open.push_back(child);
      for (const model::Decl& d : model_.decls(id)) open.push_back(d.bound);
    }
    std::ranges::sort(relations);
    relations.erase(std::ranges::unique(relations).begin(), relations.end());
    return relations;
  }

  /// Whether a conjunct cannot narrow anything: all its relations are known, or it declares a field that is still a product.
  bool isSettled(std::size_t conjunct) {
    if (relations_.empty() || relations_[conjunct].empty()) return false;
    bool known = true;
    for (const std::uint32_t relation : relations_[conjunct]) {
      if (constant_.contains(relation)) continue;
      const bool isField = relation >= ~static_cast<std::uint32_t>(model_.fields().size());
      const Known& value = isField ? knownField(~relation) : knownSig(relation);
      if (!value.columns.empty() && conjuncts_[conjunct].origin <= Conjunct::Origin::declaration) return true;
      const bool isConstant = (isField || relation >= builtin::count) && value.isConstant();
      if (isConstant) constant_.insert(relation);
      known = known && isConstant;
    }
    return known;
  }

  /// By conjunct: whether the intervals show that it holds in every solution.
  std::vector<bool> whatHolds() {
    std::vector<bool> holds(conjuncts_.size(), false);
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      const Op op = model_.expr(conjuncts_[i].formula).op;
      const bool cheap = op == Op::equal || op == Op::in || op == Op::some || op == Op::no || op == Op::one || op == Op::lone;
      holds[i] = cheap && decided(conjuncts_[i].formula) == true;
    }
    return holds;
  }

  // ---- formulas that must hold, or must not ----

  void propagate(ExprId id, Claim claim) {
    const Expr& e = model_.expr(id);
    const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
    work(1);
    switch (e.op) {
      case Op::not_: return propagate(child(0), claim.opposite());
      case Op::and_:
      case Op::or_:
        if (claim.holds == (e.op == Op::and_)) {
          for (const ExprId each : model_.children(id)) propagate(each, claim);
        } else {
          propagateOneOf(id, claim);
        }
        return;
      case Op::implies:
        // If overflows are excluded, nothing follows for an antecedent or a side of `iff`: an overflow in it does not count as
        // negated.
        if (!claim.holds) {
          if (!noOverflow_) propagate(child(0), claim.in(true));
          return propagate(child(1), claim);
        }
        if (decided(child(0)) == true) return propagate(child(1), claim);
        if (!noOverflow_ && decided(child(1)) == false) propagate(child(0), claim.in(false));
        return;
      case Op::iff:
        if (noOverflow_) return;
        if (const auto left = decided(child(0))) return propagate(child(1), claim.in(*left == claim.holds));
        if (const auto right = decided(child(1))) propagate(child(0), claim.in(*right == claim.holds));
        return;
      case Op::ifThenElse:
        if (const auto condition = decided(child(0))) propagate(child(*condition ? 1 : 2), claim);
        return;
      case Op::in: return claim.holds != e.negated ? include(id, claim) : notIncluded(id, claim);
      case Op::equal:
        if (claim.holds == e.negated) return;
        return equate(child(0), child(1), claim);
      case Op::some:
      case Op::no: return claim.holds == (e.op == Op::some) ? some(child(0), claim) : none(child(0), claim);
      case Op::one:
        if (!claim.holds) return;
        some(child(0), claim);
        return lone(child(0), claim);
      case Op::lone: return claim.holds ? lone(child(0), claim) : void();
      case Op::disjoint: return claim.holds ? disjoint(id, claim) : void();
      case Op::quantAll:
      case Op::quantNo:
      case Op::quantSome:
        if (claim.holds == (e.op == Op::quantSome)) return e.op == Op::quantSome ? propagateChosen(id, 0, claim) : void();
        return propagateForAll(id, 0, 0, {}, claim.in(e.op == Op::quantAll));
      case Op::always: return claim.holds ? propagate(child(0), {true, true}) : void();
      case Op::eventually: return claim.holds ? void() : propagate(child(0), {false, true});
      case Op::let: {
        if (!isNamed(id)) return;
        const Naming naming(*this, e.payload, valueOf(child(0)));
        return propagate(child(1), claim);
      }
      case Op::call: {
        if (!isOpen(id)) return;
        const Naming naming(*this, id);
        return propagate(model_.func(e.payload).body, claim);
      }
      default: return;
    }
  }

  /// If the claim can be true of only one child, it must be true of this child.
  void propagateOneOf(ExprId id, Claim claim) {
    ExprId last = noId;
    for (const ExprId each : model_.children(id)) {
      const auto truth = decided(each);
      if (truth && *truth != claim.holds) continue;
      if (truth || last != noId) return;
      last = each;
    }
    if (last != noId) propagate(last, claim);
  }

  /// Propagates the body for the atoms that a valuation names, if all of them were chosen; an atom that need not exist may be
  /// missing.
  void propagateChosen(ExprId id, std::size_t decl, Claim claim) {
    const auto decls = model_.decls(id);
    if (decl == decls.size()) return propagate(model_.child(id, 0), claim);
    const model::Decl& d = decls[decl];
    const auto atom = d.variableCount == 1 ? bounds_.chosen(d.firstVariable) : std::nullopt;
    if (!atom) return;
    const TupleSet value = TupleSet::atom(universe_, *atom);
    const bool exists = d.multiplicity == Multiplicity::one;
    const Naming naming(*this, d.firstVariable, {exists ? value : TupleSet(universe_, 1), value});
    propagateChosen(id, decl + 1, claim);
  }

  /// Propagates the body for the atoms that the variables certainly range over.
  void propagateForAll(ExprId id, std::size_t decl, std::uint32_t index, std::vector<Atom> siblings, Claim claim) {
    const auto decls = model_.decls(id);
    if (decl == decls.size()) return propagate(model_.child(id, 0), claim);
    const model::Decl& d = decls[decl];
    if (index == d.variableCount) return propagateForAll(id, decl + 1, 0, {}, claim);
    if (d.multiplicity != Multiplicity::one || model_.expr(d.bound).arity != 1 || d.illFormed) return;
    for (const Atom atom : valueOf(d.bound).lower.atoms()) {
      if (noOverflow_ && atom >= bounds_.firstInt())
        return;  // a quantifier skips numbers for which its body overflows (language reference 11)
      if (d.disjoint && std::ranges::find(siblings, atom) != siblings.end()) continue;
      const Naming naming(*this, d.firstVariable + index, constant(TupleSet::atom(universe_, atom)));
      std::vector<Atom> more = siblings;
      more.push_back(atom);
      propagateForAll(id, decl, index + 1, std::move(more), claim);
    }
  }

  void include(ExprId inclusion, Claim claim) {
    const ExprId a = model_.child(inclusion, 0), b = model_.child(inclusion, 1);
    Interval ofLeft, ofRight;
    const Interval &left = valueOf(a, ofLeft), &right = valueOf(b, ofRight);
    if (left.upper && right.upper) exclude(a, left.upper->subtract(*right.upper), claim);
    if (!left.upper && right.upper) confine(a, TupleSet(*right.upper), claim);
    if (universe_ <= fewAtoms || !right.isConstant() || !left.lower.subsetOf(right.lower))
      require(b, TupleSet(left.lower), claim);
  }

  void notIncluded(ExprId inclusion, Claim claim) {
    const ExprId right = model_.child(inclusion, 1);
    const Interval left = valueOf(model_.child(inclusion, 0));
    if (isPlain(right) && left.isConstant() && left.lower.sizeUpToTwo() == 1) exclude(right, left.lower, claim);
  }

  void equate(ExprId a, ExprId b, Claim claim) {
    Interval left = valueOf(a), right = valueOf(b);
    equate(a, left, right, claim);
    // A constant cannot be narrowed.
    if (!left.isConstant()) left = valueOf(a);
    if (!right.isConstant()) right = valueOf(b);
    equate(b, right, left, claim);
  }

  /// The value of `a`, which is `left`, equals `right`.
  void equate(ExprId a, const Interval& left, const Interval& right, Claim claim) {
    if (left.upper && right.upper) exclude(a, left.upper->subtract(*right.upper), claim);
    if (!left.upper && right.upper) confine(a, *right.upper, claim);
    // If `left` is a constant that contains `right.lower`, require() has no effect. Tested only in large universes.
    if (universe_ <= fewAtoms || !left.isConstant() || !right.lower.subsetOf(left.lower)) require(a, right.lower, claim);
  }

  void some(ExprId set, Claim claim) {
    const Interval value = valueOf(set);
    if (value.upper && value.upper->sizeUpToTwo() == 1) require(set, *value.upper, claim);
  }
  void none(ExprId set, Claim claim) {
    const Interval value = valueOf(set);
    if (value.upper) exclude(set, *value.upper, claim);
    if (!value.upper) confine(set, TupleSet(universe_, value.lower.arity()), claim);
  }
  void lone(ExprId set, Claim claim) {
    const Interval value = valueOf(set);
    if (value.upper && value.lower.sizeUpToTwo() == 1) exclude(set, value.upper->subtract(value.lower), claim);
  }

  void disjoint(ExprId id, Claim claim) {
    const auto sets = model_.children(id);
    for (std::size_t i = 0; i < sets.size(); ++i)
      for (std::size_t j = 0; j < sets.size(); ++j)
        if (i != j) exclude(sets[j], valueOf(sets[i]).lower, claim);
  }

  // ---- expressions that must hold tuples, or must not ----

  /// The relation that the expression names, if the claim may narrow it: a variable relation needs a claim about every state.
  Known* target(ExprId id, Claim claim) {
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
  Known* productTarget(ExprId id, Claim claim) {
    Known* product = productOf(id);
    return product && (claim.everywhere || !model_.field(model_.expr(id).payload).isVar) ? product : nullptr;
  }

  /// Bounds the value of an expression that had no listed upper bound: it is a subset of these tuples.
  void confine(ExprId id, const TupleSet& tuples, Claim claim) {
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

  /// Those of the given tuples that the product allows.
  TupleSet among(const Known& product, const TupleSet& tuples) {
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

  void confineRow(Known& product, Atom first, const TupleSet& tails) {
    if (!product.columns.front().contains({&first, 1})) return;
    // A bound that allows all tuples of the product has no effect.
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

  void requireRow(Known& product, Atom first, const TupleSet& tails) {
    if (!product.columns.front().contains({&first, 1})) throw WorkExceeded();
    const auto [place, isNew] = product.rows.try_emplace(first);
    Interval& row = place->second;
    if (isNew) row.lower = TupleSet::atom(universe_, first).join(product.lower);
    if (tails.subsetOf(row.lower)) return;
    row.lower = row.lower.unite(tails);
    product.changed = changed_ = true;
    if (row.upper && !row.lower.subsetOf(*row.upper)) throw WorkExceeded();
  }

  void exclude(ExprId id, const TupleSet& tuples, Claim claim) {
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

  void require(ExprId id, const TupleSet& tuples, Claim claim) {
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

  /// Propagates through a join with a set, for tuples that the join can produce in only one way.
  void requireJoined(ExprId id, const TupleSet& tuples, Claim claim) {
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

  /// Those of the given tuples that an expression certainly contains, if the other operand of an intersection contains them.
  TupleSet certain(ExprId id, const TupleSet& tuples) {
    const Interval value = valueOf(id);
    if (model_.expr(id).op != Op::iden || !rigidUniverse_) return value.lower;
    return tuples.intersect(*value.upper);  // an atom exists if a tuple that must hold contains it
  }

  /// The first atoms of the tuples whose remainder is in `rest`.
  TupleSet firstsBefore(const TupleSet& tuples, const TupleSet& rest) const {
    std::vector<Atom> firsts;
    tuples.forEach([&](std::span<const Atom> tuple) {
      if (rest.contains(tuple.subspan(1))) firsts.push_back(tuple[0]);
    });
    return TupleSet::ofTuples(universe_, 1, firsts);
  }

  TupleSet columnsOf(const TupleSet& tuples, unsigned first, unsigned end) const {
    std::vector<Atom> atoms;
    tuples.forEach([&](std::span<const Atom> tuple) {
      for (unsigned column = first; column < end; ++column) atoms.push_back(tuple[column]);
    });
    return TupleSet::ofTuples(universe_, end - first, atoms);
  }

  /// If one tuple is certain, others with the same atoms in all columns but the last are not possible.
  void keepFunctional(Known& relation) {
    TupleSet others(universe_, relation.upper->arity());
    std::vector<Atom> before;
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

  void narrow(Known& relation, TupleSet lower, TupleSet upper) {
    work(upper.size());
    if (!lower.subsetOf(upper)) throw WorkExceeded();
    if (lower == relation.lower && upper == *relation.upper) return;
    relation.lower = std::move(lower);
    relation.upper = std::move(upper);
    relation.changed = changed_ = true;
  }

  Bounds& bounds_;
  const model::Model& model_;
  const std::span<const Conjunct> conjuncts_;
  std::vector<std::vector<std::uint32_t>> relations_;  // by conjunct; in large universes only
  std::unordered_set<std::uint32_t> constant_;         // relations, numbered as in relations_, that were found to be constant
  const std::uint32_t universe_;
  const bool noOverflow_;
  const bool rigidUniverse_;
  bool changed_ = false;
  bool isBackgroundRead_ = false;
};

}  // namespace

TighteningResult tighten(Bounds& bounds, const model::Model& model, std::span<const Conjunct> conjuncts,
                         model::Semantics semantics, Reading reading, const support::Budget& budget) {
  const support::Cancellation cancellation(budget);
  return Tightening(bounds, model, conjuncts, semantics).run(reading);
}

}  // namespace aunit::solver
