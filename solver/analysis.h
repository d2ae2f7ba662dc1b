// What the translation needs to know about expressions beforehand: their free variables and how deep past operators nest.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <vector>

#include "model/model.h"

namespace aunit::solver {

class Analysis {
 public:
  explicit Analysis(const model::Model& model) : model_(model) { extend(); }

  /// Takes in expressions that the model was given since.
  void extend();
  /// Forgets expressions from `first` on.
  void forget(model::ExprId first);

  /// Variables that an expression mentions and does not bind, ascending.
  std::span<const model::VarId> freeVariables(model::ExprId id) const { return free_[id]; }

  /// Greatest nesting of past operators in `id`, through calls and what variables stand for. The loop of a lasso has to be
  /// unrolled that often before their values repeat (Benedetti & Cimatti, TACAS 2003; language reference 13.3).
  int pastDepth(model::ExprId id) const;

  /// May the value of `id` depend on earlier moments? True too for what mentions a `let` variable or a parameter.
  bool looksBack(model::ExprId id) const { return looksBack_[id]; }

  /// The string literals that a formula mentions, through the functions it calls.
  void collectStrings(model::ExprId id, std::set<model::StringId>& out) const;

  /// Throws Unsupported where a formula reaches a declaration that is none (Decl::illFormed), through calls too.
  void refuseIllFormed(model::ExprId id) const;

 private:
  /// Everything below an expression, through the functions it calls.
  void forEachReached(model::ExprId id, const std::function<void(model::ExprId)>& visit) const;

  const model::Model& model_;
  std::vector<std::vector<model::VarId>> free_;
  std::vector<bool> looksBack_;
};

/// The factors of a product of any number of them: a, b and c of `a -> (b -> c)`. Of anything else, that.
std::vector<model::ExprId> factorsOf(const model::Model& model, model::ExprId id);

}  // namespace aunit::solver
