// Other configurations, initial states and steps: each is found exactly once, compared with the list of all traces.

#include <gtest/gtest.h>

#include <set>

#include "parser/front_end.h"
#include "solver/session/search.h"
#include "tests/loaded.h"

namespace aunit::solver {
namespace {

using model::Instance;

class Branches : public testing::Test {
 protected:
  void load(const std::string& text) {
    loaded_ = tests::loaded("test.als", text);
    options_.enumerate = true;
    options_.symmetry = 0;
  }
  const model::Model& model() const { return *loaded_->model; }
  Problem problem() const { return problemOf(model(), 0); }

  std::vector<Instance> all() {
    std::vector<Instance> found;
    Search search(model(), problem(), options_);
    for (Result result = search.next(); result.verdict == Verdict::satisfiable; result = search.next())
      found.push_back(*result.instance);
    return found;
  }

  /// One part of a trace as text.
  std::string part(const Instance& instance, int number) const {
    std::size_t moment = number == 0 ? 0 : static_cast<std::size_t>(number) - 1;
    while (moment >= instance.states.size()) moment -= instance.states.size() - instance.loop;
    const model::State& state = instance.states[moment];
    std::string text;
    const auto write = [&](bool isVar, const model::TupleSet& value) {
      if (isVar != (number > 0)) return;
      value.forEach([&](std::span<const model::Atom> tuple) {
        for (const model::Atom atom : tuple) text += std::to_string(atom) + ",";
        text += " ";
      });
      text += ";";
    };
    for (model::SigId id = model::builtin::count; id < model().sigs().size(); ++id) write(model().sig(id).isVar, state.sigs[id]);
    for (model::FieldId id = 0; id < model().fields().size(); ++id) write(model().field(id).isVar, state.fields[id]);
    return text;
  }
  std::string beginning(const Instance& instance, int parts) const {
    std::string text;
    for (int i = 0; i < parts; ++i) text += part(instance, i) + "|";
    return text;
  }

  /// The parts that may follow the shared ones; the solver finds a trace for each.
  std::set<std::string> found(const Instance& trunk, int shared) {
    Session session(model(), problem(), options_);
    std::set<std::string> parts = {part(trunk, shared)};
    std::vector<Instance> siblings = {trunk};
    for (;;) {
      Branch branch{&trunk, shared, {}};
      for (const Instance& sibling : siblings) branch.siblings.push_back(&sibling);
      const Result result = session.follow(branch);
      if (result.verdict != Verdict::satisfiable) {
        EXPECT_EQ(result.verdict, Verdict::unsatisfiable) << result.message;
        return parts;
      }
      EXPECT_EQ(beginning(*result.instance, shared), beginning(trunk, shared));
      EXPECT_TRUE(parts.insert(part(*result.instance, shared)).second) << "the same part again";
      siblings.push_back(*result.instance);
    }
  }

  std::unique_ptr<parser::Loaded> loaded_;
  Options options_;
};

const char* const lights =
    "sig Lamp { beside: lone Lamp } var sig On in Lamp {}\n"
    "fact { no iden & beside and always (some On or some On') }\n"
    "run { eventually some On } for 2 but 3 steps";

TEST_F(Branches, AreThoseOfAllTraces) {
  load(lights);
  const std::vector<Instance> traces = all();
  ASSERT_GT(traces.size(), 20u);
  for (int shared = 0; shared <= 4; ++shared) {  // 4: the maximal number of states
    std::set<std::string> done;
    for (const Instance& trunk : traces) {
      if (static_cast<int>(trunk.states.size()) < shared - 1 || !done.insert(beginning(trunk, shared)).second) continue;
      std::set<std::string> expected;
      for (const Instance& other : traces)
        if (beginning(other, shared) == beginning(trunk, shared)) expected.insert(part(other, shared));
      EXPECT_EQ(found(trunk, shared), expected) << shared << " parts " << beginning(trunk, shared);
    }
    EXPECT_FALSE(done.empty());
  }
}

TEST_F(Branches, OfAConfigurationAreItsTraces) {
  load(lights);
  const std::vector<Instance> traces = all();
  const Instance& trunk = traces.back();
  std::set<std::string> expected, found;
  const auto written = [&](const Instance& instance) { return beginning(instance, 8); };  // longer than any trace's period
  for (const Instance& other : traces)
    if (part(other, 0) == part(trunk, 0)) expected.insert(written(other));
  Session session(model(), problem(), options_);
  for (Result result = session.follow(Branch{&trunk, 1, {}}); result.verdict == Verdict::satisfiable; result = session.next())
    EXPECT_TRUE(found.insert(written(*result.instance)).second);
  EXPECT_EQ(found, expected);
}

TEST_F(Branches, KeepTheNamesOfSharedAtoms) {
  load("sig Node {} var sig Marked extends Node {}\nrun { some Node - Marked  after some Marked } for exactly 3 Node, 2 steps");
  const std::vector<Instance> traces = all();
  for (const Instance& trunk : traces) {
    Session session(model(), problem(), options_);
    const Result result = session.follow(Branch{&trunk, 2, {&trunk}});
    if (result.verdict != Verdict::satisfiable) continue;
    for (model::Atom atom = 0; atom < 3; ++atom)  // all atoms are in the configuration
      EXPECT_EQ(result.instance->universe->name(atom), trunk.universe->name(atom));
  }
}

TEST_F(Branches, AreNotLookedForAmongTracesOfAnyLength) {
  load("var sig A {} run { some A } for 1.. steps");
  Session session(model(), problem(), options_);
  const Result first = session.next();
  ASSERT_EQ(first.verdict, Verdict::satisfiable) << first.message;
  EXPECT_EQ(session.follow(Branch{&*first.instance, 1, {&*first.instance}}).verdict, Verdict::error);
}

}  // namespace
}  // namespace aunit::solver
