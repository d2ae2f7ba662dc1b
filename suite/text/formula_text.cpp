#include "suite/text/formula_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/operators.h"
#include "parser/alloy/tokens/tokens.h"
#include "suite/text/operator_text.h"
#include "support/pieces.h"

namespace aunit::suite {

using namespace model;
using parser::alloy::isEnclosed;
using parser::alloy::isNamePart;
using parser::alloy::tokensOf;
namespace level = model::level;

// ---------------------------------------------------------------------------------------------------------- text of the file

std::string FormulaText::of(ExprId id) {
  return text(id);
}

/// Makes `home_` the paragraph that contains the node `place`. Returns false if no paragraph contains this node.
bool FormulaText::enter(ExprId place) {
  if (home_ && home_->above.contains(place)) return true;
  const Span span = model_.expr(place).span;
  const auto& paragraphs = model_.paragraphs();
  // The second round finds nodes of macros: their text is outside the paragraph that uses the macro.
  for (const bool near : {true, false})
    for (std::uint32_t p = 0; p < paragraphs.size(); ++p)
      if (contains(paragraphs[p].span, span) == near && enter(p, place)) return true;
  return false;
}

bool FormulaText::enter(std::uint32_t paragraph, ExprId place) {
  const model::Paragraph& p = model_.paragraphs()[paragraph];
  using Kind = model::Paragraph::Kind;
  home_ = Home{};
  home_->paragraph = paragraph;
  home_->span = p.span;
  const auto root = [&](ExprId id, SigId receiver = noId) {
    if (id == noId || !home_->roots.emplace(id, receiver).second) return;
    note(id, noId);
  };
  switch (p.kind) {
    case Kind::sig:
      for (const model::FieldId f : model_.sig(p.id).fields) root(model_.field(f).bound, p.id);
      root(model_.sig(p.id).appendedFact, p.id);
      break;
    case Kind::fact: root(model_.facts()[p.id].body); break;
    case Kind::predicate:
    case Kind::function:
      for (const model::Decl& decl : model_.func(p.id).params) root(decl.bound);
      root(model_.func(p.id).result);
      root(model_.func(p.id).body);
      break;
    case Kind::assertion: root(model_.assertions()[p.id].body); break;
    case Kind::command: break;
  }
  return home_->above.contains(place);
}

void FormulaText::note(ExprId id, ExprId above) {
  home_->above.emplace(id, above);
  for (const ExprId child : model_.children(id)) note(child, id);
  for (const model::Decl& decl : model_.decls(id)) note(decl.bound, id);
}

ExprId FormulaText::above(ExprId id) const {
  const auto found = home_ ? home_->above.find(id) : decltype(home_->above.find(id)){};
  return home_ && found != home_->above.end() ? found->second : noId;
}

/// Determines which variables are visible at a place, and the meaning that names of fields have there.
void FormulaText::settle(ExprId place) {
  std::vector<std::vector<VarId>> inner;
  ExprId id = place;
  for (ExprId up = above(id); up != noId; id = up, up = above(id)) {
    const Expr& e = model_.expr(up);
    std::vector<VarId> bound;
    if (e.op == Op::let && model_.child(up, 1) == id) bound.push_back(e.payload);
    for (const model::Decl& decl : model_.decls(up)) {
      if (decl.bound == id) break;
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) bound.push_back(decl.firstVariable + i);
    }
    inner.push_back(std::move(bound));
  }
  scope_.clear();
  receiver_ = home_->roots.at(id);
  const model::Paragraph& p = model_.paragraphs()[home_->paragraph];
  if (p.kind == model::Paragraph::Kind::predicate || p.kind == model::Paragraph::Kind::function)
    scope_ = model_.func(p.id).variables;
  for (auto bound = inner.rbegin(); bound != inner.rend(); ++bound) scope_.insert(scope_.end(), bound->begin(), bound->end());
}

/// Whether the span of a node has the text of this node and nothing else.
bool FormulaText::stands(ExprId id) const {
  if (id >= written_) return false;
  const Expr& e = model_.expr(id);
  if (!e.span.known() || e.synthetic || e.op == Op::true_ || e.op == Op::false_) return false;
  if (home_ && !contains(home_->span, e.span)) return false;
  if (isSequel(id) || isImplicit(id)) return false;
  // A `let` that binds several variables has a node for each variable. Only the first of these nodes has a text of its own.
  if (e.op == Op::let && model_.variable(e.payload).span.begin == e.span.begin) return false;
  return (e.op != Op::join && e.op != Op::call) || !hasUnevenBrackets(sources_.text(e.span));
}

/// Whether a node has no text of its own. If the source has only `f` for `this.f`, `this` and the field are such nodes. So is a
/// `this` that a call passes implicitly.
bool FormulaText::isImplicit(ExprId id) const {
  const ExprId up = above(id);
  return up != noId && (model_.expr(up).op == Op::join || model_.expr(up).op == Op::call) &&
         model_.expr(up).span == model_.expr(id).span;
}

/// Whether a node is the right side of `;`. Such a node has the same span as its operand.
bool FormulaText::isSequel(ExprId id) const {
  const Expr& e = model_.expr(id);
  return e.op == Op::after && model_.expr(model_.child(id, 0)).span == e.span;
}

/// Whether brackets are unbalanced, as in the part `f[x` of `f[x, y]`.
bool FormulaText::hasUnevenBrackets(std::string_view text) const {
  if (text.find('[') == std::string_view::npos) return false;
  int depth = 0;
  for (const model::Range& token : tokensOf(text)) {
    const char sign = token.end == token.begin + 1 ? text[token.begin] : ' ';
    depth += (sign == '[') - (sign == ']');
  }
  return depth != 0;
}

std::string FormulaText::spliced(Span span, std::vector<NameChange> pieces) const {
  std::ranges::sort(pieces, {}, [](const NameChange& piece) { return piece.span.begin; });
  std::string result(sources_.text(span));
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
    result.replace(piece->span.begin - span.begin, piece->span.end - piece->span.begin, piece->text);
  return result;
}

/// The text of a node in the file, with ambiguous names spelled so that they keep their meaning.
std::string FormulaText::quoted(ExprId id) {
  std::vector<NameChange> names;
  if (home_ && model_.expr(id).sort != model::Sort::formula) respell(id, noId, true, names);
  return spliced(model_.expr(id).span, std::move(names));
}

// ------------------------------------------------------------------------------------------------------------------ new text

ExprId FormulaText::uncoerced(ExprId id) const {
  while ((model_.expr(id).op == Op::integerAtom || model_.expr(id).op == Op::sumOf) &&
         model_.expr(model_.child(id, 0)).span == model_.expr(id).span)
    id = model_.child(id, 0);
  return id;
}

std::string FormulaText::text(ExprId id) {
  id = uncoerced(id);
  if (isReplaced(id)) return unreplaced([&] { return text(by_); });
  return !isChanged(id) && stands(id) ? quoted(id) : made(id);
}

/// The precedence level of a node's text; higher levels bind tighter.
int FormulaText::levelOf(ExprId id) {
  id = uncoerced(id);
  if (isReplaced(id)) return unreplaced([&] { return levelOf(by_); });
  const Expr& e = model_.expr(id);
  const bool asWritten = !isChanged(id) && stands(id);
  if (asWritten) {
    const std::string_view own = sources_.text(e.span);
    if (isEnclosed(own)) return level::primary;
    if (e.op == Op::field && own.find("<:") != std::string_view::npos) return level::domain;
    if (e.op == Op::product && own.starts_with("set") && !isNamePart(own[3])) return level::comparison;
    if (e.op == Op::and_ && isSequel(model_.children(id).back())) return level::sequence;
    if (e.op == Op::bound && model_.expr(model_.child(id, 0)).span == e.span) return levelOf(model_.child(id, 0));
  }
  if (e.op == Op::integer && static_cast<std::int32_t>(e.payload) < 0) return level::shift;
  if ((e.op == Op::and_ || e.op == Op::or_) && e.childCount < 2)
    return e.childCount == 0 ? level::primary : levelOf(model_.child(id, 0));
  if (e.op == Op::disjoint || e.op == Op::totalOrder || ((e.op == Op::sumOf || e.op == Op::integerAtom) && !asWritten))
    return level::join;
  if (e.op == Op::join && !asWritten && shortForm(id)) return level::primary;
  return spelling(e.op).level;
}

/// Whether the text of a node ends with the body of a quantifier, a `let` or an implication. Text after it would then belong to
/// that body.
bool FormulaText::isOpen(ExprId id) {
  id = uncoerced(id);
  if (isReplaced(id)) return unreplaced([&] { return isOpen(by_); });
  const Expr& e = model_.expr(id);
  if (!isChanged(id) && stands(id) && isEnclosed(sources_.text(e.span))) return false;
  if (isBinder(e.op)) return true;
  if (e.op == Op::call || e.op == Op::join || e.op == Op::comprehension || e.op == Op::prime || e.childCount == 0) return false;
  if (e.op == Op::disjoint || e.op == Op::totalOrder) return false;
  const ExprId last = uncoerced(model_.children(id).back());
  if (e.childCount == 1 && (e.op == Op::and_ || e.op == Op::or_)) return isOpen(last);
  // New text puts the last operand into parentheses unless it binds tighter than the operator. Text that ends with
  // a parenthesis is not open.
  const bool asWritten = !isChanged(id) && stands(id);
  if (!asWritten && !isPrefix(e.op)) {
    const int own = spelling(e.op).level;
    if (levelOf(last) <= own) return false;
  }
  return isOpen(last);
}

/// The text of an operand. It is in parentheses if the operand does not bind tighter than `around`. It is also in parentheses if
/// text follows (`followed`) that would become a part of the operand.
std::string FormulaText::operand(ExprId id, int around, bool followed) {
  id = uncoerced(id);
  std::string own = text(id);
  return levelOf(id) > around && !(followed && isOpen(id)) ? own : "(" + own + ")";
}

/// The texts of the operands of a binary operator.
std::pair<std::string, std::string> FormulaText::operands(ExprId id) {
  const Expr& e = model_.expr(id);
  const int own = spelling(e.op).level;
  const bool rightAssociative = e.op == Op::product || e.op == Op::implies;
  std::string first = operand(model_.child(id, 0), rightAssociative || own == level::comparison ? own : own - 1, true);
  std::string second = operand(model_.child(id, 1), rightAssociative ? own - 1 : own, false);
  if (e.op == Op::difference && hidesMinus(first) && isDigit(second.front())) second = "(" + second + ")";
  return {std::move(first), std::move(second)};
}

std::string FormulaText::infix(ExprId id, std::string_view sign) {
  const auto [first, second] = operands(id);
  return fmt::format("{} {} {}", first, sign, second);
}

/// The declarations of a quantifier. A variable is renamed if the quantifier mentions another visible variable of that name.
std::string FormulaText::declarations(ExprId id, std::size_t& added) {
  std::string result;
  for (const model::Decl& decl : model_.decls(id)) {
    if (!result.empty()) result += ", ";
    if (decl.disjoint) result += "disj ";
    const std::string bound =
        fmt::format("{}{}", decl.multiplicity == model::Multiplicity::one ? "" : fmt::format("{} ", word(decl.multiplicity)),
                    operand(decl.bound, level::comparison, false));
    for (std::uint32_t i = 0; i < decl.variableCount; ++i) {
      const VarId v = decl.firstVariable + i;
      std::string name = model_.variable(v).name;
      const auto clashes = [&](VarId other) { return other != v && variableName(other) == name && isFree(other, id); };
      for (int number = 1; std::ranges::any_of(scope_, clashes); ++number)
        name = fmt::format("{}{}", model_.variable(v).name, number);
      if (name != model_.variable(v).name) renamed_[v] = name;
      scope_.push_back(v);
      ++added;
      result += (i == 0 ? "" : ", ") + name;
    }
    result += ": " + bound;
  }
  return result;
}

std::string FormulaText::binder(ExprId id) {
  const Expr& e = model_.expr(id);
  std::size_t added = 0;
  std::string result;
  if (e.op == Op::let) {
    const std::string value = operand(model_.child(id, 0), level::binder, false);
    scope_.push_back(e.payload);
    result = fmt::format("let {} = {} | {}", model_.variable(e.payload).name, value, text(model_.child(id, 1)));
    scope_.pop_back();
    return result;
  }
  const std::string decls = declarations(id, added);
  if (e.op == Op::comprehension)
    result = fmt::format("{{{} | {}}}", decls, text(model_.child(id, 0)));
  else
    result = fmt::format("{} {} | {}", e.op == Op::sum ? "sum" : spelling(e.op).text, decls, text(model_.child(id, 0)));
  scope_.resize(scope_.size() - added);
  return result;
}

std::string FormulaText::made(ExprId id) {
  const Expr& e = model_.expr(id);
  const auto child = [&](std::uint32_t i) { return model_.child(id, i); };
  const auto [sign, own] = spelling(e.op);
  const auto list = [&](std::string_view name) {
    return fmt::format("{}[{}]", name,
                       support::joined(model_.children(id), ", ", [&](const ExprId argument) { return text(argument); }));
  };
  switch (e.op) {
    case Op::sig:
      // An implicit `this` may be a node that names a `one sig`.
      return isImplicit(id) ? "this" : sigName(e.payload);
    case Op::field: return fieldName(e.payload);
    case Op::variable: return variableName(e.payload);
    case Op::iden: return "iden";
    case Op::nextInt: return "fun/next";
    case Op::minInt: return "fun/min";
    case Op::maxInt: return "fun/max";
    case Op::stringAtom:
    case Op::atom:
    case Op::skolem: return model_.strings()[e.payload];
    case Op::integer: return std::to_string(static_cast<std::int32_t>(e.payload));
    case Op::true_: return "(no none)";
    case Op::false_: return "(some none)";
    case Op::disjoint: return list("disj");
    case Op::totalOrder: return list("pred/totalOrder");
    case Op::integerAtom:
    case Op::sumOf: return list("int");
    case Op::comprehension: return binder(id);
    case Op::prime: return operand(child(0), level::unary - 1, false) + "'";
    case Op::bound: return fmt::format("{} {}", word(e.rightMultiplicity), operand(child(0), level::comparison, false));
    case Op::seqBound: return fmt::format("seq {}", operand(child(1), level::comparison, false));
    case Op::product: return infix(id, arrowOf(e));
    case Op::domainRestriction: {
      const Expr &left = model_.expr(child(0)), &right = model_.expr(child(1));
      const bool spelled = left.op == Op::sig && right.op == Op::field && isShared(right.payload) &&
                           model_.field(right.payload).sig == left.payload;
      return spelled ? fieldName(right.payload) : infix(id, sign);
    }
    case Op::transpose:
    case Op::closure:
    case Op::reflexiveClosure: {
      // `~a'` is read as the prime of `~a`. So an operand `a'` gets parentheses: `~(a')`.
      const bool primed = model_.expr(uncoerced(child(0))).op == Op::prime && levelOf(child(0)) == level::unary;
      return fmt::format("{}{}", sign, operand(child(0), primed ? level::unary : own - 1, false));
    }
    case Op::cardinality: return fmt::format("{}{}", sign, operand(child(0), own - 1, false));
    case Op::and_:
    case Op::or_: {
      if (e.childCount == 0) return e.op == Op::and_ ? "(no none)" : "(some none)";
      if (e.childCount == 1) return text(child(0));
      std::string result;
      for (std::uint32_t i = 0; i < e.childCount; ++i)
        result += (i == 0 ? "" : fmt::format(" {} ", sign)) + operand(child(i), own, i + 1 < e.childCount);
      return result;
    }
    case Op::implies: return infix(id, "implies");
    case Op::ifThenElse:
      return fmt::format("{} => {} else {}", operand(child(0), own, true), operand(child(1), own, true),
                         operand(child(2), own, false));
    case Op::call: {
      const std::string name = functionName(model_.func(e.payload));
      return e.childCount == 0 ? name : list(name);
    }
    case Op::join: {
      if (const auto name = shortForm(id)) return *name;
      return fmt::format("{}.{}", operand(child(0), own - 1, true), operand(child(1), own, false));
    }
    default: break;
  }
  if (isBinder(e.op)) return binder(id);
  if (e.childCount == 1)
    return fmt::format("{} {}", sign, operand(child(0), isPrefix(e.op) && own == level::comparison ? own : own - 1, false));
  return infix(id, signOf(e));
}

}  // namespace aunit::suite
