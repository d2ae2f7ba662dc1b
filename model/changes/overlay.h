// A temporary change of a few nodes of a model, which rollback() undoes. Mutants, suggestions and candidate repairs are Overlays.
// Nothing is parsed.
//
// Existing nodes do not change. The nodes above a changed node are copied, up to the root of the paragraph, and so are the
// functions that reach the change. A formula can then contain both forms (`original iff changed`), and caches by node id stay
// valid.
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

/// This is one class, because each change depends on the earlier changes: a replacement makes new copies of nodes that an
/// earlier replacement has copied, and a changed multiplicity changes such copies. `rollback` undoes all changes.
class Overlay {
 public:
  /// While there are changes, no other code may change the model, and other threads must use copies of their own.
  explicit Overlay(Model& model);
  ~Overlay() { rollback(); }
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  const Model& model() const { return model_; }
  /// The factory for replacement nodes. The next rollback removes these nodes.
  Nodes& nodes() { return nodes_; }

  // Make a change. Several changes may be active at the same time.

  /// Replaces `place` by `by`, which may contain `place`. Returns false and changes nothing if the types do not allow it, or if
  /// `place` contains an earlier change or is inside one.
  bool replace(ExprId place, ExprId by);
  /// Changes the multiplicity of a signature, and the constraint that the multiplicity implies. If the signature was `one`,
  /// constraints on its only atom become constraints on each of its atoms. Returns false and changes nothing if a node in such a
  /// constraint can be either `this` or the signature's name. Only the length of the text distinguishes the two, so this can
  /// happen only if the name has four letters.
  bool setMultiplicity(SigId sig, Multiplicity multiplicity);

  // Read the changed model.

  /// Whether an expression contains a change, directly or in functions that it calls.
  bool changes(ExprId expr) const { return expr < reaches_.size() && reaches_[expr]; }
  /// All expressions that contain a change, in no particular order.
  const std::vector<ExprId>& reached() const { return reaching_; }
  bool changesMultiplicities() const { return !multiplicities_.empty(); }
  bool changesFunction(FuncId function) const { return changes(model_.func(function).body); }
  /// The changed form of an expression; the expression itself if it contains no change.
  ExprId now(ExprId expr);
  /// The changed form of a function. It has the same parameters.
  FuncId nowFunction(FuncId function);
  /// The changed form of an implicit constraint; noId if the change removes it.
  ExprId nowImplicit(std::uint32_t index);
  /// An added constraint that follows from changed declarations; noId if there is none.
  ExprId added() const { return added_; }

  /// Puts the changed forms of facts, declarations and commands into the model, for engines that need a whole model. The next
  /// rollback restores the model.
  void install();
  /// The constraints of facts and declarations that the change affects: their old and their new forms.
  struct Forms {
    std::vector<ExprId> before, after;
  };
  /// Removes the old and the new forms of the affected constraints from the model, and returns these forms. Relaxes those parts
  /// of declarations that engines read in addition to formulas (multiplicities of signatures, bounds of fields), so that they
  /// allow both forms. The next rollback restores the model.
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

  // The parents of node n are above_[i] for firstAbove_[n] <= i < firstAbove_[n + 1]. callers_: by function, the nodes that call
  // it. bodies_: by node, the functions whose body is the node.
  std::vector<std::uint32_t> firstAbove_;
  std::vector<ExprId> above_;
  std::vector<std::vector<ExprId>> callers_;
  std::unordered_map<ExprId, std::vector<FuncId>> bodies_;

  std::vector<char> reaches_;     // by node: whether it contains a change
  std::vector<ExprId> reaching_;  // the nodes for which `reaches_` is true
  std::unordered_map<ExprId, ExprId> now_;
  std::unordered_map<FuncId, FuncId> functions_;
  std::vector<ExprId> places_;

  std::vector<std::pair<SigId, Multiplicity>> multiplicities_;  // changed signatures, with their old multiplicities
  /// By signature whose old multiplicity implied a constraint: the new constraint; noId if the new multiplicity is `set`.
  std::unordered_map<SigId, ExprId> constraints_;
  ExprId added_ = noId;
  /// By signature that was `one`: the variable that stands for each of its atoms.
  std::unordered_map<SigId, VarId> spread_;
  /// By index of an implicit constraint on a signature in spread_: the changed form of the constraint.
  std::unordered_map<std::uint32_t, ExprId> ofEach_;

  std::vector<std::pair<ExprId*, ExprId>> installed_;   // the place of each changed root in the model, with the old root
  std::vector<std::pair<FieldId, TypeId>> fieldTypes_;  // changed fields, with their old types
  std::size_t implicitCount_ = 0;
};

}  // namespace aunit::model
