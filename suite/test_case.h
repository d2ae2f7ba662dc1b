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
  std::string name;  // unique in its file: a second test of the same name is "name#2"
  Place place;
  std::vector<std::string> tags;
  model::Marks marks;
  model::TestKind kind = model::TestKind::satisfies;
  model::Test test;                                     // from the front end; for a command it is made here, with `command` set
  std::shared_ptr<const PredicateValuation> predicate;  // kind predicate
  std::shared_ptr<const log::Run> logRun;               // kind fits; null: none was found
  /// The statements of a test with several; each has its text as its name ("beta satisfies Acyclic"). Such a test itself is like
  /// its first statement.
  std::vector<TestCase> statements;
};

/// Whether a file opens a model and declares no signature itself.
bool opensItsModel(const model::Model& model);
/// Whether a module declares no signature.
bool declaresNothing(const model::Model& model, model::ModuleId module);

/// The tests of a loaded file in source order: its `test` paragraphs; commands on predicates that state a valuation; commands
/// with an `expect` or `@Test`. A command without `expect` whose predicate names no atoms and states only the smaller part of a
/// valuation is no test but a run, unless its file states valuations and opens the model that they are about: then all its
/// commands are tests.
std::vector<TestCase> collectTests(const parser::Loaded& loaded);

/// The first predicate of a file that states a valuation by naming its atoms. In a file without tests no command runs it.
std::optional<model::FuncId> untestedPredicate(const parser::Loaded& loaded);

/// Each statement as a test of its own: the first one keeps the name of its test, the others are "name (2)", "name (3)".
std::vector<TestCase> statementsOf(std::vector<TestCase> tests);

/// The paragraphs that state a test: the predicate of the file that it runs, and its own paragraph; for a row of a table the
/// row's parts.
std::vector<model::Span> paragraphsOf(const parser::Loaded& loaded, const TestCase& test);

/// The text of a test for reports: its valuation, after those that it extends, then the test's paragraphs. Long paragraphs and
/// lines are cut.
std::vector<Place> textOf(const parser::Loaded& loaded, const TestCase& test);

}  // namespace aunit::suite
