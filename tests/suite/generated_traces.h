// Random temporal models, with traces on them written as `val` and as predicate.
#pragma once

#include <string>
#include <vector>

namespace aunit::suite::testing_ {

/// The relation between the verdicts on a trace and on the predicate that states it: they are equal; the trace's success implies
/// the predicate's; or neither follows.
enum class Follows { same, implied, none };

/// A trace as `val`, and the beginning of the predicate that states it, to which formulas and the command can be added.
struct TraceTest {
  std::string name, valuation, predicate, command;
  std::vector<std::string> formulas;  // to evaluate on the trace
  Follows follows = Follows::same;
};

struct TraceSuite {
  std::string model;
  std::vector<TraceTest> tests;
};

/// A random model, in which any declaration may be `var`, with tests on traces that are mostly nearly valid.
TraceSuite generateTraces(unsigned seed, unsigned tests);

}  // namespace aunit::suite::testing_
