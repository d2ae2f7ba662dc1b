// Random temporal models, and traces on them, written as `val` and as predicates.
#pragma once

#include <string>
#include <vector>

namespace aunit::suite::testing_ {

/// What the verdict on a trace says about the verdict on the predicate that states the trace: both are equal (`same`); if the
/// trace passes, the predicate does (`implied`); nothing (`none`).
enum class Follows { same, implied, none };

/// A trace as `val`, and the beginning of the predicate that states it; formulas and a command can be appended to the predicate.
struct TraceTest {
  std::string name, valuation, predicate, command;
  std::vector<std::string> formulas;  // to evaluate on the trace
  Follows follows = Follows::same;
};

struct TraceSuite {
  std::string model;
  std::vector<TraceTest> tests;
};

/// A random model in which any declaration may be `var`, with tests on traces, most of which are nearly valid.
TraceSuite generateTraces(unsigned seed, unsigned tests);

}  // namespace aunit::suite::testing_
