// Resolves Nitpick's syntax trees to a model (docs/nitpick-language.md).
//
// Types become signatures. State variables become signatures within a type, or fields; they are `var` if an operation mentions
// the variable. Schemas become predicates, claims become assertions with a command that checks them. There are no facts: a schema
// holds only where it is used.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "model/test.h"
#include "parser/nitpick/emitter.h"
#include "parser/nitpick/typing.h"
#include "parser/nitpick/world.h"

namespace aunit::parser::nitpick {

class Resolver {
 public:
  Resolver(model::Model& model, model::SourceMap& sources, model::Diagnostics& diagnostics, World::ReadFile readFile);

  /// Resolves the root file, which is in the sources already, and the files that it opens. Also resolves the file `modelPath`,
  /// unless this path is empty. Returns false if there are errors.
  bool resolve(const std::string& path, model::FileId file, const std::string& modelPath, model::Tests& tests);

  /// Resolves one term or formula for a prompt. If `atoms` is not null, the text may name the atoms of this instance.
  std::optional<model::ExprId> resolveExpression(std::string text, const model::Instance* atoms, model::Diagnostics& diagnostics);

  /// Returns the uses of all names that were resolved. Call once, at the end.
  std::vector<NameUse> uses() { return uses_.finish(); }

 private:
  using Atoms = std::map<std::string, model::SigId>;
  /// The elements of one type, in the order in which they are first mentioned.
  struct Elements {
    std::vector<model::AtomName> inOrder;
    std::set<std::string> names;
  };
  /// What is known about a valuation: its atoms with their types, and the number of its states.
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
  /// Returns the formula of a test, and sets `states` to the number of states that the formula mentions.
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
  std::vector<Known> known_;                            // index: valuation
  std::vector<std::unique_ptr<syntax::File>> prompts_;  // syntax trees of the expressions of resolveExpression()
};

}  // namespace aunit::parser::nitpick
