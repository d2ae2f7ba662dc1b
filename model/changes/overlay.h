// A change of a few nodes that lies over a model and is taken away again: what mutants, suggestions and candidates of repair
// are made of, without parsing anything.
//
// Nothing that is there changes: the nodes above a changed one are copied, up to the root of its paragraph, and functions on the
// way to it get a second form. So both forms can be spoken of at once (`original iff changed`), everything compiled or
// remembered by node id stays good, and only the path above the change is new.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"

namespace aunit::model {

class Overlay {
 public:
  /// While it holds changes, no other code may change the model, and readers in other threads need a copy of their own.
  explicit Overlay(Model& model);
  ~Overlay() { rollback(); }
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  const Model& model() const { return model_; }
  /// Makes the nodes to put in. They vanish with the next rollback.
  Nodes& nodes() { return nodes_; }

  // Changing. Several changes may lie over the model at once.

  /// Puts `by`, which may hold `place` itself, where `place` stands. False, and nothing changed, where the language's types do
  /// not allow it, or where an earlier change is above or below.
  bool replace(ExprId place, ExprId by);
  /// Another multiplicity of a signature, and the constraint that it implies. A constraint on the only atom of a
  /// `one sig` becomes one on each atom. Returns false and changes nothing if the signature's name is as long as `this`.
  bool setMultiplicity(SigId sig, Multiplicity multiplicity);

  // The changed model.

  /// Whether the meaning of an expression is touched, through the functions that it calls as well.
  bool changes(ExprId expr) const { return expr < reaches_.size() && reaches_[expr]; }
  /// The expressions of the model that are touched, in no order.
  const std::vector<ExprId>& reached() const { return reaching_; }
  bool changesMultiplicities() const { return !multiplicities_.empty(); }
  bool changesFunction(FuncId function) const { return changes(model_.func(function).body); }
  /// The changed form of an expression; itself if nothing in it changed.
  ExprId now(ExprId expr);
  /// The changed form of a function, to be called with the same arguments.
  FuncId nowFunction(FuncId function);
  /// The changed form of an implicit constraint; noId for one that is gone.
  ExprId nowImplicit(std::uint32_t index);
  /// A constraint that changed declarations add; noId for none.
  ExprId added() const { return added_; }

  /// Makes facts, declarations and commands of the model itself the changed ones, for engines that take a whole model; the next
  /// rollback restores them.
  void install();
  /// The constraints of facts and declarations that the changes reach, in both forms.
  struct Forms {
    std::vector<ExprId> before, after;
  };
  /// Asks neither form of the model any more, nor does it leave in its declarations what allows one form only and engines go by
  /// beside their formulas: multiplicities of signatures, bounds of fields. The next rollback restores them.
  Forms relax();
  /// The model as it was.
  void rollback();

 private:
  void climb(ExprId expr);
  bool fitsAsRoot(ExprId root, ExprId by);
  std::optional<ExprId> copied(ExprId expr);
  void add(ExprId constraint);
  bool mayBeThis(ExprId expr, SigId sig, bool implied) const;
  bool confusesThis(ExprId expr, SigId sig, bool implied) const;
  bool impliesThis(ExprId expr, ExprId child) const;
  ExprId ofEach(ExprId constraint, SigId sig);
  ExprId withThis(ExprId expr, SigId sig, VarId self, bool implied);

  using Part = std::function<std::optional<ExprId>(ExprId)>;
  std::optional<ExprId> withParts(ExprId expr, const Part& part);
  void put(ExprId& root, ExprId by);
  void setFieldTypes();

  Model& model_;
  TypeTable types_;
  Nodes nodes_;
  Model::Mark mark_;

  // The parent of each node, and the nodes that call each function.
  std::vector<std::uint32_t> firstAbove_;
  std::vector<ExprId> above_;
  std::vector<std::vector<ExprId>> callers_;
  std::unordered_map<ExprId, std::vector<FuncId>> bodies_;

  std::vector<char> reaches_;     // by node: it is or holds a change
  std::vector<ExprId> reaching_;  // those
  std::unordered_map<ExprId, ExprId> now_;
  std::unordered_map<FuncId, FuncId> functions_;
  std::vector<ExprId> places_;

  std::vector<std::pair<SigId, Multiplicity>> multiplicities_;  // as they were
  std::unordered_map<SigId, ExprId> constraints_;               // implicit constraints of changed multiplicities; noId: removed
  ExprId added_ = noId;
  std::unordered_map<SigId, VarId> spread_;           // signatures that were `one`, and the variable for each of their atoms
  std::unordered_map<std::uint32_t, ExprId> ofEach_;  // by implicit constraint of those: the changed form

  std::vector<std::pair<ExprId*, ExprId>> installed_;   // roots in the model and what they were
  std::vector<std::pair<FieldId, TypeId>> fieldTypes_;  // as they were, of fields that may hold other atoms
  std::size_t implicitCount_ = 0;
};

}  // namespace aunit::model
