// The part of a loaded file that coverage is about: its model, without the tests.
#pragma once

#include <vector>

#include "coverage/extract.h"
#include "coverage/record.h"
#include "parser/front_end.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// The options that leave out tests. A root that has tests or valuations, opens a model and declares no signature itself holds
/// tests only. In a file that holds both, the predicates that state valuations are left out.
coverage::ExtractOptions modelUnderTest(const parser::Loaded& loaded, const std::vector<TestCase>& tests);

/// A model with its requirements, made once for each file and shared by the threads that judge its tests.
struct CoverageSubject {
  coverage::ExtractOptions options;
  coverage::ModelRequirements requirements;
  std::vector<model::ExprId> emptyCommand;  // of the empty command (coverage/record.h)
  bool values = false;                      // keep observed values
};

/// With `cells`, requirements beyond the paper's (coverage/cells.h) are included, and the model gets formulas for them.
CoverageSubject coverageSubject(parser::Loaded& loaded, const std::vector<TestCase>& tests, bool libraries, bool values,
                                bool cells = false);

}  // namespace aunit::suite
