#include "solver/translation/skolemization.h"

#include <algorithm>
#include <compare>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "model/representation.h"

namespace aunit::solver {

using namespace model;
using Form = SkolemisedFormula::Form;

namespace {

bool isExistential(Op op, bool negated) {
  return negated ? op == Op::quantAll || op == Op::quantNo : op == Op::quantSome;
}

/// Whether a quantifier declares variables over sets or relations.
bool overRelations(const model::Model& model, ExprId quantifier) {
  return std::ranges::any_of(model.decls(quantifier), [&](const Decl& d) {
    return d.multiplicity != Multiplicity::one || model.expr(d.bound).arity != 1;
  });
}

}  // namespace

Skolemization::Witnesses Skolemization::witnesses(ExprId id, bool negated) {
  const std::uint64_t key = std::uint64_t{id} * 2 + (negated ? 1 : 0);
  const auto known = witnesses_.find(key);
  if (known != witnesses_.end()) return known->second;
  witnesses_[key] = {};  // the answer if a predicate calls itself
  const Expr& e = model_.expr(id);
  Witnesses w;
  const auto add = [&](ExprId other, bool sign) {
    const Witnesses more = witnesses(other, sign);
    w.any = w.any || more.any;
    w.higherOrder = w.higherOrder || more.higherOrder;
    w.denial = w.denial || more.denial;
  };
  if (e.sort == Sort::formula) {
    switch (e.op) {
      case Op::not_: add(model_.child(id, 0), !negated); break;
      case Op::and_:
      case Op::or_:
        for (const ExprId c : model_.children(id)) add(c, negated);
        break;
      case Op::implies:
        add(model_.child(id, 0), !negated);
        add(model_.child(id, 1), negated);
        w.denial = w.denial || isDenial(model_, id);
        break;
      case Op::quantLone: w.higherOrder = w.any = negated && overRelations(model_, id); break;
      case Op::ifThenElse:
        add(model_.child(id, 1), negated);
        add(model_.child(id, 2), negated);
        break;
      case Op::let: add(model_.child(id, 1), negated); break;
      case Op::call:
        if (model_.func(e.payload).body != noId) add(model_.func(e.payload).body, negated);
        break;
      case Op::quantAll:
      case Op::quantSome:
      case Op::quantNo: {
        // `no D | F` is `all D | not F`.
        const bool bodyNegated = e.op == Op::quantNo ? !negated : negated;
        add(model_.child(id, 0), bodyNegated);
        const bool existential = e.op == Op::quantSome ? !negated : negated;
        if (!existential) break;
        w.any = true;
        w.higherOrder = w.higherOrder || overRelations(model_, id);
        break;
      }
      case Op::always:
      case Op::eventually:
      case Op::after: {
        const Witnesses inner = witnesses(model_.child(id, 0), negated);
        const bool disjunctive = e.op == Op::after || (e.op == Op::eventually) != negated;
        w.higherOrder = inner.higherOrder;
        w.any = disjunctive ? inner.any : inner.higherOrder;
        break;
      }
      default: break;
    }
  }
  witnesses_[key] = w;
  return w;
}

void Skolemization::forget(ExprId first) {
  std::erase_if(witnesses_, [&](const auto& entry) { return entry.first / 2 >= first; });
}

/// The properties of a position in a formula that decide whether an existential quantifier there becomes a relation.
struct Skolemization::Place {
  bool negated = false;
  bool denied = false;     // below an odd number of denials, which do not count as negations for overflows
  bool front = true;       // used for overflows; false below a universal quantifier, a disjunction or a temporal operator
  bool firstOrder = true;  // false below a disjunction: only variables over sets or relations are skolemised there
  bool hidden = false;     // instances do not show the witnesses, for example because each moment has its own
  bool momentary = false;  // the formulas below are translated once for all moments
  bool asserted = false;   // with Moments::alike: only conjunctions, universal quantifiers and `always` enclose the place
  int depth = 0;           // variables over atoms are skolemised below at most `depth` further universal quantifiers
  std::vector<VarId> columns = {};
  std::vector<ExprId> calls = {};  // enclosing calls

  std::strong_ordering operator<=>(const Place&) const = default;

  Place flipped() const {
    Place p = *this;
    p.negated = !negated;
    return p;
  }
  Place inDisjunction() const {
    Place p = *this;
    p.firstOrder = p.asserted = false;
    return p;
  }
  Place inFront(bool stays) const {
    Place p = *this;
    p.front = front && stays;
    return p;
  }
  /// Whether the place counts as negated for overflows.
  bool sign() const { return negated != denied; }
};

class Skolemization::Builder {
 public:
  explicit Builder(Skolemization& pass) : pass_(pass), model_(pass.model_) {}

  SkolemisedFormula build(ExprId formula) {
    Place place;
    place.depth = pass_.depth_;
    place.asserted = pass_.moments_ == Moments::alike;
    result_.root = part(formula, place);
    return std::move(result_);
  }

 private:
  using Part = SkolemisedFormula::Part;

  /// Returns the part for a formula at a place. It is made only once, although several parts may contain it.
  std::uint32_t part(ExprId id, const Place& place) {
    const auto key = std::pair(id, place);
    if (const auto known = made_.find(key); known != made_.end()) return known->second;
    pass_.meter_.step(200 + 10 * place.calls.size());
    Part made = make(id, place);
    result_.parts.push_back(std::move(made));
    return made_[key] = static_cast<std::uint32_t>(result_.parts.size() - 1);
  }

  Part make(ExprId id, const Place& place) {
    const Expr& e = model_.expr(id);
    const Witnesses w = pass_.witnesses(id, place.negated);
    const auto child = [&](std::uint32_t i, const Place& p) { return part(model_.child(id, i), p); };
    Part plain;
    plain.expr = id;
    plain.negated = place.negated;
    Part result = plain;
    const bool hasWitness = place.firstOrder ? w.any : w.higherOrder;
    result.witnessed = hasWitness || (place.front && (place.denied || w.denial));
    result.rigid = !place.momentary;
    if (!result.witnessed && !(place.asserted && e.temporal)) return plain;
    const Place below = place.inDisjunction();
    switch (e.op) {
      case Op::not_:
        result.form = Form::negation;
        result.parts = {child(0, place.flipped())};
        return result;
      case Op::and_:
      case Op::or_: {
        const bool conjunction = (e.op == Op::and_) != place.negated;
        const Place each = (conjunction ? place : below).inFront((e.op == Op::and_) != place.sign());
        result.form = conjunction ? Form::conjunction : Form::disjunction;
        for (const ExprId c : model_.children(id)) result.parts.push_back(part(c, each));
        return result;
      }
      case Op::implies: {
        if (isDenial(model_, id) && !place.sign()) {
          Place alone = place.flipped();
          alone.denied = !place.denied;
          result.form = Form::denial;
          result.parts = {child(0, alone)};
          return result;
        }
        const Place both = (place.negated ? place : below).inFront(place.sign());
        result.form = place.negated ? Form::conjunction : Form::disjunction;
        result.parts = {child(0, both.flipped()), child(1, both)};
        return result;
      }
      case Op::ifThenElse: {
        const Place chosen = place.inFront(false), open = below.inFront(false);
        result.form = Form::choice;
        result.parts = {child(1, chosen), child(2, chosen), child(1, open), child(2, open)};
        return result;
      }
      case Op::let:
        result.form = Form::let;
        result.parts = {child(1, place)};
        return result;
      case Op::call: {
        if (model_.func(e.payload).recursive) return plain;
        Place body = place;
        body.calls.push_back(id);
        result.form = Form::call;
        result.parts = {part(model_.func(e.payload).body, body)};
        return result;
      }
      case Op::quantAll:
      case Op::quantSome:
      case Op::quantNo:
        result.existential = place.front && isExistential(e.op, place.sign());
        if (!isExistential(e.op, place.negated)) return forAll(std::move(result), place);
        return hasWitness && mayHaveWitness(e, place) ? exists(std::move(result), place) : plain;
      case Op::quantLone:
        if (!hasWitness || !mayHaveWitness(e, place)) return plain;
        result.form = Form::different;
        return result;
      case Op::after:
      case Op::always:
      case Op::eventually:
        result.form = Form::later;
        result.parts = {child(0, later(e.op, place))};
        return result;
      default: return plain;
    }
  }

  // Temporal operators must not use a witness of one moment at another moment.
  static bool mayHaveWitness(const Expr& quantifier, const Place& place) { return !(place.momentary && quantifier.temporal); }

  // The place of the body of a quantifier. As in the Analyzer, `front` stays true only if the variables of the quantifier count
  // as existential for overflows; negations around the quantifier do not matter.
  static Place inBody(Op quantifier, const Part& made, const Place& place) {
    return (quantifier == Op::quantNo ? place.flipped() : place).inFront(made.existential);
  }

  Part exists(Part result, const Place& place) {
    const Op op = model_.expr(result.expr).op;
    result.form = Form::exists;
    if (!place.hidden) {
      for (const Decl& d : model_.decls(result.expr)) {
        for (VarId v = d.firstVariable; v < d.firstVariable + d.variableCount; ++v)
          result.skolems.push_back(skolem(v, d.bound, place));
      }
    }
    result.parts = {part(model_.child(result.expr, 0), inBody(op, result, place))};
    return result;
  }

  std::uint32_t skolem(VarId variable, ExprId bound, const Place& place) {
    const auto [known, added] = skolemOf_.emplace(std::pair(variable, place.calls), result_.skolems.size());
    if (added) result_.skolems.push_back({nameOf(variable, place.calls), variable, bound, place.columns});
    return static_cast<std::uint32_t>(known->second);
  }

  std::string nameOf(VarId variable, const std::vector<ExprId>& calls) const {
    std::string prefix = pass_.label_;
    if (!calls.empty()) {
      const std::string& label = model_.func(model_.expr(calls.back()).payload).label;
      prefix = label.substr(label.rfind('/') + 1);
    }
    const std::string& name = model_.variable(variable).name;
    return prefix.empty() || prefix.find('$') != std::string::npos ? "$" + name : fmt::format("${}_{}", prefix, name);
  }

  Part forAll(Part result, const Place& place) {
    const Op op = model_.expr(result.expr).op;
    Place choice = inBody(op, result, place);
    for (const Decl& d : model_.decls(result.expr)) {
      for (VarId v = d.firstVariable; v < d.firstVariable + d.variableCount; ++v) choice.columns.push_back(v);
    }
    Place single = choice;
    if (place.depth > 0) {
      single.depth = --choice.depth;
    } else {
      choice.firstOrder = false;
      // The Analyzer makes no witness here, so instances do not show one.
      single.hidden = true;
    }
    const ExprId body = model_.child(result.expr, 0);
    result.form = Form::forAll;
    result.parts = {part(body, choice), part(body, single)};
    return result;
  }

  /// The place of the operand of a temporal operator.
  Place later(Op op, const Place& place) const {
    const bool disjunction = op != Op::after && (op == Op::eventually) != place.negated;
    Place result = place.inDisjunction().inFront(false);
    if (pass_.moments_ == Moments::alike) {
      result.momentary = true;
      result.asserted = place.asserted && op != Op::after && !disjunction;
    } else if (disjunction) {
      result.firstOrder = place.firstOrder;
    }
    result.hidden = true;
    return result;
  }

  Skolemization& pass_;
  const model::Model& model_;
  SkolemisedFormula result_;
  std::map<std::pair<ExprId, Place>, std::uint32_t> made_;
  std::map<std::pair<VarId, std::vector<ExprId>>, std::size_t> skolemOf_;
};

SkolemisedFormula Skolemization::of(ExprId formula) {
  return Builder(*this).build(formula);
}

}  // namespace aunit::solver
