#include "suite/valuation/predicate_statement.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace aunit::suite {

using namespace model;

namespace {

constexpr int deepest = 10'000;  // deepest nesting of quantifiers and conjunctions that is searched

bool isTuplesBelow(const Model& model, ExprId id, int depth) {
  const Expr& e = model.expr(id);
  if (depth > deepest) return false;
  switch (e.op) {
    case Op::variable:
    case Op::stringAtom:
    case Op::field: return true;
    case Op::sig: return e.payload == model::builtin::none || e.payload >= model::builtin::count;
    case Op::integerAtom: return model.expr(model.child(id, 0)).op == Op::integer;
    default:
      return (isRelationalBinary(e.op) || e.op == Op::transpose || e.op == Op::closure) &&
             std::ranges::all_of(model.children(id), [&](ExprId child) { return isTuplesBelow(model, child, depth + 1); });
  }
}

class Reader {
 public:
  Reader(const Model& model, const model::Command& command) : model_(model), command_(command) {}

  PredicateStatement read() {
    walk(command_.formula, 0, true);
    return std::move(result_);
  }

 private:
  const Expr& expr(ExprId id) const { return model_.expr(id); }

  /// Splits `formula` into equations and other formulas. `judged` is false if a formula that contains `formula` is evaluated, so
  /// that `formula` need not be evaluated on its own.
  void walk(ExprId formula, int depth, bool judged) {
    const Expr& e = expr(formula);
    if (depth < deepest && e.op == Op::and_) {
      for (const ExprId child : model_.children(formula)) walk(child, depth + 1, judged);
    } else if (depth < deepest && e.op == Op::quantSome && namesAtoms(formula) &&
               holdsEquation(model_.child(formula, 0), depth)) {
      for (const Decl& decl : model_.decls(formula)) {
        for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) result_.naming.insert(v);
        result_.decls.push_back(&decl);
      }
      walk(model_.child(formula, 0), depth + 1, judged);
    } else if (const auto inner = named(formula);
               depth < deepest && inner && holdsEquation(inner->body, depth) && result_.meaning.size() < deepest) {
      // Reads the equations in the body. The rest of the body is evaluated with the variables that the call or `let` binds.
      for (const auto& [variable, value] : inner->values)
        // If a variable has a value already, this is the second call of the predicate. This call is evaluated as a whole.
        if (!result_.meaning.emplace(variable, value).second) return result_.formulas.push_back(formula);
      if (e.op == Op::call) result_.lookedInto.insert(e.payload);
      const bool whole = judged && (!inner->values.empty() || isOfModel(e));
      if (whole) result_.formulas.push_back(formula);
      // Two calls of a predicate without arguments have the same body, which is read only once.
      if (!inner->values.empty() || walked_.emplace(inner->body, judged && !whole).second)
        walk(inner->body, depth + 1, judged && !whole);
    } else if (auto equation = readEquation(formula)) {
      equation->formula = judged ? formula : noId;
      result_.equations.push_back(*equation);
    } else if (judged) {
      result_.formulas.push_back(formula);
    }
  }

  /// Whether `call` is a call of a predicate in another file. Such a predicate is what the test checks.
  bool isOfModel(const Expr& call) const { return call.op == Op::call && model_.func(call.payload).module != command_.module; }

  /// A call or a `let`: its body, and the values of the variables that it binds.
  struct Definition {
    ExprId body = noId;
    std::vector<std::pair<VarId, ExprId>> values;
  };
  std::optional<Definition> named(ExprId formula) const {
    const Expr& e = expr(formula);
    if (e.op == Op::let) return Definition{model_.child(formula, 1), {{e.payload, model_.child(formula, 0)}}};
    if (e.op != Op::call || e.negated) return std::nullopt;
    const model::Func& predicate = model_.func(e.payload);
    if (!predicate.isPredicate || predicate.recursive || predicate.body == noId) return std::nullopt;
    Definition result{predicate.body, {}};
    std::uint32_t argument = 0;
    for (const Decl& decl : predicate.params)
      for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v)
        result.values.emplace_back(v, model_.child(formula, argument++));
    return result;
  }

  bool namesAtoms(ExprId quantified) const {
    return std::ranges::all_of(model_.decls(quantified), [&](const Decl& decl) {
      const Expr& bound = expr(decl.bound);
      return decl.multiplicity == Multiplicity::one && bound.op == Op::sig && bound.payload >= model::builtin::count;
    });
  }

  /// Whether a conjunct of the formula fixes the value of a signature or field. If the body of a `some` has such a
  /// conjunct, the variables of the `some` are names of atoms. Otherwise, the `some` is a formula to evaluate.
  bool holdsEquation(ExprId formula, int depth) {
    if (depth > deepest) return false;
    if (const auto known = holds_.find(formula); known != holds_.end()) return known->second;
    return holds_[formula] = findEquation(formula, depth);
  }
  bool findEquation(ExprId formula, int depth) {
    const Expr& e = expr(formula);
    if (e.op == Op::and_)
      return std::ranges::any_of(model_.children(formula), [&](ExprId child) { return holdsEquation(child, depth + 1); });
    if (e.op == Op::quantSome) return namesAtoms(formula) && holdsEquation(model_.child(formula, 0), depth + 1);
    if (const auto inner = named(formula)) return holdsEquation(inner->body, depth + 1);
    const auto equation = readEquation(formula);
    return equation && (equation->target.atom == noId || ownsField(equation->target));
  }

  /// Whether the target is `S.f` and `f` is declared in the `one sig S`. `S.f` then stands for the whole field.
  bool ownsField(const Target& target) const {
    return expr(target.atom).op == Op::sig && expr(target.atom).payload == model_.field(target.field).sig;
  }

  std::optional<Equation> readEquation(ExprId formula) const {
    const Expr& e = expr(formula);
    if (e.negated) return std::nullopt;
    if (e.op == Op::no) {
      const auto target = readTarget(model_.child(formula, 0));
      if (target) return Equation{*target};
    }
    if (e.op == Op::equal) {
      const ExprId left = model_.child(formula, 0), right = model_.child(formula, 1);
      if (const auto target = readTarget(left); target && isTuples(model_, right)) return Equation{*target, right};
      if (const auto target = readTarget(right); target && isTuples(model_, left)) return Equation{*target, left};
    }
    return std::nullopt;
  }

  std::optional<Target> readTarget(ExprId id) const {
    const Expr& e = expr(id);
    if (e.op == Op::prime) {
      auto target = readTarget(model_.child(id, 0));
      if (!target || target->atom != noId || !isVariable(*target)) return std::nullopt;
      ++target->state;
      return target;
    }
    const auto isSig = [&](const Expr& s) { return s.op == Op::sig && s.payload >= model::builtin::count; };
    if (isSig(e)) return Target{.sig = e.payload};
    if (e.op == Op::field) return Target{.field = e.payload};
    if (e.op == Op::join || e.op == Op::domainRestriction) {
      const Expr& left = expr(model_.child(id, 0));
      const Expr& right = expr(model_.child(id, 1));
      if (right.op != Op::field) return std::nullopt;
      const SigId owner = model_.field(right.payload).sig;
      // `Sig <: field` distinguishes fields with the same name.
      if (e.op == Op::domainRestriction)
        return isSig(left) && left.payload == owner ? std::optional(Target{.field = right.payload}) : std::nullopt;
      if (left.op == Op::variable ||
          (isSig(left) && model_.sig(left.payload).multiplicity == Multiplicity::one && model_.isSubsig(left.payload, owner)))
        return Target{.field = right.payload, .atom = model_.child(id, 0)};
    }
    if (e.op == Op::call && e.childCount == 0) {
      const model::Func& function = model_.func(e.payload);
      if (!function.isPredicate && function.body != noId && expr(function.body).op != Op::call) return readTarget(function.body);
    }
    return std::nullopt;
  }

  bool isVariable(const Target& target) const {
    return target.sig != noId ? model_.sig(target.sig).isVar : model_.field(target.field).isVar;
  }

  const Model& model_;
  const model::Command& command_;
  PredicateStatement result_;
  std::unordered_map<ExprId, bool> holds_;  // cache of holdsEquation()
  // Bodies of predicates without parameters that walk() has entered, each with the value of `judged` in that call of walk().
  std::set<std::pair<ExprId, bool>> walked_;
};

}  // namespace

PredicateStatement readStatement(const Model& model, const model::Command& command) {
  return Reader(model, command).read();
}

bool isTuples(const Model& model, ExprId expr) {
  return isTuplesBelow(model, expr, 0);
}

}  // namespace aunit::suite
