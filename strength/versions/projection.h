// Comparison of two versions of a model that do not have the same signatures and fields: which instances of one version agree
// with an instance of the other on everything that both declare.
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

/// A formula that holds and speaks of a string literal, quotes included: it is among the strings of a problem with this formula.
model::ExprId someString(model::Nodes& nodes, const std::string& literal);

/// The part of an instance that both versions have is *completed* by values of what only the richer one has if both together
/// are an instance of that. Instances of the plainer version that cannot be completed are looked for by counterexamples: the
/// solver finds an instance, another session completes it, and from then on only those are asked for that no renaming of this
/// completion completes, until one cannot be completed or there is none left (Solar-Lezama, "Program Synthesis by Sketching",
/// 2008, chapter 4). If the plainer version has parts of its own as well, instances of the richer one are completed by these in
/// turn.
class Projection {
 public:
  /// `corresponding`: the part that they have in common, from the plainer to the richer version; the atoms that its fields may
  /// hold are of it if both have parts of their own. All must outlive it. `strings`: literals beside those in the formulas,
  /// quotes included.
  Projection(const model::Model& plainer, const model::Model& richer, const comparison::Correspondence& corresponding,
             model::Scope scope, const ProofOptions& options, std::vector<std::string> strings = {}, bool refute = false);
  ~Projection();

  /// As first what the plainer version alone accepts, as second what the richer alone does, as far as both see it. Each is an
  /// instance of its version, and as small as leaving out makes it.
  /// Throws support::Exhausted when it is stopped.
  comparison::Related relate();
  /// One tuple away from a witness an instance that both versions accept, as far as both see it.
  std::optional<model::Instance> nearest(const comparison::Related& related, bool first);

 private:
  enum class Completed { yes, no, unknown };

  comparison::Related relateFirst();
  std::optional<model::Instance> nearest(const comparison::Separating& found);
  void declareFormer();
  void relax();
  bool say();
  void lookForAdded(comparison::Related& related);
  void lookForUncompleted(comparison::Related& related);
  Completed complete(const model::Instance& instance, solver::Result* completion = nullptr);
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
  comparison::Correspondence inOuter_;     // of all that the plainer version has
  const comparison::Correspondence back_;  // from the richer to the plainer version
  std::vector<model::SigId> former_;       // in outer_: signatures that only the plainer version has
  const model::Scope scope_;
  const ProofOptions options_;
  const std::vector<std::string> strings_;
  const bool refute_;
  support::Budget budget_;
  // The richer version without its constraints and with the relations of the plainer one; and the richer version itself.
  model::Extension outer_, inner_;
  solver::Problem anything_, completing_;
  United united_;                              // in outer_
  model::ExprId saidByPlainer_ = model::noId;  // in outer_
  bool hasNewTops_ = false;                    // atoms that the plainer version does not have
  std::unique_ptr<Projection> turned_;         // where the plainer version has parts of its own
  std::unique_ptr<solver::Session> completions_;
  std::unique_ptr<comparison::Relations> added_;
  comparison::Formulas formulas_;  // of added_
  std::vector<evaluator::Constraint> sizes_;
  evaluator::Evaluator evaluator_;  // of the plainer version
  std::string why_;
};

}  // namespace aunit::strength::versions
