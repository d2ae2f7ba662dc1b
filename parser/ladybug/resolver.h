// Nitpick's syntax trees to a resolved model (docs/nitpick.md).
//
// Types become signatures, state variables signatures within a type or fields, mutable where an operation knows them; schemas
// become predicates, claims assertions that a command checks. No facts: what a schema says holds where the schema stands.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/instance.h"
#include "model/test.h"
#include "parser/ladybug/emitter.h"
#include "parser/ladybug/typing.h"
#include "parser/ladybug/world.h"

namespace aunit::parser::ladybug {

class Resolver {
 public:
  Resolver(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, World::ReadFile readFile);

  /// Everything of the root (already among the sources) and what it opens, `modelPath` too unless it is empty; false on errors.
  bool resolve(const std::string& path, model::FileId file, const std::string& modelPath, model::Tests& tests);

  /// One term or formula for a prompt, with the atoms of an instance as names.
  std::optional<model::ExprId> resolveExpression(std::string text, const model::Instance* atoms, model::Diagnostics& diagnostics);

  /// What the names in its texts mean, as far as it came. Once, when all is resolved.
  std::vector<NameUse> uses() { return uses_.finish(); }

 private:
  using Atoms = std::map<std::string, model::SigId>;
  /// Of one type, in the order of their first mention.
  struct Elements {
    std::vector<model::AtomName> inOrder;
    std::set<std::string> names;
  };
  /// A valuation while it is read: its atoms with their types, and how many states it has.
  struct Known {
    Atoms atoms;
    std::map<model::SigId, Elements> ofType;
    std::size_t states = 0;
    bool fromFile = false;
  };

  bool resolveSchema(SchemaId id);
  bool sequencesFit(syntax::ExprPtr e, bool allowed);
  Scope scopeOfAll() const;

  // tests.cpp
  void resolveTests(model::Tests& tests);
  void resolveValuation(const syntax::Valuation& syntax, model::Tests& tests);
  void resolveAssignments(const syntax::ValuationBlock& block, bool inState, Known& known, model::ValuationState& out);
  std::optional<std::vector<model::NamedTuple>> tuples(const syntax::Expr& e);
  bool learn(const model::AtomName& atom, model::SigId type, Known& known);
  model::Test resolveTest(const syntax::Test& syntax, const model::Tests& tests);
  std::optional<std::uint32_t> findValuation(const syntax::Name& name, const model::Tests& tests);
  /// The formula of a test, and the states that it speaks of.
  std::optional<model::ExprId> testFormula(const syntax::Test& syntax, const Known* known, int& states);
  std::optional<model::Command> resolveCommand(const syntax::Command& syntax, const Known* known, int& states);
  int statesOfClaim(SchemaId id) const;

  model::Model& model_;
  model::SourceMap& sources_;
  model::Diagnostics& diagnostics_;
  UseCollector uses_;
  World world_;
  Typing typing_;
  Emitter emitter_;
  std::vector<Known> known_;                            // by valuation
  std::vector<std::unique_ptr<syntax::File>> prompts_;  // own the syntax of expressions resolved later
};

}  // namespace aunit::parser::ladybug
