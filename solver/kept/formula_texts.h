// Formulas as texts, which are equal if the formulas have the same structure and names; implication.h reads them.
#pragma once

#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/model.h"
#include "solver/kept/implication.h"

namespace aunit::solver {

/// Writes the formulas of one model. Texts depend on all names, but not on layout or places.
class FormulaTexts {
 public:
  /// When a formula is written, the places of its parts are appended to `places`, in the order in which the parts are written.
  FormulaTexts(const model::Model& model, std::vector<model::Span>& places) : model_(model), places_(places) {}

  /// The functions that the written formulas call, directly or through other functions: each once, with the digest of its text.
  const std::vector<std::pair<model::FuncId, std::string>>& functions() const { return functions_; }
  FunctionTexts& functionTexts() { return functionTexts_; }
  /// The string literals in the written formulas and in the functions of functions().
  const std::set<std::string>& strings() const { return strings_; }
  /// Whether the written formulas or the functions of functions() have a quantifier over sets, or one of these functions calls
  /// itself. The solver refuses some such formulas although evaluation decides them.
  bool subsets() const { return subsets_; }

  /// The text of a formula whose free variables are `free`.
  std::string closed(model::ExprId id, std::initializer_list<model::VarId> free = {});
  std::string type(model::TypeId id);

  static void add(std::string& to, std::string_view word);

 private:
  void word(std::string_view text) { add(text_, text); }
  void number(std::uint64_t value);
  void declare(model::VarId id);
  void decls(std::span<const model::Decl> all, bool quantified);
  std::string function(model::FuncId id);
  void payload(const model::Expr& node);
  void expression(model::ExprId id);

  const model::Model& model_;
  std::vector<model::Span>& places_;
  std::string text_;
  std::unordered_map<model::VarId, std::size_t> numbers_;
  std::unordered_map<model::FuncId, std::string> written_;
  std::map<model::TypeId, std::string> types_;
  std::vector<std::pair<model::FuncId, std::string>> functions_;
  FunctionTexts functionTexts_;
  std::set<std::string> strings_;
  bool subsets_ = false;
};

}  // namespace aunit::solver
