#include "model/formulas/keys.h"

#include <algorithm>
#include <array>
#include <utility>

namespace aunit::model {

namespace {

// Words that mark parts of keys. All other words are operators and their operands.
enum Tag : std::uint32_t { wholeFunction = 0xfffffff0, recursion, freeVariable, boundVariable };

}  // namespace

void Keys::begin() {
  extent_.begin();
  levels_.clear();
  bound_ = 0;
  open_.clear();
}

std::uint32_t Keys::of(ExprId expr) {
  begin();
  if (!free_.empty()) return key(expr);
  if (const auto known = closed_.find(expr); known != closed_.end()) return known->second;
  return closed_[expr] = key(expr);
}

std::uint32_t Keys::ofFunction(FuncId function) {
  begin();
  return keyOfFunction(function);
}

std::uint32_t Keys::key(ExprId expr) {
  const Expr& node = from_.expr(expr);
  const Extent::Node within(extent_, node.span);
  if (node.op == Op::call && calls_ == Calls::writtenOut) return keyOfCall(expr);
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(node.op),
                                   static_cast<std::uint32_t>(node.sort),
                                   node.arity,
                                   node.negated,
                                   static_cast<std::uint32_t>(node.leftMultiplicity),
                                   static_cast<std::uint32_t>(node.rightMultiplicity)};
  const std::uint32_t outside = bound_;
  switch (node.op) {
    case Op::variable: {
      const auto level = levels_.find(node.payload);
      const bool isBound = level != levels_.end();
      words.insert(words.end(), {isBound ? boundVariable : freeVariable, isBound ? level->second : numberOf(node)});
      break;
    }
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem: {
      const std::string& text = from_.strings()[node.payload];
      if (node.op == Op::stringAtom && std::ranges::find(into_.strings(), text) == into_.strings().end())
        throw Untranslatable(Untranslatable::Kind::string, "the string " + text, text, node.span);
      for (const char c : text) words.push_back(static_cast<unsigned char>(c));
      break;
    }
    case Op::let:
      words.push_back(key(from_.child(expr, 0)));
      levels_[node.payload] = bound_++;
      words.push_back(key(from_.child(expr, 1)));
      break;
    default:
      words.push_back(payloadOf(node));
      declare(from_.decls(expr), words);
      for (const ExprId child : from_.children(expr)) words.push_back(key(child));
  }
  bound_ = outside;
  return numbers_.insert(words).number;
}

void Keys::declare(std::span<const Decl> decls, std::vector<std::uint32_t>& words) {
  for (const Decl& decl : decls) {
    words.push_back(key(decl.bound));
    words.insert(words.end(), {decl.variableCount, static_cast<std::uint32_t>(decl.multiplicity), decl.disjoint, decl.illFormed});
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) levels_[decl.firstVariable + i] = bound_++;
  }
}

/// The key of a call that is expanded: its arguments, and the function's body with bound parameters. If the call
/// has no arguments, its key is the key of the body.
std::uint32_t Keys::keyOfCall(ExprId expr) {
  const Expr& node = from_.expr(expr);
  const Func& function = from_.func(node.payload);
  refuseRecursion(function, node.span);
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(Op::call)};
  for (const ExprId argument : from_.children(expr)) words.push_back(key(argument));
  const std::uint32_t outside = bound_;
  for (const VarId parameter : function.variables) levels_[parameter] = bound_++;
  words.push_back(key(function.body));
  bound_ = outside;
  return words.size() == 2 ? words[1] : numbers_.insert(words).number;
}

std::uint32_t Keys::keyOfFunction(FuncId id) {
  if (const auto known = functions_.find(id); known != functions_.end()) return known->second;
  if (const auto open = std::ranges::find(open_, id); open != open_.end())
    return numbers_.insert(std::array<std::uint32_t, 2>{recursion, static_cast<std::uint32_t>(open_.end() - open)}).number;
  const Func& function = from_.func(id);
  open_.push_back(id);
  const std::uint32_t outside = std::exchange(bound_, 0);
  std::vector<std::uint32_t> words{wholeFunction, function.isPredicate};
  declare(function.params, words);
  for (const ExprId part : {function.result, function.body}) words.push_back(part == noId ? noId : key(part));
  bound_ = outside;
  open_.pop_back();
  const std::uint32_t number = numbers_.insert(words).number;
  if (!function.recursive) functions_[id] = number;
  return number;
}

std::uint32_t Keys::payloadOf(const Expr& node) {
  if (node.op == Op::sig || node.op == Op::field) return corresponding_.counterpart(from_, node);
  return node.op == Op::call ? keyOfFunction(node.payload) : node.payload;
}

std::uint32_t Keys::numberOf(const Expr& variable) const {
  if (const auto known = free_.find(variable.payload); known != free_.end()) return known->second;
  const std::string& name = from_.variable(variable.payload).name;
  throw Untranslatable(Untranslatable::Kind::variable, "the variable " + name, name, variable.span);
}

template <class Equal>
bool KeyComparison::when(Equal equal) {
  try {
    return equal();
  } catch (const Untranslatable&) {
    return false;
  }
}

bool KeyComparison::expressions(ExprId from, ExprId to) {
  if (from == noId || to == noId) return from == to;
  return when([&] { return from_.of(from) == to_.of(to); });
}

bool KeyComparison::functions(FuncId from, FuncId to) {
  return when([&] { return from_.ofFunction(from) == to_.ofFunction(to); });
}

}  // namespace aunit::model
