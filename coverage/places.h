// Finds the places where a requirement can be met. Each place has a formula that is true if an evaluation at the place meets the
// requirement.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "coverage/extract.h"
#include "model/changes/nodes.h"
#include "model/model.h"
#include "model/semantics.h"

namespace aunit::coverage {

/// A place where a requirement's subject is evaluated. There is an evaluation for each binding of the enclosing quantifiers and
/// for each state that enclosing temporal operators read, as if the evaluator skipped no operand. At least one evaluation must
/// meet the requirement.
struct RequirementPlace {
  model::ExprId formula = model::noId;  // its only free variables are parameters of `function`
  model::FuncId function =
      model::noId;  // the predicate or function that contains the place, if the place is evaluated without a call
  std::uint32_t assertion = model::noId;  // the assertion that contains the place, possibly through calls
  bool ofSignature = false;               // the place is in the fact after a signature
  // False if evaluation may meet the requirement although `formula` is false. The reason is that the effect of overflows depends
  // on the negations and quantifiers around the place.
  bool exact = true;
  // If `function`, `assertion` and `ofSignature` are unset, the place is in a fact or a command.
};

class Places {
 public:
  /// Indexes the model's expressions. Expressions added later have no place.
  Places(const model::Model& model, const ModelRequirements& requirements, model::Semantics semantics);

  /// Returns all places of a requirement. For a place in a predicate or function, the result has an element for the evaluation
  /// without a call, and one for each call with arguments. Returns nothing if there are too many places, or if a place cannot be
  /// stated as a formula (see collect()). Must not be called for implicit constraints, because no valuation violates one.
  std::optional<std::vector<RequirementPlace>> of(RequirementId id, model::Nodes& make) const;

  /// Whether an expression mentions a variable of these declarations.
  bool mentions(model::ExprId e, std::span<const model::Decl> decls) const;

 private:
  /// The parent of an expression, and the expression's position in the parent. Position i < childCount is child i; position
  /// childCount + i is the bound of declaration i.
  struct Parent {
    model::ExprId expr = model::noId;
    std::uint32_t place = 0;
  };

  void enter(model::ExprId root);
  bool mentions(model::ExprId e, model::VarId first, std::uint32_t count) const;
  bool areIndependent(std::span<const model::Decl> decls) const;
  model::ExprId bindingsOf(std::span<const model::Decl> decls, model::Op quantifier, model::Nodes& make) const;
  model::ExprId asked(model::ExprId e, const Subject& subject, std::uint32_t number, model::Nodes& make) const;
  model::ExprId around(model::ExprId formula, Parent parent, model::Nodes& make) const;
  bool collect(model::ExprId e, model::ExprId formula, std::size_t depth, model::Nodes& make,
               std::vector<RequirementPlace>& out) const;

  const model::Model& model_;
  const ModelRequirements& requirements_;
  const model::Semantics semantics_;
  std::vector<Parent> parents_;
  std::set<model::ExprId> ofSignatures_;  // facts after signatures; each is a formula over all atoms of its signature
  std::set<model::ExprId> orders_;        // elements of `ofSignatures_` that state a total order
  std::map<model::ExprId, model::FuncId> bodies_;
  std::map<model::ExprId, std::uint32_t> assertions_;
  std::map<model::FuncId, std::vector<model::ExprId>> calls_;
};

}  // namespace aunit::coverage
