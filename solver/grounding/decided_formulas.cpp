// Finds out whether the intervals of sets (their lower and upper bounds) are enough to know a formula's value.
#include <algorithm>
#include <span>
#include <vector>

#include "solver/grounding/intervals.h"

namespace aunit::solver {

using namespace model;

namespace {

std::optional<bool> hasSize(Op quantity, const Interval& set) {
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

}  // namespace

std::optional<bool> Intervals::decided(ExprId id) {
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
      Interval left, right;
      const Interval &a = valueOf(model_.child(id, 0), left), &b = valueOf(model_.child(id, 1), right);
      if (a.isConstant() && b.isConstant() && a.lower == b.lower) return !e.negated;
      const bool differ = (b.upper && !a.lower.subsetOf(*b.upper)) || (a.upper && !b.lower.subsetOf(*a.upper));
      return differ ? std::optional(e.negated) : std::nullopt;
    }
    case Op::some:
    case Op::no:
    case Op::lone:
    case Op::one: {
      Interval computed;
      return hasSize(e.op, valueOf(model_.child(id, 0), computed));
    }
    case Op::disjoint: {
      if (universe_ <= fewAtoms) return std::nullopt;
      std::vector<Atom> atoms;
      for (const ExprId each : model_.children(id)) {
        Interval computed;
        const Interval& set = valueOf(each, computed);
        if (!set.upper || set.upper->arity() != 1) return std::nullopt;
        work(set.upper->size());
        set.upper->forEach([&](std::span<const Atom> atom) { atoms.push_back(atom.front()); });
      }
      std::ranges::sort(atoms);
      return std::ranges::adjacent_find(atoms) == atoms.end() ? std::optional(true) : std::nullopt;
    }
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

std::optional<bool> Intervals::isIncluded(ExprId inclusion) {
  const ExprId right = model_.child(inclusion, 1);
  Interval left, other;
  const Interval &a = valueOf(model_.child(inclusion, 0), left), &b = valueOf(right, other);
  if (b.upper && !a.lower.subsetOf(*b.upper)) return false;
  if (a.upper && isPlain(right) && a.upper->subsetOf(b.lower)) return true;
  return std::nullopt;
}

}  // namespace aunit::solver
