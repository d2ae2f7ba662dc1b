// Integer expressions (language reference 11).

#include <stdexcept>

#include "solver/translation/rebinding.h"
#include "solver/translation/translator.h"

namespace aunit::solver {

using namespace model;

IntegerRef Translator::computeInteger(ExprId id, Moment at) {
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return integer(model_.child(id, i), at); };
  const auto apply = [&](Arithmetic operation) { return integers_.apply(operation, child(0), child(1)); };
  const int bitwidth = bounds_.sizes().bitwidth;
  switch (e.op) {
    case Op::integer: return integers_.constant(static_cast<std::int32_t>(e.payload));
    case Op::minInt: return integers_.constant(bitwidth == 0 ? 0 : -(std::int64_t{1} << (bitwidth - 1)));
    case Op::maxInt: return integers_.constant(bitwidth == 0 ? 0 : (std::int64_t{1} << (bitwidth - 1)) - 1);
    case Op::cardinality: {
      const MatrixRef set = relation(model_.child(id, 0), at);
      std::vector<Lit> literals;
      for (const Entry& entry : set->entries) literals.push_back(entry.holds);
      IntegerRef count = integers_.count(std::move(literals));
      if (set->overflow == no) return count;
      auto marked = std::make_shared<Integer>(*count);
      marked->overflow = circuit_.disjunction(marked->overflow, set->overflow);
      return marked;
    }
    case Op::sumOf: return sumOfSet(relation(model_.child(id, 0), at));
    case Op::sum: return sumOver(id, at);
    case Op::add: return apply(Arithmetic::add);
    case Op::subtract: return apply(Arithmetic::subtract);
    case Op::multiply: return apply(Arithmetic::multiply);
    case Op::divide: return apply(Arithmetic::divide);
    case Op::remainder: return apply(Arithmetic::remainder);
    case Op::shiftLeft: return apply(Arithmetic::shiftLeft);
    case Op::shiftRight: return apply(Arithmetic::shiftRight);
    case Op::shiftRightLogical: return apply(Arithmetic::shiftRightLogical);
    default: throw std::logic_error("not an integer");
  }
}

// The sum of the integers in a set. If the set is known to hold at most one integer, the sum is this integer, or 0.
IntegerRef Translator::sumOfSet(const MatrixRef& set) {
  if (!set->functional) return computeSum(*set);
  auto& [kept, known] = sums_[set.get()];
  if (known) return known;
  kept = set;
  IntegerRef total = computeSum(*set);
  if (const auto choices = algebra_.choices(*set); !choices.empty()) {
    auto chosen = std::make_shared<Integer>(*total);
    for (const auto& [condition, value] : choices) chosen->choices.emplace_back(condition, sumOfSet(value));
    total = std::move(chosen);
  }
  return known = total;
}

IntegerRef Translator::computeSum(const Matrix& set) {
  std::vector<std::pair<std::int32_t, Lit>> terms;
  for (const Entry& e : set.entries) {
    if (e.tuple >= bounds_.firstInt()) terms.emplace_back(bounds_.intValue(static_cast<std::uint32_t>(e.tuple)), e.holds);
  }
  IntegerRef total = integers_.sum(terms, set.functional);
  if (set.overflow == no) return total;
  auto marked = std::make_shared<Integer>(*total);
  marked->overflow = circuit_.disjunction(marked->overflow, set.overflow);
  return marked;
}

}  // namespace aunit::solver
