// Formulas of one model, copied into a growing copy of another that has the same signatures and fields, so that both can be
// spoken of at once.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/changes/extension.h"
#include "model/formulas/keys.h"

namespace aunit::model {

/// With Calls::kept, functions that a formula calls are copied with it, those of library modules as well, unless the other model
/// has them under the same label with the same key: what they say may differ. Copies have no place in the source.
class Copier {
 public:
  /// All arguments must outlive this.
  Copier(const Model& from, Extension& to, const Correspondence& corresponding, Calls calls = Calls::kept);

  /// The copy of an expression, whose free variables are those that `stand` says. Throws Untranslatable.
  ExprId of(ExprId from);
  /// The same; nothing if something in it is not in the other model: see `missing`.
  std::optional<ExprId> expression(ExprId from);
  /// The copy of all that the model asks for: what its declarations imply, and its facts. Nothing likewise.
  std::optional<ExprId> constraints();
  /// Copies of declarations; from now on their variables stand for those of the copies. Nothing likewise.
  std::optional<std::vector<Decl>> declarations(std::span<const Decl> from);
  /// From now on a variable of `from` is that variable.
  void stand(VarId from, VarId to) { variables_[from] = to; }
  /// From now on a signature or field of `from` is that expression, everywhere: calls are written out. `univ` stands for what
  /// `iden` and `*` mean as well.
  void standFor(SigId from, ExprId to) { sigValues_[from] = to; }
  void standForField(FieldId from, ExprId to) { fieldValues_[from] = to; }

  /// Names what the last expression or declarations have that the other model has not (Untranslatable::what); also "the type of
  /// x" where the declarations of fields do not allow it.
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
  const FuncId own_;  // functions that `to` has of its own
  std::unordered_map<VarId, VarId> variables_;
  std::unordered_map<FuncId, FuncId> functions_;
  std::unordered_map<SigId, ExprId> sigValues_;
  std::unordered_map<FieldId, ExprId> fieldValues_;
  Extent extent_;
  std::string missing_;
};

}  // namespace aunit::model
