// Benchmark of the evaluator: valuations judged per second, with implicit constraints, facts and one predicate. Models: the list
// model with 3 atoms, and one with 30 atoms and a transitive closure. Each is judged without and with an observer.
#include <random>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "evaluator/evaluator_impl.h"
#include "evaluator/judge.h"
#include "parser/front_end.h"

namespace aunit::evaluator {
namespace {

using model::Atom;
using model::ExprId;
using model::TupleSet;

struct ListModel {
  std::unique_ptr<parser::Loaded> loaded = parser::loadText("list.als", R"(
    module list
    sig Node { link: set Node }
    fact PartialFunction { all n: Node | lone n.link }
    pred NoDirectedCycles() { all n: Node | n !in n.^link }
    run NoDirectedCycles)");
  const model::Model& model = *loaded->model;
  Question question{.constraints = constraintsOf(model)};

  ListModel() { append(question.constraints, Part::formula, {{model.commands()[0].formula}}); }

  // Random valuations, of which half are acyclic.
  std::vector<model::Instance> valuations(unsigned atoms, std::size_t count) const {
    std::mt19937 random(1);
    std::vector<std::string> names;
    for (unsigned i = 0; i < atoms; ++i) names.push_back(fmt::format("N{}", i));
    const auto universe = std::make_shared<model::Universe>(names, std::vector<std::string>{}, 4);
    model::State state;
    state.sigs.assign(model.sigs().size(), TupleSet(universe->size(), 1));
    state.sigs.back() = TupleSet::range(universe->size(), 0, atoms);  // Node
    state.fields.emplace_back(universe->size(), 2);                   // link
    std::vector<model::Instance> out;
    for (std::size_t i = 0; i < count; ++i) {
      model::Instance& instance = out.emplace_back();
      instance.universe = universe;
      instance.states.push_back(state);
      TupleSet& link = instance.states[0].fields[0];
      for (Atom a = 1; a < atoms; ++a)
        if (random() % 4 != 0) link.insert(std::array{a, static_cast<Atom>(random() % a)});
      if (i % 2 == 0) link.insert(std::array{Atom{0}, static_cast<Atom>(random() % atoms)});
    }
    return out;
  }
};

// Replaces coverage: records the kinds of values of each expression.
struct Recorder {
  static constexpr bool active = true;
  bool wantsValues() const { return false; }
  std::vector<std::uint8_t>* seen;
  void relation(ExprId id, const TupleSet& value) { note(id, 1u << value.sizeUpToTwo()); }
  void integer(ExprId, std::int32_t) {}
  void formula(ExprId id, bool value) { note(id, value ? 1 : 2); }
  void quantified(ExprId id, std::uint64_t bindings, std::uint64_t trueBodies) {
    note(id, (bindings == 0            ? 4u
              : bindings == 1          ? 8u << trueBodies
              : trueBodies == bindings ? 32u
              : trueBodies == 0        ? 64u
                                       : 128u));
  }
  void note(ExprId id, unsigned bits) { (*seen)[id] |= static_cast<std::uint8_t>(bits); }
};

// Judges as a run without coverage does: stops at the first violated constraint.
void judgeValuations(benchmark::State& state) {
  const ListModel list;
  const auto instances = list.valuations(static_cast<unsigned>(state.range(0)), 64);
  Evaluator evaluator(list.model);
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(judge(evaluator, instances[next++ % instances.size()], list.question).holds());
  state.SetItemsProcessed(state.iterations());
}

// Judges with an observer, which makes the evaluator evaluate every expression.
void judgeObserved(benchmark::State& state) {
  const ListModel list;
  const auto instances = list.valuations(static_cast<unsigned>(state.range(0)), 64);
  std::vector<std::uint8_t> seen(list.model.exprCount());
  BasicEvaluator<Recorder> evaluator(list.model, {}, {&seen});
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(judge(evaluator, instances[next++ % instances.size()], list.question).holds());
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(judgeValuations)->Arg(3)->Arg(30);
BENCHMARK(judgeObserved)->Arg(3)->Arg(30);

}  // namespace
}  // namespace aunit::evaluator

BENCHMARK_MAIN();
