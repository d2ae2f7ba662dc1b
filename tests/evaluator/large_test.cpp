// Evaluation over universes with more than 64 atoms. There, relations are lists of tuples, and some formulas are evaluated in
// special ways. The results are compared with those over a universe without the unused atoms.
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "evaluator/evaluator_impl.h"
#include "tests/evaluator/generated_expression.h"

namespace aunit::evaluator {
namespace {

using namespace testing;

constexpr unsigned atomsOfA = 22, atomsOfC = 8, unused = 60;

// An instance, and a copy with additional unused atoms between those of signatures and the integers.
struct Twins {
  model::Instance small, large;

  Twins(const Generator& generator, unsigned states) {
    std::vector<std::string> names;
    for (unsigned i = 0; i < atomsOfA + atomsOfC; ++i) names.push_back(fmt::format("a{}", i));
    small = emptyInstance(generator.b, names, 2);
    for (unsigned i = 0; i < unused; ++i) names.push_back(fmt::format("u{}", i));
    large = emptyInstance(generator.b, names, 2);
    large.maxSequence = small.maxSequence = static_cast<int>(pick(3));
    model::State fixed = small.states[0];
    fixed.sigs[generator.sigB] = any(1, {0, 10}, 10);
    fixed.sigs[generator.sigA] = chance(70) ? TupleSet::range(small.universe->size(), 0, atomsOfA - pick(4))
                                            : any(1, {0, atomsOfA}, 60).unite(fixed.sigs[generator.sigB]);
    fixed.fields[generator.f] = any(2, {0, atomsOfA + atomsOfC}, 60);  // includes atoms of no signature
    fixed.fields[generator.h] = any(3, {0, atomsOfA}, 40);
    fixed.fields[generator.n] = any(2, {0, small.universe->size()}, 6);
    small.states.assign(states, fixed);
    for (model::State& state : small.states) {
      state.sigs[generator.sigC] = any(1, {atomsOfA, atomsOfA + atomsOfC}, 8);
      state.fields[generator.g] = any(2, {0, atomsOfA + atomsOfC}, 60);
    }
    small.loop = large.loop = pick(states);
    large.states.assign(states, large.states[0]);
    for (unsigned s = 0; s < states; ++s) {
      for (std::size_t i = 0; i < small.states[s].sigs.size(); ++i) large.states[s].sigs[i] = inLarge(small.states[s].sigs[i]);
      for (std::size_t i = 0; i < small.states[s].fields.size(); ++i)
        large.states[s].fields[i] = inLarge(small.states[s].fields[i]);
    }
  }

  // Converts a relation to the larger universe.
  TupleSet inLarge(const TupleSet& set) const {
    TupleSet out(large.universe->size(), set.arity());
    set.forEach([&](std::span<const Atom> tuple) {
      std::vector<Atom> there(tuple.begin(), tuple.end());
      for (Atom& a : there)
        if (a >= small.universe->firstInt()) a += unused;
      out.insert(there);
    });
    return out;
  }

 private:
  struct Range {
    Atom first, end;
  };
  TupleSet any(std::uint32_t arity, Range range, unsigned most) const {
    TupleSet out(small.universe->size(), arity);
    const Atom end = range.first + 1 + pick(range.end - range.first);
    for (unsigned i = pick(most + 1); i > 0; --i) {
      std::vector<Atom> tuple;
      for (std::uint32_t column = 0; column < arity; ++column) tuple.push_back(range.first + pick(end - range.first));
      out.insert(tuple);
    }
    return out;
  }
};

// For each expression: the kinds of values that it had.
using Kinds = std::map<ExprId, std::set<unsigned>>;

template <bool values>
struct Records {
  static constexpr bool active = true;
  Kinds* seen;
  bool wantsValues() const { return values; }
  void relation(ExprId id, const TupleSet& value) { (*seen)[id].insert(value.sizeUpToTwo()); }
  void integer(ExprId, std::int32_t) {}
  void formula(ExprId id, bool value) { (*seen)[id].insert(value ? 11 : 10); }
  void quantified(ExprId id, std::uint64_t bindings, std::uint64_t trueBodies) {
    (*seen)[id].insert(trueBodies == bindings ? 21 : trueBodies == 0 ? 20 : 22);
  }
};

// The value over one of the universes; nothing if it takes too long.
template <class Evaluator>
std::optional<Value> valueWithin(Evaluator& evaluator, support::Budget& budget, ExprId expr, unsigned state) {
  budget = support::Budget().endingAt(60);
  try {
    return evaluator.value(expr, state);
  } catch (const support::Exhausted&) {
    return std::nullopt;
  } catch (const EvaluationError&) {
    return std::nullopt;
  }
}

Value inLarge(const Twins& pair, Value value) {
  if (const TupleSet* set = std::get_if<TupleSet>(&value)) return pair.inLarge(*set);
  return value;
}

void compareUniverses(bool temporal, bool noOverflow) {
  Generator generator;
  generator.temporal = temporal;
  generator.idioms = true;
  support::Budget budget;
  const Options options{.semantics = {.noOverflow = noOverflow}, .budget = &budget};
  std::vector<ExprId> exprs;
  for (int i = 0; i < 3; ++i) exprs.push_back(i == 0 ? generator.any() : generator.idiom(2));
  Evaluator small(generator.b.model, options), large(generator.b.model, options);
  for (int round = 0; round < 2; ++round) {  // in the second round everything is compiled
    const Twins pair(generator, temporal ? 1 + pick(3) : 1);
    small.bind(pair.small);
    large.bind(pair.large);
    for (const ExprId expr : exprs)
      for (unsigned state = 0; state < pair.small.states.size(); ++state) {
        const auto expected = valueWithin(small, budget, expr, state);
        const auto found = valueWithin(large, budget, expr, state);
        if (expected && found && inLarge(pair, *expected) != *found)
          RC_FAIL(fmt::format("{}\nat state {}", describe(generator.b.model, expr), state));
      }
  }
}

void compareObservers(bool temporal) {
  Generator generator;
  generator.temporal = temporal;
  generator.idioms = true;
  support::Budget budget;
  const ExprId expr = chance(50) ? generator.formula(3) : generator.idiom(2);
  const Twins pair(generator, temporal ? 2 : 1);
  Kinds inSmall, withValues, withKinds;
  BasicEvaluator<Records<true>> small(generator.b.model, {.budget = &budget}, {&inSmall});
  BasicEvaluator<Records<true>> values(generator.b.model, {.budget = &budget}, {&withValues});
  BasicEvaluator<Records<false>> kinds(generator.b.model, {.budget = &budget}, {&withKinds});
  small.bind(pair.small);
  values.bind(pair.large);
  kinds.bind(pair.large);
  const auto expected = valueWithin(small, budget, expr, 0);
  const auto full = valueWithin(values, budget, expr, 0), cheap = valueWithin(kinds, budget, expr, 0);
  RC_PRE(expected && full && cheap);
  RC_ASSERT(*full == *expected);
  RC_ASSERT(*cheap == *expected);
  RC_ASSERT(withValues == inSmall);
  if (withKinds != inSmall) RC_FAIL(describe(generator.b.model, expr));
}

RC_GTEST_PROP(Large, AgreesWithSmallUniverses, ()) {
  compareUniverses(false, false);
}
RC_GTEST_PROP(Large, AgreesWithSmallUniversesOnTraces, ()) {
  compareUniverses(true, false);
}
RC_GTEST_PROP(Large, AgreesWithSmallUniversesWithoutOverflows, ()) {
  compareUniverses(false, true);
}
RC_GTEST_PROP(Large, ObserversSeeTheSameKindsOfValues, ()) {
  compareObservers(false);
}
RC_GTEST_PROP(Large, ObserversSeeTheSameKindsOfValuesOnTraces, ()) {
  compareObservers(true);
}

}  // namespace
}  // namespace aunit::evaluator
