// The evaluator compared with a deliberately naive one, on expressions, instances and traces of generated models.
#include "tests/evaluator/naive_evaluator.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/ranges.h>

#include "evaluator/evaluator.h"
#include "evaluator/evaluator_impl.h"
#include "tests/evaluator/generated_expression.h"

namespace aunit::evaluator {
namespace {

using namespace testing;

model::Instance randomInstance(const Generator& generator, unsigned states) {
  const Builder& b = generator.b;
  const int width = chance(10) ? 6 : 1 + static_cast<int>(pick(3));  // 6: more than 64 atoms
  model::Instance instance = emptyInstance(b, {"a0", "a1", "a2", "c0", "c1"}, width);
  instance.maxSequence = static_cast<int>(pick(3));
  const std::uint32_t size = instance.universe->size();
  const auto any = [&](std::uint32_t arity, const std::vector<std::vector<Atom>>& columns, unsigned most) {
    TupleSet out(size, arity);
    for (unsigned i = pick(most + 1); i > 0; --i) {
      std::vector<Atom> tuple;
      for (const auto& column : columns) tuple.push_back(column[pick(static_cast<unsigned>(column.size()))]);
      out.insert(tuple);
    }
    return out;
  };
  const std::vector<Atom> as = {0, 1, 2}, bs = {0, 1}, cs = {3, 4};
  std::vector<Atom> ints;
  for (Atom a = instance.universe->firstInt(); a < size; ++a) ints.push_back(a);
  model::State fixed = instance.states[0];
  fixed.sigs[generator.sigA] = any(1, {as}, 4);
  fixed.sigs[generator.sigB] = any(1, {bs}, 2);
  fixed.sigs[generator.sigA] = fixed.sigs[generator.sigA].unite(fixed.sigs[generator.sigB]);
  fixed.fields[generator.f] = any(2, {as, as}, 5);
  fixed.fields[generator.h] = any(3, {as, as, cs}, 6);
  fixed.fields[generator.n] = any(2, {as, ints}, 4);
  instance.states.assign(states, fixed);
  for (model::State& state : instance.states) {
    state.sigs[generator.sigC] = any(1, {cs}, 2);
    state.fields[generator.g] = any(2, {cs, as}, 3);
  }
  instance.loop = pick(states);
  return instance;
}

NaiveValue naive(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth;
  if (const std::int32_t* number = std::get_if<std::int32_t>(&value)) return long{*number};
  return naiveSet(std::get<TupleSet>(value));
}

std::string shown(const NaiveValue& value) {
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const long* number = std::get_if<long>(&value)) return std::to_string(*number);
  std::string out;
  for (const NaiveTuple& tuple : std::get<NaiveSet>(value)) out += fmt::format("<{}> ", fmt::join(tuple, " "));
  return "{ " + out + "}";
}

// An observer that disables caching and sees all values.
struct FullObserver {
  static constexpr bool active = true;
  bool wantsValues() const { return true; }
  void relation(ExprId, const TupleSet&) {}
  void integer(ExprId, std::int32_t) {}
  void formula(ExprId, bool) {}
  void quantified(ExprId, std::uint64_t bindings, std::uint64_t trueBodies) { RC_ASSERT(trueBodies <= bindings); }
};

void compare(bool temporal, bool noOverflow) {
  Generator generator;
  generator.temporal = temporal;
  int compared = 0;
  std::vector<ExprId> exprs;
  for (int i = 0; i < 3; ++i) exprs.push_back(generator.any());
  Evaluator plain(generator.b.model, {.semantics = {.noOverflow = noOverflow}});
  BasicEvaluator<FullObserver> observed(generator.b.model, {.semantics = {.noOverflow = noOverflow}});
  for (int round = 0; round < 2; ++round) {  // in the second round everything is compiled and cached
    const model::Instance instance = randomInstance(generator, temporal ? 1 + pick(3) : 1);
    plain.bind(instance);
    observed.bind(instance);
    NaiveEvaluator reference(generator.b.model, instance, noOverflow);
    for (const ExprId expr : exprs)
      for (unsigned state = 0; state < instance.states.size(); ++state) {
        NaiveValue expected;
        try {
          expected = reference.value(expr, state);
        } catch (const TooSlow&) {
          continue;
        }
        ++compared;
        const NaiveValue found = naive(plain.value(expr, state)), seen = naive(observed.value(expr, state));
        if (found == expected && seen == expected) continue;
        RC_FAIL(fmt::format("{}\nat state {} of {} with loop {}: naive {}, evaluator {}, observed {}",
                            describe(generator.b.model, expr), state, instance.states.size(), instance.loop, shown(expected),
                            shown(found), shown(seen)));
      }
  }
  RC_PRE(compared > 0);
}

RC_GTEST_PROP(Naive, AgreesOnStaticInstances, ()) {
  compare(false, false);
}
RC_GTEST_PROP(Naive, AgreesOnTraces, ()) {
  compare(true, false);
}
RC_GTEST_PROP(Naive, AgreesWithoutOverflows, ()) {
  compare(false, true);
}
RC_GTEST_PROP(Naive, AgreesOnTracesWithoutOverflows, ()) {
  compare(true, true);
}

}  // namespace
}  // namespace aunit::evaluator
