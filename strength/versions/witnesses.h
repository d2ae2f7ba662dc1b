// Shows the differences between two versions of a model: instances in the declarations of one version, and tests.
#pragma once

#include <cstddef>
#include <string>

#include "evaluator/evaluator.h"
#include "strength/comparison/relation.h"
#include "strength/instances/finder.h"
#include "strength/versions/change.h"
#include "strength/versions/frame.h"
#include "strength/versions/matching/matching.h"

namespace aunit::strength::versions {

/// The predicate or function of the newer model that a test can be about; noId if the test is about the facts only.
struct Subject {
  model::FuncId function = model::noId;
};

/// Makes witnesses from instances of the frame (frame.h).
class Witnesses {
 public:
  /// All references must outlive this object.
  Witnesses(const Versions& versions, Frame& frame, const ProofOptions& options);

  /// Adds `found` as a witness to the change. The witness must be an instance of the version `by`, or of the newer version if a
  /// function changed. If it is not, adds a note instead. Requires that `relations` has compared `formulas`.
  void add(Change& change, const comparison::DistinguishingInstance& found, Witness::AcceptedBy by,
           const comparison::Formulas& formulas, const Subject& subject, comparison::Relations& relations);
  /// A test of the newer model that fails on the older one; empty if there is none.
  std::string testOf(const Change& change, const comparison::DistinguishingInstance& found, const Subject& subject);
  /// An instance of the frame, restricted to one version.
  model::Instance ofVersion(const model::Instance& instance, bool old) const;
  /// Whether a version accepts an instance of the frame.
  bool isAccepted(const model::Instance& instance, bool old);
  /// The instance without the declarations that the matching added.
  model::Instance asDeclared(model::Instance instance, bool older) const;

 private:
  const Versions& versions_;
  Frame& frame_;
  const ProofOptions& options_;
  std::size_t tests_ = 0;  // number of suggested tests
  const support::Budget judging_;
  evaluator::Evaluator ofOlder_, ofNewer_;
};

}  // namespace aunit::strength::versions
