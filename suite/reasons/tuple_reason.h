// Why a tuple is in an instance, or is not: the constraints that a single change of it breaks.
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
struct TupleOf {
  model::SigId sig = model::noId;  // one of these two
  model::FieldId field = model::noId;
  std::vector<model::Atom> tuple;
};

/// "User$0->Role$1 in User.roles".
std::string membershipText(const model::Model& model, const model::Universe& universe, const TupleOf& of);

/// Whether the relation has the tuple in a state.
bool isThere(const model::Instance& instance, const TupleOf& of, unsigned state);

/// The relations that the tuple is in or, by what their declarations say of its columns, might be in, in a state: signatures
/// within others, for an atom, and fields. Not those of library modules.
std::vector<TupleOf> relationsFor(const model::Model& model, const model::Instance& instance, std::vector<model::Atom> tuple,
                                  unsigned state);

/// The instance with the tuple taken away where it is there, else with it added: in this state alone where the relation is `var`,
/// in all states otherwise. An atom that is taken out of a signature leaves the signatures that are part of it, too, and one that
/// is taken out of a top-level signature leaves the instance, with all tuples in which it is.
model::Instance withChange(const model::Model& model, const model::Instance& instance, const TupleOf& of, unsigned state);

/// Constraints on an instance, conjunctions taken apart: declarations and facts; of a command's instance its formula and the
/// sizes of its scope, too.
std::vector<evaluator::Constraint> constraintsOn(const model::Model& model, std::optional<model::CommandId> command);

/// The constraints that do not hold of a changed instance.
struct BrokenByChange {
  std::vector<evaluator::Broken> newly;  // those that hold before it, in their order
  std::size_t anyway = 0;                // the others
};

/// A constraint that has no value counts as not holding. Throws support::Exhausted.
BrokenByChange brokenBy(const model::Model& model, const model::Instance& instance, const model::Instance& changed,
                        const std::vector<evaluator::Constraint>& constraints, const evaluator::Options& options);

/// The answer for people. It is about a change of one tuple alone: that nothing breaks does not mean that two such changes may
/// be made, and what breaks may be fixed by a second one.
struct TupleReason {
  std::string membership;  // "User$0->Role$1 in User.roles"
  bool there = false;      // before the change
  int state = -1;          // of the change; -1: all states
  struct Part {
    std::string constraint;  // "fact Total does not hold"
    Place place;
    std::optional<ReasonText> why;  // in the changed instance
  };
  std::vector<Part> broken;
  std::size_t brokenAnyway = 0;  // constraints that hold neither before the change nor after it

  /// "needed: if only it is removed, 2 constraints are violated", and so on.
  std::string verdict() const;
};

TupleReason reasonForTuple(const parser::Loaded& loaded, const model::Instance& instance, const TupleOf& of, unsigned state,
                           std::optional<model::CommandId> command, const evaluator::Options& options);

}  // namespace aunit::suite
