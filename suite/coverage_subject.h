// The part of a loaded file whose coverage is measured: its model without the tests.
#pragma once

#include <vector>

#include "coverage/extract.h"
#include "coverage/record.h"
#include "parser/front_end.h"
#include "suite/test_case.h"

namespace aunit::suite {

/// Options for coverage::extract() that exclude what belongs to the tests. They exclude the root file if it opens a model,
/// declares no signature, and has tests or valuations. They also exclude other test files without signatures, and the predicates
/// with which `tests` state valuations.
coverage::ExtractOptions modelUnderTest(const parser::Loaded& loaded, const std::vector<TestCase>& tests);

/// A model and its requirements. Made once for each file; the threads that judge the file's tests share it.
struct CoverageSubject {
  coverage::ExtractOptions options;
  coverage::ModelRequirements requirements;
  std::vector<model::ExprId> emptyCommand;  // formulas of the empty command (coverage/record.h)
  bool values = false;  // whether the values of the coverage subjects are recorded (coverage::TestRecord::values)
};

/// If `cells` is true, includes the requirements of coverage/cells.h and adds formulas for them to the model.
CoverageSubject coverageSubject(parser::Loaded& loaded, const std::vector<TestCase>& tests, bool libraries, bool values,
                                bool cells = false);

}  // namespace aunit::suite
