// A temporary change of a few nodes of a model, undone by rollback(): the basis of mutants, suggestions and candidate repairs.
// Nothing is parsed.
//
// Existing nodes do not change: the nodes above a changed one are copied, up to the root of the paragraph, and so are the
// functions that reach it. Both forms can then be used in one formula (`original iff changed`), and anything cached by node id
// stays valid.
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
  /// While it has changes, no other code may change the model, and other threads must read a copy of their own.
  explicit Overlay(Model& model);
  ~Overlay() { rollback(); }
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  const Model& model() const { return model_; }
  /// Makes the replacement nodes. The next rollback removes them.
  Nodes& nodes() { return nodes_; }

  // Changing. Several changes may be active at once.

  /// Replaces `place` by `by`, which may contain `place`. Returns false and changes nothing if the types do not allow it, or if
  /// an earlier change is above or below.
  bool replace(ExprId place, ExprId by);
  /// Changes the multiplicity of a signature, and the constraint that it implies. If the signature was `one`, constraints on its
  /// only atom become constraints on each atom. Returns false and changes nothing if its name is as long as `this`.
  bool setMultiplicity(SigId sig, Multiplicity multiplicity);

  // The changed model.

  /// Whether a change reaches an expression, also through the functions that it calls.
  bool changes(ExprId expr) const { return expr < reaches_.size() && reaches_[expr]; }
  /// The expressions of the model that a change reaches, in no particular order.
  const std::vector<ExprId>& reached() const { return reaching_; }
  bool changesMultiplicities() const { return !multiplicities_.empty(); }
  bool changesFunction(FuncId function) const { return changes(model_.func(function).body); }
  /// The changed form of an expression; the expression itself if no change reaches it.
  ExprId now(ExprId expr);
  /// The changed form of a function, to be called with the same arguments.
  FuncId nowFunction(FuncId function);
  /// The changed form of an implicit constraint; noId if it is removed.
  ExprId nowImplicit(std::uint32_t index);
  /// The constraint that changed declarations add; noId if there is none.
  ExprId added() const { return added_; }

  /// Puts the changed forms of facts, declarations and commands into the model itself, for engines that need a whole model. The
  /// next rollback restores it.
  void install();
  /// The constraints of facts and declarations that the changes reach, before and after.
  struct Forms {
    std::vector<ExprId> before, after;
  };
  /// Removes both forms of the changed constraints from the model, and returns them. Also relaxes the declarations that engines
  /// read beside formulas (multiplicities of signatures, bounds of fields), so that they allow both forms. The next rollback
  /// restores the model.
  Forms relax();
  /// Undoes all changes.
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

  // The parents of each node, and the nodes that call each function.
  std::vector<std::uint32_t> firstAbove_;
  std::vector<ExprId> above_;
  std::vector<std::vector<ExprId>> callers_;
  std::unordered_map<ExprId, std::vector<FuncId>> bodies_;

  std::vector<char> reaches_;     // by node: it is a change, or a change is below it
  std::vector<ExprId> reaching_;  // the nodes with `reaches_`
  std::unordered_map<ExprId, ExprId> now_;
  std::unordered_map<FuncId, FuncId> functions_;
  std::vector<ExprId> places_;

  std::vector<std::pair<SigId, Multiplicity>> multiplicities_;  // old values
  std::unordered_map<SigId, ExprId> constraints_;  // new implicit constraints of changed multiplicities; noId: removed
  ExprId added_ = noId;
  std::unordered_map<SigId, VarId> spread_;  // signatures that were `one`, with the variable that stands for each of their atoms
  std::unordered_map<std::uint32_t, ExprId> ofEach_;  // by implicit constraint of such a signature: the changed form

  std::vector<std::pair<ExprId*, ExprId>> installed_;   // roots in the model, with their old values
  std::vector<std::pair<FieldId, TypeId>> fieldTypes_;  // old types of fields that may now have other atoms
  std::size_t implicitCount_ = 0;
};

}  // namespace aunit::model
