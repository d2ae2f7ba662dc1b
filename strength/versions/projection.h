// Compares two versions of a model that have different signatures and fields. Finds instances of one version whose values of the
// shared declarations occur in no instance of the other version.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "evaluator/evaluator.h"
#include "model/changes/extension.h"
#include "model/instances/instance.h"
#include "solver/session/session.h"
#include "strength/comparison/correspondence.h"
#include "strength/comparison/relation.h"
#include "strength/instances/finder.h"
#include "strength/versions/united.h"

namespace aunit::strength::versions {

/// Returns a formula that is always true and mentions a string literal (with quotes). In a problem with this formula, the
/// string is an atom.
model::ExprId someString(model::Nodes& nodes, const std::string& literal);

/// The richer version has declarations that the plainer version lacks. To *complete* an instance of the plainer version is to
/// find values for these declarations, so that the result is an instance of the richer version. This class searches for an
/// instance that cannot be completed. The solver finds an instance, and a second session tries to complete it. If the session
/// finds a completion, a new constraint excludes this instance and all others that this completion, perhaps with renamed atoms,
/// completes. The search ends when an instance cannot be completed, or when there is no further instance (Solar-Lezama, "Program
/// Synthesis by Sketching", 2008, chapter 4). If the plainer version has declarations of its own as well, the class also searches
/// for an instance of the richer version that cannot be completed to one of the plainer version.
class Projection {
 public:
  /// `corresponding` maps the shared declarations of the plainer version to those of the richer version. If both versions have
  /// declarations of their own, shared fields must contain only atoms of shared signatures. `strings` are string literals, with
  /// quotes, that instances may contain although their version does not mention them. All references must outlive this object.
  Projection(const model::Model& plainer, const model::Model& richer, const comparison::Correspondence& corresponding,
             model::Scope scope, const ProofOptions& options, std::vector<std::string> strings = {}, bool refute = false);
  ~Projection();

  /// Compares the versions by the shared declarations. In the result, `byFirst` is an instance that only the plainer version
  /// accepts, `bySecond` one that only the richer version accepts. Each is a minimal instance of its version. Throws
  /// support::Exhausted if the work is stopped.
  comparison::RelationResult relate();
  /// Returns an instance that differs in one tuple from a witness of `related`, and whose shared part both versions accept;
  /// nothing if none is found. The witness is `byFirst` if `first` is true, else `bySecond`.
  std::optional<model::Instance> nearest(const comparison::RelationResult& related, bool first);

 private:
  enum class Completion { yes, no, unknown };

  comparison::RelationResult relateFirst();
  std::optional<model::Instance> nearest(const comparison::DistinguishingInstance& found);
  void declareFormer();
  void relax();
  bool say();
  void lookForAdded(comparison::RelationResult& related);
  void lookForUncompleted(comparison::RelationResult& related);
  Completion complete(const model::Instance& instance, solver::Result* completion = nullptr);
  bool isOfPlainer(const model::Instance& instance);
  std::vector<model::ExprId> formerTops();
  std::optional<model::SigId> ofPlainerSig(model::SigId id) const;
  bool hasSameMembers(model::SigId id) const;
  model::ExprId withUnsaid(model::ExprId said, const model::Model& version, model::Extension& extension,
                           std::span<const model::SigId> sigs, std::span<const model::FieldId> fields) const;
  bool isNew(model::SigId id) const { return back_.sigs[id] == model::noId; }
  bool isNewField(model::FieldId id) const { return back_.fields[id] == model::noId; }
  model::ExprId universe(model::Nodes& nodes, const std::vector<model::ExprId>& more) const;
  model::Instance asPlainer(const model::Instance& instance) const;
  model::ExprId described(model::Extension& extension, const model::Instance& instance) const;
  std::optional<model::ExprId> without(const model::Instance& completion);

  const model::Model& plainer_;
  const model::Model& richer_;
  const comparison::Correspondence& corresponding_;
  comparison::Correspondence inOuter_;     // from the plainer version to `outer_`; has all declarations of the plainer version
  const comparison::Correspondence back_;  // the inverse of `corresponding_`: from richer to plainer
  std::vector<model::SigId> former_;       // signatures of `outer_` that only the plainer version has
  const model::Scope scope_;
  const ProofOptions options_;
  const std::vector<std::string> strings_;
  const bool refute_;
  support::Budget budget_;
  // `outer_` is the richer version without constraints, with the plainer version's own declarations added. `inner_` is the richer
  // version.
  model::Extension outer_, inner_;
  solver::Problem anything_, completing_;
  UnitedHierarchy united_;  // hierarchy of `outer_`
  /// Formula over `outer_`: the plainer version's constraints; noId if there is no such formula.
  model::ExprId saidByPlainer_ = model::noId;
  bool hasNewTops_ = false;  // whether the richer version has top-level signatures that the plainer one lacks
  /// Compares the versions in the other direction; null if the plainer version has no declarations of its own.
  std::unique_ptr<Projection> turned_;
  std::unique_ptr<solver::Session> completions_;
  std::unique_ptr<comparison::Relations> added_;
  comparison::Formulas formulas_;  // the formulas that `added_` compares
  std::vector<evaluator::Constraint> sizes_;
  evaluator::Evaluator evaluator_;  // evaluator of the plainer version
  std::string why_;
};

}  // namespace aunit::strength::versions
