// Gives numbers to formulas. Equal formulas have equal numbers, also if they are in different models.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "model/formulas/correspondence.h"
#include "model/formulas/untranslatable.h"
#include "support/word_index.h"

namespace aunit::model {

/// Gives numbers to the expressions of a model. Two expressions, also of different models, have the same number if and only if
/// they are equal up to spans, names of bound variables, and corresponding signatures and fields. The functions that they call
/// must have the same number or, if calls are expanded, the same bodies.
///
/// There are three other notions of equality. Model::shape numbers all nodes of one model at once, and distinguishes variables by
/// name. coverage::ShapeKeys and solver::FormulaTexts depend only on names, and so are the same in every run.
class Keys {
 public:
  using Numbers = support::WordIndex;

  /// Gives numbers to expressions of `from`. Signatures and fields count as their counterparts in `into`, which may be the same
  /// model as `from`. The arguments must outlive this object.
  Keys(const Model& from, const Model& into, const Correspondence& corresponding, Numbers& numbers, Calls calls)
      : from_(from), into_(into), corresponding_(corresponding), numbers_(numbers), calls_(calls) {}

  /// From now on, the number of the free variable `variable` of `from` is `number`.
  void let(VarId variable, std::uint32_t number) { free_[variable] = number; }

  /// The number of an expression. Throws Untranslatable, also if a free variable has no number.
  std::uint32_t of(ExprId expr);
  /// The number of a function. Depends on its parameters, result and body, but not on its name. Throws Untranslatable.
  std::uint32_t ofFunction(FuncId function);

 private:
  void begin();
  std::uint32_t key(ExprId expr);
  std::uint32_t keyOfCall(ExprId expr);
  std::uint32_t keyOfFunction(FuncId function);
  void declare(std::span<const Decl> decls, std::vector<std::uint32_t>& words);
  std::uint32_t payloadOf(const Expr& node);
  std::uint32_t numberOf(const Expr& variable) const;

  const Model& from_;
  const Model& into_;
  const Correspondence& corresponding_;
  Numbers& numbers_;
  const Calls calls_;
  std::unordered_map<VarId, std::uint32_t> free_;
  std::unordered_map<ExprId, std::uint32_t> closed_;     // numbers of expressions without free variables
  std::unordered_map<FuncId, std::uint32_t> functions_;  // numbers of functions that do not call themselves
  std::unordered_map<VarId, std::uint32_t> levels_;      // by bound variable: the number of variables that are bound around it
  std::uint32_t bound_ = 0;                              // number of variables that are bound at the moment
  std::vector<FuncId> open_;                             // functions whose bodies are being numbered, outermost first
  Extent extent_;
};

/// Compares closed expressions and functions of two models by their keys. An expression without a key is equal to no other.
class KeyComparison {
 public:
  /// The arguments must outlive this object.
  KeyComparison(const Model& from, const Model& to, const Correspondence& corresponding)
      : itself_(Correspondence::identity(to)),
        from_(from, to, corresponding, numbers_, Calls::kept),
        to_(to, to, itself_, numbers_, Calls::kept) {}
  KeyComparison(const KeyComparison&) = delete;
  KeyComparison& operator=(const KeyComparison&) = delete;

  /// noId is equal to noId only.
  bool expressions(ExprId from, ExprId to);
  bool functions(FuncId from, FuncId to);

 private:
  template <class Equal>
  static bool when(Equal equal);

  Keys::Numbers numbers_;
  const Correspondence itself_;
  Keys from_, to_;
};

}  // namespace aunit::model
