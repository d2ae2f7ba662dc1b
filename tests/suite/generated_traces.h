// Random temporal models, and traces on them as `val` and as predicate.
#pragma once

#include <string>
#include <vector>

namespace aunit::suite::testing_ {

/// How the verdict on a predicate follows from the verdict on the trace that it states: both are equal, a trace that holds
/// implies a predicate that passes, or nothing follows.
enum class Follows { same, implied, none };

/// A trace as `val`, and the beginning of the predicate that states it: formulas can follow, and then the command.
struct TraceTest {
  std::string name, valuation, predicate, command;
  std::vector<std::string> formulas;  // to be asked of the trace
  Follows follows = Follows::same;
};

struct TraceSuite {
  std::string model;
  std::vector<TraceTest> tests;
};

/// A random model, in which anything may be `var`, with tests on traces most of which are nearly valid.
TraceSuite generateTraces(unsigned seed, unsigned tests);

}  // namespace aunit::suite::testing_
