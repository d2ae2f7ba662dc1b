// Copies formulas of one model into an Extension of another model with the same signatures and fields, so that a formula can
// mention both models.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/changes/extension.h"
#include "model/formulas/keys.h"

namespace aunit::model {

/// Copies formulas. With Calls::kept, also copies the functions that a formula calls (including library functions), unless the
/// other model has an equal function with the same label. Copies have no place in the source. This is one class, because formulas
/// contain calls and functions contain formulas. Formulas and functions are copied with the same translations of variables,
/// signatures and fields.
class Copier {
 public:
  /// The arguments must outlive this object.
  Copier(const Model& from, Extension& to, const Correspondence& corresponding, Calls calls = Calls::kept);

  /// Copies an expression. Its free variables must have been passed to `stand`. Throws Untranslatable.
  ExprId of(ExprId from);
  /// Like `of`, but returns nothing and sets `missing` if the expression has no translation.
  std::optional<ExprId> expression(ExprId from);
  /// Copies all constraints of the model: implicit constraints and facts. Returns nothing if one has no translation.
  std::optional<ExprId> constraints();
  /// Copies declarations. From then on, their variables are translated to the variables of the copies. Returns nothing if there
  /// is no translation.
  std::optional<std::vector<Decl>> declarations(std::span<const Decl> from);
  /// From now on, translates the variable `from` to the variable `to`.
  void stand(VarId from, VarId to) { variables_[from] = to; }
  /// From now on, translates the signature or field `from` to the expression `to`. Expands calls, so that the translation also
  /// applies inside functions. If `from` is `univ`, also replaces `iden` and `*` accordingly.
  void standFor(SigId from, ExprId to) { sigValues_[from] = to; }
  void standForField(FieldId from, ExprId to) { fieldValues_[from] = to; }

  /// What the other model lacks, if the last call of `expression`, `constraints` or `declarations` returned nothing (see
  /// Untranslatable). Says "the type of x" if the declarations of fields do not allow the translation.
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
  KeyComparison alike_;
  const FuncId own_;  // number of functions in `to` before any were copied
  std::unordered_map<VarId, VarId> variables_;
  std::unordered_map<FuncId, FuncId> functions_;
  std::unordered_map<SigId, ExprId> sigValues_;
  std::unordered_map<FieldId, ExprId> fieldValues_;
  Extent extent_;
  std::string missing_;
};

}  // namespace aunit::model
