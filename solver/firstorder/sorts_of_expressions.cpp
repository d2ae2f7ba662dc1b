// Which sorts the columns of an expression can have.
#include <algorithm>

#include "solver/firstorder/translator.h"

namespace aunit::solver::firstorder {

using model::ExprId;
using model::Op;

namespace {
constexpr int deepestExpression = 400;  // limit for nested calls of sortsOf()
}

const Translator::SortTuples& Translator::sortsOf(ExprId id, const Environment& environment) {
  const auto known = memo_.find({id, environment.get()});
  if (known != memo_.end()) return known->second;
  if (++depth_ > deepestExpression) refuse("calls that are nested too deeply", id);
  SortTuples sorts = computeSorts(id, environment);
  --depth_;
  kept_.push_back(environment);
  return memo_[{id, environment.get()}] = std::move(sorts);
}

Translator::SortTuples Translator::closedSorts(SortTuples step) const {
  for (bool grows = true; grows;) {
    grows = false;
    for (const Sorts& a : SortTuples(step))
      for (const Sorts& b : SortTuples(step))
        if (a[1] == b[0] && step.insert({a[0], b[1]}).second) grows = true;
  }
  return step;
}

Translator::SortTuples Translator::sortsOfComprehension(ExprId id, const Environment& environment) {
  std::vector<std::pair<Environment, Sorts>> rows = {{environment, {}}};
  for (const model::Decl& decl : model_.decls(id)) {
    if (decl.illFormed || decl.multiplicity != model::Multiplicity::one || model_.expr(decl.bound).arity != 1)
      refuse("a comprehension over relations", id);
    std::vector<std::pair<Environment, Sorts>> next;
    for (const auto& [outer, sorts] : rows) {
      const SortTuples of = sortsOf(decl.bound, outer);
      std::vector<std::pair<Environment, Sorts>> grown = {{outer, sorts}};
      for (std::uint32_t k = 0; k < decl.variableCount; ++k) {
        std::vector<std::pair<Environment, Sorts>> longer;
        for (const auto& [env, columns] : grown)
          for (const Sorts& sort : of) {
            if (!anyAtom_.contains(sort[0])) anyAtom_[sort[0]] = all_.variable(sort[0]);
            Sorts more = columns;
            more.push_back(sort[0]);
            longer.emplace_back(bindAtom(env, decl.firstVariable + k, anyAtom_[sort[0]]), std::move(more));
          }
        grown = std::move(longer);
      }
      next.insert(next.end(), grown.begin(), grown.end());
    }
    rows = std::move(next);
  }
  SortTuples result;
  for (auto& [env, sorts] : rows) result.insert(std::move(sorts));
  return result;
}

Translator::SortTuples Translator::computeSorts(ExprId id, const Environment& environment) {
  const model::Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return sortsOf(model_.child(id, i), environment); };
  SortTuples result;
  switch (e.op) {
    case Op::sig:
      for (const SortId s : sortsOfSignature(e.payload)) result.insert({s});
      return result;
    case Op::field: return sortsOfField(e.payload);
    case Op::variable: {
      const Binding& binding = bindingOf(id, environment);
      if (binding.kind == Binding::Kind::atom) return {{all_.sortOf(binding.term)}};
      if (binding.kind == Binding::Kind::expression) return sortsOf(binding.expression, Environment(binding.environment));
      for (const auto& [sorts, symbol] : binding.symbols) result.insert(sorts);
      return result;
    }
    case Op::iden:
      for (SortId s = 0; s <= integers_; ++s) result.insert({s, s});
      return result;
    case Op::union_:
    case Op::override_:
      result = child(0);
      result.merge(child(1));
      return result;
    case Op::difference:
    case Op::bound: return child(0);
    case Op::intersection: {
      const SortTuples a = child(0), b = child(1);
      std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(result, result.end()));
      return result;
    }
    case Op::product:
      for (const Sorts& a : child(0))
        for (const Sorts& b : child(1)) {
          Sorts whole = a;
          whole.insert(whole.end(), b.begin(), b.end());
          result.insert(std::move(whole));
        }
      return result;
    case Op::seqBound:
      for (const Sorts& b : child(1)) {
        Sorts whole = {integers_};
        whole.insert(whole.end(), b.begin(), b.end());
        result.insert(std::move(whole));
      }
      return result;
    case Op::join:
      for (const Sorts& a : child(0))
        for (const Sorts& b : child(1))
          if (a.back() == b.front()) {
            Sorts rest(a.begin(), a.end() - 1);
            rest.insert(rest.end(), b.begin() + 1, b.end());
            result.insert(std::move(rest));
          }
      return result;
    case Op::domainRestriction:
    case Op::rangeRestriction: {
      const bool domain = e.op == Op::domainRestriction;
      const SortTuples set = child(domain ? 0 : 1);
      for (const Sorts& tuple : child(domain ? 1 : 0))
        if (set.contains({domain ? tuple.front() : tuple.back()})) result.insert(tuple);
      return result;
    }
    case Op::prime: return child(0);
    case Op::transpose:
      for (const Sorts& a : child(0)) result.insert({a[1], a[0]});
      return result;
    case Op::closure: return closedSorts(child(0));
    case Op::reflexiveClosure:
      result = closedSorts(child(0));
      for (SortId s = 0; s <= integers_; ++s) result.insert({s, s});
      return result;
    case Op::comprehension: return sortsOfComprehension(id, environment);
    case Op::ifThenElse:
      result = child(1);
      result.merge(child(2));
      return result;
    case Op::let: return sortsOf(model_.child(id, 1), bindExpression(environment, e.payload, model_.child(id, 0), environment));
    case Op::call: return sortsOf(model_.func(e.payload).body, bindArguments(id, environment));
    case Op::integerAtom: return {{integers_}};
    case Op::nextInt: return {{integers_, integers_}};
    default: refuse("this operator", id); return {};
  }
}

}  // namespace aunit::solver::firstorder
