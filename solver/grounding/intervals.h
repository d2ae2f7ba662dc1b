// Intervals of sets: the tuples that relations and expressions must hold, and may hold, according to the bounds of a problem.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/model.h"
#include "model/relations/tuple_set.h"
#include "solver/grounding/bounds.h"

namespace aunit::solver {

/// The tuples that a relation must and may hold, in every state of every solution.
struct Interval {
  model::TupleSet lower;
  std::optional<model::TupleSet> upper;  // nothing: unknown

  bool isConstant() const { return upper && *upper == lower; }
};

/// The intervals of relations: at first their bounds, which callers then narrow. Counts all work, and throws WorkExceeded above a
/// limit.
class Intervals {
 public:
  struct WorkExceeded {};  // thrown if the work exceeds the limit, or if formulas contradict each other

  struct Known : Interval {
    bool changed = false;
    /// The sets whose product is the upper bound. Empty if `upper` is set, or if no upper bound is known.
    std::vector<model::TupleSet> columns = {};
    /// By first atom of a tuple: the interval of the other columns. Used only if `columns` is not empty.
    std::unordered_map<model::Atom, Interval> rows = {};
    std::size_t boundedRows = 0;  // number of rows with an upper bound
  };

  /// `nodes`: the size of the formulas that will be read.
  Intervals(Bounds& bounds, const model::Model& model, std::uint64_t nodes);

  Known& knownSig(model::SigId id) { return known(sigs_[id], bounds_.sig(id), 1); }
  Known& knownField(model::FieldId id) { return known(fields_[id], bounds_.field(id), model_.field(id).arity); }
  /// Writes the narrowed intervals to the bounds.
  void store();

  /// Replaces each upper bound that is still a product by the list of its tuples, if these are few.
  void listProducts();
  /// Whether some upper bound is still a product.
  bool hasProducts() const;

  Interval valueOf(model::ExprId id);
  /// The relation that the expression names, if its upper bound is a product; null for all other expressions.
  Known* productOf(model::ExprId id);
  /// The relation that the expression names, if its upper bound is a list of tuples; null for all other expressions.
  const Known* fieldOf(model::ExprId id);
  /// The interval of the tuples of `relation` that begin with `first`, without their first atom. Requires that the upper bound of
  /// `relation` is a product.
  Interval rowOf(const Known& relation, model::Atom first) const;
  /// Replaces the product of `relation` by a list of tuples, if each first atom has a row with an upper bound. If `all` is true,
  /// replaces it in any case: first atoms without such a row get all their tuples of the product.
  void joinRows(Known& relation, bool all) const;
  Interval closure(const Interval& a);
  /// The value of a union; used if the universe has many atoms. Lists the tuples of all operands before it makes a set.
  Interval sum(model::ExprId id);
  /// Like valueOf(id), but does not copy the interval of a relation or variable; a computed interval is stored in `computed`.
  const Interval& valueOf(model::ExprId id, Interval& computed);
  /// Returns true if a formula holds in every solution, false if it holds in none, and nothing if this is unknown.
  std::optional<bool> decided(model::ExprId id);

  /// Gives variables an interval as their value, as long as this object lives.
  class Naming {
   public:
    Naming(Intervals& owner, model::VarId variable, Interval value) : owner_(owner) { name(variable, std::move(value)); }
    /// Binds the parameters of a call to the intervals of its arguments.
    Naming(Intervals& owner, model::ExprId call);
    ~Naming();
    Naming(const Naming&) = delete;
    Naming& operator=(const Naming&) = delete;

   private:
    void name(model::VarId variable, Interval value);

    Intervals& owner_;
    std::vector<std::pair<model::VarId, std::optional<Interval>>> before_;
    int calls_ = 0;
  };
  /// Whether a `let` names a relation.
  bool isNamed(model::ExprId let) const { return model_.expr(model_.child(let, 0)).sort == model::Sort::relation; }
  /// Whether the body of the called function is analysed.
  bool isOpen(model::ExprId call) const;
  /// Whether a bound demands only inclusion; bounds with multiplicities and bounds of sequences demand more.
  bool isPlain(model::ExprId bound) const {
    const model::Expr& e = model_.expr(bound);
    return e.op != model::Op::bound && e.op != model::Op::seqBound && e.op != model::Op::product;
  }

  static Interval constant(model::TupleSet set) { return {set, set}; }
  /// Adds `tuples` to the count of work. Throws WorkExceeded above the limit.
  void work(std::uint64_t tuples);
  /// Resets the count of work.
  void startOver() { work_ = 0; }

 private:
  model::TupleSet setOf(const std::vector<TupleCode>& codes, unsigned arity) const;
  std::vector<TupleCode> codesOf(const model::TupleSet& set) const;
  Known& known(std::optional<Known>& slot, const RelationBound& bound, unsigned arity);
  std::optional<Interval> reached(model::ExprId join);
  std::uint64_t mayHold(const Known& product) const;
  Interval unknown(unsigned arity) const { return {model::TupleSet(universe_, arity), std::nullopt}; }
  /// Applies `combine` to the lower and to the upper bounds of two intervals. If there are too many tuples (`size`), the result
  /// is unknown.
  template <class Combine>
  Interval combined(unsigned arity, const Interval& a, const Interval& b, std::uint64_t size, Combine combine);
  Interval universe();
  std::optional<Interval> integerAtom(model::ExprId integer) const;
  std::optional<bool> isIncluded(model::ExprId inclusion);

  Bounds& bounds_;
  const model::Model& model_;
  const std::uint32_t universe_;
  std::vector<std::optional<Known>> sigs_, fields_;
  std::map<model::VarId, Interval> environment_;
  int calls_ = 0;
  std::uint64_t work_ = 0, mostWork_;
};

}  // namespace aunit::solver
