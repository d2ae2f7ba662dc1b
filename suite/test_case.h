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
  /// Made by the parser; for a command, made by collectTests(), with `command` set.
  model::Test test;
  std::shared_ptr<const PredicateValuation> predicate;  // for kind `predicate`: the valuation of the predicate
  std::shared_ptr<const log::Run> logRun;               // for kind `fits`: the run to judge; null if no run was found
  /// The statements of a test with several statements. The name of each is its text ("beta satisfies Acyclic"). The other
  /// members of such a test are copies from its first statement.
  std::vector<TestCase> statements;
};

/// Whether a file opens a model and declares no signature itself.
bool opensItsModel(const model::Model& model);
/// Whether a module declares no signature.
bool declaresNothing(const model::Model& model, model::ModuleId module);

/// The tests of a loaded file in source order. These are `test` paragraphs, commands on predicates that state a valuation, and
/// commands with an `expect` or `@Test`. A command without `expect` is not a test if its predicate names no atoms and states less
/// than half of a valuation. Exception: if the file states valuations and opens the model that they are about, all its commands
/// are tests.
std::vector<TestCase> collectTests(const parser::Loaded& loaded);

/// In a file, the first predicate that states a valuation by naming its atoms. Requires that the file has no tests, so that no
/// command runs this predicate.
std::optional<model::FuncId> untestedPredicate(const parser::Loaded& loaded);

/// Makes each statement a test of its own. The first one keeps the name of its test; the others are "name (2)", "name (3)".
std::vector<TestCase> statementsOf(std::vector<TestCase> tests);

/// The paragraphs that state a test: the predicate that the test runs, if it is in the same file, and the test's own paragraph.
/// For a row of a table, the parts of the row.
std::vector<model::Span> paragraphsOf(const parser::Loaded& loaded, const TestCase& test);

/// The text of a test for reports: the test's valuations, the valuations that these extend, and the test's paragraphs. Long
/// paragraphs and long lines are cut.
std::vector<Place> textOf(const parser::Loaded& loaded, const TestCase& test);

}  // namespace aunit::suite
