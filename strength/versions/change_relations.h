// Relates the two versions of a paragraph within the scopes of the comparison, and adds the result to its change.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "strength/comparison/relation.h"
#include "strength/versions/change.h"
#include "strength/versions/changed_constraints.h"
#include "strength/versions/changes_of_meaning.h"
#include "strength/versions/frame.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/scopes_of_versions.h"
#include "strength/versions/witnesses.h"

namespace aunit::strength::versions {

/// The strings that a version mentions. If a version mentions `String`, there is one more: a string that no
/// version mentions.
struct SharedStrings {
  std::vector<std::string> literals;    // with quotes
  std::vector<model::ExprId> formulas;  // each mentions one of `literals`; a problem that contains the formula has the string
};

class ChangeRelations {
 public:
  /// All references must outlive this object.
  ChangeRelations(const Versions& versions, Frame& frame, const Scopes& scopes, const ChangedConstraints& constraints,
                  Witnesses& witnesses, const CompareOptions& options);

  /// Decides the relation of the two versions' formulas. Sets the relation of the change, and its witnesses, proofs and notes.
  void relate(Change& change, comparison::Formulas formulas, const Subject& subject = {});
  /// Whether the time limit is reached. If it is, sets the change's `why`.
  bool isLate(Change& change) const;
  const SharedStrings& strings() const { return strings_; }

 private:
  void addStrings();
  comparison::Relations& relationsIn(std::unique_ptr<comparison::Relations>& known, const model::Scope& scope, double share);
  comparison::Relations& relations() { return relationsIn(relations_, scopes_.usual, 1); }
  void relateInLarger(Change& change, comparison::RelationResult& related, comparison::Formulas formulas, const Subject& subject);

  const Versions& versions_;
  Frame& frame_;
  const Scopes& scopes_;
  const ChangedConstraints& constraints_;
  Witnesses& witnesses_;
  const CompareOptions& options_;
  SharedStrings strings_;
  std::unique_ptr<comparison::Relations> relations_, larger_;
};

/// Moves the proofs of a relation to the change.
void keepProofs(Change& change, comparison::RelationResult& related);

}  // namespace aunit::strength::versions
