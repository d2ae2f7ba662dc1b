// Copies formulas of one model into an Extension of another with the same signatures and fields, so that one formula can mention
// both.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/changes/extension.h"
#include "model/formulas/keys.h"

namespace aunit::model {

/// With Calls::kept, the functions that a formula calls (also library functions) are copied with it, unless the other model has
/// an equal function under the same label. Copies have no place in the source.
class Copier {
 public:
  /// All arguments must outlive this.
  Copier(const Model& from, Extension& to, const Correspondence& corresponding, Calls calls = Calls::kept);

  /// The copy of an expression. `stand` must define its free variables. Throws Untranslatable.
  ExprId of(ExprId from);
  /// Like `of`, but nothing if the expression has no translation: see `missing`.
  std::optional<ExprId> expression(ExprId from);
  /// The copy of all constraints of the model, implicit constraints and facts; nothing if one has no translation.
  std::optional<ExprId> constraints();
  /// Copies declarations, and maps their variables to the copies' variables from now on. Nothing if there is no translation.
  std::optional<std::vector<Decl>> declarations(std::span<const Decl> from);
  /// From now on the variable `from` becomes `to`.
  void stand(VarId from, VarId to) { variables_[from] = to; }
  /// From now on a signature or field of `from` becomes the expression `to`, also inside functions: calls are expanded. A value
  /// for `univ` also applies to `iden` and `*`.
  void standFor(SigId from, ExprId to) { sigValues_[from] = to; }
  void standForField(FieldId from, ExprId to) { fieldValues_[from] = to; }

  /// What the last expression or declarations have that the other model lacks (Untranslatable::what); or "the type of x" if the
  /// fields' declarations do not allow it.
  const std::string& missing() const { return missing_; }

 private:
  ExprId copy(ExprId from);
  FuncId copyFunction(FuncId from);
  std::vector<Decl> copy(std::span<const Decl> decls);
  void declare(VarId from, ExprId value);
  TypeId typeOf(TypeId from, const std::string& what);
  std::uint32_t payloadOf(const Expr& node);
  std::optional<ExprId> value(const Expr& node, ExprId from);
  ExprId writtenOut(const Expr& call, ExprId from);
  template <class Work>
  auto guarded(Work work) -> std::optional<decltype(work())>;

  const Model& from_;
  Extension& extension_;
  Model& to_;
  const Correspondence& corresponding_;
  Calls calls_;
  Alike alike_;
  const FuncId own_;  // number of functions that `to` had before copying
  std::unordered_map<VarId, VarId> variables_;
  std::unordered_map<FuncId, FuncId> functions_;
  std::unordered_map<SigId, ExprId> sigValues_;
  std::unordered_map<FieldId, ExprId> fieldValues_;
  Extent extent_;
  std::string missing_;
};

}  // namespace aunit::model
