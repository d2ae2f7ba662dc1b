// Formulas of one model, copied into a growing copy of another that has the same signatures and fields, so that both can be
// spoken of at once.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/changes/extension.h"
#include "strength/comparison/correspondence.h"

namespace aunit::strength::comparison {

/// Functions that a copied formula calls are copied with it, those of library modules as well, unless the other model has them in
/// the same words: what they say may differ. Copies have no place in the source. `from`, `to` and `corresponding` must outlive
/// it.
class Transplant {
 public:
  Transplant(const model::Model& from, model::Extension& to, const Correspondence& corresponding);

  /// The copy of an expression, whose free variables stand for what `stand` says. Nothing where something in it is not in the
  /// other model: see `missing`.
  std::optional<model::ExprId> expression(model::ExprId from);
  /// The copy of all that the model asks for: what its declarations imply, and its facts. Nothing likewise.
  std::optional<model::ExprId> constraints();
  /// Copies of declarations; from now on their variables stand for those of the copies.
  std::optional<std::vector<model::Decl>> declarations(std::span<const model::Decl> from);
  /// From now on a variable of `from` is that variable.
  void stand(model::VarId from, model::VarId to) { variables_[from] = to; }
  /// From now on a signature or field of `from` is that expression, everywhere: calls are written out. `univ` stands for what
  /// `iden` and `*` mean as well.
  void standFor(model::SigId from, model::ExprId to) { sigValues_[from] = to; }
  void standForField(model::FieldId from, model::ExprId to) { fieldValues_[from] = to; }

  /// Names what the last expression or function has that the other model has not: "sig A", "field A.f", "recursive pred p"; also
  /// "the type of ..." where the declarations of fields do not allow it.
  const std::string& missing() const { return missing_; }

 private:
  struct Missing;
  model::ExprId copy(model::ExprId from);
  model::FuncId copyFunction(model::FuncId from);
  std::vector<model::Decl> copy(std::span<const model::Decl> decls);
  void declare(model::VarId from, model::ExprId value);
  std::uint32_t payloadOf(const model::Expr& node);
  std::optional<model::ExprId> value(const model::Expr& node, model::ExprId from);
  model::ExprId writtenOut(const model::Expr& call, model::ExprId from);
  template <class Work>
  auto guarded(Work work) -> std::optional<decltype(work())>;

  const model::Model& from_;
  model::Extension& extension_;
  model::Model& to_;
  const Correspondence& corresponding_;
  Alike alike_;
  std::unordered_map<std::string, std::vector<model::FuncId>> known_;  // functions of `to`, by label
  std::unordered_map<model::VarId, model::VarId> variables_;
  std::unordered_map<model::FuncId, model::FuncId> functions_;
  std::unordered_map<model::SigId, model::ExprId> sigValues_;
  std::unordered_map<model::FieldId, model::ExprId> fieldValues_;
  std::size_t writtenOut_ = 0;  // calls, in this expression
  std::string missing_;
};

}  // namespace aunit::strength::comparison
