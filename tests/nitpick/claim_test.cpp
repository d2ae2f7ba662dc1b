// Claims: the solver's verdicts on the specifications, its counterexamples, and their agreement with an enumeration of all
// states.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>

#include "evaluator/evaluator.h"
#include "solver/session/search.h"
#include "tests/folders.h"
#include "tests/nitpick/support.h"

namespace aunit::parser::nitpick {
namespace {

using model::Atom;

std::unique_ptr<Loaded> spec(const std::string& name) {
  auto loaded = load(sourceFolder() + "/specs/nitpick/" + name + ".np");
  EXPECT_TRUE(loaded->ok()) << messages(*loaded);
  return loaded;
}

solver::Result solve(const Loaded& loaded, const std::string& claim) {
  const auto& commands = loaded.model->commands();
  for (model::CommandId c = 0; c < commands.size(); ++c)
    if (commands[c].label == claim) return solver::Search(*loaded.model, solver::problemOf(*loaded.model, c), {}).next();
  throw std::invalid_argument("no claim " + claim);
}

/// A counterexample, and the values of Nitpick expressions in it.
class Counterexample {
 public:
  Counterexample(std::unique_ptr<Loaded> loaded, const std::string& claim)
      : loaded_(std::move(loaded)), claim_(claim), evaluator_(*loaded_->model) {
    const solver::Result result = solve(*loaded_, claim);
    EXPECT_EQ(result.verdict, solver::Verdict::satisfiable) << result.message;
    instance_ = result.instance.value();
    evaluator_.bind(instance_);
  }

  std::size_t states() const { return instance_.states.size(); }

  /// The element that is the value of a scalar parameter.
  std::string parameter(const std::string& name) const {
    for (std::size_t i = 0; i < instance_.skolems.size(); ++i)
      if (instance_.skolems[i].name == "$" + claim_ + "_" + name)
        return instance_.universe->name(instance_.states[0].skolems[i].atoms().at(0));
    throw std::invalid_argument("no parameter " + name);
  }

  bool holds(const std::string& formula, unsigned state) {
    return evaluator_.holds(resolved(*loaded_, formula, instance_), state);
  }
  bool declarationsHold() {
    for (const auto& c : loaded_->model->implicitConstraints())
      if (!evaluator_.holds(c.formula)) return false;
    return true;
  }

 private:
  std::unique_ptr<Loaded> loaded_;
  std::string claim_;
  model::Instance instance_;
  evaluator::Evaluator evaluator_;
};

TEST(NitpickClaims, VerdictsOfTheSpecifications) {
  const std::map<std::string, std::vector<std::pair<std::string, bool>>> expected = {
      {"phones", {{"InvB_preserved", false}, {"InvC_preserved", false}}},
      {"phones_fixed", {{"InvB_preserved", true}, {"InvC_preserved", true}, {"Connections_stay", true}}},
      {"birthdays", {{"DeleteUndoesInsert", false}, {"Same", true}, {"InsertMakesKnown", true}, {"InsertWorks", true}}},
      {"laws",
       {{"Associativity", true},
        {"Monotonicity", true},
        {"Distributivity", true},
        {"ClosureOfTranspose", true},
        {"TransitiveClosureOfTranspose", true},
        {"ReflexiveClosure", true},
        {"TransposeReverses", true},
        {"Override", true},
        {"Restrictions", true},
        {"Injection", true},
        {"Bijections", true},
        {"DistributivityOverIntersection", false},
        {"HalfDistributivityOverIntersection", true},
        {"FunctionsAreTotal", false}}},
      {"family",
       {{"MarriedMales", true},
        {"SiblingsAreMutual", true},
        {"TwoParents", true},
        {"SomebodyIsAnOrphan", true},
        {"FathersAreMarriedToMothers", false}}}};
  for (const auto& [name, claims] : expected) {
    const auto loaded = spec(name);
    ASSERT_EQ(loaded->model->commands().size(), claims.size()) << name;
    for (const auto& [claim, valid] : claims) {
      const solver::Result result = solve(*loaded, claim);
      EXPECT_EQ(result.verdict, valid ? solver::Verdict::unsatisfiable : solver::Verdict::satisfiable)
          << name << " " << claim << " " << result.message;
    }
  }
}

// Each claim has states in which its operations happen; otherwise it would be vacuous.
TEST(NitpickClaims, OperationsCanHappen) {
  for (const char* name : {"phones", "phones_fixed", "birthdays", "family"}) {
    const auto loaded = spec(name);
    for (const model::Func& f : loaded->model->funcs()) {
      solver::Problem problem;
      problem.temporal = loaded->model->hasMutable();
      problem.scope.minSteps = problem.scope.maxSteps = problem.temporal ? 2 : -1;
      const model::ExprId children[] = {f.body};
      model::Expr formula;
      formula.op = f.params.empty() ? model::Op::and_ : model::Op::quantSome;
      problem.formula = loaded->model->addExpr(formula, children, f.params);
      EXPECT_EQ(solver::Search(*loaded->model, problem, {}).next().verdict, solver::Verdict::satisfiable)
          << name << " " << f.name;
    }
  }
}

// In the counterexample, n is not in the range of Called, Called' is Called with (p, n), and the invariant is violated.
TEST(NitpickClaims, CounterexampleToInvB) {
  Counterexample c(spec("phones"), "InvB_preserved");
  ASSERT_EQ(c.states(), 2u);
  const std::string p = c.parameter("p"), n = c.parameter("n");
  EXPECT_TRUE(c.declarationsHold());
  EXPECT_TRUE(c.holds("fun Net and Conns = Called ; Net", 0));
  EXPECT_TRUE(c.holds("Conns = Called ; Net", 1));
  EXPECT_TRUE(c.holds(n + " not in ran Called", 0));
  EXPECT_TRUE(c.holds(fmt::format("Called' = Called U {{{} -> {}}}", p, n), 0));
  EXPECT_TRUE(c.holds("dom Conns & ran Conns = {}", 0));
  EXPECT_FALSE(c.holds("dom Conns & ran Conns = {}", 1));
}

TEST(NitpickClaims, CounterexampleToInvC) {
  Counterexample c(spec("phones"), "InvC_preserved");
  ASSERT_EQ(c.states(), 2u);
  const std::string p = c.parameter("p"), n = c.parameter("n");
  EXPECT_TRUE(c.declarationsHold());
  EXPECT_TRUE(c.holds("Conns = Called ; Net", 0));
  EXPECT_TRUE(c.holds("Conns = Called ; Net", 1));
  EXPECT_TRUE(c.holds(fmt::format("{1} not in ran Called and Called' = Called U {{{0} -> {1}}}", p, n), 0));
  EXPECT_TRUE(c.holds("fun (Conns~)", 0));
  EXPECT_FALSE(c.holds("fun (Conns~)", 1));
}

// In the counterexample, the name was in the book with that date before, so that deleting it afterwards loses the entry.
TEST(NitpickClaims, CounterexampleToDeleteUndoesInsert) {
  Counterexample c(spec("birthdays"), "DeleteUndoesInsert");
  ASSERT_EQ(c.states(), 3u);
  const std::string n = c.parameter("n"), d = c.parameter("d");
  EXPECT_TRUE(c.declarationsHold());
  for (const unsigned state : {0u, 1u, 2u}) EXPECT_TRUE(c.holds("fun book and known = dom book", state)) << state;
  EXPECT_TRUE(c.holds(fmt::format("book' = book U {{{} -> {}}}", n, d), 0));
  EXPECT_TRUE(c.holds(fmt::format("book' = {{{}}} <; book", n), 1));
  EXPECT_TRUE(c.holds(fmt::format("{} -> {} in book", n, d), 0));
  EXPECT_FALSE(c.holds(n + " in known", 2));
}

/// All relations from `from` to `to`; or only the functions among them.
std::vector<model::TupleSet> relations(std::uint32_t universe, const std::vector<Atom>& from, const std::vector<Atom>& to,
                                       bool functions) {
  std::vector<std::vector<Atom>> tuples;
  for (const Atom a : from)
    for (const Atom b : to) tuples.push_back({a, b});
  std::vector<model::TupleSet> out;
  for (unsigned bits = 0; bits < 1u << tuples.size(); ++bits) {
    model::TupleSet set(universe, 2);
    std::map<Atom, int> images;
    for (std::size_t i = 0; i < tuples.size(); ++i)
      if (bits >> i & 1) {
        set.insert(tuples[i]);
        ++images[tuples[i][0]];
      }
    if (functions && std::any_of(images.begin(), images.end(), [](const auto& image) { return image.second > 1; })) continue;
    out.push_back(set);
  }
  return out;
}

// The birthday book with two names and two dates, over all triples of states: a claim holds if and only if the solver finds no
// counterexample.
TEST(NitpickClaims, TryingEverythingAgreesOnTheBirthdayBook) {
  const auto loaded = spec("birthdays");
  model::Instance instance = blankInstance(*loaded, {{"NAME", 2}, {"DATE", 2}}, 3);
  const auto books = relations(4, {0, 1}, {2, 3}, true);
  std::vector<model::TupleSet> sets;
  for (unsigned bits = 0; bits < 4; ++bits) {
    model::TupleSet set(4, 1);
    for (Atom a = 0; a < 2; ++a)
      if (bits >> a & 1) set.insert(std::vector<Atom>{a});
    sets.push_back(set);
  }
  ASSERT_EQ(books.size(), 9u);
  evaluator::Evaluator evaluator(*loaded->model);
  std::map<std::string, bool> refuted;
  const auto choose = [&](auto& self, std::size_t state) -> void {
    if (state == 3) {
      evaluator.bind(instance);
      for (const model::Assertion& a : loaded->model->assertions()) refuted[a.name] |= !evaluator.holds(a.body);
      return;
    }
    for (const auto& book : books)
      for (const auto& known : sets) {
        valueOf(*loaded, instance, "book", state) = book;
        valueOf(*loaded, instance, "known", state) = known;
        self(self, state + 1);
      }
  };
  choose(choose, 0);
  EXPECT_EQ(refuted, (std::map<std::string, bool>{
                         {"DeleteUndoesInsert", true}, {"InsertMakesKnown", false}, {"InsertWorks", false}, {"Same", false}}));
}

// Like the test above, for the switch with two telephones and one number.
TEST(NitpickClaims, TryingEverythingAgreesOnTheSwitch) {
  for (const bool fixed : {false, true}) {
    const auto loaded = spec(fixed ? "phones_fixed" : "phones");
    model::Instance instance = blankInstance(*loaded, {{"Ph", 2}, {"Num", 1}}, 2);
    evaluator::Evaluator evaluator(*loaded->model);
    const model::ExprId claim = claimBody(*loaded, "InvB_preserved");
    const auto called = relations(3, {0, 1}, {2}, false), conns = relations(3, {0, 1}, {0, 1}, false);
    int counterexamples = 0;
    for (const auto& net : relations(3, {2}, {0, 1}, true)) {
      for (const std::size_t state : {0u, 1u}) valueOf(*loaded, instance, "Net", state) = net;
      for (const auto& called0 : called)
        for (const auto& conns0 : conns)
          for (const auto& called1 : called)
            for (const auto& conns1 : conns) {
              valueOf(*loaded, instance, "Called", 0) = called0;
              valueOf(*loaded, instance, "Conns", 0) = conns0;
              valueOf(*loaded, instance, "Called", 1) = called1;
              valueOf(*loaded, instance, "Conns", 1) = conns1;
              evaluator.bind(instance);
              counterexamples += !evaluator.holds(claim);
            }
    }
    // No telephone has called; the only number belongs to a telephone, which dials itself.
    EXPECT_EQ(counterexamples, fixed ? 0 : 2);
  }
}

TEST(NitpickClaims, OnlyWhatIsConstIsFramed) {
  const auto loaded = loadNitpick(
      "[T]\nS = [ x, y: set T  const z: set T ]\nOp = [ S | x' = {} ]\nHold = [ const S | x = {} ]\n"
      "YMayChange :: [S | Op => y' = y]\nZMayNot :: [S | Op => z' = z]\nHoldHolds :: [S | Hold => x' = x and y' = y]");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  EXPECT_EQ(solve(*loaded, "YMayChange").verdict, solver::Verdict::satisfiable);
  EXPECT_EQ(solve(*loaded, "ZMayNot").verdict, solver::Verdict::unsatisfiable);
  EXPECT_EQ(solve(*loaded, "HoldHolds").verdict, solver::Verdict::unsatisfiable);
}

// The operations of one sequence share the states between them; operations of different sequences do not.
TEST(NitpickClaims, EachSequenceHasItsOwnStatesInBetween) {
  const auto loaded = loadNitpick(
      "[T]\nS = [ x: set T ]\nClear = [ S | x' = {} ]\nFill = [ S | x' = T ]\nKeep = [ S | x' = x ]\nMove = [ S | x' != x ]\n"
      "Impossible :: not (Clear ; Keep ; Fill) or x' = T\n"
      "NotBoth :: not ((Clear ; Keep) and (Fill ; Keep))\n"
      "BothWays :: not ((Clear ; Fill) and (Fill ; Move ; Fill))\n"
      "Long :: (Clear ; Keep ; Keep) => x' = {} and Clear");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  EXPECT_EQ(solve(*loaded, "Impossible").verdict, solver::Verdict::unsatisfiable);
  EXPECT_EQ(solve(*loaded, "NotBoth").verdict, solver::Verdict::unsatisfiable);
  EXPECT_EQ(solve(*loaded, "BothWays").verdict, solver::Verdict::satisfiable);  // both end full, via different states
  EXPECT_EQ(solve(*loaded, "Long").verdict, solver::Verdict::unsatisfiable);    // Clear relates the first state to the last
}

// A parameter has the value of its argument, even if the schema is about the next state.
TEST(NitpickClaims, ParametersKeepTheirValues) {
  const auto loaded = loadNitpick(
      "[T]\nS = [ x, y: set T ]\nEmpty (s: set T) = [ | s = {} ]\nIsY (s: set T) = [ S | s = y ]\n"
      "Op (s: set T) = [ S | x' = {}  IsY(s)' ]\n"
      "OldValue :: [S | Op(x) => y' = x]\nNewValue :: [S | Op(x) => y' = x']");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  EXPECT_EQ(solve(*loaded, "OldValue").verdict, solver::Verdict::unsatisfiable);
  EXPECT_EQ(solve(*loaded, "NewValue").verdict, solver::Verdict::satisfiable);
}

TEST(NitpickClaims, WhatNoOperationKnowsIsStatic) {
  const auto loaded = spec("laws");
  EXPECT_FALSE(loaded->model->hasMutable());
  EXPECT_TRUE(spec("phones")->model->hasMutable());
}

}  // namespace
}  // namespace aunit::parser::nitpick
