// Formulas of one model in another that has the same signatures and fields, by themselves: what they call stands in its place. (A
// comparison::Transplant copies functions instead: here a formula is to be numbered, compared and written without them.)
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "support/word_index.h"

namespace aunit::strength::grading {

/// A formula cannot be said in the other model; `what()` is the reason, for the person who wrote the formula.
class NotAdoptable : public std::runtime_error {
 public:
  NotAdoptable(const std::string& reason, model::Span place) : std::runtime_error(reason), span(place) {}
  model::Span span;
};

/// Numbers of structures: formulas of several models have the same number exactly where they are the same but for the names of
/// bound variables, for spans, and for calls, in whose place the bodies stand.
using Structures = support::WordIndex;

/// Reads expressions of one model as such of another. Signatures, fields and literals are found by name; predicates and functions
/// that are called are read as what they say, each time they are called, so that the other model needs none of them.
class Adoption {
 public:
  /// `into` is `from` itself, or a model that has the names. Both must outlive this.
  Adoption(const model::Model& from, const model::Model& into, Structures& structures);

  /// A variable of `from` that is free in what is read, and what stands for it.
  void let(model::VarId variable, model::VarId other);

  /// The number of an expression's structure. Throws NotAdoptable; `steps` nodes are too many.
  std::uint32_t structureOf(model::ExprId expr);
  /// The expression in the other model, which is to be the one of the constructor. Throws NotAdoptable.
  model::ExprId copy(model::ExprId expr, model::Model& into);

  /// The signature or field that corresponds to it there; noId: there is none.
  model::SigId sigOf(model::SigId sig) const { return corresponding_.sigs[sig]; }
  model::FieldId fieldOf(model::FieldId field) const { return corresponding_.fields[field]; }

  /// The most nodes that one expression may come to with all bodies that it calls.
  static constexpr std::size_t mostNodes = 200'000;
  /// The most levels that it may have.
  static constexpr int mostLevels = 4'000;

 private:
  class Level;
  void step(model::ExprId expr);
  std::uint32_t structure(model::ExprId expr);
  std::uint32_t structureOfCall(model::ExprId expr);
  model::ExprId copied(model::ExprId expr, model::Model& into);
  model::ExprId copyOfCall(model::ExprId expr, model::Model& into);
  std::vector<model::Decl> copiesOf(std::span<const model::Decl> decls, model::Model& into);
  model::VarId fresh(model::VarId variable, model::VarKind kind, model::Model& into);
  std::uint32_t payloadOf(const model::Expr& node) const;
  model::TypeId typeOf(model::TypeId type, model::Model& into);

  const model::Model& from_;
  const model::Model& into_;
  Structures& structures_;
  const comparison::Correspondence corresponding_;
  std::unordered_map<model::VarId, model::VarId> free_;       // in both
  std::unordered_map<model::VarId, std::uint32_t> levels_;    // of bound variables, while a structure is read
  std::unordered_map<model::VarId, model::VarId> variables_;  // what stands for them, while a copy is made
  std::unordered_map<model::TypeId, model::TypeId> types_;    // as far as asked
  std::uint32_t bound_ = 0;                                   // variables around
  std::size_t steps_ = 0;
  int depth_ = 0;
};

}  // namespace aunit::strength::grading
