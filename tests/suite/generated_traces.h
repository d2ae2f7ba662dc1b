// Random temporal models, and traces on them as `val` and as predicate.
#pragma once

#include <string>
#include <vector>

namespace aunit::suite::testing_ {

/// How the verdict on a predicate follows from that on the trace that it states.
enum class Follows { same, implied, none };

/// A trace as `val`, and the predicate that states it: formulas can follow, and then the command.
struct TraceTest {
  std::string name, valuation, predicate, command;
  std::vector<std::string> formulas;  // to be asked of the trace
  Follows follows = Follows::same;
};

struct TraceSuite {
  std::string model;
  std::vector<TraceTest> tests;
};

/// Anything in the model may be `var`; most of the traces are nearly valid.
TraceSuite generateTraces(unsigned seed, unsigned tests);

}  // namespace aunit::suite::testing_
