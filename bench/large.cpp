// Benchmark of evaluation over large universes: each operator on 10^3, 10^4 and 10^5 atoms with about nine tuples each. `of_loop`
// is the evaluator's time divided by the time of a simple loop over plain vectors; both run alternately in one process and must
// find the same number of tuples. Argument: atoms.
#include <algorithm>
#include <array>
#include <ctime>
#include <functional>
#include <random>
#include <stdexcept>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "parser/front_end.h"

namespace aunit::evaluator {
namespace {

using model::Atom;
using model::TupleSet;
using Pairs = std::vector<std::pair<Atom, Atom>>;
using Lists = std::vector<std::vector<Atom>>;

// Nodes in blocks of 64. A node has up to ten links to earlier nodes of its block, so that the closure stays small, and two tags,
// each together with a random node. `step` is a chain through all nodes.
struct Graph {
  Atom atoms, tags;
  Pairs link, next;
  Lists links, nexts, linkedFrom;
  std::vector<std::array<Atom, 3>> tag;
  std::vector<bool> odd;

  explicit Graph(Atom size) : atoms(size), tags(size / 4 + 1), links(size), nexts(size), linkedFrom(size), odd(size) {
    std::mt19937 random(1);
    for (Atom a = 0; a < size; ++a) {
      odd[a] = a % 2 == 1;
      for (unsigned i = 0; a % 64 != 0 && i < 10; ++i) links[a].push_back(a - 1 - static_cast<Atom>(random() % (a % 64)));
      std::sort(links[a].begin(), links[a].end());
      links[a].erase(std::unique(links[a].begin(), links[a].end()), links[a].end());
      for (const Atom b : links[a]) {
        link.emplace_back(a, b);
        linkedFrom[b].push_back(a);
      }
      if (a + 1 < size) {
        next.emplace_back(a, a + 1);
        nexts[a].push_back(a + 1);
      }
      for (unsigned i = 0; i < 2; ++i)
        tag.push_back({a, static_cast<Atom>(random() % size), size + static_cast<Atom>(random() % tags)});
    }
  }
};

std::size_t distinct(Pairs pairs) {
  std::sort(pairs.begin(), pairs.end());
  return static_cast<std::size_t>(std::unique(pairs.begin(), pairs.end()) - pairs.begin());
}

// Calls visit(atom) for all atoms that can be reached from an atom, until it returns false.
template <class Visit>
void walk(const Lists& edges, Atom from, std::vector<Atom>& seen, Visit visit) {
  std::vector<Atom> todo = {from};
  while (!todo.empty()) {
    const Atom at = todo.back();
    todo.pop_back();
    for (const Atom b : edges[at]) {
      if (seen[b] == from + 1) continue;
      seen[b] = from + 1;
      if (!visit(b)) return;
      todo.push_back(b);
    }
  }
}

std::size_t countNodes(const Graph& g, const std::function<bool(Atom)>& fits) {
  std::size_t count = 0;
  for (Atom a = 0; a < g.atoms; ++a) count += fits(a);
  return count;
}

std::size_t countMerged(const Graph& g, const std::function<bool(bool, bool)>& keep) {
  Pairs all = g.link;
  all.insert(all.end(), g.next.begin(), g.next.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::size_t count = 0;
  for (const auto& pair : all)
    count += keep(std::binary_search(g.link.begin(), g.link.end(), pair), std::binary_search(g.next.begin(), g.next.end(), pair));
  return count;
}

struct Operator {
  const char* name;
  const char* arity;  // arity of the expression, as its declared bound
  const char* expression;
  std::size_t (*loop)(const Graph&);
};

// clang-format off
const Operator operators[] = {
  {"union", "univ->univ", "link + step", [](const Graph& g) { return countMerged(g, [](bool, bool) { return true; }); }},
  {"intersection", "univ->univ", "link & ~step", [](const Graph& g) {
    std::size_t count = 0;
    for (const auto& [a, b] : g.next) count += std::binary_search(g.link.begin(), g.link.end(), std::pair(b, a));
    return count;
  }},
  {"difference", "univ->univ", "link - step", [](const Graph& g) { return countMerged(g, [](bool l, bool n) { return l && !n; }); }},
  {"override", "univ->univ", "link ++ step", [](const Graph& g) {
    std::size_t count = g.next.size();
    for (const auto& [a, b] : g.link) count += g.nexts[a].empty();
    return count;
  }},
  {"transpose", "univ->univ", "~link", [](const Graph& g) {
    Pairs out;
    for (const auto& [a, b] : g.link) out.emplace_back(b, a);
    return distinct(out);
  }},
  {"restrictions", "univ->univ", "Odd <: link :> Odd", [](const Graph& g) {
    Pairs out;
    for (const auto& [a, b] : g.link) if (g.odd[a] && g.odd[b]) out.emplace_back(a, b);
    return out.size();
  }},
  {"join", "univ->univ", "link.link", [](const Graph& g) {
    Pairs out;
    for (const auto& [a, b] : g.link) for (const Atom c : g.links[b]) out.emplace_back(a, c);
    return distinct(out);
  }},
  {"join_ternary", "univ->univ", "Odd.tag", [](const Graph& g) {
    Pairs out;
    for (const auto& t : g.tag) if (g.odd[t[0]]) out.emplace_back(t[1], t[2]);
    return distinct(out);
  }},
  {"image", "univ", "{n: Node | some n.link.link}", [](const Graph& g) {
    return countNodes(g, [&](Atom a) {
      for (const Atom b : g.links[a]) if (!g.links[b].empty()) return true;
      return false;
    });
  }},
  {"preimage", "univ", "{n: Node | some link.n & Odd}", [](const Graph& g) {
    return countNodes(g, [&](Atom a) {
      for (const Atom b : g.linkedFrom[a]) if (g.odd[b]) return true;
      return false;
    });
  }},
  {"closure", "univ->univ", "^link", [](const Graph& g) {
    std::vector<Atom> seen(g.atoms);
    std::size_t count = 0;
    for (Atom a = 0; a < g.atoms; ++a) walk(g.links, a, seen, [&](Atom) { return ++count != 0; });
    return count;
  }},
  {"reach_one", "univ", "First.*step", [](const Graph& g) {
    std::vector<Atom> seen(g.atoms);
    std::size_t count = 1;
    walk(g.nexts, 0, seen, [&](Atom) { return ++count != 0; });
    return count;
  }},
  {"reach_each", "univ", "{n: Node | some n.^link & First.*link}", [](const Graph& g) {
    std::vector<Atom> seen(g.atoms);
    return countNodes(g, [&](Atom a) {
      bool found = false;
      walk(g.links, a, seen, [&](Atom b) { return found |= b == 0, true; });
      return found;
    });
  }},
  {"reach_back", "univ", "{n: Node | some ^link.n & Odd}", [](const Graph& g) {
    std::vector<Atom> seen(g.atoms);
    return countNodes(g, [&](Atom a) {
      bool found = false;
      walk(g.linkedFrom, a, seen, [&](Atom b) { return found |= g.odd[b], true; });
      return found;
    });
  }},
  {"acyclic", "univ", "{n: Node | n not in n.^link}", [](const Graph& g) {
    std::vector<Atom> seen(g.atoms);
    return countNodes(g, [&](Atom a) {
      bool found = false;
      walk(g.links, a, seen, [&](Atom b) { return !(found |= b == a); });
      return !found;
    });
  }},
  {"no_cycle", "univ->univ", "iden & ^step", [](const Graph&) { return std::size_t{0}; }},
  {"pairs", "univ->univ", "{a, b: Node | a->b in link and b in Odd}", [](const Graph& g) {
    Pairs out;
    for (const auto& [a, b] : g.link) if (g.odd[b]) out.emplace_back(a, b);
    return out.size();
  }},
  {"injective", "univ", "{a: Node | all b: Node | a.step = b.step implies a = b}", [](const Graph& g) {
    std::vector<unsigned> targets(g.atoms + 1);  // the last one is for atoms without a target
    for (Atom a = 0; a < g.atoms; ++a) ++targets[g.nexts[a].empty() ? g.atoms : g.nexts[a][0]];
    return countNodes(g, [&](Atom a) { return targets[g.nexts[a].empty() ? g.atoms : g.nexts[a][0]] == 1; });
  }},
  {"in_product", "univ", "{n: Node | n.tag in Node->Tag}", [](const Graph& g) { return std::size_t{g.atoms}; }},
  {"multiplicity", "univ", "{n: Node | n.tag in Node->lone Tag}", [](const Graph& g) {
    return countNodes(g, [&](Atom a) {
      const auto& x = g.tag[2 * a];
      const auto& y = g.tag[2 * a + 1];
      return x[1] != y[1] || x[2] == y[2];
    });
  }},
};
// clang-format on

struct Loaded {
  std::unique_ptr<parser::Loaded> file;
  std::vector<model::ExprId> bodies;  // by operator

  Loaded() {
    std::string text =
        "module large\nsig Node { link: set Node, step: lone Node, tag: Node -> Tag }\nsig Tag {}\nsig Odd in Node {}\n"
        "sig First in Node {}\n";
    for (const Operator& op : operators) text += fmt::format("fun {}: {} {{ {} }}\n", op.name, op.arity, op.expression);
    file = parser::loadText("large.als", text);
    for (const model::Diagnostic& diagnostic : file->diagnostics.all())
      if (diagnostic.severity == model::Severity::error) throw std::logic_error(diagnostic.message);
    for (const Operator& op : operators)
      for (const model::Func& func : file->model->funcs())
        if (func.name == op.name) bodies.push_back(func.body);
  }
  model::Instance instance(const Graph& g) const {
    std::vector<std::string> names;
    for (Atom a = 0; a < g.atoms; ++a) names.push_back(fmt::format("N{}", a));
    for (Atom a = 0; a < g.tags; ++a) names.push_back(fmt::format("T{}", a));
    const auto universe = std::make_shared<model::Universe>(names, std::vector<std::string>{}, 4);
    const std::uint32_t size = universe->size();
    model::Instance out;
    out.universe = universe;
    model::State& state = out.states.emplace_back();
    state.sigs.assign(file->model->sigs().size(), TupleSet(size, 1));
    std::vector<Atom> odd, link, next, tag;
    for (Atom a = 1; a < g.atoms; a += 2) odd.push_back(a);
    for (const auto& [a, b] : g.link) link.insert(link.end(), {a, b});
    for (const auto& [a, b] : g.next) next.insert(next.end(), {a, b});
    for (const auto& tuple : g.tag) tag.insert(tag.end(), tuple.begin(), tuple.end());
    for (model::SigId id = model::builtin::count; id < state.sigs.size(); ++id) {
      const std::string& name = file->model->sig(id).name;
      state.sigs[id] = name == "Node"    ? TupleSet::range(size, 0, g.atoms)
                       : name == "Tag"   ? TupleSet::range(size, g.atoms, g.atoms + g.tags)
                       : name == "First" ? TupleSet::atom(size, 0)
                                         : TupleSet::ofTuples(size, 1, odd);
    }
    state.fields = {TupleSet::ofTuples(size, 2, link), TupleSet::ofTuples(size, 2, next), TupleSet::ofTuples(size, 3, tag)};
    return out;
  }
};

void evaluate(benchmark::State& state, std::size_t which) {
  static const Loaded loaded;
  const auto seconds = [](std::clock_t ticks) { return static_cast<double>(ticks) / CLOCKS_PER_SEC; };  // CPU time
  const Graph graph(static_cast<Atom>(state.range(0)));
  const model::Instance instance = loaded.instance(graph);
  Evaluator evaluator(*loaded.file->model);
  double own = 0, loop = 0;
  for (auto _ : state) {
    const auto start = std::clock();
    evaluator.bind(instance);
    const std::size_t found = evaluator.relation(loaded.bodies[which]).size();
    const auto between = std::clock();
    const std::size_t expected = operators[which].loop(graph);
    const auto end = std::clock();
    if (found != expected) state.SkipWithError(fmt::format("{} tuples, the loop has {}", found, expected).c_str());
    state.SetIterationTime(seconds(between - start));
    own += seconds(between - start);
    loop += seconds(end - between);
  }
  state.counters["of_loop"] = own / loop;
}

}  // namespace
}  // namespace aunit::evaluator

int main(int argc, char** argv) {
  using namespace aunit::evaluator;
  for (std::size_t i = 0; i < std::size(operators); ++i)
    benchmark::RegisterBenchmark(operators[i].name, [i](benchmark::State& state) { evaluate(state, i); })
        ->RangeMultiplier(10)
        ->Range(1'000, 100'000)
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
