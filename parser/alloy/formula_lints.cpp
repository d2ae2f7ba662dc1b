#include "parser/alloy/formula_lints.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "model/one_line.h"

namespace aunit::parser::alloy {

using namespace model;

namespace {

bool atMostOne(Multiplicity multiplicity) {
  return multiplicity == Multiplicity::one || multiplicity == Multiplicity::lone;
}

class FormulaLints {
 public:
  FormulaLints(const model::Model& model, const model::SourceMap& sources,
               const std::function<bool(const model::Span&)>& isWritten, model::Diagnostics& diagnostics)
      : model_(model), sources_(sources), isWritten_(isWritten), diagnostics_(diagnostics) {
    const auto declared = [this](const model::Decl& decl) {
      if (decl.bound == noId || model_.expr(decl.bound).arity != 1 || !atMostOne(decl.multiplicity)) return;
      for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) {
        single_[v] = true;
        atom_[v] = decl.multiplicity == Multiplicity::one;
      }
    };
    for (ExprId id = 0; id < model_.exprCount(); ++id) {
      std::ranges::for_each(model_.decls(id), declared);
      if (const model::Expr& e = model_.expr(id); e.op == Op::let) values_[e.payload] = model_.child(id, 0);
    }
    for (const model::Func& func : model_.funcs()) std::ranges::for_each(func.params, declared);
    for (const model::Sig& sig : model_.sigs())
      if (sig.thisVariable != noId) single_[sig.thisVariable] = atom_[sig.thisVariable] = true;
    for (const model::Field& field : model_.fields())
      if (field.thisVariable != noId) single_[field.thisVariable] = true;
  }

  void run() {
    for (ExprId id = 0; id < model_.exprCount(); ++id) {
      const model::Expr& e = model_.expr(id);
      if (!isWritten_(e.span)) continue;
      setArithmetic(id, e);
      switch (e.op) {
        case Op::prime: notePrime(id, e); break;
        case Op::quantSome: implication(id, e); break;
        case Op::quantAll: conjunction(id, e); break;
        case Op::sumOf: sumOfSet(id, e); break;
        case Op::less: negativeSize(id, e); break;
        case Op::equal:
        case Op::in: reflexive(id, e); break;
        case Op::no:
        case Op::some: reflexiveAlone(id, e); break;
        case Op::call: argument(id, e); break;
        default: break;
      }
    }
    for (const model::Fact& fact : model_.facts()) restated(fact.body, false);
    for (const model::ImplicitConstraint& constraint : model_.implicitConstraints())
      if (constraint.kind == ImplicitKind::appendedFact) restated(constraint.formula, false);
    for (const auto& [place, id] : constantPrimes_) {
      if (id == noId) continue;
      const model::Expr& constant = model_.expr(model_.child(id, 0));
      model::Diagnostic& warning =
          diagnostics_.warning("prime", model_.expr(id).span,
                               fmt::format("`{}` never changes, so the prime has no effect", sources_.text(constant.span)));
      if (constant.op == Op::field || constant.op == Op::sig)
        warning.hints.push_back(fmt::format("`{}` can change if it is declared `var`", sources_.text(constant.span)));
    }
  }

 private:
  // Set operators that the user probably meant as arithmetic.

  void setArithmetic(ExprId id, const model::Expr& e) {
    switch (e.op) {
      case Op::sumOf: {  // a coercion that the resolver added
        const ExprId operand = model_.child(id, 0);
        if (isSetOperator(operand) && isInt(operand) && !areLiterals(operand) && model_.expr(operand).span == e.span)
          warnOfSet(operand);
        return;
      }
      case Op::equal: {
        const ExprId left = model_.child(id, 0), right = model_.child(id, 1);
        const auto isMeant = [&](ExprId sum) { return isCalculation(sum) || (isSetOperator(sum) && areLiterals(sum)); };
        if (isMeant(left) && isSingle(right)) warnOfSet(left);
        if (isMeant(right) && isSingle(left)) warnOfSet(right);
        return;
      }
      case Op::call: {
        const model::Func& func = model_.func(e.payload);
        const auto arguments = model_.children(id);
        for (std::size_t i = 0; i < arguments.size() && i < func.variables.size(); ++i)
          if (single_[func.variables[i]] && isCalculation(arguments[i])) warnOfSet(arguments[i]);
        return;
      }
      case Op::join:  // warns only of differences, because a union of two indices is a plausible operand of a join
        if (const ExprId left = model_.child(id, 0); model_.expr(left).op == Op::difference && isCalculation(left))
          warnOfSet(left);
        return;
      default: return;
    }
  }

  void warnOfSet(ExprId id) {
    const model::Expr& e = model_.expr(id);
    if (!isWritten_(e.span)) return;
    const bool sum = e.op == Op::union_;
    diagnostics_
        .warning("arithmetic", e.span,
                 fmt::format("`{}` is set {} here, not arithmetic", sum ? "+" : "-", sum ? "union" : "difference"))
        .hints.push_back(fmt::format("to calculate, write `{}[..., ...]`", sum ? "plus" : "minus"));
  }

  bool isSetOperator(ExprId id) const {
    const Op op = model_.expr(id).op;
    return op == Op::union_ || op == Op::difference;
  }

  bool isInt(ExprId id) const {
    const model::Expr& e = model_.expr(id);
    if (e.arity != 1) return false;
    const auto& products = model_.type(e.type).products;
    return !products.empty() && std::ranges::all_of(products, [](const model::Product& product) {
      return product.size() == 1 && (product[0] == model::builtin::integers || product[0] == model::builtin::seqInt);
    });
  }

  bool isLiteral(ExprId id) const {
    return model_.expr(id).op == Op::integerAtom && model_.expr(model_.child(id, 0)).op == Op::integer;
  }

  bool areLiterals(ExprId id) const {
    return isSetOperator(id) ? areLiterals(model_.child(id, 0)) && areLiterals(model_.child(id, 1)) : isLiteral(id);
  }

  /// Whether an expression is a union or difference of single numbers, not all of them literals.
  bool isCalculation(ExprId id) const {
    if (!isSetOperator(id) || !isInt(id) || areLiterals(id)) return false;
    std::vector<ExprId> open{id};
    while (!open.empty()) {
      const ExprId part = open.back();
      open.pop_back();
      if (isSetOperator(part))
        for (const ExprId child : model_.children(part)) open.push_back(child);
      else if (!isSingle(part))
        return false;
    }
    return true;
  }

  /// Whether the declarations imply that a set has at most one element in every instance.
  bool isSingle(ExprId id, int depth = 0) const {
    const model::Expr& e = model_.expr(id);
    if (e.arity != 1 || depth > mostDepth) return false;
    switch (e.op) {
      case Op::integerAtom:
      case Op::atom: return true;
      case Op::sig: return atMostOne(model_.sig(e.payload).multiplicity);
      case Op::variable: {
        const auto value = values_.find(e.payload);
        return value != values_.end() ? isSingle(value->second, depth + 1) : static_cast<bool>(single_[e.payload]);
      }
      case Op::prime: return isSingle(model_.child(id, 0), depth + 1);
      case Op::let: return isSingle(model_.child(id, 1), depth + 1);
      case Op::ifThenElse: return isSingle(model_.child(id, 1), depth + 1) && isSingle(model_.child(id, 2), depth + 1);
      case Op::join: return isSingle(model_.child(id, 0), depth + 1) && isFunction(model_.child(id, 1), depth + 1);
      case Op::difference: return isSingle(model_.child(id, 0), depth + 1);
      case Op::union_: return isCalculation(id);
      case Op::call: {
        const ExprId result = model_.func(e.payload).result;
        return result != noId && isFunctionalBound(result);
      }
      default: return false;
    }
  }

  /// Whether the declarations imply that a relation is functional: it has at most one last atom for each choice of the other
  /// atoms.
  bool isFunction(ExprId id, int depth) const {
    const model::Expr& e = model_.expr(id);
    if (e.arity < 2 || depth > mostDepth) return false;
    switch (e.op) {
      case Op::field: return model_.field(e.payload).bound != noId && isFunctionalBound(model_.field(e.payload).bound);
      case Op::prime: return isFunction(model_.child(id, 0), depth + 1);
      case Op::domainRestriction: return isFunction(model_.child(id, 1), depth + 1);
      case Op::join: return isSingle(model_.child(id, 0), depth + 1) && isFunction(model_.child(id, 1), depth + 1);
      default: return false;
    }
  }

  bool isFunctionalBound(ExprId id) const {
    const model::Expr& e = model_.expr(id);
    if (e.op == Op::seqBound) return true;
    if (e.op == Op::bound) return e.arity == 1 ? atMostOne(e.rightMultiplicity) : isFunctionalBound(model_.child(id, 0));
    if (e.op != Op::product) return false;
    const ExprId last = model_.child(id, 1);
    return model_.expr(last).arity == 1 ? atMostOne(e.rightMultiplicity) : isFunctionalBound(last);
  }

  // Primes.

  /// Records a prime whose operand is constant. Copies of a module share their text, so there is a warning only if the operand is
  /// constant in all copies.
  void notePrime(ExprId id, const model::Expr& e) {
    const model::Expr& operand = model_.expr(model_.child(id, 0));
    const bool isParameter = operand.op == Op::variable && model_.variable(operand.payload).kind == VarKind::parameter;
    const bool constant = !operand.variable || (isParameter && !varyingParameters()[operand.payload]);
    const auto [known, isNew] = constantPrimes_.try_emplace({e.span.file, e.span.begin, e.span.end}, constant ? id : noId);
    if (!isNew && !constant) known->second = noId;
  }

  /// Returns for each variable whether it is a parameter to which some call passes a value that may change.
  const std::vector<bool>& varyingParameters() {
    if (!varying_.empty()) return varying_;
    varying_.resize(model_.variables().size());
    for (bool isNew = true; isNew;) {
      isNew = false;
      for (ExprId id = 0; id < model_.exprCount(); ++id) {
        const model::Expr& e = model_.expr(id);
        if (e.op != Op::call) continue;
        const model::Func& func = model_.func(e.payload);
        for (std::size_t i = 0; i < e.childCount && i < func.variables.size(); ++i) {
          const model::Expr& given = model_.expr(model_.child(id, static_cast<std::uint32_t>(i)));
          const bool isHandedOn = given.op == Op::variable && model_.variable(given.payload).kind == VarKind::parameter;
          if (!given.variable || (isHandedOn && !varying_[given.payload]) || varying_[func.variables[i]]) continue;
          varying_[func.variables[i]] = isNew = true;
        }
      }
    }
    return varying_;
  }

  // Sizes and sums.

  /// Warns of `sum[s.x]`: equal numbers count only once, because `s.x` is a set.
  void sumOfSet(ExprId id, const model::Expr& e) {
    const ExprId operand = model_.child(id, 0);
    if (model_.expr(operand).op != Op::join || model_.expr(operand).arity != 1) return;
    const ExprId left = model_.child(operand, 0), right = model_.child(operand, 1);
    if (model_.expr(left).arity != 1 || isSingle(left) || model_.expr(right).op != Op::field || !isFunction(right, 0)) return;
    const model::Span& place = model_.expr(operand).span;
    if (!isWritten_(place)) return;
    diagnostics_.warning("sum", e.span, fmt::format("`{}` is a set, so its sum counts equal numbers only once", textOf(operand)))
        .hints.push_back(fmt::format("`(sum x: {0} | x.{1})` adds `x.{1}` for each `x`, so it adds equal numbers, too",
                                     textOf(left), textOf(right)));
  }

  void negativeSize(ExprId id, const model::Expr& e) {
    const model::Expr& left = model_.expr(model_.child(id, 0));
    const model::Expr& right = model_.expr(model_.child(id, 1));
    if (e.negated || left.op != Op::cardinality || right.op != Op::integer || static_cast<std::int32_t>(right.payload) > 0)
      return;
    model::Diagnostic& warning =
        diagnostics_.warning("size", e.span, "the number of tuples is never negative, so this is never true");
    if (textOf(id).find("<-") != std::string::npos) warning.hints.push_back("`<-` is read as `<` and `-`");
  }

  // Reflexive closures: `iden` and every `*r` contain (x, x) for each atom x, also for integers.

  bool isReflexive(ExprId id) const {
    const Op op = model_.expr(id).op;
    return op == Op::iden || op == Op::reflexiveClosure;
  }

  void reflexive(ExprId id, const model::Expr& e) {
    const ExprId left = model_.child(id, 0), right = model_.child(id, 1);
    const bool isLeft = isReflexive(left);
    if (!isLeft && !(e.op == Op::equal && isReflexive(right))) return;
    const ExprId other = isLeft ? right : left, wide = isLeft ? left : right;
    const auto& products = model_.type(model_.expr(other).type).products;
    const auto isOfUser = [&](const model::Product& product) { return product[0] >= builtin::count; };
    if (products.empty() || !std::ranges::all_of(products, isOfUser)) return;
    diagnostics_
        .warning("reflexive", e.span,
                 fmt::format("`{}` has a tuple (x, x) for each atom x, and for each integer, so this comparison is {} true",
                             textOf(wide), e.negated ? "always" : "never"))
        .hints.push_back(fmt::format("`{0} <: {1}` has only the tuples that begin with an atom of `{0}`",
                                     model_.sig(products.front()[0]).name, textOf(wide)));
  }

  void reflexiveAlone(ExprId id, const model::Expr& e) {
    const ExprId operand = model_.child(id, 0);
    if (!isReflexive(operand)) return;
    diagnostics_.warning("reflexive", e.span,
                         fmt::format("`{}` has a tuple (x, x) for each atom x, so this formula is {} true", textOf(operand),
                                     (e.op == Op::no) != e.negated ? "never" : "always"));
  }

  // Facts that repeat a declaration.

  /// Warns of a conjunct of a fact that repeats a field's declaration. `isLater`: the conjunct is below a temporal operator
  /// inside a quantifier. Then `some` and `one` get no warning: the atom of the variable may have left its signature.
  void restated(ExprId id, bool isLater, bool isQuantified = false) {
    const model::Expr& e = model_.expr(id);
    if (e.negated) return;
    switch (e.op) {
      case Op::and_:
        for (const ExprId part : model_.children(id)) restated(part, isLater, isQuantified);
        return;
      case Op::quantAll: return restated(model_.child(id, 0), isLater, true);
      case Op::always: return restated(model_.child(id, 0), isQuantified, isQuantified);
      case Op::lone:
      case Op::one:
      case Op::some: break;
      default: return;
    }
    const ExprId value = model_.child(id, 0);
    const FieldId field = fieldOf(value);
    if (field == noId || !isWritten_(e.span)) return;
    if (e.op == Op::lone ? !isSingle(value) : isLater || !hasAtLeastOne(value, e.op)) return;
    diagnostics_
        .warning("redundant-constraint", e.span,
                 fmt::format("the declaration of `{}` says this already", model_.field(field).name))
        .related.push_back({model_.field(field).span, "declared here"});
  }

  /// Returns the field at the end of a chain of joins; noId if the chain ends otherwise.
  FieldId fieldOf(ExprId value) const {
    while (model_.expr(value).op == Op::join) value = model_.child(value, 1);
    return model_.expr(value).op == Op::field ? model_.expr(value).payload : noId;
  }

  /// Whether `value` is `x.f`, and the declaration of `f` implies `some x.f` or `one x.f` (as `wanted` says) for each `x`.
  bool hasAtLeastOne(ExprId value, Op wanted) const {
    if (model_.expr(value).op != Op::join) return false;
    const model::Expr& of = model_.expr(model_.child(value, 0));
    const model::Expr& relation = model_.expr(model_.child(value, 1));
    if (relation.op != Op::field || of.op != Op::variable || !atom_[of.payload]) return false;
    const model::Variable& variable = model_.variable(of.payload);
    const model::Field& field = model_.field(relation.payload);
    if ((variable.kind != VarKind::quantified && variable.kind != VarKind::receiver) || field.arity != 2 || field.defined)
      return false;
    const auto isOwner = [&](const model::Product& product) { return model_.isSubsig(product[0], field.sig); };
    const auto& products = model_.type(variable.type).products;
    if (products.empty() || !std::ranges::all_of(products, isOwner) || model_.expr(field.bound).op != Op::bound) return false;
    const Multiplicity declared = model_.expr(field.bound).rightMultiplicity;
    return declared == Multiplicity::one || (declared == Multiplicity::some && wanted == Op::some);
  }

  // Calls: Alloy accepts arguments outside the declared type of their parameter, and this lint warns of them.

  void argument(ExprId id, const model::Expr& e) {
    const model::Func& func = model_.func(e.payload);
    for (std::uint32_t i = 0; i < e.childCount && i < func.variables.size(); ++i) {
      const ExprId given = model_.child(id, i);
      const auto& declared = model_.type(model_.variable(func.variables[i]).type).products;
      const auto fits = [&](const model::Product& product) {
        return std::ranges::any_of(declared, [&](const model::Product& wanted) {
          if (wanted.size() != product.size()) return true;
          for (std::size_t k = 0; k < product.size(); ++k)
            if (!model_.isSubsig(product[k], wanted[k])) return false;
          return true;
        });
      };
      const auto& products = model_.type(model_.expr(given).type).products;
      const model::Expr& whole = model_.expr(given);
      if (whole.op == Op::iden || (whole.op == Op::sig && whole.payload == builtin::univ)) continue;
      if (!isWritten_(whole.span) || declared.empty() || std::ranges::all_of(products, fits)) continue;
      if (!warnedParameters_.insert(func.variables[i]).second) continue;
      diagnostics_.warning(
          "argument", model_.expr(given).span,
          fmt::format(
              "the argument `{}` may lie outside the bound that `{}` declares for its parameter `{}`; this bound does not "
              "constrain arguments",
              textOf(given), func.name, model_.variable(func.variables[i]).name));
    }
  }

  std::string textOf(ExprId id) const { return onOneLine(sources_.text(model_.expr(id).span)); }

  // Implications.

  /// Warns of `all a: A | a in B and f`: it requires that every A is in B. The user may mean `a in B implies f`.
  void conjunction(ExprId id, const model::Expr& e) {
    const ExprId body = model_.child(id, 0);
    if (e.negated || model_.expr(body).op != Op::and_ || model_.expr(body).childCount < 2 || model_.decls(id).size() != 1) return;
    const std::string_view text = sources_.text(model_.expr(body).span);
    if (text.starts_with("{") || text.find('\n') != std::string_view::npos) return;
    const ExprId first = model_.child(body, 0);
    if (model_.expr(first).op != Op::in || model_.expr(first).negated) return;
    const model::Expr& member = model_.expr(model_.child(first, 0));
    const model::Expr& set = model_.expr(model_.child(first, 1));
    const model::Decl& decl = model_.decls(id)[0];
    const model::Expr& bound = model_.expr(decl.bound);
    if (member.op != Op::variable || member.payload != decl.firstVariable || set.op != Op::sig || bound.op != Op::sig ||
        set.payload == bound.payload || !model_.isSubsig(set.payload, bound.payload))
      return;
    diagnostics_
        .warning("conjunction", model_.expr(first).span,
                 fmt::format("this requires every `{}` to be in `{}`", textOf(decl.bound), textOf(model_.child(first, 1))))
        .hints.push_back(fmt::format("if you mean a condition, write `all {}: {} | ...`, or `implies` instead of `and`",
                                     model_.variable(decl.firstVariable).name, textOf(model_.child(first, 1))));
  }

  void implication(ExprId id, const model::Expr& e) {
    const ExprId body = model_.child(id, 0);
    if (e.negated || model_.expr(body).op != Op::implies || model_.expr(body).negated || !isWritten_(model_.expr(body).span) ||
        !sources_.text(e.span).starts_with("some") || !mentions(model_.child(body, 0), model_.decls(id)))
      return;
    diagnostics_
        .warning("implication", model_.expr(body).span,
                 "this `some` is true if the left side of the implication is false for one value")
        .hints.push_back("if both sides must hold, write `and`");
  }

  bool mentions(ExprId formula, std::span<const model::Decl> decls) const {
    std::vector<ExprId> open{formula};
    while (!open.empty()) {
      const ExprId id = open.back();
      open.pop_back();
      const model::Expr& e = model_.expr(id);
      if (e.op == Op::variable && std::ranges::any_of(decls, [&](const model::Decl& decl) {
            return e.payload >= decl.firstVariable && e.payload < decl.firstVariable + decl.variableCount;
          }))
        return true;
      for (const ExprId child : model_.children(id)) open.push_back(child);
      for (const model::Decl& decl : model_.decls(id)) open.push_back(decl.bound);
    }
    return false;
  }

  static constexpr int mostDepth = 50;
  const model::Model& model_;
  const model::SourceMap& sources_;
  const std::function<bool(const model::Span&)>& isWritten_;
  model::Diagnostics& diagnostics_;
  std::vector<bool> single_ = std::vector<bool>(model_.variables().size());  // by variable: its value has at most one tuple
  std::vector<bool> atom_ = single_;                                         // by variable: its value is one atom
  std::set<VarId> warnedParameters_;
  std::vector<bool> varying_;       // cache of varyingParameters()
  std::map<VarId, ExprId> values_;  // by variable of a `let`: its value
  // By the place of a prime: the prime expression if its operand is constant; noId if the operand is not constant in some copy of
  // the module.
  std::map<std::tuple<model::FileId, std::uint32_t, std::uint32_t>, ExprId> constantPrimes_;
};

}  // namespace

void addFormulaLints(const model::Model& model, const model::SourceMap& sources,
                     const std::function<bool(const model::Span&)>& isWritten, model::Diagnostics& diagnostics) {
  FormulaLints(model, sources, isWritten, diagnostics).run();
}

}  // namespace aunit::parser::alloy
