// Counterexamples as text.
#include <gtest/gtest.h>

#include "reporters/terminal/nitpick.h"
#include "tests/nitpick/support.h"

namespace aunit::parser::nitpick {
namespace {

const model::Command& commandOf(const Loaded& loaded, const std::string& claim) {
  for (const model::Command& c : loaded.model->commands())
    if (c.label == claim) return c;
  throw std::invalid_argument("no claim " + claim);
}

void addSkolem(model::Instance& instance, const std::string& name, const std::vector<model::Atom>& atoms) {
  model::TupleSet set(instance.universe->size(), 1);
  for (const model::Atom a : atoms) set.insert(std::vector<model::Atom>{a});
  instance.skolems.push_back({name, 1});
  for (model::State& state : instance.states) state.skolems.push_back(set);
}

TEST(NitpickCounterexamples, BeforeAfterAndScalars) {
  const auto loaded = loadNitpick(
      "[Ph, Num]\nSwitch = [ Called: Ph <-> Num  const Net: Num -> Ph  Conns: Ph <-> Ph | Conns = Called ; Net ]\n"
      "Join (p: Ph; n: Num) = [ Switch | Called' = Called U {p -> n} ]\n"
      "InvC (p: Ph; n: Num) :: Join(p, n) => fun (Conns~)");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  model::Instance instance = blankInstance(*loaded, {{"Ph", 2}, {"Num", 2}}, 2);
  const model::Atom p0 = 0, p1 = 1, n0 = 2, n1 = 3;
  for (const std::size_t state : {0u, 1u}) {
    valueOf(*loaded, instance, "Net", state).insert(std::vector{n0, p0});
    valueOf(*loaded, instance, "Net", state).insert(std::vector{n1, p0});
    valueOf(*loaded, instance, "Called", state).insert(std::vector{p0, n1});
    valueOf(*loaded, instance, "Conns", state).insert(std::vector{p0, p0});
  }
  valueOf(*loaded, instance, "Called", 1).insert(std::vector{p1, n0});
  valueOf(*loaded, instance, "Conns", 1).insert(std::vector{p1, p0});
  addSkolem(instance, "$InvC_p", {p1});
  addSkolem(instance, "$InvC_n", {n0});
  EXPECT_EQ(reporters::nitpickCounterexample(*loaded->model, commandOf(*loaded, "InvC"), instance),
            "Found counterexample to claim InvC:\n"
            "Called : Ph<->Num =\n  { p0 -> {n1 } }\n"
            "Called' : Ph<->Num =\n  { p0 -> {n1 },\n    p1 -> {n0 } }\n"
            "Conns : Ph<->Ph =\n  { p0 -> {p0 } }\n"
            "Conns' : Ph<->Ph =\n  { p0 -> {p0 },\n    p1 -> {p0 } }\n"
            "n : Num =\n  n0\n"
            "Net : Num->Ph =\n  { n0 -> p0,\n    n1 -> p0 }\n"
            "p : Ph =\n  p1\n");
}

TEST(NitpickCounterexamples, SetsStatesInBetweenAndTypesThatBeginAlike) {
  const auto loaded = loadNitpick(
      "[Name, Number]\nS = [ known: set Name  last: Number | ]\nClear = [ S | known' = {} ]\nC (ns: set Name) :: [S | Clear ; "
      "Clear => known = ns]");
  ASSERT_TRUE(loaded->ok()) << messages(*loaded);
  model::Instance instance = blankInstance(*loaded, {{"Name", 2}, {"Xumber", 0}}, 3);
  // Both types begin with n, so the test gives the atoms of Number other names.
  instance.universe =
      std::make_shared<model::Universe>(std::vector<std::string>{"n0", "n1", "m0"}, std::vector<std::string>{}, 0);
  for (std::size_t state = 0; state < 3; ++state) {
    for (const char* set : {"Name", "Number", "known", "last"}) valueOf(*loaded, instance, set, state).reset(3, 1);
    valueOf(*loaded, instance, "Name", state) = model::TupleSet::range(3, 0, 2);
    valueOf(*loaded, instance, "Number", state) = model::TupleSet::atom(3, 2);
    valueOf(*loaded, instance, "last", state) = model::TupleSet::atom(3, 2);
  }
  valueOf(*loaded, instance, "known", 0) = model::TupleSet::range(3, 0, 2);
  addSkolem(instance, "$C_ns", {1});
  EXPECT_EQ(reporters::nitpickCounterexample(*loaded->model, commandOf(*loaded, "C"), instance),
            "Found counterexample to claim C:\n"
            "known : set Name =\n  { na0, na1 }\n"
            "known' : set Name =\n  { }\n"
            "ns : set Name =\n  { na1 }\n"
            "in between:\n"
            "known : set Name =\n  { }\n");
}

}  // namespace
}  // namespace aunit::parser::nitpick
