#include "solver/grounding/tightening.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "model/relations/tuple_set.h"
#include "support/cancellation.h"

namespace aunit::solver {

namespace {

using namespace model;
namespace builtin = model::builtin;

// Tuples handled, of all formulas in all rounds.
constexpr std::uint64_t mostWork = 4'000'000;
// Nothing is known of larger relations.
constexpr std::uint64_t mostTuples = 1u << 16;
constexpr int mostRounds = 8;
constexpr int mostFollowedCalls = 50;

/// The tuples that a relation must and may hold, in every state of every solution.
struct Interval {
  TupleSet lower;
  std::optional<TupleSet> upper;  // nothing: it is not known

  bool isConstant() const { return upper && *upper == lower; }
};

/// Must the formula hold, and where?
struct Claim {
  bool holds = true;
  bool everywhere = false;  // in every state, not only in the first

  Claim opposite() const { return {!holds, everywhere}; }
  Claim in(bool wanted) const { return {wanted, everywhere}; }
};

struct Spent {};  // thrown when much work is done, or formulas contradict each other

class Tightening {
 public:
  Tightening(Bounds& bounds, const model::Model& model, model::Semantics semantics)
      : bounds_(bounds),
        model_(model),
        universe_(bounds.universeSize()),
        noOverflow_(semantics.noOverflow),
        rigidUniverse_(std::ranges::none_of(model.sigs(), &model::Sig::isVar)),
        sigs_(model.sigs().size()),
        fields_(model.fields().size()) {}

  void run(std::span<const Conjunct> conjuncts) {
    try {
      for (int round = 0; round < mostRounds; ++round) {
        changed_ = false;
        for (const Conjunct& conjunct : conjuncts) propagate(conjunct.formula, {});
        if (!changed_) break;
      }
    } catch (const Spent&) {
      // The bounds known by now hold all the same.
    }
    for (SigId id = 0; id < sigs_.size(); ++id)
      if (sigs_[id] && sigs_[id]->changed) bounds_.narrow(id, codesOf(sigs_[id]->lower), codesOf(*sigs_[id]->upper));
    for (FieldId id = 0; id < fields_.size(); ++id)
      if (fields_[id] && fields_[id]->changed) bounds_.narrowField(id, codesOf(fields_[id]->lower), codesOf(*fields_[id]->upper));
  }

 private:
  struct Known : Interval {
    bool changed = false;
  };

  void work(std::uint64_t tuples) {
    if ((work_ += 1 + tuples) > mostWork) throw Spent();
  }

  // ---- what is known of relations ----

  TupleSet setOf(const std::vector<TupleCode>& codes, unsigned arity) const {
    std::vector<Atom> atoms(codes.size() * arity);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      TupleCode code = codes[i];
      for (unsigned column = arity; column-- > 0; code /= universe_)
        atoms[i * arity + column] = static_cast<Atom>(code % universe_);
    }
    return TupleSet::ofTuples(universe_, arity, atoms);
  }

  std::vector<TupleCode> codesOf(const TupleSet& set) const {
    std::vector<TupleCode> codes;
    set.forEach([&](std::span<const Atom> tuple) {
      TupleCode code = 0;
      for (const Atom atom : tuple) code = code * universe_ + atom;
      codes.push_back(code);
    });
    return codes;
  }

  Known& known(std::optional<Known>& slot, const RelationBound& bound, unsigned arity) {
    if (slot) return *slot;
    slot.emplace();
    slot->lower = TupleSet(universe_, arity);
    if (bound.upper.size() > mostTuples) return *slot;
    work(bound.upper.size());
    slot->lower = setOf(bound.lower, arity);
    slot->upper = setOf(bound.upper, arity);
    return *slot;
  }
  Known& knownSig(SigId id) { return known(sigs_[id], bounds_.sig(id), 1); }
  Known& knownField(FieldId id) { return known(fields_[id], bounds_.field(id), model_.field(id).arity); }

  Interval unknown(unsigned arity) const { return {TupleSet(universe_, arity), std::nullopt}; }
  static Interval constant(TupleSet set) { return {set, set}; }

  /// An interval is given up when it is large.
  template <class Combine>
  Interval combined(unsigned arity, const Interval& a, const Interval& b, std::uint64_t size, Combine combine) {
    work(size);
    if (size > mostTuples) return unknown(arity);
    Interval result{combine(a.lower, b.lower), std::nullopt};
    if (a.upper && b.upper) result.upper = combine(*a.upper, *b.upper);
    return result;
  }
  static std::uint64_t sizeOf(const Interval& a) { return a.upper ? a.upper->size() : a.lower.size(); }

  Interval universe() {
    Interval all{TupleSet(universe_, 1), TupleSet::range(universe_, 0, universe_)};
    for (SigId id = builtin::count; id < model_.sigs().size(); ++id)
      if (model_.isTopLevel(id)) all.lower = all.lower.unite(knownSig(id).lower);
    all.lower = all.lower.unite(TupleSet::range(universe_, bounds_.firstString(), universe_));
    return all;
  }

  std::optional<Interval> integerAtom(ExprId integer) const {
    const Expr& e = model_.expr(integer);
    if (e.op != Op::integer || bounds_.sizes().bitwidth == 0) return std::nullopt;
    const auto value = static_cast<std::int32_t>(e.payload);
    if (value < bounds_.intValue(bounds_.firstInt()) || value > bounds_.intValue(universe_ - 1)) return std::nullopt;
    return constant(TupleSet::atom(universe_, bounds_.intAtom(value)));
  }

  Interval valueOf(ExprId id) {
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
        work(sizeOf(field));
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
        const Interval a = child(0), b = child(1);
        return combined(e.arity, a, b, sizeOf(a) + sizeOf(b), [](const auto& x, const auto& y) { return x.unite(y); });
      }
      case Op::intersection: {
        const Interval a = child(0), b = child(1);
        Interval result =
            combined(e.arity, a, b, sizeOf(a) + sizeOf(b), [](const auto& x, const auto& y) { return x.intersect(y); });
        if (!result.upper) result.upper = a.upper ? a.upper : b.upper;
        return result;
      }
      case Op::difference: {
        if (e.arity == 1 && model_.expr(model_.child(id, 0)).op == Op::integerAtom) return unknown(1);  // `0 - k` is a number
        const Interval a = child(0), b = child(1);
        work(sizeOf(a) + sizeOf(b));
        Interval result = unknown(e.arity);
        if (b.upper) result.lower = a.lower.subtract(*b.upper);
        if (a.upper) result.upper = a.upper->subtract(b.lower);
        return result;
      }
      case Op::override_: {
        const Interval a = child(0), b = child(1);
        work(sizeOf(a) + sizeOf(b));
        Interval result = unknown(e.arity);
        if (b.upper) result.lower = a.lower.overrideWith(*b.upper).subtract(*b.upper);
        result.lower = result.lower.unite(b.lower);
        if (a.upper && b.upper) result.upper = a.upper->overrideWith(b.lower).unite(*b.upper);
        return result;
      }
      case Op::product:
      case Op::seqBound: {
        const Interval a = child(0), b = child(1);
        return combined(e.arity, a, b, sizeOf(a) * sizeOf(b), [](const auto& x, const auto& y) { return x.product(y); });
      }
      case Op::join: {
        const Interval a = child(0), b = child(1);
        if (e.arity > 2 && sizeOf(a) * sizeOf(b) > mostTuples * mostTuples) return unknown(e.arity);
        return combined(e.arity, a, b, sizeOf(a) + sizeOf(b), [](const auto& x, const auto& y) { return x.join(y); });
      }
      case Op::domainRestriction: {
        const Interval a = child(0), b = child(1);
        return combined(e.arity, a, b, sizeOf(a) + sizeOf(b), [](const auto& x, const auto& y) { return y.domainRestrict(x); });
      }
      case Op::rangeRestriction: {
        const Interval a = child(0), b = child(1);
        return combined(e.arity, a, b, sizeOf(a) + sizeOf(b), [](const auto& x, const auto& y) { return x.rangeRestrict(y); });
      }
      case Op::transpose: {
        const Interval a = child(0);
        work(sizeOf(a));
        return {a.lower.transpose(), a.upper ? std::optional(a.upper->transpose()) : std::nullopt};
      }
      case Op::closure: return closure(child(0));
      case Op::reflexiveClosure: {
        const Interval a = closure(child(0)), all = universe();
        work(sizeOf(a) + universe_);
        return {a.lower.unite(TupleSet::identity(all.lower)),
                a.upper ? std::optional(a.upper->unite(TupleSet::identity(*all.upper))) : std::nullopt};
      }
      case Op::bound: return child(0);
      case Op::prime: return child(0);  // bounds hold in every state
      case Op::ifThenElse: {
        if (const auto condition = decided(model_.child(id, 0))) return child(*condition ? 1 : 2);
        const Interval a = child(1), b = child(2);
        work(sizeOf(a) + sizeOf(b));
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

  Interval closure(const Interval& a) {
    // Paths may be as long as there are atoms.
    work(sizeOf(a) * 8);
    Interval result{a.lower.closure(), std::nullopt};
    if (a.upper && (a.isConstant() || universe_ <= 64)) result.upper = a.upper->closure();
    return result;
  }

  // ---- names ----

  /// While it lives, variables stand for intervals.
  class Naming {
   public:
    Naming(Tightening& owner, VarId variable, Interval value) : owner_(owner) { name(variable, std::move(value)); }
    /// The parameters of what is called.
    Naming(Tightening& owner, ExprId call) : owner_(owner) {
      const model::Func& called = owner.model_.func(owner.model_.expr(call).payload);
      std::vector<Interval> values;
      for (const ExprId argument : owner.model_.children(call))
        values.push_back(owner.model_.expr(argument).sort == Sort::relation ? owner.valueOf(argument) : owner.unknown(1));
      for (std::size_t i = 0; i < values.size(); ++i) name(called.variables[i], std::move(values[i]));
      ++owner.calls_;
      calls_ = 1;
    }
    ~Naming() {
      for (auto& [variable, before] : before_) {
        if (before)
          owner_.environment_.insert_or_assign(variable, std::move(*before));
        else
          owner_.environment_.erase(variable);
      }
      owner_.calls_ -= calls_;
    }
    Naming(const Naming&) = delete;
    Naming& operator=(const Naming&) = delete;

   private:
    void name(VarId variable, Interval value) {
      const auto known = owner_.environment_.find(variable);
      before_.emplace_back(variable, known == owner_.environment_.end() ? std::nullopt : std::optional(std::move(known->second)));
      owner_.environment_.insert_or_assign(variable, std::move(value));
    }

    Tightening& owner_;
    std::vector<std::pair<VarId, std::optional<Interval>>> before_;
    int calls_ = 0;
  };

  /// Is the name of a `let` one for a relation?
  bool isNamed(ExprId let) const { return model_.expr(model_.child(let, 0)).sort == Sort::relation; }
  bool isOpen(ExprId call) const {
    const model::Func& called = model_.func(model_.expr(call).payload);
    return called.body != noId && !called.recursive && calls_ < mostFollowedCalls;
  }

  // ---- formulas that are decided already ----

  std::optional<bool> decided(ExprId id) {
    const Expr& e = model_.expr(id);
    const auto child = [&](std::uint32_t i) { return decided(model_.child(id, i)); };
    const auto signedAs = [&](std::optional<bool> truth) { return truth ? std::optional(*truth != e.negated) : std::nullopt; };
    work(1);
    switch (e.op) {
      case Op::true_: return true;
      case Op::false_: return false;
      case Op::not_: {
        const auto truth = child(0);
        return truth ? std::optional(!*truth) : std::nullopt;
      }
      case Op::and_:
      case Op::or_: {
        bool open = false;
        for (const ExprId each : model_.children(id)) {
          const auto truth = decided(each);
          if (truth && *truth == (e.op == Op::or_)) return truth;
          open |= !truth;
        }
        return open ? std::nullopt : std::optional(e.op == Op::and_);
      }
      case Op::implies: {
        const auto left = child(0), right = child(1);
        if ((left && !*left) || (right && *right)) return true;
        return left && right ? std::optional(false) : std::nullopt;
      }
      case Op::iff: {
        const auto left = child(0), right = child(1);
        return left && right ? std::optional(*left == *right) : std::nullopt;
      }
      case Op::in: return signedAs(isIncluded(id));
      case Op::equal: {
        const Interval a = valueOf(model_.child(id, 0)), b = valueOf(model_.child(id, 1));
        if (a.isConstant() && b.isConstant() && a.lower == b.lower) return !e.negated;
        const bool differ = (b.upper && !a.lower.subsetOf(*b.upper)) || (a.upper && !b.lower.subsetOf(*a.upper));
        return differ ? std::optional(e.negated) : std::nullopt;
      }
      case Op::some:
      case Op::no:
      case Op::lone:
      case Op::one: return hasSize(e.op, valueOf(model_.child(id, 0)));
      case Op::ifThenElse: {
        const auto condition = child(0);
        return condition ? child(*condition ? 1 : 2) : std::nullopt;
      }
      case Op::let: {
        if (!isNamed(id)) return std::nullopt;
        const Naming naming(*this, e.payload, valueOf(model_.child(id, 0)));
        return child(1);
      }
      case Op::call: {
        if (!isOpen(id)) return std::nullopt;
        const Naming naming(*this, id);
        return decided(model_.func(e.payload).body);
      }
      default: return std::nullopt;
    }
  }

  /// A bound with multiplicities demands more than inclusion.
  bool isPlain(ExprId bound) const {
    const Expr& e = model_.expr(bound);
    return e.op != Op::bound && e.op != Op::seqBound && e.op != Op::product;
  }

  std::optional<bool> isIncluded(ExprId inclusion) {
    const ExprId right = model_.child(inclusion, 1);
    const Interval a = valueOf(model_.child(inclusion, 0)), b = valueOf(right);
    if (b.upper && !a.lower.subsetOf(*b.upper)) return false;
    if (a.upper && isPlain(right) && a.upper->subsetOf(b.lower)) return true;
    return std::nullopt;
  }

  static std::optional<bool> hasSize(Op quantity, const Interval& set) {
    const unsigned least = set.lower.sizeUpToTwo(), most = set.upper ? set.upper->sizeUpToTwo() : 2;
    switch (quantity) {
      case Op::some: return least > 0 ? std::optional(true) : most == 0 ? std::optional(false) : std::nullopt;
      case Op::no: return most == 0 ? std::optional(true) : least > 0 ? std::optional(false) : std::nullopt;
      case Op::lone: return most <= 1 ? std::optional(true) : least > 1 ? std::optional(false) : std::nullopt;
      default:
        if (least == 1 && most == 1) return true;
        return least > 1 || most == 0 ? std::optional(false) : std::nullopt;
    }
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
        if (!claim.holds) {
          propagate(child(0), claim.in(true));
          return propagate(child(1), claim);
        }
        if (decided(child(0)) == true) return propagate(child(1), claim);
        if (decided(child(1)) == false) propagate(child(0), claim.in(false));
        return;
      case Op::iff:
        if (const auto left = decided(child(0))) return propagate(child(1), claim.in(*left == claim.holds));
        if (const auto right = decided(child(1))) propagate(child(0), claim.in(*right == claim.holds));
        return;
      case Op::ifThenElse:
        if (const auto condition = decided(child(0))) propagate(child(*condition ? 1 : 2), claim);
        return;
      case Op::in: return claim.holds != e.negated ? include(id, claim) : notIncluded(id, claim);
      case Op::equal:
        if (claim.holds == e.negated) return;
        equate(child(0), child(1), claim);
        return equate(child(1), child(0), claim);
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
        if (claim.holds == (e.op == Op::quantSome)) return;
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

  /// At least one child is as claimed: the last that may be.
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

  /// For the atoms that the variables certainly range over.
  void propagateForAll(ExprId id, std::size_t decl, std::uint32_t index, std::vector<Atom> siblings, Claim claim) {
    const auto decls = model_.decls(id);
    if (decl == decls.size()) return propagate(model_.child(id, 0), claim);
    const model::Decl& d = decls[decl];
    if (index == d.variableCount) return propagateForAll(id, decl + 1, 0, {}, claim);
    if (d.multiplicity != Multiplicity::one || model_.expr(d.bound).arity != 1 || d.illFormed) return;
    for (const Atom atom : valueOf(d.bound).lower.atoms()) {
      if (noOverflow_ && atom >= bounds_.firstInt())
        return;  // what overflows for a number is passed over (language reference 11)
      if (d.disjoint && std::ranges::find(siblings, atom) != siblings.end()) continue;
      const Naming naming(*this, d.firstVariable + index, constant(TupleSet::atom(universe_, atom)));
      std::vector<Atom> more = siblings;
      more.push_back(atom);
      propagateForAll(id, decl, index + 1, std::move(more), claim);
    }
  }

  void include(ExprId inclusion, Claim claim) {
    const ExprId a = model_.child(inclusion, 0), b = model_.child(inclusion, 1);
    const Interval left = valueOf(a), right = valueOf(b);
    if (left.upper && right.upper) exclude(a, left.upper->subtract(*right.upper), claim);
    require(b, left.lower, claim);
  }

  void notIncluded(ExprId inclusion, Claim claim) {
    const ExprId right = model_.child(inclusion, 1);
    const Interval left = valueOf(model_.child(inclusion, 0));
    if (isPlain(right) && left.isConstant() && left.lower.sizeUpToTwo() == 1) exclude(right, left.lower, claim);
  }

  void equate(ExprId a, ExprId b, Claim claim) {
    const Interval left = valueOf(a), right = valueOf(b);
    if (left.upper && right.upper) exclude(a, left.upper->subtract(*right.upper), claim);
    require(a, right.lower, claim);
  }

  void some(ExprId set, Claim claim) {
    const Interval value = valueOf(set);
    if (value.upper && value.upper->sizeUpToTwo() == 1) require(set, *value.upper, claim);
  }
  void none(ExprId set, Claim claim) {
    const Interval value = valueOf(set);
    if (value.upper) exclude(set, *value.upper, claim);
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

  /// Which relation may be changed on the ground of a claim about one state.
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
        if (Known* relation = target(id, claim)) {
          narrow(*relation, relation->lower.unite(tuples), *relation->upper);
          if (e.op == Op::field && bounds_.field(e.payload).functional) keepFunctional(*relation);
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

  /// A tuple of a join with a set that can only come about in one way.
  void requireJoined(ExprId id, const TupleSet& tuples, Claim claim) {
    const ExprId a = model_.child(id, 0), b = model_.child(id, 1);
    const bool left = model_.expr(a).arity == 1;
    if (!left && model_.expr(b).arity != 1) return;
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

  /// The tuples of these that an expression certainly holds when another one does that it is intersected with.
  TupleSet certain(ExprId id, const TupleSet& tuples) {
    const Interval value = valueOf(id);
    if (model_.expr(id).op != Op::iden || !rigidUniverse_) return value.lower;
    return tuples.intersect(*value.upper);  // the atoms of tuples that hold exist
  }

  /// Atoms that stand in front of some of certain tuples.
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

  /// Where one tuple is certain, others with the same atoms in all columns but the last are not possible.
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
    if (!lower.subsetOf(upper)) throw Spent();
    if (lower == relation.lower && upper == *relation.upper) return;
    relation.lower = std::move(lower);
    relation.upper = std::move(upper);
    relation.changed = changed_ = true;
  }

  Bounds& bounds_;
  const model::Model& model_;
  const std::uint32_t universe_;
  const bool noOverflow_;
  const bool rigidUniverse_;
  std::vector<std::optional<Known>> sigs_, fields_;
  std::map<VarId, Interval> environment_;
  int calls_ = 0;
  std::uint64_t work_ = 0;
  bool changed_ = false;
};

}  // namespace

void tighten(Bounds& bounds, const model::Model& model, std::span<const Conjunct> conjuncts, model::Semantics semantics,
             const support::Budget& budget) {
  const support::Cancellation cancellation(budget);
  Tightening(bounds, model, semantics).run(conjuncts);
}

}  // namespace aunit::solver
