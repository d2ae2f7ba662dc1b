// Explains why a tuple is in an instance or is not, by the constraints that are violated if only this tuple is changed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "evaluator/judge.h"
#include "model/instances/instance.h"
#include "parser/front_end.h"
#include "suite/outcome.h"

namespace aunit::suite {

/// A tuple of a field, or an atom of a signature.
struct RelationTuple {
  model::SigId sig = model::noId;  // either `sig` or `field` is set
  model::FieldId field = model::noId;
  std::vector<model::Atom> tuple;
};

/// A text such as "User$0->Role$1 in User.roles".
std::string membershipText(const model::Model& model, const model::Universe& universe, const RelationTuple& of);

/// Whether the relation contains the tuple in a state.
bool isThere(const model::Instance& instance, const RelationTuple& of, unsigned state);

/// The relations that contain the tuple in a state, or that could contain it according to the types of their columns. These are
/// fields and, if the tuple is one atom, signatures that are not at the top level. Omits relations of library modules.
std::vector<RelationTuple> relationsFor(const model::Model& model, const model::Instance& instance,
                                        std::vector<model::Atom> tuple, unsigned state);

/// Returns the instance without the tuple if it has the tuple, else with the tuple. If the relation is `var`, changes only
/// `state`, otherwise all states. An atom that is removed from a signature is also removed from the subsets of this signature. An
/// atom that is removed from a top-level signature is removed from the whole instance, with all its tuples.
model::Instance withChange(const model::Model& model, const model::Instance& instance, const RelationTuple& of, unsigned state);

/// The constraints on an instance (declarations and facts), split into conjuncts. If `command` is set, also the formula of the
/// command and the sizes that follow from its scope.
std::vector<evaluator::Constraint> constraintsOn(const model::Model& model, std::optional<model::CommandId> command);

/// The constraints that a changed instance violates.
struct ChangeViolations {
  std::vector<evaluator::Broken> newly;  // violated constraints that hold before the change, in the given order
  std::size_t anyway = 0;                // number of constraints that are violated before and after the change
};

/// Finds the violated constraints. A constraint without a value counts as violated. Throws support::Exhausted.
ChangeViolations brokenBy(const model::Model& model, const model::Instance& instance, const model::Instance& changed,
                          const std::vector<evaluator::Constraint>& constraints, const evaluator::Options& options);

/// The reason why a tuple is in a relation or is not, for reports. It says which constraints are violated if only this tuple is
/// changed. If other tuples are changed with it, these constraints may hold, and others may be violated.
struct TupleReason {
  std::string membership;  // "User$0->Role$1 in User.roles"
  bool there = false;      // the relation contains the tuple before the change
  int state = -1;          // the state that is changed; -1: all states
  struct Part {
    std::string constraint;  // "fact Total does not hold"
    Place place;
    std::optional<ReasonText> why;  // why the constraint does not hold in the changed instance
  };
  std::vector<Part> broken;
  std::size_t brokenAnyway = 0;  // number of constraints that are violated before and after the change

  /// A sentence such as "needed, because 2 constraints are violated if this tuple alone is removed".
  std::string verdict() const;
};

TupleReason reasonForTuple(const parser::Loaded& loaded, const model::Instance& instance, const RelationTuple& of, unsigned state,
                           std::optional<model::CommandId> command, const evaluator::Options& options);

}  // namespace aunit::suite
