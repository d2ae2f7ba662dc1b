#include "solver/kept/formula_texts.h"

#include <iterator>

#include <fmt/format.h>

#include "support/digest.h"

namespace aunit::solver {

using namespace model;

std::string FormulaTexts::closed(ExprId id, std::initializer_list<VarId> free) {
  numbers_.clear();
  text_.clear();
  for (const VarId variable : free)
    if (variable != noId) declare(variable);
  expression(id);
  return std::exchange(text_, {});
}

void FormulaTexts::add(std::string& to, std::string_view word) {
  fmt::format_to(std::back_inserter(to), "{}:{} ", word.size(), word);
}

std::string FormulaTexts::type(model::TypeId id) {
  auto& known = types_[id];
  if (!known.empty()) return known;
  std::set<std::string> products;
  for (const model::Product& product : model_.type(id).products) {
    std::string text;
    for (const SigId sig : product) add(text, model_.sig(sig).label);
    products.insert(std::move(text));
  }
  std::string all;
  for (const std::string& product : products) add(all, product);
  return known = support::longHexDigest(all);
}

void FormulaTexts::number(std::uint64_t value) {
  fmt::format_to(std::back_inserter(text_), "{} ", value);
}

/// Numbers the variable: 0 for the outermost variable, 1 for the next one inside, and so on.
void FormulaTexts::declare(VarId id) {
  numbers_[id] = numbers_.size();
  const model::Variable& variable = model_.variable(id);
  word(variable.name);
  number(static_cast<unsigned>(variable.kind));
  number(static_cast<unsigned>(variable.sort));
  number(variable.arity);
  word(type(variable.type));
}

void FormulaTexts::decls(std::span<const Decl> all, bool quantified) {
  number(all.size());
  for (const Decl& decl : all) {
    if (quantified) subsets_ = subsets_ || decl.multiplicity != model::Multiplicity::one || model_.expr(decl.bound).arity != 1;
    number(static_cast<unsigned>(decl.multiplicity));
    number((decl.disjoint ? 1u : 0u) + (decl.illFormed ? 2u : 0u));
    places_.push_back(decl.span);
    expression(decl.bound);
    number(decl.variableCount);
    for (VarId i = 0; i < decl.variableCount; ++i) declare(decl.firstVariable + i);
  }
}

/// Returns the digest of a function. If the function is called within its own body, returns a text with its name instead.
std::string FormulaTexts::function(FuncId id) {
  if (const auto known = written_.find(id); known != written_.end()) return known->second;
  const model::Func& func = model_.func(id);
  written_[id] = "calls itself: " + func.label;
  auto outerNumbers = std::exchange(numbers_, {});
  std::string outer = std::exchange(text_, {});
  word(func.label);
  number((func.isPredicate ? 1u : 0u) + (func.recursive ? 2u : 0u));
  subsets_ = subsets_ || func.recursive;
  decls(func.params, false);
  expression(func.result);
  expression(func.body);
  std::string digest = support::longHexDigest(text_);
  functionTexts_[digest] = std::move(text_);
  text_ = std::move(outer);
  numbers_ = std::move(outerNumbers);
  functions_.emplace_back(id, digest);
  return written_[id] = std::move(digest);
}

void FormulaTexts::payload(const Expr& node) {
  switch (node.op) {
    case Op::sig: return word(model_.sig(node.payload).label);
    case Op::field: return word(model_.field(node.payload).label);
    case Op::variable: {
      const auto known = numbers_.find(node.payload);
      return known == numbers_.end() ? word(model_.variable(node.payload).name) : number(known->second);
    }
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem: strings_.insert(model_.strings()[node.payload]); return word(model_.strings()[node.payload]);
    case Op::call: return word(function(node.payload));
    case Op::let: return;  // the variable is written after its value
    default: number(node.payload);
  }
}

void FormulaTexts::expression(ExprId id) {
  if (id == noId) return word("-");
  const Expr& node = model_.expr(id);
  places_.push_back(node.span);
  fmt::format_to(std::back_inserter(text_), "({} {} {} {} {} {} {} ", static_cast<unsigned>(node.op),
                 static_cast<unsigned>(node.sort), node.arity, static_cast<unsigned>(node.leftMultiplicity),
                 static_cast<unsigned>(node.rightMultiplicity),
                 (node.negated ? 1u : 0u) + (node.temporal ? 2u : 0u) + (node.variable ? 4u : 0u), model_.children(id).size());
  word(type(node.type));
  payload(node);
  decls(model_.decls(id), true);
  for (std::uint32_t i = 0; i < model_.expr(id).childCount; ++i) {
    if (node.op == Op::let && i == 1) declare(node.payload);
    expression(model_.child(id, i));
  }
  if (node.op == Op::let) numbers_.erase(node.payload);
  for (const Decl& decl : model_.decls(id))
    for (VarId i = 0; i < decl.variableCount; ++i) numbers_.erase(decl.firstVariable + i);
  text_ += ')';
}

}  // namespace aunit::solver
