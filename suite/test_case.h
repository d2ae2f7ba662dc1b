// The test cases of a file, ready to be judged.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/test.h"
#include "parser/front_end.h"
#include "suite/outcome.h"
#include "suite/valuation/predicate_valuation.h"

namespace aunit::suite {

namespace log {
struct Run;
}

struct TestCase {
  std::string name;  // unique in its file: the second test with this name is "name#2"
  Place place;
  std::vector<std::string> tags;
  model::Marks marks;
  model::TestKind kind = model::TestKind::satisfies;
  /// The test from the parser. If the test is a command, collectTests() makes this member and sets its `command`.
  model::Test test;
  std::shared_ptr<const PredicateValuation> predicate;  // for kind `predicate`: the valuation of the predicate
  std::shared_ptr<const log::Run> logRun;               // for kind `fits`: the run to judge; null if no run was found
  /// The statements of a test with several statements. The name of each is its text ("beta satisfies Acyclic"). The other
  /// members of such a test have the values of its first statement.
  std::vector<TestCase> statements;
};

/// Whether a file opens a model and declares no signature itself.
bool opensItsModel(const model::Model& model);
/// Whether a module declares no signature.
bool declaresNothing(const model::Model& model, model::ModuleId module);

/// The tests of a loaded file in source order. These are `test` paragraphs, commands on predicates that state a valuation, and
/// commands with an `expect` or `@Test`. A command without `expect` and `@Test` is not a test if its predicate names no atoms and
/// leaves at least half of the relations open. Exception: if the file states valuations in commands and opens the model that they
/// are about, all its commands are tests.
std::vector<TestCase> collectTests(const parser::Loaded& loaded);

/// Returns the first predicate of a file that states a valuation by naming its atoms. Requires that the file has no tests,
/// because the function does not check whether a command runs the predicate.
std::optional<model::FuncId> untestedPredicate(const parser::Loaded& loaded);

/// Makes each statement a test of its own. The first one keeps the name of its test; the others are "name (2)", "name (3)".
std::vector<TestCase> statementsOf(std::vector<TestCase> tests);

/// The paragraphs that state a test: the predicate that the test runs, if it is in the same file, and the test's own paragraph.
/// If the test is a row of a table, the parts of the row take the place of the test's own paragraph.
std::vector<model::Span> paragraphsOf(const parser::Loaded& loaded, const TestCase& test);

/// The text of a test for reports: the test's valuations, the valuations that these extend, and the test's paragraphs. Long
/// paragraphs and long lines are cut.
std::vector<Place> textOf(const parser::Loaded& loaded, const TestCase& test);

}  // namespace aunit::suite
