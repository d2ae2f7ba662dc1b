// Two versions of a model of which one, the richer, has signatures or fields that the other does not have: which instances of the
// one are those of the other as far as that can see them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/extension.h"
#include "model/instance.h"
#include "solver/session/session.h"
#include "strength/comparison/correspondence.h"
#include "strength/comparison/relation.h"
#include "strength/generation/finder.h"

namespace aunit::strength::versions {

/// An instance of the plainer version is *completed* by values of what only the richer one has if both together are an instance
/// of that. Instances that cannot be completed are looked for by counterexamples: the solver finds an instance, another session
/// completes it, and from then on only those are asked for that no renaming of this completion completes, until one cannot be
/// completed or there is none left (Solar-Lezama, "Program Synthesis by Sketching", 2008, chapter 4).
class Projection {
 public:
  /// Everything in `corresponding`, from the plainer to the richer version, must have a counterpart. The models must outlive it.
  Projection(const model::Model& plainer, const model::Model& richer, const comparison::Correspondence& corresponding,
             model::Scope scope, const ProofOptions& options, bool refute = false);
  ~Projection();

  /// As first what the plainer version alone accepts, as second what the richer alone does: an instance of that, of which the
  /// plainer version does not accept what it sees. Each is an instance of its version, and as small as leaving out makes it.
  /// Throws support::Exhausted when it is stopped.
  comparison::Related relate();
  /// One tuple away from a witness an instance that both versions accept: that can be completed, or of which the plainer version
  /// accepts what it sees.
  std::optional<model::Instance> nearest(const comparison::Related& related, bool first);

 private:
  enum class Completed { yes, no, unknown };

  void relax();
  bool say();
  void lookForAdded(comparison::Related& related);
  void lookForUncompleted(comparison::Related& related);
  Completed complete(const model::Instance& seen, solver::Result* completion = nullptr);
  bool isOfPlainer(const model::Instance& instance);
  bool isNew(model::SigId id) const;
  bool isNewField(model::FieldId id) const;
  model::ExprId universe(model::Nodes& nodes, const std::vector<model::ExprId>& more = {}) const;
  model::Instance asPlainer(const model::Instance& instance) const;
  model::ExprId described(model::Extension& extension, const model::Instance& instance) const;
  std::optional<model::ExprId> without(const model::Instance& completion);

  const model::Model& plainer_;
  const model::Model& richer_;
  const comparison::Correspondence& corresponding_;
  const ProofOptions options_;
  const bool refute_;
  support::Budget budget_;
  model::Extension outer_, inner_;  // of the richer version: without all that it asks for, and as it is
  solver::Problem anything_, completing_;
  model::ExprId saidByPlainer_ = model::noId;  // in outer_
  bool hasNewTops_ = false;                    // atoms that the plainer version does not have
  std::unique_ptr<solver::Session> completions_;
  std::unique_ptr<comparison::Relations> added_;
  comparison::Formulas formulas_;  // of added_
  std::vector<evaluator::Constraint> sizes_;
  evaluator::Evaluator evaluator_;  // of the plainer version
  std::string why_;
};

}  // namespace aunit::strength::versions
