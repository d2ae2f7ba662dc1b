#include "generated_model.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

#include "evaluator/evaluator.h"
#include "solver/grounding/analysis.h"
#include "solver/grounding/problem.h"
#include "solver/session/bounds_refutation.h"
#include "solver/session/unrolling.h"
#include "tests/loaded.h"
#include "tests/shuffled.h"

namespace aunit::solver::testing_ {

namespace {

class Generator {
 public:
  Generator(unsigned seed, Kind kind) : random_(seed), kind_(kind), variable_(kind == Kind::traces || kind == Kind::histories) {}

  std::string model() {
    switch (kind_) {
      case Kind::relations:
      case Kind::traces: return relations();
      case Kind::histories: return histories();
      case Kind::integers: return integers();
      case Kind::functions: return functions();
      case Kind::sequences: return sequences();
      case Kind::orders: return orders();
      case Kind::strings: return strings();
      case Kind::enums: return enums();
      case Kind::records: return records();
    }
    return {};
  }

 private:
  std::string relations() {
    std::string text;
    text += fmt::format("{}sig A {{ {}f: {} B, {}g: {} }}\n", variable_ && chance(3) ? "var " : "", var(),
                        pick({"one", "lone", "set", "some"}), var(), pick({"set A", "lone A", "set A", "A -> lone B"}));
    relations_ = {"f", text.find("A -> lone") != std::string::npos ? "A<:g.B" : "g", "f"};
    text += fmt::format("{}sig B {{}}\n", variable_ && chance(3) ? "var " : pick({"", "", "lone ", "one "}));
    text += fmt::format("{}sig C {} A {{}}\n", variable_ && chance(2) ? "var " : pick({"", "", "some "}),
                        pick({"extends", "in", "extends"}));
    text += fmt::format("pred p[x: A, s: set B] {{ {} }}\n", (variables_ = {"x"}, sets_ = {"s"}, formula(2)));
    variables_.clear();
    sets_.clear();
    text += function();
    if (chance(2)) text += fmt::format("fact {{ {} }}\n", formula(2));
    text += fmt::format("run q {{ {} }} for 2 but 2 Int{}\n", formula(4), variable_ ? ", 1 B, 2 steps" : "");
    return text;
  }

  // Three states of a few sets, for nested past operators.
  std::string histories() {
    base_ = bounds_ = {"A", "B"};
    relations_ = {"(A -> B)", "(B -> A)", "(A <: iden)"};
    std::string text = fmt::format("var sig A {{}}\nvar sig B {} A {{}}\n", pick({"in", "extends"}));
    text += function();
    if (chance(2)) text += fmt::format("fact {{ {} }}\n", formula(2));
    return text + fmt::format("run q {{ {} }} for 2 but 2 Int, 3 steps\n", formula(5));
  }

  // The argument may be evaluated in another state than the call.
  std::string function() {
    variables_ = {"x"};
    sets_ = {"e"};
    std::string text = fmt::format("fun fn[x: A, e: set univ]: set univ {{ {} }}\n", set(2));
    variables_.clear();
    sets_.clear();
    hasFunction_ = true;
    return text;
  }

  std::string integers() {
    const bool wide = chance(2);
    base_ = bounds_ = {"A"};
    relations_ = {"(A -> A)", "(A <: iden)"};
    integerSets_ = {"A.v", "Int", "1 + 2", "fun/min + fun/max", "(0 - 3)"};
    return fmt::format("sig A {{ v: {} Int }}\npred p[x: A, n: Int, e: set Int] {{ {} }}\n{}run q {{ {} }} for {} but {} Int\n",
                       pick({"one", "lone", "set"}), predicateOnIntegers(),
                       chance(3) ? fmt::format("fact {{ {} }}\n", formula(2)) : "", formula(4), wide ? 1 : 2, wide ? 3 : 2);
  }

  std::string functions() {
    base_ = bounds_ = {"A"};
    relations_ = {"f", "(f.f)"};
    integerSets_ = {"A.v", "A.f.v", "1 + 2"};
    const std::string fields = fmt::format("f: {} A, v: {} Int", pick({"one", "lone"}), pick({"one", "lone"}));
    variables_ = {"x"};
    const std::string predicate = formula(2);
    variables_.clear();
    hasPredicate_ = true;
    return fmt::format("sig A {{ {} }}\npred p[x: A] {{ {} }}\nfact {{ {} }}\nrun q {{ {} }} for 2 but 2 Int\n", fields,
                       predicate, formula(2), formula(3));
  }

  std::string along() { return pick(bounded()) + pick({"", ".f", ".f", ".f.f"}); }
  std::string comparedFunctions() {
    if (chance(3)) return fmt::format("({} {} {})", along(), pick({"=", "!=", "in", "not in"}), along());
    const std::string right = chance(4) ? "1" : along() + (chance(3) ? ".v.plus[1]" : ".v");
    return fmt::format("({}.v {} {})", along(), pick({"=", "!=", "<", ">", "<=", "!<"}), right);
  }

  std::string predicateOnIntegers() {
    variables_ = {"x"};
    numbers_ = {"n"};
    integerSets_.push_back("e");
    std::string text = formula(2);
    variables_.clear();
    numbers_.clear();
    integerSets_.pop_back();
    hasPredicate_ = true;
    return text;
  }

  std::string sequences() {
    base_ = bounds_ = {"A"};
    relations_ = {"(A -> A)", "(A <: iden)"};
    integerSets_ = {"seq/Int", "A.s.A", "0 + 1"};
    return fmt::format("sig A {{ s: seq A }}\nrun q {{ {} }} for 2 but 3 Int, 2 seq\n", formula(4));
  }

  std::string orders() {
    base_ = {"A", "first", "last"};
    bounds_ = {"A"};
    relations_ = {"f", "next", "prev"};
    return fmt::format("open util/ordering[A]\nsig A {{ f: {} A }}\nrun q {{ {} }} for 3 but 2 Int\n",
                       pick({"one", "lone", "set"}), formula(4));
  }

  std::string strings() {
    base_ = {"A", "A.n", "String", R"("x")", R"("y")"};
    bounds_ = {"A", "String"};
    relations_ = {"n", R"((A -> "x"))", R"((n + A -> "z"))"};
    return fmt::format("sig A {{ n: {} String }}\nrun q {{ {} }} for 2 but 2 Int{}\n", pick({"one", "lone", "set"}), formula(3),
                       pick({"", "", ", exactly 1 String", ", exactly 2 String"}));
  }

  std::string enums() {
    base_ = {"A", "A.e", "E", "E0", "E1", "E0.next", "E2.prevs"};
    bounds_ = {"A", "E"};
    relations_ = {"e", "next", "(A -> E1)"};
    return fmt::format("enum E {{ E0, E1, E2 }}\nsig A {{ e: {} E }}\nrun q {{ {} }} for 2 but 2 Int\n",
                       pick({"one", "lone", "set"}), formula(3));
  }

  std::string records() {
    const bool nested = chance(2), ordered = chance(6);
    variable_ = chance(4);
    base_ = bounds_ = {"R", "A", "B"};
    relations_ = {"f", "g", "u"};
    std::string text = ordered ? "open util/ordering[B]\n" : "";
    text += fmt::format("sig A {{ {}u: {} {} }}\n{}\n", variable_ ? "var " : "", pick({"set", "lone", "one"}), pick({"R", "B"}),
                        !ordered && chance(5) ? "enum B { B0, B1 }" : "sig B {}");
    text += fmt::format("{}sig R {{ f: A, g: one B{} }}\n", pick({"", "", "some "}),
                        pick({"", "", ", h: set A", ", h: lone R", ", h: R", ", n: Int", ", n: String", ", s: seq A"}));
    std::string facts = differ("R", "f", "g");
    if (nested) {
      text += "sig Q { q: R, w: A }\n";
      relations_.insert(relations_.end(), {"q", "w"});
      base_.push_back("Q");
      bounds_.push_back("Q");
      facts += " " + differ("Q", "w", "q");
    }
    if (chance(3)) {
      text += "sig T in R {}\n";
      base_.push_back("T");
    }
    text += fmt::format("fact {{ {} }}\n", facts);
    if (chance(2)) text += fmt::format("fact {{ {} }}\n", formula(2));
    return text + fmt::format("run r {{ {} }} for {} but {} A, {}3 Int, 2 seq{}{}\n", formula(4), 2 + random_() % 3,
                              1 + random_() % 3, text.find("enum") == std::string::npos ? "2 B, " : "",
                              pick({"", ", 5 R", ", exactly 2 R", ", exactly 3 R"}), variable_ ? ", 2 steps" : "");
  }

  /// States in one of many ways that no two atoms have the same values of two fields.
  std::string differ(const std::string& sig, const std::string& f, const std::string& g) {
    const auto with = [&](const std::string& pattern) {
      return fmt::format(fmt::runtime(pattern), fmt::arg("s", sig), fmt::arg("f", f), fmt::arg("g", g));
    };
    return with(
        pick({"all a, b: {s} | a = b <=> a.{f} = b.{f} and a.{g} = b.{g}",
              "all a: {s}, b: {s} | a.{f} = b.{f} and b.{g} = a.{g} implies a = b",
              "all disj a, b: {s} | a.{f} != b.{f} or a.{g} != b.{g}", "no disj a, b: {s} | a.{f} = b.{f} and a.{g} = b.{g}",
              "all a: {s} | all b: {s} | a != b => not (a.{g} = b.{g} and a.{f} = b.{f})",
              "not (some a, b: {s} | a != b and a.{f} = b.{f} and a.{g} = b.{g})",
              "all a, b: {s} | a.{g} = b.{g} => (a = b or (a.{f} != b.{f} and some a.{g}))",
              "all disj a, b: {s} | a.{f} = b.{f} => a.{g} != b.{g} else a.{g} = a.{g}"}));
  }

  bool chance(unsigned oneIn) { return random_() % oneIn == 0; }
  std::string pick(std::vector<std::string> choices) { return choices[random_() % choices.size()]; }
  std::string var() { return variable_ && !chance(3) ? "var " : ""; }

  std::string binary(int depth) {
    if (depth == 0) return pick(relations_);
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
      if (kind_ == Kind::sequences && chance(2)) return elements();
      if (kind_ == Kind::orders && chance(2))
        return fmt::format("{}.{}", pick(bounded()), pick({"next", "prev", "nexts", "prevs"}));
      std::vector<std::string> choices = base_;
      choices.insert(choices.end(), variables_.begin(), variables_.end());
      choices.insert(choices.end(), sets_.begin(), sets_.end());
      return pick(choices);
    }
    if (hasFunction_ && chance(8)) return fmt::format("fn[{}, {}]", set(0), set(depth - 1));
    switch (random_() % 8) {
      case 0: return fmt::format("({} + {})", set(depth - 1), set(0));
      case 1: return fmt::format("({} - {})", chance(5) ? "univ" : set(depth - 1), set(0));
      case 2: return fmt::format("({} & {})", set(depth - 1), set(0));
      case 3: return fmt::format("({}).({})", set(depth - 1), binary(depth - 1));
      case 4: return fmt::format("({}).({})", binary(depth - 1), set(depth - 1));
      case 5: {
        const std::string v = fmt::format("c{}", count_++);
        const std::string bound = pick(boundsOfSums());
        variables_.push_back(v);
        std::string text = fmt::format("{{ {}: {} | {} }}", v, bound, formula(depth - 1));
        variables_.pop_back();
        return text;
      }
      case 6: return fmt::format("({} => {} else {})", formula(depth - 1), set(0), set(0));
      default: return variable_ ? fmt::format("({})'", set(0)) : set(0);
    }
  }

  // Expressions whose value is bounded: one atom in every instance, or a whole signature.
  std::vector<std::string> bounded() const { return variables_.empty() ? bounds_ : variables_; }
  std::vector<std::string> boundsOfSums() const {
    return {bounds_.begin(), bounds_.begin() + std::min<std::ptrdiff_t>(2, std::ssize(bounds_))};
  }

  std::string sequence() {
    const std::string whole = pick(bounded()) + ".s";
    switch (random_() % 10) {
      case 0: return whole + ".rest";
      case 1: return whole + ".butlast";
      case 2: return fmt::format("{}.add[{}]", whole, pick(bounded()));
      case 3: return fmt::format("{}.setAt[{}, {}]", whole, random_() % 3, pick(bounded()));
      case 4: return fmt::format("{}.insert[{}, {}]", whole, random_() % 3, pick(bounded()));
      case 5: return fmt::format("{}.delete[{}]", whole, random_() % 3);
      case 6: return fmt::format("{}.append[{}.s]", whole, pick(bounded()));
      case 7: return fmt::format("{}.subseq[{}, {}]", whole, random_() % 3, random_() % 3);
      default: return whole;
    }
  }

  std::string elements() {
    const std::string s = sequence();
    return chance(4) ? fmt::format("({})[{}]", s, random_() % 3) : fmt::format("({}).{}", s, pick({"first", "last", "elems"}));
  }

  std::string integerSet(int depth) {
    if (kind_ == Kind::sequences && chance(2)) {
      const std::string s = sequence();
      if (chance(2)) return fmt::format("({}).{}[{}]", s, pick({"idxOf", "lastIdxOf", "indsOf"}), pick(bounded()));
      return fmt::format("({}).{}", s, pick({"inds", "lastIdx", "afterLastIdx"}));
    }
    if (depth == 0) return kind_ == Kind::integers && chance(3) ? pick(bounded()) + ".v" : pick(integerSets_);
    switch (random_() % 6) {
      case 0: return fmt::format("({} {} {})", integerSet(depth - 1), pick({"+", "-", "&"}), integerSet(0));
      case 1: return fmt::format("Int[{}]", integer(depth - 1));
      case 2: return fmt::format("({}).{}", integerSet(depth - 1), pick({"next", "prev", "nexts", "prevs"}));
      case 3: return fmt::format("{}[{}]", pick({"max", "min"}), integerSet(depth - 1));
      case 4: {
        const Number n(*this);
        return fmt::format("{{ {}: Int | {} }}", n.name, formula(depth - 1));
      }
      default: return fmt::format("({} => {} else {})", formula(depth - 1), integerSet(0), integerSet(0));
    }
  }

  std::string arithmetic(int depth) {
    if (depth == 0) {
      if (!numbers_.empty() && !chance(3)) return pick(numbers_);
      return chance(2) ? fmt::format("{}", static_cast<int>(random_() % 10) - 5) : fmt::format("int[{}]", integerSet(0));
    }
    switch (random_() % 6) {
      case 0: return fmt::format("(sum {})", integerSet(depth - 1));
      case 1: return fmt::format("({} {} {})", arithmetic(depth - 1), pick({"<<", ">>", ">>>"}), arithmetic(0));
      case 2: {
        const Number n(*this);
        return fmt::format("(sum {}: {} | {})", n.name, chance(2) ? "Int" : integerSet(1), arithmetic(depth - 1));
      }
      default:
        return fmt::format("{}[{}, {}]", pick({"plus", "minus", "mul", "div", "rem"}), arithmetic(depth - 1), arithmetic(0));
    }
  }

  // A name for an integer; it is in scope while the object lives.
  struct Number {
    explicit Number(Generator& g) : generator(g), name(fmt::format("n{}", g.count_++)) { generator.numbers_.push_back(name); }
    ~Number() { generator.numbers_.pop_back(); }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;
    Generator& generator;
    std::string name;
  };

  std::string quantifiedInteger(int depth) {
    const std::string bound = chance(3) ? integerSet(1) : "Int";
    const Number n(*this);
    return fmt::format("({} {}: {} | {})", pick({"all", "some", "all", "some", "no", "lone", "one"}), n.name, bound,
                       formula(depth - 1));
  }

  std::string integer(int depth) {
    if (kind_ == Kind::integers && !chance(3)) return arithmetic(std::min(depth, 2));
    if (depth == 0) return chance(2) ? fmt::format("{}", random_() % 3) : fmt::format("#{}", set(0));
    switch (random_() % 5) {
      case 0: return fmt::format("#({})", set(depth - 1));
      case 1: return fmt::format("#({})", binary(depth - 1));
      case 2: return fmt::format("plus[{}, {}]", integer(depth - 1), integer(0));
      case 3: return fmt::format("minus[{}, {}]", integer(depth - 1), integer(0));
      default: {
        const std::string v = fmt::format("i{}", count_++);
        const std::string bound = pick(boundsOfSums());
        variables_.push_back(v);
        std::string text = fmt::format("(sum {}: {} | {})", v, bound, integer(depth - 1));
        variables_.pop_back();
        return text;
      }
    }
  }

  std::string atomic(int depth) {
    if (!formulas_.empty() && chance(3)) return pick(formulas_);
    if (kind_ == Kind::functions && !chance(4)) return comparedFunctions();
    if (!integerSets_.empty() && chance(3)) {
      return fmt::format("(({}) {} ({}))", integerSet(depth), pick({"in", "=", "!=", "not in"}), integerSet(depth));
    }
    if (kind_ == Kind::integers && chance(2)) {
      return fmt::format("({} {} {})", arithmetic(depth), pick({"=", "<", ">=", ">", "!=", "!<"}), arithmetic(depth));
    }
    if (kind_ == Kind::sequences && chance(3)) return fmt::format("({}).{}", sequence(), pick({"isEmpty", "hasDups"}));
    if (kind_ == Kind::orders && chance(4))
      return fmt::format("{}[{}, {}]", pick({"lt", "lte", "gt", "gte"}), pick(bounded()), set(0));
    switch (random_() % 5) {
      case 0: return fmt::format("({} ({}))", pick({"some", "no", "lone", "one"}), chance(2) ? set(depth) : binary(depth));
      case 1: return fmt::format("(({}) {} ({}))", set(depth), pick({"in", "=", "!=", "not in"}), set(depth));
      case 2: return fmt::format("(({}) {} ({}))", binary(depth), pick({"in", "="}), binary(depth));
      case 3:
        return fmt::format("(({}) in {} {}->{} {})", binary(0), bounds_.front(), pick({"", "one ", "lone "}),
                           pick({"", " some", " lone"}), bounds_[std::min<std::size_t>(1, bounds_.size() - 1)]);
      default: return fmt::format("(({}) {} ({}))", integer(depth), pick({"=", "<", ">=", ">"}), integer(depth));
    }
  }

  std::string formula(int depth) {
    if (depth <= 0) return atomic(1);
    if (variable_ && chance(3)) {
      if (chance(2))
        return fmt::format("({} {})", pick({"always", "eventually", "after", "before", "historically", "once"}),
                           formula(depth - 1));
      return fmt::format("({} {} {})", formula(depth - 1), pick({"until", "since", "releases", "triggered"}), formula(depth - 2));
    }
    switch (random_() % 11) {
      case 0: return fmt::format("({} {} {})", formula(depth - 1), pick({"and", "or", "=>", "<=>"}), formula(depth - 1));
      case 1: return fmt::format("(not {})", formula(depth - 1));
      case 2: {
        if (!sets_.empty() || !variables_.empty()) return atomic(2);
        if (kind_ == Kind::integers) {
          return hasPredicate_ ? fmt::format("({} x: A, n: Int | p[x, {}, {}])", pick({"all", "some", "no"}),
                                             pick({"n", "plus[n, 1]"}), integerSet(1))
                               : atomic(2);
        }
        if (kind_ == Kind::functions)
          return hasPredicate_ ? fmt::format("({} x: A | p[x])", pick({"all", "some", "no"})) : atomic(2);
        return relations_.front() == "f" && kind_ != Kind::orders ? "(all x: A, s: B | p[x, s])" : atomic(2);
      }
      case 3: {
        const std::string v = fmt::format("l{}", count_++);
        const std::string value = set(1);
        sets_.push_back(v);
        std::string text = fmt::format("(let {} = {} | {})", v, value, formula(depth - 1));
        sets_.pop_back();
        return text;
      }
      case 4: {
        const std::string v = fmt::format("f{}", count_++);
        const std::string value = formula(depth - 1);
        formulas_.push_back(v);
        std::string text = fmt::format("(let {} = {} | {})", v, value, formula(depth - 1));
        formulas_.pop_back();
        return text;
      }
      case 5: return fmt::format("({} => {} else {})", formula(depth - 2), formula(depth - 1), formula(depth - 2));
      case 6: {
        const std::string v = fmt::format("v{}", count_++), w = fmt::format("w{}", count_++);
        const std::string declarations = chance(2) ? fmt::format("disj {}, {}: {}", v, w, pick(bounds_))
                                                   : fmt::format("{}: {}, {}: {}", v, pick(bounds_), w, chance(2) ? v : set(1));
        variables_.insert(variables_.end(), {v, w});
        std::string text = fmt::format("({} {} | {})", pick({"all", "some", "all", "some", "no", "lone", "one"}), declarations,
                                       formula(depth - 1));
        variables_.resize(variables_.size() - 2);
        return text;
      }
      default: {
        const std::string v = fmt::format("v{}", count_++);
        if (!integerSets_.empty() && chance(2)) return quantifiedInteger(depth);
        const std::string bound = chance(3) ? set(1) : pick(bounds_);
        variables_.push_back(v);
        std::string text = fmt::format("({} {}: {} | {})", pick({"all", "some", "all", "some", "no", "lone", "one"}), v, bound,
                                       formula(depth - 1));
        variables_.pop_back();
        return text;
      }
    }
  }

  std::mt19937 random_;
  Kind kind_;
  bool variable_;
  bool hasPredicate_ = false, hasFunction_ = false;
  // The base of formulas: sets, bounds of quantifiers, binary relations, sets of integers, and the variables in scope.
  std::vector<std::string> base_{"A", "B", "C"};
  std::vector<std::string> bounds_{"A", "B", "C"};
  std::vector<std::string> relations_;
  std::vector<std::string> integerSets_;
  std::vector<std::string> numbers_;
  std::vector<std::string> variables_;
  std::vector<std::string> sets_;
  std::vector<std::string> formulas_;
  int count_ = 0;
};

}  // namespace

std::string generateModel(unsigned seed, Kind kind) {
  return tests::shuffled(Generator(seed, kind).model(), seed);
}

namespace {

PosedProblem pose(const std::string& text, std::unique_ptr<parser::Loaded> loaded) {
  Problem problem = problemOf(*loaded->model, 0);
  return {text, std::move(loaded), std::move(problem)};
}

}  // namespace

PosedProblem posed(const std::string& text) {
  return pose(text, tests::loaded("m.als", text));
}

void forEachGenerated(unsigned seeds, Kind kind, const std::function<void(const PosedProblem&, unsigned seed)>& visit) {
  for (unsigned seed = 1; seed <= seeds && !testing::Test::HasFatalFailure(); ++seed) {
    const std::string text = generateModel(seed, kind);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text));
    if (auto loaded = parser::loadText("generated.als", text); loaded->ok()) visit(pose(text, std::move(loaded)), seed);
  }
}

std::string written(const model::Model& model, model::Instance instance) {
  for (model::State& state : instance.states) {
    state.skolems.clear();
    // Built-in signatures are emptied, since only some engines fill them.
    for (model::SigId id = 0; id < model::builtin::count; ++id) state.sigs[id] = model::TupleSet(instance.universe->size(), 1);
  }
  instance.skolems.clear();
  (void)model;
  return canonicalTrace(instance).first;
}

bool forEachValuation(const model::Model& model, const Problem& problem, int steps,
                      const std::function<void(const model::Instance&)>& visit) {
  support::Meter meter;
  const Analysis analysis(model);
  std::set<model::StringId> literals;
  for (const Conjunct& conjunct : conjunctsOf(model, problem)) analysis.collectStrings(conjunct.formula, literals);
  const Bounds bounds(model, deriveSizes(model, problem.scope, problem.temporal), literals, Symmetries::broken, meter);
  std::vector<std::string> names;
  for (std::uint32_t a = 0; a < bounds.firstString(); ++a) names.push_back(fmt::format("atom{}", a));
  const auto universe = std::make_shared<const model::Universe>(names, bounds.strings(), bounds.sizes().bitwidth);

  for (int length = 1; length <= steps; ++length) {
    model::Instance instance;
    instance.universe = universe;
    instance.maxSequence = bounds.sizes().maxSequence;
    model::State empty;
    for (model::SigId id = 0; id < model.sigs().size(); ++id) empty.sigs.emplace_back(universe->size(), 1u);
    for (const model::Field& field : model.fields()) empty.fields.emplace_back(universe->size(), field.arity);
    instance.states.assign(static_cast<std::size_t>(length), empty);

    // A tuple that may be present, in one state or in all states together.
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
        for (std::size_t i = arity; i-- > 0; code /= universe->size())
          tuple[i] = static_cast<model::Atom>(code % universe->size());
        for (int state = 0; state < length; ++state) {
          if (certain)
            (isField ? instance.states[static_cast<std::size_t>(state)].fields
                     : instance.states[static_cast<std::size_t>(state)].sigs)[id]
                .insert(tuple);
          else if (variable || state == 0)
            choices.push_back({isField, id, variable ? state : -1, tuple});
        }
      }
    };
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id)
      bound(false, id, bounds.sig(id), 1, model.sig(id).isVar);
    for (model::FieldId id = 0; id < model.fields().size(); ++id)
      bound(true, id, bounds.field(id), model.field(id).arity, model.field(id).isVar);

    const auto check = [&] {
      for (std::uint32_t loop = 0; loop < static_cast<std::uint32_t>(length); ++loop) {
        instance.loop = loop;
        // Atoms never move within the hierarchy (language reference 13.4).
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
        if (!moved) visit(instance);
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
    if (choices.size() > 14) return false;
    choose(0);
  }
  return true;
}

std::set<std::string> allInstances(const model::Model& model, const Problem& problem, int steps, bool noOverflow) {
  const std::vector<Conjunct> conjuncts = conjunctsOf(model, problem);
  evaluator::Evaluator evaluator(model, {.semantics = {.noOverflow = noOverflow}});
  std::set<std::string> found;
  const bool few = forEachValuation(model, problem, steps, [&](const model::Instance& instance) {
    evaluator.bind(instance);
    if (std::ranges::all_of(conjuncts, [&](const Conjunct& c) { return evaluator.holds(c.formula); }))
      found.insert(written(model, instance));
  });
  return few ? found : std::set<std::string>{"too many"};
}

bool expectBoundsFollow(const model::Model& model, Options options) {
  options.refute = true;
  const support::Budget budget;
  const Grounding grounding(model, problemOf(model, 0), options, budget);
  EXPECT_NO_THROW(refuteOutsideOfBounds(grounding, grounding.bounds->sizes().maxSteps, Keep::nothing, budget));
  return !grounding.read.empty();
}

}  // namespace aunit::solver::testing_
