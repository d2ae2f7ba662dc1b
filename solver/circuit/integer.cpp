#include "solver/circuit/integer.h"

#include <bit>
#include <map>

#include "evaluator/arithmetic.h"
#include "solver/circuit/cardinality.h"

namespace aunit::solver {

namespace {

// Up to this many literals are counted in unary; larger counts use adders.
constexpr std::size_t unaryLimit = 40;
// An operation on two lists of cases combines each case of one list with each case of the other if there are at most this many
// pairs, or one list has a single case.
constexpr std::size_t pairLimit = 40;
// A comparison of two lists of cases uses the lists if they have at most this many cases together. Otherwise it uses bits.
constexpr std::size_t compareLimit = 128;

}  // namespace

std::int32_t wrap(std::int64_t value, int bitwidth) {
  return evaluator::Arithmetic(bitwidth).wrap(value);
}

std::pair<std::int32_t, bool> compute(Arithmetic operation, std::int32_t a, std::int32_t b, int bitwidth) {
  const evaluator::Arithmetic plain(bitwidth);
  switch (operation) {
    case Arithmetic::add: return {plain.add(a, b), plain.addOverflows(a, b)};
    case Arithmetic::subtract: return {plain.subtract(a, b), plain.subtractOverflows(a, b)};
    case Arithmetic::multiply: return {plain.multiply(a, b), plain.multiplyOverflows(a, b)};
    case Arithmetic::divide: return {plain.divide(a, b), plain.divideOverflows(a, b)};
    case Arithmetic::remainder: return {plain.remainder(a, b), plain.remainderOverflows(b)};
    case Arithmetic::shiftLeft: return {plain.shiftLeft(a, b), plain.shiftLeftOverflows(a, b)};
    case Arithmetic::shiftRight: return {plain.shiftRight(a, b), false};
    case Arithmetic::shiftRightLogical: return {plain.shiftRightLogical(a, b), false};
  }
  return {0, false};
}

IntegerRef IntegerAlgebra::constant(std::int64_t value) const {
  auto i = std::make_shared<Integer>();
  i->cases = {{wrap(value, bitwidth_), yes}};
  if (wrap(value, bitwidth_) != value) i->overflow = yes;
  return i;
}

IntegerRef IntegerAlgebra::fromCases(Cases cases, Lit overflow) const {
  std::map<std::int32_t, std::vector<Lit>> merged;
  for (const auto& [value, condition] : cases) {
    if (condition != no) merged[value].push_back(condition);
  }
  auto i = std::make_shared<Integer>();
  for (const auto& [value, conditions] : merged) {
    const Lit any = circuit_.disjunction(conditions);
    if (any == yes) {
      i->cases = {{value, yes}};
      break;
    }
    if (any != no) i->cases.emplace_back(value, any);
  }
  // In each instance, one of the conditions holds. So if all are `no`, there is no instance, and any value will do.
  if (i->cases.empty()) i->cases = {{0, yes}};
  if (i->cases.size() == 1) i->cases[0].second = yes;
  i->overflow = overflow;
  return i;
}

IntegerRef IntegerAlgebra::fromBits(std::vector<Lit> bits, Lit overflow) const {
  const bool fixed = std::all_of(bits.begin(), bits.end(), [](Lit l) { return l == yes || l == no; });
  auto i = std::make_shared<Integer>();
  i->overflow = overflow;
  if (fixed) {
    std::int64_t value = 0;
    for (std::size_t k = 0; k < bits.size(); ++k) {
      if (bits[k] == yes) value |= std::int64_t{1} << k;
    }
    i->cases = {{wrap(value, bitwidth_), yes}};
  } else {
    i->bits = std::move(bits);
  }
  return i;
}

IntegerRef IntegerAlgebra::count(std::vector<Lit> literals) const {
  std::erase(literals, no);
  const bool fixed = std::all_of(literals.begin(), literals.end(), [](Lit l) { return l == yes; });
  if (fixed) return constant(static_cast<std::int64_t>(literals.size()));
  const std::size_t largest = (std::size_t{1} << (bitwidth_ - 1)) - 1;
  auto i = std::make_shared<Integer>();
  if (literals.size() <= largest) {
    i->counted = std::move(literals);
    return i;
  }
  if (literals.size() <= unaryLimit) {
    const std::vector<Lit> sorted = sortedCount(circuit_, literals, literals.size());
    Cases cases;
    for (std::size_t n = 0; n <= sorted.size(); ++n) {
      const Lit reached = n == 0 ? yes : sorted[n - 1];
      const Lit exceeded = n == sorted.size() ? no : sorted[n];
      cases.emplace_back(wrap(static_cast<std::int64_t>(n), bitwidth_), circuit_.conjunction(reached, !exceeded));
    }
    return fromCases(std::move(cases), sorted.size() > largest ? sorted[largest] : no);
  }
  std::vector<IntegerRef> terms;
  for (const Lit l : literals) {
    std::vector<Lit> bits(static_cast<std::size_t>(bitwidth_), no);
    bits[0] = l;
    terms.push_back(fromBits(std::move(bits), no));
  }
  return sum(std::move(terms));
}

IntegerRef IntegerAlgebra::sum(std::span<const std::pair<std::int32_t, Lit>> terms, bool exclusive) const {
  if (exclusive) {
    Cases cases(terms.begin(), terms.end());
    std::vector<Lit> any;
    for (const auto& [value, condition] : terms) any.push_back(condition);
    cases.emplace_back(0, !circuit_.disjunction(any));
    return fromCases(std::move(cases), no);
  }
  std::vector<IntegerRef> values;
  std::int64_t certain = 0;
  for (const auto& [value, condition] : terms) {
    if (condition == yes && !noteOverflowOfSums_) {
      certain += value;
    } else if (condition != no && value != 0) {
      values.push_back(fromCases({{value, condition}, {0, !condition}}, no));
    }
  }
  if (certain != 0 || values.empty()) values.push_back(constant(wrap(certain, bitwidth_)));
  return sum(std::move(values));
}

// Adds the terms in a balanced tree, because then the values of the lower levels stay small.
IntegerRef IntegerAlgebra::sum(std::vector<IntegerRef> terms) const {
  if (terms.empty()) return constant(0);
  const Lit overflow = noteOverflowOfSums_ ? overflowOfSum(terms) : no;
  while (terms.size() > 1) {
    std::vector<IntegerRef> halved;
    for (std::size_t i = 0; i + 1 < terms.size(); i += 2) halved.push_back(apply(Arithmetic::add, terms[i], terms[i + 1]));
    if (terms.size() % 2 != 0) halved.push_back(terms.back());
    terms = std::move(halved);
  }
  if (terms[0]->overflow == overflow) return terms[0];
  auto total = std::make_shared<Integer>(*terms[0]);
  total->overflow = overflow;
  return total;
}

// Adds with enough additional bits that no sum wraps around.
Lit IntegerAlgebra::overflowOfSum(std::span<const IntegerRef> terms) const {
  const auto width = static_cast<std::size_t>(bitwidth_);
  std::vector<Lit> overflows;
  std::vector<Lit> total(width + static_cast<std::size_t>(std::bit_width(terms.size())), no);
  for (const IntegerRef& term : terms) {
    overflows.push_back(term->overflow);
    std::vector<Lit> digits = bits(*term);
    digits.resize(total.size(), digits.back());
    total = vectors_.add(total, digits, no).bits;
  }
  for (std::size_t i = width; i < total.size(); ++i) overflows.push_back(circuit_.exclusiveOr(total[i], total[width - 1]));
  return circuit_.disjunction(overflows);
}

bool IntegerAlgebra::prefersCases(const Integer& a) const {
  return !a.cases.empty() || (!a.counted.empty() && a.counted.size() <= unaryLimit);
}

IntegerAlgebra::Cases IntegerAlgebra::cases(const Integer& a) const {
  if (!a.cases.empty()) return a.cases;
  if (!a.counted.empty() && a.counted.size() <= unaryLimit) {
    const std::vector<Lit> sorted = sortedCount(circuit_, a.counted, a.counted.size());
    Cases result;
    for (std::size_t n = 0; n <= sorted.size(); ++n) {
      const Lit reached = n == 0 ? yes : sorted[n - 1];
      const Lit exceeded = n == sorted.size() ? no : sorted[n];
      const Lit exact = circuit_.conjunction(reached, !exceeded);
      if (exact != no) result.emplace_back(static_cast<std::int32_t>(n), exact);
    }
    return result;
  }
  const std::vector<Lit> digits = bits(a);
  Cases result;
  const std::int64_t count = std::int64_t{1} << bitwidth_;
  for (std::int64_t k = -count / 2; k < count / 2; ++k) {
    std::vector<Lit> literals;
    for (std::size_t i = 0; i < digits.size(); ++i) literals.push_back(((k >> i) & 1) != 0 ? digits[i] : !digits[i]);
    const Lit exact = circuit_.conjunction(literals);
    if (exact != no) result.emplace_back(static_cast<std::int32_t>(k), exact);
  }
  return result;
}

std::vector<Lit> IntegerAlgebra::bits(const Integer& a) const {
  if (!a.bits.empty()) return a.bits;
  if (!a.counted.empty() && a.counted.size() > unaryLimit) {
    std::vector<IntegerRef> terms;
    for (const Lit l : a.counted) {
      std::vector<Lit> digits(static_cast<std::size_t>(bitwidth_), no);
      digits[0] = l;
      terms.push_back(fromBits(std::move(digits), no));
    }
    return bits(*sum(std::move(terms)));
  }
  const Cases list = cases(a);
  std::vector<Lit> result;
  for (int i = 0; i < bitwidth_; ++i) {
    std::vector<Lit> any;
    std::vector<Lit> none;
    for (const auto& [value, condition] : list) ((value >> i) & 1 ? any : none).push_back(condition);
    result.push_back(none.empty() ? yes : any.size() <= none.size() ? circuit_.disjunction(any) : !circuit_.disjunction(none));
  }
  return result;
}

IntegerRef IntegerAlgebra::ifThenElse(Lit condition, const IntegerRef& a, const IntegerRef& b) const {
  if (condition == yes || a == b) return a;
  if (condition == no) return b;
  const Lit overflow = circuit_.ifThenElse(condition, a->overflow, b->overflow);
  if (prefersCases(*a) && prefersCases(*b)) {
    Cases list;
    for (const auto& [value, holds] : cases(*a)) list.emplace_back(value, circuit_.conjunction(condition, holds));
    for (const auto& [value, holds] : cases(*b)) list.emplace_back(value, circuit_.conjunction(!condition, holds));
    return fromCases(std::move(list), overflow);
  }
  return fromBits(vectors_.choose(condition, bits(*a), bits(*b)), overflow);
}

IntegerRef IntegerAlgebra::select(std::span<const Lit> conditions, std::span<const IntegerRef> choices) const {
  IntegerRef result = choices.back();
  for (std::size_t i = choices.size() - 1; i-- > 0;) result = ifThenElse(conditions[i], choices[i], result);
  return result;
}

IntegerRef IntegerAlgebra::apply(Arithmetic operation, const IntegerRef& a, const IntegerRef& b) const {
  const Lit before = circuit_.disjunction(a->overflow, b->overflow);
  if (prefersCases(*a) && prefersCases(*b)) {
    const Cases x = cases(*a);
    const Cases y = cases(*b);
    if (x.size() == 1 || y.size() == 1 || x.size() * y.size() <= pairLimit) {
      Cases list;
      std::vector<Lit> overflows{before};
      for (const auto& [v, p] : x) {
        for (const auto& [w, q] : y) {
          const auto [value, overflowed] = compute(operation, v, w, bitwidth_);
          const Lit both = circuit_.conjunction(p, q);
          list.emplace_back(value, both);
          if (overflowed) overflows.push_back(both);
        }
      }
      return fromCases(std::move(list), circuit_.disjunction(overflows));
    }
  }
  const std::vector<Lit> x = bits(*a);
  const std::vector<Lit> y = bits(*b);
  switch (operation) {
    case Arithmetic::add: {
      const BitVectors::Sum s = vectors_.add(x, y, no);
      return fromBits(s.bits, circuit_.disjunction(before, s.overflow));
    }
    case Arithmetic::subtract: {
      std::vector<Lit> inverted;
      for (const Lit l : y) inverted.push_back(!l);
      const BitVectors::Sum s = vectors_.add(x, inverted, yes);
      return fromBits(s.bits, circuit_.disjunction(before, s.overflow));
    }
    case Arithmetic::multiply: {
      const BitVectors::Sum s = vectors_.multiply(x, y);
      return fromBits(s.bits, circuit_.disjunction(before, s.overflow));
    }
    case Arithmetic::divide:
    case Arithmetic::remainder: {
      std::vector<Lit> quotient;
      std::vector<Lit> remainder;
      vectors_.divide(x, y, quotient, remainder);
      const Lit zero = !circuit_.disjunction(y);
      // The smallest integer divided by -1 is the only quotient that does not fit.
      std::vector<Lit> extreme(y);
      for (std::size_t i = 0; i + 1 < x.size(); ++i) extreme.push_back(!x[i]);
      extreme.push_back(x.back());
      const Lit unfit = operation == Arithmetic::divide ? circuit_.disjunction(zero, circuit_.conjunction(extreme)) : zero;
      return fromBits(operation == Arithmetic::divide ? quotient : remainder, circuit_.disjunction(before, unfit));
    }
    case Arithmetic::shiftLeft:
    case Arithmetic::shiftRight:
    case Arithmetic::shiftRightLogical: {
      Lit overflow = before;
      std::vector<Lit> shifted = vectors_.shift(operation, x, y, overflow);
      return fromBits(std::move(shifted), overflow);
    }
  }
  return a;
}

// Whether at least `bound` of the counted literals hold. Does not compute how many hold.
Lit IntegerAlgebra::compareCount(const Integer& counted, std::int64_t bound) const {
  if (bound <= 0) return yes;
  if (bound > static_cast<std::int64_t>(counted.counted.size())) return no;
  return atLeast(circuit_, counted.counted, static_cast<std::size_t>(bound));
}

// Compares by choices instead of cases. If `a` has choices, compares each of them with `b`; otherwise, compares `a` with each
// choice of `b`. Returns nothing if there are no choices to compare, or more choices than `a` and `b` have cases together. Also
// returns nothing if the circuit may not rely on declarations. Choices can be better than cases, because many comparisons share
// the same choices.
std::optional<Lit> IntegerAlgebra::byChoices(const IntegerRef& a, const IntegerRef& b, Compare compare,
                                             ComparedPairs& known) const {
  const bool left = !a->choices.empty();
  const auto& choices = left ? a->choices : b->choices;
  if (choices.empty() || choices.size() > a->cases.size() + b->cases.size() || !circuit_.reliesOnDeclarations())
    return std::nullopt;
  if (const auto found = known.find({a.get(), b.get()}); found != known.end()) return found->second.holds;
  std::vector<Circuit::Choice> either;
  for (const auto& [condition, value] : choices)
    either.emplace_back(condition, left ? (this->*compare)(value, b) : (this->*compare)(a, value));
  const IntegerRef zero = constant(0);
  const Lit holds = circuit_.chosen(either, left ? (this->*compare)(zero, b) : (this->*compare)(a, zero));
  known[{a.get(), b.get()}] = {a, b, holds};
  return holds;
}

Lit IntegerAlgebra::equal(const IntegerRef& a, const IntegerRef& b) const {
  if (a == b) return yes;
  if (const auto holds = byChoices(a, b, &IntegerAlgebra::equal, equal_)) return *holds;
  for (const auto& [x, y] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    if ((*x)->counted.empty() || (*y)->cases.empty() || (*y)->cases.size() > compareLimit) continue;
    std::vector<Lit> ways;
    for (const auto& [value, condition] : (*y)->cases) {
      const Lit exact = circuit_.conjunction(compareCount(**x, value), !compareCount(**x, std::int64_t{value} + 1));
      ways.push_back(circuit_.conjunction(condition, value < 0 ? no : exact));
    }
    return circuit_.disjunction(ways);
  }
  if (prefersCases(*a) && prefersCases(*b)) {
    const Cases x = cases(*a);
    const Cases y = cases(*b);
    std::vector<Lit> ways;
    for (auto i = x.begin(), j = y.begin(); i != x.end() && j != y.end();) {
      if (i->first < j->first)
        ++i;
      else if (j->first < i->first)
        ++j;
      else
        ways.push_back(circuit_.conjunction(i++->second, j++->second));
    }
    return circuit_.disjunction(ways);
  }
  const std::vector<Lit> x = bits(*a);
  const std::vector<Lit> y = bits(*b);
  std::vector<Lit> alike;
  for (std::size_t i = 0; i < x.size(); ++i) alike.push_back(circuit_.equivalence(x[i], y[i]));
  return circuit_.conjunction(alike);
}

Lit IntegerAlgebra::less(const IntegerRef& a, const IntegerRef& b) const {
  if (a == b) return no;
  if (const auto holds = byChoices(a, b, &IntegerAlgebra::less, less_)) return *holds;
  if (!a->counted.empty() && !b->cases.empty() && b->cases.size() <= compareLimit) {
    std::vector<Lit> ways;
    for (const auto& [value, condition] : b->cases) ways.push_back(circuit_.conjunction(condition, !compareCount(*a, value)));
    return circuit_.disjunction(ways);
  }
  if (!b->counted.empty() && !a->cases.empty() && a->cases.size() <= compareLimit) {
    std::vector<Lit> ways;
    for (const auto& [value, condition] : a->cases)
      ways.push_back(circuit_.conjunction(condition, compareCount(*b, std::int64_t{value} + 1)));
    return circuit_.disjunction(ways);
  }
  if (prefersCases(*a) && prefersCases(*b)) {
    const Cases x = cases(*a);
    const Cases y = cases(*b);
    if (x.size() + y.size() <= compareLimit) {
      // `a` is less than `b` if some case of `b` holds, and `below` holds: that is, some case of `a` with a smaller value than
      // this case.
      std::vector<Lit> ways;
      Lit below = no;
      auto i = x.begin();
      for (const auto& [value, condition] : y) {
        for (; i != x.end() && i->first < value; ++i) below = circuit_.disjunction(below, i->second);
        ways.push_back(circuit_.conjunction(condition, i == x.end() ? yes : below));
      }
      return circuit_.disjunction(ways);
    }
  }
  const std::vector<Lit> x = bits(*a);
  const std::vector<Lit> y = bits(*b);
  if (x.empty()) return no;
  Lit result = no;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool sign = i + 1 == x.size();
    const Lit smaller = sign ? x[i] : !x[i];
    const Lit larger = sign ? !y[i] : y[i];
    // `result` compares the bits 0 .. i: `a` is less than `b` if it is smaller in bit i, or if it is not greater in bit i and
    // smaller in the lower bits.
    result = circuit_.disjunction(circuit_.conjunction(smaller, larger),
                                  circuit_.conjunction(circuit_.disjunction(smaller, larger), result));
  }
  return result;
}

}  // namespace aunit::solver
