// Judged valuations per second: implicit constraints, facts and one predicate, on the list model with 3 atoms and on a model
// with 30 atoms and a transitive closure, without and with an observer.
#include <random>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "evaluator/evaluator_impl.h"
#include "tests/evaluator/builder.h"

namespace aunit::evaluator {
namespace {

using namespace testing;

// sig Node { link: set Node }  fact { all n: Node | lone n.link }  pred { all n: Node | n !in n.^link }
struct ListModel {
  Builder b;
  SigId node = b.sig("Node");
  FieldId link = b.field("link", node, 2);
  std::vector<ExprId> constraints;

  ListModel() {
    const VarId self = b.variable("this"), n = b.variable("n");
    const auto nodes = [&] { return b.sigRef(node); };
    const auto links = [&] { return b.fieldRef(link); };
    constraints = {
        b.quantifier(Op::quantAll, {b.decl(self, nodes())},
                     b.formula(Op::in, {b.join(b.var(self), links()), b.bound(Multiplicity::set, nodes())})),
        b.formula(Op::in, {b.join(links(), b.sigRef(model::builtin::univ)), nodes()}),
        b.quantifier(Op::quantAll, {b.decl(n, nodes())}, b.formula(Op::lone, {b.join(b.var(n), links())})),
        b.quantifier(Op::quantAll, {b.decl(n, nodes())},
                     b.formula(Op::in, {b.var(n), b.join(b.var(n), b.unary(Op::closure, links()))}, true)),
    };
  }

  // Random valuations of which about half satisfy everything.
  std::vector<model::Instance> valuations(unsigned atoms, std::size_t count) const {
    std::mt19937 random(1);
    std::vector<std::string> names;
    for (unsigned i = 0; i < atoms; ++i) names.push_back(fmt::format("N{}", i));
    std::vector<model::Instance> out;
    const model::Instance empty = emptyInstance(b, names);
    for (std::size_t i = 0; i < count; ++i) {
      model::Instance& instance = out.emplace_back(empty);
      instance.states[0].sigs[node] = TupleSet::range(empty.universe->size(), 0, atoms);
      for (Atom a = 1; a < atoms; ++a)
        if (random() % 4 != 0) instance.states[0].fields[link].insert(std::array{a, static_cast<Atom>(random() % a)});
      if (i % 2 == 0) instance.states[0].fields[link].insert(std::array{Atom{0}, static_cast<Atom>(random() % atoms)});
    }
    return out;
  }
};

// Counts what coverage would record: kinds of values by expression.
struct Recorder {
  static constexpr bool active = true;
  std::vector<std::uint8_t>* seen;
  void relation(ExprId id, const TupleSet& value) { note(id, 1u << value.sizeUpToTwo()); }
  void integer(ExprId, std::int32_t) {}
  void formula(ExprId id, bool value) { note(id, value ? 1 : 2); }
  void quantified(ExprId id, std::uint64_t bindings, std::uint64_t trueBodies) {
    note(id, (bindings == 0 ? 4u : bindings == 1 ? 8u << trueBodies : trueBodies == bindings ? 32u : trueBodies == 0 ? 64u : 128u));
  }
  void note(ExprId id, unsigned bits) { (*seen)[id] |= static_cast<std::uint8_t>(bits); }
};

// Stops at the first constraint that breaks, as a plain run does.
void judge(benchmark::State& state) {
  const ListModel list;
  const auto instances = list.valuations(static_cast<unsigned>(state.range(0)), 64);
  Evaluator evaluator(list.b.model);
  std::size_t next = 0;
  for (auto _ : state) {
    evaluator.bind(instances[next++ % instances.size()]);
    bool result = true;
    for (const ExprId constraint : list.constraints) result = result && evaluator.holds(constraint);
    benchmark::DoNotOptimize(result);
  }
  state.SetItemsProcessed(state.iterations());
}

// With an observer everything is evaluated.
void judgeObserved(benchmark::State& state) {
  const ListModel list;
  const auto instances = list.valuations(static_cast<unsigned>(state.range(0)), 64);
  std::vector<std::uint8_t> seen(list.b.model.exprCount());
  BasicEvaluator<Recorder> evaluator(list.b.model, {}, {&seen});
  std::size_t next = 0;
  for (auto _ : state) {
    evaluator.bind(instances[next++ % instances.size()]);
    bool result = true;
    for (const ExprId constraint : list.constraints) result &= evaluator.holds(constraint);
    benchmark::DoNotOptimize(result);
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(judge)->Arg(3)->Arg(30);
BENCHMARK(judgeObserved)->Arg(3)->Arg(30);

}  // namespace
}  // namespace aunit::evaluator

BENCHMARK_MAIN();
