// Instances one after the other: all instances, and those that differ from a given one in a single part.
#include "server/view/instance_source.h"

#include <gtest/gtest.h>

#include "parser/front_end.h"
#include "solver/grounding/problem.h"
#include "solver/translation/branch.h"
#include "tests/loaded.h"

namespace aunit::server::view {
namespace {

class InstanceSources : public testing::Test {
 protected:
  void load(const std::string& text) {
    source_.reset();
    loaded_ = tests::loaded("test.als", text);
    source_ = std::make_unique<InstanceSource>(*loaded_->model, solver::problemOf(*loaded_->model, 0), options_,
                                               loaded_->model->commands()[0].label, loaded_->model->commands()[0].check);
  }
  const model::Instance& instance(std::size_t index) const { return source_->instances()[index]; }
  bool share(std::size_t a, std::size_t b, int parts) const {
    return solver::shareParts(*loaded_->model, instance(a), instance(b), parts);
  }
  /// Returns the number of instances, counted from the first.
  std::size_t countAll() {
    if (!source_->first(stop_).index) return 0;
    std::size_t last = 0;
    while (const auto next = source_->next(last, stop_).index) last = *next;
    return last + 1;
  }

  std::unique_ptr<parser::Loaded> loaded_;
  solver::Options options_;
  std::unique_ptr<InstanceSource> source_;
  std::atomic<bool> stop_ = false;
};

const char* const lamps = "sig Lamp {} var sig On in Lamp {}\nfact { always some On }\nrun show { some Lamp } for 3 but 2 steps";

TEST_F(InstanceSources, FindAllInstancesOfACommand) {
  options_.symmetry = 0;
  load("sig A { f: lone A } run show { some A } for exactly 2 A");
  EXPECT_EQ(countAll(), 9u);  // each of two atoms is mapped to one of two, or none
  EXPECT_EQ(source_->next(8, stop_).message, "There is no other instance.");
  EXPECT_EQ(source_->next(3, stop_).index, 4u) << "what was found is found again";
  options_.symmetry = 20;
  load("sig A { f: lone A } run show { some A } for exactly 2 A");
  EXPECT_EQ(countAll(), 6u);  // up to renaming of atoms
}

TEST_F(InstanceSources, FindAllOfThemWhateverElseWasAskedFor) {
  options_.symmetry = 0;
  load(lamps);
  const std::size_t all = countAll();
  load(lamps);
  ASSERT_EQ(source_->first(stop_).index, 0u);
  const std::size_t trunk = source_->other(Part::configuration, 0, 0, stop_).index.value();  // with several lamps
  for (const Part part : {Part::initialState, Part::trace, Part::step, Part::trace})
    EXPECT_TRUE(source_->other(part, trunk, 0, stop_).index);
  EXPECT_EQ(countAll(), all);
}

TEST_F(InstanceSources, ABranchDiffersFromThereOn) {
  load(lamps);
  ASSERT_TRUE(source_->first(stop_).index);
  const Outcome configuration = source_->other(Part::configuration, 0, 0, stop_);
  ASSERT_TRUE(configuration.index) << configuration.message;
  EXPECT_FALSE(share(0, *configuration.index, 1));
  std::size_t trunk = 0;
  while (source_->instances()[trunk].states.size() < 2) trunk = source_->next(trunk, stop_).index.value();
  for (std::size_t state = 0; state < 2; ++state) {
    const Outcome step = source_->other(Part::step, trunk, state, stop_);
    ASSERT_TRUE(step.index) << step.message;
    const int shared = static_cast<int>(state) + 2;
    EXPECT_TRUE(share(trunk, *step.index, shared));
    EXPECT_FALSE(share(trunk, *step.index, shared + 1));
  }
  const Outcome initial = source_->other(Part::initialState, trunk, 0, stop_);
  ASSERT_TRUE(initial.index) << initial.message;
  EXPECT_TRUE(share(trunk, *initial.index, 1));
  EXPECT_FALSE(share(trunk, *initial.index, 2));
  const Outcome trace = source_->other(Part::trace, trunk, 0, stop_);
  ASSERT_TRUE(trace.index) << trace.message;
  EXPECT_TRUE(share(trunk, *trace.index, 1));
  EXPECT_FALSE(share(trunk, *trace.index, 8));
}

TEST_F(InstanceSources, BranchesComeToAnEnd) {
  load("one sig Lamp {} var sig On in Lamp {}\nrun show { } for 2 steps");
  ASSERT_TRUE(source_->first(stop_).index);
  EXPECT_TRUE(source_->other(Part::initialState, 0, 0, stop_).index);
  EXPECT_EQ(source_->other(Part::initialState, 0, 0, stop_).message, "There is no other initial state.");
  EXPECT_EQ(source_->other(Part::configuration, 0, 0, stop_).message, "There is no other configuration.");
  EXPECT_TRUE(source_->other(Part::step, 0, 0, stop_).index);
  EXPECT_EQ(source_->other(Part::step, 0, 0, stop_).message, "There is no other step.");
  std::size_t traces = 0;
  while (source_->other(Part::trace, 0, 0, stop_).index) ASSERT_LT(++traces, 100u);
  EXPECT_EQ(source_->instances().size(), 6u);  // 0* 1* 0(1)* 1(0)* (01)* (10)*
  EXPECT_EQ(countAll(), 6u);
}

TEST_F(InstanceSources, ManyTracesOfTwoConfigurationsInTurn) {
  load(lamps);
  ASSERT_TRUE(source_->first(stop_).index);
  const std::size_t other = source_->other(Part::configuration, 0, 0, stop_).index.value();
  for (int i = 0; i < 3; ++i) {
    const auto a = source_->other(Part::trace, 0, 0, stop_).index;
    EXPECT_TRUE(!a || share(0, *a, 1));
    const auto b = source_->other(Part::trace, other, 0, stop_).index;
    EXPECT_TRUE(!b || share(other, *b, 1));
  }
}

TEST_F(InstanceSources, SayWhyThereIsNone) {
  load("sig A {} run show { some A and no A }");
  EXPECT_EQ(source_->first(stop_).message, "show: no instance up to 3 atoms.");
  load("sig A {} assert same { A = A } check same");
  EXPECT_EQ(source_->first(stop_).message, "same: no counterexample up to 3 atoms.");
  load("var sig A {} run show { some A and no A } for 2 but 4 steps");
  EXPECT_EQ(source_->first(stop_).message, "show: no instance up to 2 atoms and 4 steps.");
  load("var sig A {} run show { some A and no A } for 2 but 1.. steps");
  EXPECT_EQ(source_->first(stop_).message, "show: no instance in traces of any length, up to 2 atoms.");
}

TEST_F(InstanceSources, GoOnAfterAStop) {
  load(
      "abstract sig Lamp {} one sig A, B extends Lamp {} var sig On in Lamp {}\nfact { always some On } run show { } for 2 "
      "steps");
  stop_ = true;
  const Outcome stopped = source_->first(stop_);
  EXPECT_FALSE(stopped.index);
  EXPECT_EQ(stopped.message.substr(0, 10), "No answer:") << stopped.message;
  stop_ = false;
  ASSERT_TRUE(source_->first(stop_).index);
  ASSERT_EQ(source_->next(0, stop_).index, 1u);
  stop_ = true;
  EXPECT_FALSE(source_->next(1, stop_).index);
  EXPECT_FALSE(source_->other(Part::trace, 0, 0, stop_).index);
  EXPECT_FALSE(source_->other(Part::initialState, 0, 0, stop_).index);
  stop_ = false;
  EXPECT_EQ(source_->next(1, stop_).index, 2u) << "and not the first ones again";
  EXPECT_TRUE(source_->other(Part::trace, 0, 0, stop_).index);
}

TEST_F(InstanceSources, OfTracesOfAnyLengthBranchAmongShortOnes) {
  load("one sig Lamp {} var sig On in Lamp {}\nrun show { always eventually some On } for 1.. steps");
  ASSERT_TRUE(source_->first(stop_).index);
  const Outcome step = source_->other(Part::step, 0, 0, stop_);
  ASSERT_TRUE(step.index) << step.message;
  EXPECT_TRUE(share(0, *step.index, 2));
  EXPECT_FALSE(share(0, *step.index, 3));
  EXPECT_EQ(source_->other(Part::configuration, 0, 0, stop_).message, "There is no other configuration in short traces.");
}

TEST_F(InstanceSources, WhatIsStatedIsOne) {
  load(lamps);
  ASSERT_TRUE(source_->first(stop_).index);
  InstanceSource stated(*loaded_->model, instance(0));
  EXPECT_EQ(stated.first(stop_).index, 0u);
  EXPECT_FALSE(stated.searches());
  EXPECT_FALSE(stated.next(0, stop_).index);
  EXPECT_FALSE(stated.other(Part::step, 0, 0, stop_).index);
}

}  // namespace
}  // namespace aunit::server::view
