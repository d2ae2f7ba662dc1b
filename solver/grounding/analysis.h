// An analysis of expressions before their translation: free variables, and how deep past operators nest.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "model/model.h"

namespace aunit::solver {

/// Limit of nested calls that the translation follows; deeper calls are refused.
inline constexpr int mostCallDepth = 200;

/// Stores results in pages, one page for 256 successive ExprIds. Makes only pages with an expression of the problem, because a
/// file of many tests has millions of expressions, and each solved test has its own analysis.
class Analysis {
 public:
  explicit Analysis(const model::Model& model) : model_(model) {}

  /// Analyses a formula and all expressions in it, also in the bodies of functions that it calls.
  void add(model::ExprId formula);
  /// Forgets the expressions whose ids are `first` or greater.
  void forget(model::ExprId first);

  /// The variables that an expression mentions and does not bind, ascending.
  std::span<const model::VarId> freeVariables(model::ExprId id) const { return lists_[at(id).list]; }

  /// The greatest nesting of past operators in `id`, through calls and the values of `let` variables and parameters. The loop of
  /// a lasso has to be unrolled this number of times before the values of these operators repeat (Benedetti & Cimatti, TACAS
  /// 2003; language reference 13.3).
  int pastDepth(model::ExprId id) const;

  /// Whether the value of `id` may depend on earlier moments. Also true when `id` mentions a `let` variable or a parameter.
  bool looksBack(model::ExprId id) const { return at(id).looksBack; }

  /// Adds to `out` the string literals in a formula, and in the bodies of functions that it calls.
  void collectStrings(model::ExprId id, std::set<model::StringId>& out) const;

  /// Throws Unsupported when a formula reaches an ill-formed declaration (Decl::illFormed), also through calls.
  void refuseIllFormed(model::ExprId id) const;

  /// Visits an expression and all expressions in it, also in the bodies of functions that it calls.
  void forEachReached(model::ExprId id, const std::function<void(model::ExprId)>& visit) const;

 private:
  struct Known {
    bool analysed : 1 = false;
    bool looksBack : 1 = false;
    std::uint32_t list : 30 = 0;  // index in lists_ of the expression's free variables
  };
  static constexpr std::size_t pageSize = 256;
  using Page = std::array<Known, pageSize>;

  bool isAnalysed(model::ExprId id) const;
  const Known& at(model::ExprId id) const;
  Known& place(model::ExprId id);
  std::uint32_t computeFree(model::ExprId id);
  bool computeLooksBack(model::ExprId id) const;

  const model::Model& model_;
  bool illFormed_ = false;                    // whether an analysed expression has an ill-formed declaration
  std::vector<std::unique_ptr<Page>> pages_;  // by ExprId / pageSize; null: none of its expressions is analysed
  std::vector<std::vector<model::VarId>> lists_{{}};
  std::vector<model::ExprId> listedFor_{0};  // by list: the expression for which it was made
};

/// The factors of a product: a, b and c of `a -> (b -> c)`. For an expression that is not a product, the expression itself.
std::vector<model::ExprId> factorsOf(const model::Model& model, model::ExprId id);

}  // namespace aunit::solver
