#include "generated_model.h"

#include <fmt/format.h>

#include <functional>
#include <random>

#include "evaluator/evaluator.h"
#include "solver/attempt.h"

namespace aunit::solver::testing_ {

namespace {

class Generator {
 public:
  Generator(unsigned seed, bool variable) : random_(seed), variable_(variable) {}

  std::string model() {
    std::string text;
    text += fmt::format("{}sig A {{ {}f: {} B, {}g: {} }}\n", variable_ && chance(3) ? "var " : "", var(), pick({"one", "lone", "set", "some"}), var(),
                        pick({"set A", "lone A", "set A", "A -> lone B"}));
    relationG_ = text.find("A -> lone") != std::string::npos ? "A<:g.B" : "g";
    text += fmt::format("{}sig B {{}}\n", variable_ && chance(3) ? "var " : pick({"", "", "lone ", "one "}));
    text += fmt::format("{}sig C {} A {{}}\n", variable_ && chance(2) ? "var " : pick({"", "", "some "}), pick({"extends", "in", "extends"}));
    text += fmt::format("pred p[x: A, s: set B] {{ {} }}\n", (variables_ = {"x"}, sets_ = {"s"}, formula(2)));
    variables_.clear();
    sets_.clear();
    if (chance(2)) text += fmt::format("fact {{ {} }}\n", formula(2));
    text += fmt::format("run q {{ {} }} for 2 but 2 Int{}\n", formula(4), variable_ ? ", 1 B, 2 steps" : "");
    return text;
  }

 private:
  bool chance(unsigned oneIn) { return random_() % oneIn == 0; }
  std::string pick(std::vector<std::string> choices) { return choices[random_() % choices.size()]; }
  std::string var() { return variable_ && !chance(3) ? "var " : ""; }

  std::string binary(int depth) {
    if (depth == 0) return pick({"f", relationG_, "f"});
    switch (random_() % 8) {
      case 0: return fmt::format("(~{}).({})", binary(0), binary(0));
      case 1: return fmt::format("^({})", binary(depth - 1));
      case 2: return fmt::format("({} + {})", binary(depth - 1), binary(0));
      case 3: return fmt::format("({} -> {})", set(0), set(0));
      case 4: return fmt::format("({} <: {})", set(depth - 1), binary(0));
      case 5: return fmt::format("({} :> {})", binary(depth - 1), set(0));
      case 6: return fmt::format("({} ++ {})", binary(depth - 1), binary(0));
      default: return variable_ && chance(2) ? fmt::format("({})'", binary(0)) : fmt::format("({} - {})", binary(0), binary(0));
    }
  }

  std::string set(int depth) {
    if (depth == 0) {
      std::vector<std::string> choices{"A", "B", "C"};
      choices.insert(choices.end(), variables_.begin(), variables_.end());
      choices.insert(choices.end(), sets_.begin(), sets_.end());
      return pick(choices);
    }
    switch (random_() % 8) {
      case 0: return fmt::format("({} + {})", set(depth - 1), set(0));
      case 1: return fmt::format("({} - {})", set(depth - 1), set(0));
      case 2: return fmt::format("({} & {})", set(depth - 1), set(0));
      case 3: return fmt::format("({}).({})", set(depth - 1), binary(depth - 1));
      case 4: return fmt::format("({}).({})", binary(depth - 1), set(depth - 1));
      case 5: {
        const std::string v = fmt::format("c{}", count_++);
        const std::string bound = pick({"A", "B"});
        variables_.push_back(v);
        std::string text = fmt::format("{{ {}: {} | {} }}", v, bound, formula(depth - 1));
        variables_.pop_back();
        return text;
      }
      case 6: return fmt::format("({} => {} else {})", formula(depth - 1), set(0), set(0));
      default: return variable_ ? fmt::format("({})'", set(0)) : set(0);
    }
  }

  std::string integer(int depth) {
    if (depth == 0) return chance(2) ? fmt::format("{}", random_() % 3) : fmt::format("#{}", set(0));
    switch (random_() % 5) {
      case 0: return fmt::format("#({})", set(depth - 1));
      case 1: return fmt::format("#({})", binary(depth - 1));
      case 2: return fmt::format("plus[{}, {}]", integer(depth - 1), integer(0));
      case 3: return fmt::format("minus[{}, {}]", integer(depth - 1), integer(0));
      default: {
        const std::string v = fmt::format("i{}", count_++);
        const std::string bound = pick({"A", "B"});
        variables_.push_back(v);
        std::string text = fmt::format("(sum {}: {} | {})", v, bound, integer(depth - 1));
        variables_.pop_back();
        return text;
      }
    }
  }

  std::string atomic(int depth) {
    switch (random_() % 5) {
      case 0: return fmt::format("({} ({}))", pick({"some", "no", "lone", "one"}), chance(2) ? set(depth) : binary(depth));
      case 1: return fmt::format("(({}) {} ({}))", set(depth), pick({"in", "=", "!=", "not in"}), set(depth));
      case 2: return fmt::format("(({}) {} ({}))", binary(depth), pick({"in", "="}), binary(depth));
      case 3: return fmt::format("(({}) in A {}->{} B)", binary(0), pick({"", "one ", "lone "}), pick({"", " some", " lone"}));
      default: return fmt::format("(({}) {} ({}))", integer(depth), pick({"=", "<", ">=", ">"}), integer(depth));
    }
  }

  std::string formula(int depth) {
    if (depth <= 0) return atomic(1);
    if (variable_ && chance(3)) {
      if (chance(2)) return fmt::format("({} {})", pick({"always", "eventually", "after", "before", "historically", "once"}), formula(depth - 1));
      return fmt::format("({} {} {})", formula(depth - 1), pick({"until", "since", "releases", "triggered"}), formula(depth - 2));
    }
    switch (random_() % 8) {
      case 0: return fmt::format("({} {} {})", formula(depth - 1), pick({"and", "or", "=>", "<=>"}), formula(depth - 1));
      case 1: return fmt::format("(not {})", formula(depth - 1));
      case 2: {
        if (!sets_.empty() || !variables_.empty()) return atomic(2);
        return fmt::format("(all x: A, s: B | p[x, s])");
      }
      case 3: {
        const std::string v = fmt::format("l{}", count_++);
        const std::string value = set(1);
        sets_.push_back(v);
        std::string text = fmt::format("(let {} = {} | {})", v, value, formula(depth - 1));
        sets_.pop_back();
        return text;
      }
      default: {
        const std::string v = fmt::format("v{}", count_++);
        const std::string bound = chance(3) ? set(1) : pick({"A", "B", "C"});
        variables_.push_back(v);
        std::string text = fmt::format("({} {}: {} | {})", pick({"all", "some", "all", "some", "no", "lone", "one"}), v, bound, formula(depth - 1));
        variables_.pop_back();
        return text;
      }
    }
  }

  std::mt19937 random_;
  bool variable_;
  std::string relationG_ = "g";
  std::vector<std::string> variables_;
  std::vector<std::string> sets_;
  int count_ = 0;
};

}  // namespace

std::string generateModel(unsigned seed, bool variable) { return Generator(seed, variable).model(); }

std::string written(const model::Model& model, model::Instance instance) {
  for (model::State& state : instance.states) {
    state.skolems.clear();
    // The built-in signatures are empty anyway; so is what only some engines fill in.
    for (model::SigId id = 0; id < model::builtin::count; ++id) state.sigs[id] = model::TupleSet(instance.universe->size(), 1);
  }
  instance.skolems.clear();
  (void)model;
  return canonicalTrace(instance).first;
}

std::set<std::string> allInstances(const model::Model& model, const Problem& problem, int steps, bool noOverflow) {
  const Bounds bounds(model, problem.scope, problem.temporal, problem.pins, {});
  const std::vector<Conjunct> conjuncts = conjunctsOf(model, problem);
  std::vector<std::string> names;
  for (std::uint32_t a = 0; a < bounds.firstString(); ++a) names.push_back(fmt::format("atom{}", a));
  const auto universe = std::make_shared<const model::Universe>(names, bounds.strings(), bounds.sizes().bitwidth);
  evaluator::Options options;
  options.noOverflow = noOverflow;
  evaluator::Evaluator evaluator(model, options);
  std::set<std::string> found;

  for (int length = 1; length <= steps; ++length) {
    model::Instance instance;
    instance.universe = universe;
    instance.maxSequence = bounds.sizes().maxSequence;
    model::State empty;
    for (model::SigId id = 0; id < model.sigs().size(); ++id) empty.sigs.emplace_back(universe->size(), 1u);
    for (const model::Field& field : model.fields()) empty.fields.emplace_back(universe->size(), field.arity);
    instance.states.assign(static_cast<std::size_t>(length), empty);

    // Every tuple that may or may not be there, in every state or in all at once.
    struct Choice {
      bool isField;
      std::uint32_t id;
      int state;  // -1: all
      std::vector<model::Atom> tuple;
    };
    std::vector<Choice> choices;
    const auto bound = [&](bool isField, std::uint32_t id, const RelationBound& b, unsigned arity, bool variable) {
      for (TupleCode code : b.upper) {
        const bool certain = std::binary_search(b.lower.begin(), b.lower.end(), code);
        std::vector<model::Atom> tuple(arity);
        for (std::size_t i = arity; i-- > 0; code /= universe->size()) tuple[i] = static_cast<model::Atom>(code % universe->size());
        for (int state = 0; state < length; ++state) {
          if (certain) (isField ? instance.states[static_cast<std::size_t>(state)].fields : instance.states[static_cast<std::size_t>(state)].sigs)[id].insert(tuple);
          else if (variable || state == 0) choices.push_back({isField, id, variable ? state : -1, tuple});
        }
      }
    };
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) bound(false, id, bounds.sig(id), 1, model.sig(id).isVar);
    for (model::FieldId id = 0; id < model.fields().size(); ++id) bound(true, id, bounds.field(id), model.field(id).arity, model.field(id).isVar);

    const auto check = [&] {
      for (std::uint32_t loop = 0; loop < static_cast<std::uint32_t>(length); ++loop) {
        instance.loop = loop;
        // Atoms stay in their part of the hierarchy over time (language reference 13.4).
        bool moved = false;
        for (const model::Sig& sig : model.sigs()) {
          for (const model::SigId child : sig.children) {
            for (const model::State& s : instance.states) {
              for (const model::State& t : instance.states) {
                for (const model::Atom a : s.sigs[child].atoms()) {
                  const model::SigId parent = model.sig(child).parents[0];
                  const model::Atom tuple[] = {a};
                  moved = moved || (t.sigs[parent].contains(tuple) && !t.sigs[child].contains(tuple));
                }
              }
            }
          }
        }
        if (moved) continue;
        evaluator.bind(instance);
        if (std::all_of(conjuncts.begin(), conjuncts.end(), [&](const Conjunct& c) { return evaluator.holds(c.formula); })) {
          found.insert(written(model, instance));
        }
      }
    };
    const std::function<void(std::size_t)> choose = [&](std::size_t i) {
      if (i == choices.size()) return check();
      choose(i + 1);
      const Choice& c = choices[i];
      const auto each = [&](auto&& change) {
        for (int state = 0; state < length; ++state) {
          if (c.state != -1 && c.state != state) continue;
          model::State& s = instance.states[static_cast<std::size_t>(state)];
          change((c.isField ? s.fields : s.sigs)[c.id]);
        }
      };
      each([&](model::TupleSet& set) { set.insert(c.tuple); });
      choose(i + 1);
      each([&](model::TupleSet& set) { set.erase(c.tuple); });
    };
    if (choices.size() > 14) return {"too many"};
    choose(0);
  }
  return found;
}

}  // namespace aunit::solver::testing_
