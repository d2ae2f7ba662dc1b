#include "solver/grounding/tightening.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "model/relations/tuple_set.h"
#include "solver/grounding/narrowing.h"
#include "support/cancellation.h"

namespace aunit::solver {

namespace {

using namespace model;
namespace builtin = model::builtin;

constexpr int mostRounds = 8;

class Tightening : Narrowing {
 public:
  Tightening(Bounds& bounds, const model::Model& model, std::span<const Conjunct> conjuncts, model::Semantics semantics)
      : Narrowing(bounds, model, bounds.universeSize() <= fewAtoms ? 0 : nodesOf(model, conjuncts)),
        bounds_(bounds),
        model_(model),
        conjuncts_(conjuncts),
        universe_(bounds.universeSize()),
        noOverflow_(semantics.noOverflow) {}

  TighteningResult run(Reading reading) {
    TighteningResult result;
    try {
      if (universe_ <= fewAtoms) {
        if (reading == Reading::all) repeat(0, conjuncts_.size(), result.read);
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
    repeat(0, end, read);
    store();
    isBackgroundRead_ = true;
    return bounds_.isDetermined(model_);
  }

  /// Reads the formulas, and propagates all conjuncts.
  void readAll(std::vector<std::size_t>& read) {
    startOver();
    readData(read, conjuncts_.size());
    listProducts();
    repeat(isBackgroundRead_ ? static_cast<std::size_t>(background()) : 0, conjuncts_.size(), read);
  }

  /// Propagates the conjuncts before `end` until nothing changes; in the first round only those from `begin` on.
  void repeat(std::size_t begin, std::size_t end, std::vector<std::size_t>& read) {
    bool more = true;
    for (int round = 0; round < mostRounds && std::exchange(more, false); ++round)
      for (std::size_t i = round == 0 ? begin : 0; i < end; ++i)
        if (!isSettled(i)) more |= readConjunct(i, read);
  }

  /// Propagates one conjunct. Returns whether an interval became narrower; if so, `read` then contains the conjunct. If the
  /// conjunct contradicts others, propagate() throws, and `read` contains the conjunct, too.
  bool readConjunct(std::size_t conjunct, std::vector<std::size_t>& read) {
    isRead_.resize(conjuncts_.size());
    const bool isNew = !isRead_[conjunct];
    if (isNew) read.push_back(conjunct);
    isRead_[conjunct] = true;
    changed_ = false;
    propagate(conjuncts_[conjunct].formula, {});
    if (isNew && !changed_) read.pop_back();
    isRead_[conjunct] = !isNew || changed_;
    return changed_;
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
    for (bool more = true; std::exchange(more, false) && hasProducts();)
      for (const std::size_t i : facts)
        if (!isSettled(i)) more |= readConjunct(i, read);
  }

  /// The signatures (as id) and fields (as ~id) that a formula mentions. Empty if the formula has calls; isSettled() is then
  /// false.
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

  /// Whether a conjunct cannot narrow anything: all its relations are known, or it is a declaration that mentions a
  /// relation whose upper bound is still a product.
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

  /// By conjunct: whether it holds in every solution, if this is cheap to find out; else false.
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
        // If overflows are excluded, nothing is concluded about an antecedent or a side of `iff`, because for overflows, these
        // do not count as negated (docs/overflow.md).
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

  /// Applies the claim to a child if the claim is known to be false for all other children.
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

  /// Propagates the body of a valuation, with the atom that was chosen for each name. Does nothing if some name has no chosen
  /// atom. If an atom need not exist, the interval of its name is from the empty set to the atom.
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

  /// Propagates the body for every atom in the lower bound of each variable's set: the variable certainly takes these values.
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
    // The first equate() may have narrowed the values of `a` and `b`, unless they are constants.
    if (!left.isConstant()) left = valueOf(a);
    if (!right.isConstant()) right = valueOf(b);
    equate(b, right, left, claim);
  }

  /// Narrows `a`, whose interval is `left`. Its value equals another value, whose interval is `right`.
  void equate(ExprId a, const Interval& left, const Interval& right, Claim claim) {
    if (left.upper && right.upper) exclude(a, left.upper->subtract(*right.upper), claim);
    if (!left.upper && right.upper) confine(a, *right.upper, claim);
    // If `left` is a constant that contains `right.lower`, require() has no effect. This is checked only in large universes.
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

  Bounds& bounds_;
  const model::Model& model_;
  const std::span<const Conjunct> conjuncts_;
  std::vector<std::vector<std::uint32_t>> relations_;  // by conjunct, see relationsOf(); in large universes only
  std::unordered_set<std::uint32_t> constant_;         // relations, numbered as in relations_, that were found to be constant
  const std::uint32_t universe_;
  const bool noOverflow_;
  std::vector<bool> isRead_;  // by conjunct: whether it narrowed something
  bool isBackgroundRead_ = false;
};

}  // namespace

TighteningResult tighten(Bounds& bounds, const model::Model& model, std::span<const Conjunct> conjuncts,
                         model::Semantics semantics, Reading reading, const support::Budget& budget) {
  const support::Cancellation cancellation(budget);
  return Tightening(bounds, model, conjuncts, semantics).run(reading);
}

}  // namespace aunit::solver
