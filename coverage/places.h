// Where a requirement can be met, as formulas that hold exactly where it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "coverage/extract.h"
#include "model/model.h"
#include "model/nodes.h"

namespace aunit::coverage {

/// One place where a requirement's subject is evaluated. What stands around it ranges over all bindings (and, below temporal
/// operators, over other states), as full evaluation does: one of them meets the requirement.
struct MeetingPlace {
  model::ExprId formula = model::noId;    // closed but for the parameters of `function`
  model::FuncId function = model::noId;   // a predicate or function on its own, in whose body it stands
  std::uint32_t assertion = model::noId;  // an assertion in which it stands, through calls too
  bool ofSignature = false;               // in a fact behind a signature
  // None of them: a fact, a command.
};

class Places {
 public:
  /// Reads what stands where. The model may get further expressions later, which have no place.
  Places(const model::Model& model, const ModelRequirements& requirements);

  /// All places of a requirement, a predicate or function on its own and called from others. Nothing where they are too many to
  /// tell, or recursive. Not for implicit constraints: what violates them is no valuation.
  std::optional<std::vector<MeetingPlace>> of(RequirementId id, model::Nodes& make) const;

 private:
  /// Where an expression stands: below which one, as which child (or, from the number of children on, as the bound of which
  /// declaration).
  struct Parent {
    model::ExprId expr = model::noId;
    std::uint32_t place = 0;
  };

  void enter(model::ExprId root);
  bool areIndependent(std::span<const model::Decl> decls) const;
  model::ExprId bindingsOf(std::span<const model::Decl> decls, model::Op quantifier, model::Nodes& make) const;
  model::ExprId asked(model::ExprId e, const Subject& subject, std::uint32_t number, model::Nodes& make) const;
  model::ExprId around(model::ExprId formula, Parent parent, model::Nodes& make) const;
  bool collect(model::ExprId e, model::ExprId formula, std::size_t depth, model::Nodes& make,
               std::vector<MeetingPlace>& out) const;

  const model::Model& model_;
  const ModelRequirements& requirements_;
  std::vector<Parent> parents_;
  std::set<model::ExprId> ofSignatures_;  // the facts behind them, for all their atoms
  std::set<model::ExprId> orders_;        // of these, those that state a total order
  std::map<model::ExprId, model::FuncId> bodies_;
  std::map<model::ExprId, std::uint32_t> assertions_;
  std::map<model::FuncId, std::vector<model::ExprId>> calls_;
};

}  // namespace aunit::coverage
