#include "parser/alloy/formula_lints.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include <fmt/format.h>

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
      for (VarId v = decl.firstVariable; v < decl.firstVariable + decl.variableCount; ++v) single_[v] = true;
    };
    for (ExprId id = 0; id < model_.exprCount(); ++id) {
      std::ranges::for_each(model_.decls(id), declared);
      if (const model::Expr& e = model_.expr(id); e.op == Op::let) values_[e.payload] = model_.child(id, 0);
    }
    for (const model::Func& func : model_.funcs()) std::ranges::for_each(func.params, declared);
    for (const model::Sig& sig : model_.sigs())
      if (sig.thisVariable != noId) single_[sig.thisVariable] = true;
    for (const model::Field& field : model_.fields())
      if (field.thisVariable != noId) single_[field.thisVariable] = true;
  }

  void run() {
    for (ExprId id = 0; id < model_.exprCount(); ++id) {
      const model::Expr& e = model_.expr(id);
      if (!isWritten_(e.span)) continue;
      setArithmetic(id, e);
      if (e.op == Op::prime) notePrime(id, e);
      if (e.op == Op::quantSome) implication(id, e);
    }
    for (const auto& [place, id] : constantPrimes_)
      if (id != noId)
        diagnostics_.warning(
            "prime", model_.expr(id).span,
            fmt::format("`{}` never changes: the prime says nothing", sources_.text(model_.expr(model_.child(id, 0)).span)));
  }

 private:
  // Set operators where numbers are meant.

  void setArithmetic(ExprId id, const model::Expr& e) {
    switch (e.op) {
      case Op::sumOf: {  // that nobody wrote
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
      case Op::join:  // a sum may stand for two indices
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
        .hints.push_back(fmt::format("to calculate write `{}[..., ...]`", sum ? "plus" : "minus"));
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

  /// A union or difference of one number each, which are not all literals.
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

  /// Whether a set has at most one element, whatever the instance, as far as declarations say.
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

  /// Whether a relation has at most one last atom for the atoms in front of it.
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

  /// A module that is opened several times may have one where it counts.
  void notePrime(ExprId id, const model::Expr& e) {
    const bool constant = !model_.expr(model_.child(id, 0)).variable;
    const auto [known, isNew] = constantPrimes_.try_emplace({e.span.file, e.span.begin, e.span.end}, constant ? id : noId);
    if (!isNew && !constant) known->second = noId;
  }

  // Implications.

  void implication(ExprId id, const model::Expr& e) {
    const ExprId body = model_.child(id, 0);
    if (e.negated || model_.expr(body).op != Op::implies || model_.expr(body).negated || !isWritten_(model_.expr(body).span) ||
        !sources_.text(e.span).starts_with("some") || !mentions(model_.child(body, 0), model_.decls(id)))
      return;
    diagnostics_
        .warning("implication", model_.expr(body).span, "one value for which the left side is false is enough for this `some`")
        .hints.push_back("where both sides are to hold, `and` says so");
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
  std::vector<bool> single_ = std::vector<bool>(model_.variables().size());                   // by variable
  std::map<VarId, ExprId> values_;                                                            // of lets
  std::map<std::tuple<model::FileId, std::uint32_t, std::uint32_t>, ExprId> constantPrimes_;  // noId: it changes elsewhere
};

}  // namespace

void addFormulaLints(const model::Model& model, const model::SourceMap& sources,
                     const std::function<bool(const model::Span&)>& isWritten, model::Diagnostics& diagnostics) {
  FormulaLints(model, sources, isWritten, diagnostics).run();
}

}  // namespace aunit::parser::alloy
