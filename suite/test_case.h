// One test of one file, ready to be judged.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/test.h"
#include "parser/front_end.h"
#include "suite/outcome.h"
#include "suite/predicate_valuation.h"

namespace aunit::suite {

struct TestCase {
  std::string name;  // unique in its file: a second test of one name is called "name#2"
  Place place;
  std::vector<std::string> tags;
  model::Marks marks;
  model::TestKind kind = model::TestKind::satisfies;
  model::Test test;                                     // as the front end stated it; for commands made here, with `command` set
  std::shared_ptr<const PredicateValuation> predicate;  // kind predicate
  /// Of a test of several statements each of them, its name what it says ("beta satisfies Acyclic"). The test itself is like the
  /// first of them then.
  std::vector<TestCase> statements;
};

/// A file that opens a model and declares no signature itself.
bool opensItsModel(const model::Model& model);
/// Whether no signature is declared in a module.
bool declaresNothing(const model::Model& model, model::ModuleId module);

/// The tests of a loaded file in source order: its `test` paragraphs; commands on predicates that state a valuation; commands
/// with an `expect` or `@Test`. A command without `expect` whose predicate names no atoms and states only the smaller part of a
/// valuation is no test but a run, unless its file states valuations and opens the model that they are about: all its commands
/// are tests.
std::vector<TestCase> collectTests(const parser::Loaded& loaded);

/// The first predicate of a file that states a valuation by the names of its atoms; where the file holds no tests, none runs it.
std::optional<model::FuncId> untestedPredicate(const parser::Loaded& loaded);

/// Each statement as a test of its own: of a test of several the first keeps the name, the others are "name (2)", "name (3)".
std::vector<TestCase> statementsOf(std::vector<TestCase> tests);

/// The paragraphs that state a test: the predicate of the file that it runs, and its own. Of a row of a table the parts that are
/// about it.
std::vector<model::Span> paragraphsOf(const parser::Loaded& loaded, const TestCase& test);

/// The text of a test as people read it: its valuation, those that this extends first, then its own paragraphs; of each the first
/// lines, and of these the beginning.
std::vector<Place> textOf(const parser::Loaded& loaded, const TestCase& test);

}  // namespace aunit::suite
