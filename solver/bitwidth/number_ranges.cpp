#include "solver/bitwidth/number_ranges.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "evaluator/arithmetic.h"
#include "solver/grounding/scope.h"

namespace aunit::solver {

using namespace model;
namespace builtin = model::builtin;

namespace {

// Limit for visited expression nodes in bodies of called functions. A body counts once for each call.
constexpr std::size_t mostVisited = 50'000;
constexpr int mostGrown = 1'000;     // assumed number of atoms of a signature whose scope grows without a limit
constexpr int mostBits = 30;         // the greatest bit width of the language
constexpr double unlimited = 1e150;  // not infinity, because 0 * infinity is not 0; its square is finite, too

/// Upper bounds for a relation: for the number of all its tuples, and for the number of its tuples with the same first atom.
struct Extent {
  double tuples = 0;
  double perFirst = 0;  // the most tuples with the same first atom: 1 for a set

  static Extent set(double atoms) { return {atoms, 1}; }
};

struct Range {
  double least = 0, most = 0;
};

/// The scope of the problem. If the scope of a check grows, each growing signature has the size at which its growth ends, but at
/// most `mostGrown` atoms unless it begins with more.
model::Scope largest(const Problem& problem) {
  model::Scope scope = problem.scope;
  if (problem.check)
    for (model::SigScope& entry : scope.sigs) entry.start = std::max(entry.start, std::min(entry.end, mostGrown));
  return scope;
}

/// An estimate of a variable's value. A `let` name for a formula has neither extent nor range.
struct Estimate {
  Extent extent;
  Range range;
};

class Ranges {
 public:
  Ranges(const Model& model, const Problem& problem)
      : model_(model), sizes_(deriveSizes(model, largest(problem), problem.temporal)), arithmetic_(sizes_.bitwidth) {
    integers_ = sizes_.bitwidth == 0 ? 0 : std::ldexp(1, sizes_.bitwidth);
    atoms_ =
        integers_ + static_cast<double>(sizes_.strings < 0 ? model.strings().size() : static_cast<std::size_t>(sizes_.strings));
    for (SigId id = builtin::count; id < model.sigs().size(); ++id)
      if (model.isTopLevel(id)) atoms_ += sizeOf(id);
    try {
      for (const Conjunct& conjunct : conjunctsOf(model, problem)) formula(conjunct.formula);
    } catch (const WorkExceeded&) {
      ranges_.mayOverflow = true;
    }
  }

  NumberRanges found() && {
    for (const auto& [expr, most] : wide_) {
      ranges_.wide.push_back({expr, static_cast<std::int64_t>(std::min(most, 1e18))});
    }
    return std::move(ranges_);
  }

 private:
  struct WorkExceeded {};

  double sizeOf(SigId id) const {
    const Sig& sig = model_.sig(id);
    if (!sig.builtin && !sig.subset) return sizes_.size[id];
    switch (id) {
      case builtin::univ: return atoms_;
      case builtin::integers: return integers_;
      case builtin::seqInt: return sizes_.maxSequence;
      case builtin::string: return atoms_ - integers_;
      case builtin::none: return 0;
      default: break;
    }
    double sum = 0;
    for (const SigId parent : sig.parents) sum += sizeOf(parent);
    return sum;
  }

  /// The extent of the relation that has all tuples of an arity.
  Extent any(unsigned arity) const {
    return {std::min(std::pow(atoms_, arity), unlimited), std::min(std::pow(atoms_, arity - 1.0), unlimited)};
  }
  Extent limited(Extent extent, unsigned arity) const {
    const Extent most = any(arity);
    return {std::min(extent.tuples, most.tuples), std::min({extent.perFirst, extent.tuples, most.perFirst})};
  }

  static double limit(Multiplicity m) { return m == Multiplicity::one || m == Multiplicity::lone ? 1 : unlimited; }

  Extent relation(ExprId id) { return limited(compute(id), model_.expr(id).arity); }

  Extent compute(ExprId id) {
    work();
    const Expr& e = model_.expr(id);
    const auto child = [&](std::uint32_t i) { return relation(model_.child(id, i)); };
    const auto arityOf = [&](std::uint32_t i) { return model_.expr(model_.child(id, i)).arity; };
    switch (e.op) {
      case Op::sig: return Extent::set(sizeOf(e.payload));
      case Op::field: return fieldOf(e.payload);
      case Op::variable: {
        const auto known = estimates_.find(e.payload);
        return known == estimates_.end() ? any(e.arity) : known->second.extent;
      }
      case Op::iden: return {atoms_, 1};
      case Op::nextInt: return {integers_, 1};
      case Op::stringAtom:
      case Op::atom: return Extent::set(1);
      case Op::integerAtom: integer(model_.child(id, 0)); return Extent::set(1);
      case Op::union_:
      case Op::override_: {
        const Extent a = child(0), b = child(1);
        return {a.tuples + b.tuples, a.perFirst + b.perFirst};
      }
      case Op::difference: {
        const Extent a = child(0);
        child(1);
        return a;
      }
      case Op::intersection: {
        const Extent a = child(0), b = child(1);
        return {std::min(a.tuples, b.tuples), std::min(a.perFirst, b.perFirst)};
      }
      case Op::product: {
        const Extent a = child(0), b = child(1);
        return {a.tuples * b.tuples, a.perFirst * b.tuples};
      }
      case Op::join: {
        const Extent a = child(0), b = child(1);
        if (arityOf(1) == 1) return {a.tuples, a.perFirst};
        if (arityOf(0) == 1) {
          const double tuples = std::min(b.tuples, a.tuples * b.perFirst);
          return {tuples, e.arity == 1 ? 1 : tuples};
        }
        return {a.tuples * b.perFirst, a.perFirst * b.perFirst};
      }
      case Op::domainRestriction: {
        const Extent a = child(0), b = child(1);
        return {std::min(b.tuples, a.tuples * b.perFirst), b.perFirst};
      }
      case Op::rangeRestriction: {
        const Extent a = child(0);
        child(1);
        return a;
      }
      case Op::transpose: return {child(0).tuples, unlimited};
      case Op::prime: return child(0);
      case Op::comprehension: {
        const Extent bindings = declare(id);
        formula(model_.child(id, 0));
        return bindings;
      }
      case Op::bound: {
        Extent extent = child(0);
        if (e.arity == 1) extent.tuples = std::min(extent.tuples, limit(e.rightMultiplicity));
        return extent;
      }
      case Op::ifThenElse: {
        formula(model_.child(id, 0));
        const Extent a = child(1), b = child(2);
        return {std::max(a.tuples, b.tuples), std::max(a.perFirst, b.perFirst)};
      }
      case Op::let:
      case Op::call: {
        Extent extent = any(e.arity);
        within(id, [&](ExprId body) { extent = relation(body); });
        return extent;
      }
      default:
        for (const ExprId part : model_.children(id)) visit(part);
        return any(e.arity);
    }
  }

  /// The largest number of tuples that a field's bound, with its multiplicities, allows for one atom of the field's signature.
  double valuesOf(ExprId bound) {
    const Expr& e = model_.expr(bound);
    if (e.op == Op::bound)
      return std::min(valuesOf(model_.child(bound, 0)), e.arity == 1 ? limit(e.rightMultiplicity) : unlimited);
    if (e.op == Op::seqBound) return sizes_.maxSequence;
    if (e.op != Op::product) return relation(bound).tuples;
    const double left = valuesOf(model_.child(bound, 0)), right = valuesOf(model_.child(bound, 1));
    return std::min(left * std::min(right, limit(e.rightMultiplicity)), right * std::min(left, limit(e.leftMultiplicity)));
  }

  Extent fieldOf(FieldId id) {
    if (fields_.empty()) fields_.resize(model_.fields().size());
    if (fields_[id]) return *fields_[id];
    const Field& field = model_.field(id);
    fields_[id] = any(field.arity);  // used if the field's bound mentions the field
    estimates_[field.thisVariable] = {Extent::set(1), {}};
    const double values = valuesOf(field.bound);
    return *(fields_[id] = Extent{sizeOf(field.sig) * values, values});
  }

  Range all() const { return {double(arithmetic_.min()), double(arithmetic_.max())}; }

  /// Returns the range if it fits the bit width. Otherwise notes an overflow and returns all().
  Range fitted(Range range) {
    const Range fits = all();
    if (range.least >= fits.least && range.most <= fits.most) return range;
    ranges_.mayOverflow = true;
    return fits;
  }
  /// Like fitted(), for a literal or a cardinality. Also raises the number of bits until the range fits.
  Range held(Range range) {
    while (ranges_.bits < mostBits &&
           (range.most >= std::ldexp(1, ranges_.bits - 1) || range.least < -std::ldexp(1, ranges_.bits - 1)))
      ++ranges_.bits;
    return fitted(range);
  }

  Range integer(ExprId id) {
    work();
    const Expr& e = model_.expr(id);
    const auto child = [&](std::uint32_t i) { return integer(model_.child(id, i)); };
    switch (e.op) {
      case Op::integer: {
        const double value = static_cast<std::int32_t>(e.payload);
        return held({value, value});
      }
      case Op::variable: {
        const auto known = estimates_.find(e.payload);
        return known == estimates_.end() ? all() : known->second.range;
      }
      case Op::cardinality: {
        const double most = relation(model_.child(id, 0)).tuples;
        if (most > all().most) {
          double& widest = wide_[id];
          widest = std::max(widest, most);
        }
        return held({0, most});
      }
      case Op::sumOf: {
        const ExprId set = model_.child(id, 0);
        if (model_.expr(set).op == Op::integerAtom) return integer(model_.child(set, 0));
        const double members = relation(set).tuples;
        return members <= 1 ? all() : fitted({members * all().least, members * all().most});
      }
      case Op::sum: {
        const double terms = declare(id).tuples;
        const Range term = child(0);
        return fitted({std::min(0.0, terms * term.least), std::max(0.0, terms * term.most)});
      }
      case Op::add: {
        const Range a = child(0), b = child(1);
        return fitted({a.least + b.least, a.most + b.most});
      }
      case Op::subtract: {
        const Range a = child(0), b = child(1);
        return fitted({a.least - b.most, a.most - b.least});
      }
      case Op::multiply: {
        const Range a = child(0), b = child(1);
        const auto [least, most] = std::minmax({a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most});
        return fitted({least, most});
      }
      case Op::divide:
      case Op::remainder: {
        const Range a = child(0), b = child(1);
        if (b.least <= 0 && b.most >= 0) ranges_.mayOverflow = true;
        const double most = std::max(std::abs(a.least), std::abs(a.most));
        return fitted({-most, e.op == Op::divide && b.least <= -1 ? most : std::min(most, all().most)});
      }
      case Op::shiftLeft:
        child(0), child(1);
        ranges_.mayOverflow = true;
        return all();
      case Op::prime: return child(0);
      case Op::ifThenElse: {
        formula(model_.child(id, 0));
        const Range a = child(1), b = child(2);
        return {std::min(a.least, b.least), std::max(a.most, b.most)};
      }
      case Op::let:
      case Op::call: {
        Range range = all();
        within(id, [&](ExprId body) { range = integer(body); });
        return range;
      }
      default:
        for (const ExprId part : model_.children(id)) visit(part);
        return all();
    }
  }

  void formula(ExprId id) {
    work();
    const Expr& e = model_.expr(id);
    if (e.op == Op::let || e.op == Op::call) return within(id, [&](ExprId body) { visit(body); });
    declare(id);
    for (const ExprId child : model_.children(id)) visit(child);
  }

  Estimate visit(ExprId id) {
    Estimate estimate;
    switch (model_.expr(id).sort) {
      case Sort::formula: formula(id); break;
      case Sort::integer: estimate.range = integer(id); break;
      case Sort::relation: estimate.extent = relation(id); break;
    }
    return estimate;
  }

  /// Gives the variables of a quantifier, comprehension or sum their extents. Returns upper bounds for the number of bindings,
  /// and for the number of bindings with the same first atom.
  Extent declare(ExprId id) {
    Extent bindings{1, 1};
    bool first = true;
    for (const Decl& decl : model_.decls(id)) {
      const Extent bound = relation(decl.bound);
      const bool single = limit(decl.multiplicity) == 1 && model_.expr(decl.bound).arity == 1;
      for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) {
        estimates_[v] = {single ? Extent::set(std::min(1.0, bound.tuples)) : bound, {}};
        bindings.tuples *= bound.tuples;
        if (!first) bindings.perFirst *= bound.tuples;
        first = false;
      }
    }
    return bindings;
  }

  /// Calls `use` with the body of a `let` or a call, in which names and parameters stand for their values.
  template <class Use>
  void within(ExprId id, Use use) {
    const Expr& e = model_.expr(id);
    if (e.op == Op::let) {
      estimates_[e.payload] = visit(model_.child(id, 0));
      return use(model_.child(id, 1));
    }
    const Func& called = model_.func(e.payload);
    std::vector<Estimate> given;
    for (const ExprId argument : model_.children(id)) given.push_back(visit(argument));
    if (called.recursive || called.body == noId) return;
    for (std::size_t i = 0; i < given.size(); ++i) std::swap(estimates_[called.variables[i]], given[i]);
    ++calls_;
    use(called.body);
    --calls_;
    for (std::size_t i = 0; i < given.size(); ++i) std::swap(estimates_[called.variables[i]], given[i]);
  }

  void work() {
    if (calls_ > 0 && ++work_ > mostVisited) throw WorkExceeded{};
  }

  const Model& model_;
  const SigSizes sizes_;
  const evaluator::Arithmetic arithmetic_;
  double integers_ = 0, atoms_ = 0;
  std::vector<std::optional<Extent>> fields_;
  std::map<VarId, Estimate> estimates_;
  std::map<ExprId, double> wide_;
  NumberRanges ranges_;
  std::size_t calls_ = 0, work_ = 0;
};

}  // namespace

NumberRanges numberRangesOf(const Model& model, const Problem& problem) {
  return Ranges(model, problem).found();
}

}  // namespace aunit::solver
