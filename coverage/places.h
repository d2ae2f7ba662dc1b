// The places where a requirement can be met, as formulas that hold exactly when it is met there.
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

/// One place where a requirement's subject is evaluated. Enclosing quantifiers range over all bindings (and temporal operators
/// over other states), as in full evaluation: one of them meets the requirement.
struct MeetingPlace {
  model::ExprId formula = model::noId;    // closed but for the parameters of `function`
  model::FuncId function = model::noId;   // the predicate or function, on its own, with the place in its body
  std::uint32_t assertion = model::noId;  // the assertion with the place, be it through calls
  bool ofSignature = false;               // in a fact behind a signature
  // No: evaluation may also meet the requirement where the formula does not hold, since what overflows there depends on the
  // negations and quantifiers around it.
  bool exact = true;
  // None of these: in a fact or a command.
};

class Places {
 public:
  /// Indexes the model's expressions. The model may get further expressions later, which have no place.
  Places(const model::Model& model, const ModelRequirements& requirements, model::Semantics semantics);

  /// All places of a requirement, with predicates and functions on their own and called from others. Nothing when the places are
  /// too many, or recursive. Not for implicit constraints: an instance that violates these is no valuation.
  std::optional<std::vector<MeetingPlace>> of(RequirementId id, model::Nodes& make) const;

  /// Whether an expression mentions a variable of these declarations.
  bool mentions(model::ExprId e, std::span<const model::Decl> decls) const;

 private:
  /// The parent of an expression, and its place there: the number of the child or, from the number of children on, of the
  /// declaration whose bound it is.
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
               std::vector<MeetingPlace>& out) const;

  const model::Model& model_;
  const ModelRequirements& requirements_;
  const model::Semantics semantics_;
  std::vector<Parent> parents_;
  std::set<model::ExprId> ofSignatures_;  // facts behind signatures, for all atoms
  std::set<model::ExprId> orders_;        // of these, the ones that state a total order
  std::map<model::ExprId, model::FuncId> bodies_;
  std::map<model::ExprId, std::uint32_t> assertions_;
  std::map<model::FuncId, std::vector<model::ExprId>> calls_;
};

}  // namespace aunit::coverage
