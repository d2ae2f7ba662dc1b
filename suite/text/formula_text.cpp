#include "suite/text/formula_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "model/operators.h"
#include "parser/alloy/tokens/tokens.h"
#include "support/pieces.h"

namespace aunit::suite {

using namespace model;
using parser::alloy::isEnclosed;
using parser::alloy::isNamePart;
using parser::alloy::tokensOf;
namespace level = model::level;

namespace {

bool isPrefix(Op op) {
  return (op >= Op::some && op <= Op::not_) || (op >= Op::always && op <= Op::once);
}
bool isSign(Op op) {
  return op == Op::transpose || op == Op::closure || op == Op::reflexiveClosure;
}
bool isInfix(Op op) {
  return (op >= Op::union_ && op <= Op::rangeRestriction && op != Op::join) || model::isArithmetic(op) ||
         model::isComparison(op) || op == Op::implies || op == Op::iff || (op >= Op::until && op <= Op::triggered);
}

std::string signOf(const Expr& e) {
  const std::string_view sign = spelling(e.op).text;
  return fmt::format("{}{}", !e.negated ? "" : e.op == Op::in ? "not " : "!", sign);
}

/// Whether a `-` after this text would be read as the sign of a following number.
bool hidesMinus(std::string_view text) {
  while (!text.empty() && std::string_view(" \t\n").find(text.back()) != std::string_view::npos) text.remove_suffix(1);
  return text.ends_with('\'') || text.ends_with("String") || text.ends_with("steps");
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// An arrow with its multiplicities.
std::string arrowOf(const Expr& e) {
  const auto marked = [](model::Multiplicity m) { return m == model::Multiplicity::set ? std::string() : std::string(word(m)); };
  const std::string left = marked(e.leftMultiplicity), right = marked(e.rightMultiplicity);
  return fmt::format("{}{}->{}{}", left, left.empty() ? "" : " ", right.empty() ? "" : " ", right);
}

}  // namespace

// ---------------------------------------------------------------------------------------------------------- text of the file

std::string FormulaText::of(ExprId id) {
  return text(id);
}

/// Selects the paragraph that contains a node of the files. Returns false if there is none.
bool FormulaText::enter(ExprId place) {
  if (home_ && home_->above.contains(place)) return true;
  const Span span = model_.expr(place).span;
  const auto& paragraphs = model_.paragraphs();
  for (const bool near : {true, false})  // second: the text of a macro is outside the paragraph that uses it
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

/// Determines the variables that are visible at a place, and what names of fields mean there.
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

/// Whether a node's span contains the text of exactly this node.
bool FormulaText::stands(ExprId id) const {
  if (id >= written_) return false;
  const Expr& e = model_.expr(id);
  if (!e.span.known() || e.synthetic || e.op == Op::true_ || e.op == Op::false_) return false;
  if (home_ && !contains(home_->span, e.span)) return false;
  if (isSequel(id) || isImplicit(id)) return false;
  // The second variable of a `let` with several.
  if (e.op == Op::let && model_.variable(e.payload).span.begin == e.span.begin) return false;
  return (e.op != Op::join && e.op != Op::call) || !hasUnevenBrackets(sources_.text(e.span));
}

/// Whether a node has no text of its own: `this` and the field if the source has only the field's name, or the `this` that is
/// passed to a predicate.
bool FormulaText::isImplicit(ExprId id) const {
  const ExprId up = above(id);
  return up != noId && (model_.expr(up).op == Op::join || model_.expr(up).op == Op::call) &&
         model_.expr(up).span == model_.expr(id).span;
}

/// Whether a node is the right side of `;`. Its span is that of its operand.
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

std::string FormulaText::spliced(Span span, std::vector<Respelling> pieces) const {
  std::ranges::sort(pieces, {}, [](const Respelling& piece) { return piece.span.begin; });
  std::string result(sources_.text(span));
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
    result.replace(piece->span.begin - span.begin, piece->span.end - piece->span.begin, piece->text);
  return result;
}

/// The source of a node.
std::string FormulaText::quoted(ExprId id) {
  std::vector<Respelling> names;
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
  // An operand of a new formula is in parentheses unless it binds tighter.
  const bool asWritten = !isChanged(id) && stands(id);
  if (!asWritten && !isPrefix(e.op)) {
    const int own = spelling(e.op).level;
    if (levelOf(last) <= own) return false;
  }
  return isOpen(last);
}

/// The text of an operand. In parentheses if it does not bind tighter than `around`, or if it is `followed` by text that would
/// become part of it.
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

/// The declarations of a quantifier. A new variable is renamed if its body mentions another variable with the same name.
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
      // The name of a `one sig` can stand for `this`.
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
      // `~a'` is read as the prime of `~a`.
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

// ----------------------------------------------------------------------------------------------- replacement of text in a file

std::optional<Replacement> FormulaText::insteadOf(ExprId place, ExprId by) {
  renamed_.clear();
  place_ = noId;
  if (!enter(place)) return std::nullopt;
  // Finds the smallest node around the place whose span contains exactly its own text.
  std::vector<ExprId> line;
  for (ExprId id = place; id != noId; id = above(id)) line.push_back(id);
  std::size_t first = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const Span span = model_.expr(line[i]).span;
    if (!contains(home_->span, span) || (i > 0 && !contains(span, model_.expr(line[i - 1]).span))) first = i + 1;
  }
  std::size_t at = first;
  while (at < line.size() && !stands(line[at])) ++at;
  place_ = place;
  by_ = by;
  if (at == line.size()) return insteadOfAll(line);
  const ExprId base = line[at];
  changed_ = {line.begin() + 1, line.begin() + static_cast<std::ptrdiff_t>(at) + 1};
  settle(base);
  const bool itself = base == place;
  std::optional<std::string> own = itself ? kept(place, by) : std::nullopt;
  const std::string_view old = source(base);
  Replacement result{model_.expr(base).span, ""};
  if (own) {
    result.text = *own;
  } else {
    substituting_ = !itself;
    const ExprId whole = itself ? by : base;
    result.text = text(whole);
    const bool isBlock = old.starts_with('{') && isEnclosed(old) && model_.expr(base).sort == model::Sort::formula;
    if (isBlock)
      result.text = "{ " + result.text + " }";
    else if (!fits(base, whole, result.text))
      result.text = "(" + result.text + ")";
    substituting_ = false;
  }
  changed_.clear();
  if (model_.expr(by).type == model_.expr(place).type) return result;
  // The type has changed, so ambiguous names around the place may be resolved differently.
  std::vector<Respelling> pieces;
  const ExprId unit = unitOf(base), binder = above(unit);
  const Op around = binder == noId ? Op::true_ : model_.expr(binder).op;
  const bool isValue =
      (isBinder(around) || around == Op::comprehension) && (unit == model_.child(binder, 0)) == (around == Op::let);
  if (isValue) retype(binder);
  respell(isValue ? binder : unit, base, false, pieces);
  retyped_.clear();
  if (pieces.empty()) return result;
  pieces.push_back({result.span, result.text});
  Span all = result.span;
  for (const Respelling& piece : pieces) all = join(all, piece.span);
  return Replacement{all, spliced(all, pieces)};
}

/// Replaces the whole body of a paragraph. For a body whose text is elsewhere: the paragraph only has the name of a macro.
std::optional<Replacement> FormulaText::insteadOfAll(const std::vector<ExprId>& line) {
  const model::Paragraph& p = model_.paragraphs()[home_->paragraph];
  using Kind = model::Paragraph::Kind;
  const bool isBody = p.kind == Kind::fact || p.kind == Kind::assertion ||
                      (p.kind == Kind::sig && line.back() == model_.sig(p.id).appendedFact) ||
                      (p.kind != Kind::sig && p.kind != Kind::command && line.back() == model_.func(p.id).body);
  if (!isBody) return std::nullopt;
  const std::string_view text = sources_.text(p.span);
  Span block = p.span;
  int depth = 0;
  for (const model::Range& token : tokensOf(text)) {
    const char sign = token.end == token.begin + 1 ? text[token.begin] : ' ';
    if (sign == '{' && depth++ == 0) block.begin = p.span.begin + token.begin;
    if (sign == '}') --depth;
  }
  settle(line.back());
  changed_ = {line.begin() + 1, line.end()};
  substituting_ = true;
  Replacement result{block, "{ " + this->text(line.back()) + " }"};
  substituting_ = false;
  changed_.clear();
  return result;
}

/// Whether `text` can replace a node without parentheses.
bool FormulaText::fits(ExprId base, ExprId by, const std::string& text) {
  const Span span = model_.expr(base).span;
  const std::string& file = sources_.file(span.file).text();
  const bool joinsWords = (span.begin > 0 && isNamePart(file[span.begin - 1]) && isNamePart(text.front())) ||
                          (span.end < file.size() && isNamePart(file[span.end]) && isNamePart(text.back()));
  if (joinsWords) return false;
  const int now = levelOf(by);
  const bool open = isOpen(by);
  const auto [before, wasOpen] = unreplaced([&] { return std::pair(levelOf(base), isOpen(base)); });
  const std::size_t next = file.find_first_not_of(" \t\n", span.end);
  const bool last = next == std::string::npos || std::string_view(")}],|").find(file[next]) != std::string_view::npos;
  if (open && !wasOpen && !last) return false;
  const std::size_t previous = span.begin == 0 ? std::string::npos : file.find_last_not_of(" \t\n", span.begin - 1);
  const bool mayBeMinus =
      previous == std::string::npos || std::string_view("[,(=|<>").find(file[previous]) == std::string_view::npos;
  if (text.front() == '-' && mayBeMinus) return false;
  if (isDigit(text.front()) && previous != std::string::npos && file[previous] == '-' &&
      hidesMinus(std::string_view(file).substr(0, previous)))
    return false;
  if (next != std::string::npos && file[next] == '-' && hidesMinus(text)) {
    const std::size_t number = file.find_first_not_of(" \t\n", next + 1);
    if (number != std::string::npos && isDigit(file[number])) return false;
  }
  // A quantifier or `let` may be the last operand of any operator; other formulas with such low precedence need parentheses.
  const bool isAlike = now == before || (now > before && before != level::binder);
  return (!isEnclosed(source(base)) && isAlike) || now > (isEnclosed(source(base)) ? level::primary - 1 : levelAround(base));
}

/// The precedence level that the text of a node must exceed, given what is directly around it in the file; 0 if any text fits.
int FormulaText::levelAround(ExprId base) const {
  ExprId below = base, up = above(base);
  while (up != noId && uncoerced(up) != up) below = up, up = above(up);
  if (up == noId) return 0;
  const Expr& e = model_.expr(up);
  const auto index = static_cast<std::size_t>(std::ranges::find(model_.children(up), below) - model_.children(up).begin());
  if (index == e.childCount) return level::comparison;  // the bound of a variable
  const int own = spelling(e.op).level;
  const std::string& file = sources_.file(model_.expr(base).span.file).text();
  const std::uint32_t begin = model_.expr(base).span.begin;
  const std::size_t previous = begin == 0 ? std::string::npos : file.find_last_not_of(" \t\n", begin - 1);
  const bool takesArguments = e.op == Op::call || e.op == Op::join || e.op == Op::sumOf || e.op == Op::integerAtom;
  const bool isArgument = previous != std::string::npos && previous >= e.span.begin && takesArguments;
  if (isArgument && (file[previous] == '[' || file[previous] == ',')) return 0;
  const std::size_t next = file.find_first_not_of(" \t\n", model_.expr(base).span.end);
  if (next < e.span.end && file[next] == '.') return level::join - 1;
  switch (e.op) {
    case Op::let: return index == 0 ? level::disjunction : 0;
    case Op::comprehension:
    case Op::sum: return 0;
    case Op::disjoint:
    case Op::totalOrder: return 0;
    case Op::and_: {
      const auto isAlone = [&](std::size_t other) {
        const Span a = model_.expr(model_.child(up, static_cast<std::uint32_t>(std::min(index, other)))).span;
        const Span b = model_.expr(model_.child(up, static_cast<std::uint32_t>(std::max(index, other)))).span;
        return tokensOf(between(a, b)).empty();
      };
      if (!sources_.text(e.span).starts_with('{')) return own;
      return (index == 0 || isAlone(index - 1)) && (index + 1 == e.childCount || isAlone(index + 1)) ? 0 : own;
    }
    case Op::ifThenElse: return own;
    case Op::implies: return index == 0 ? own : own - 1;
    case Op::product: return index == 0 ? own : own - 1;
    case Op::bound: return level::comparison;
    case Op::cardinality:
    case Op::prime: return own - 1;
    default: break;
  }
  if (model::isQuantifier(e.op)) return 0;
  if (isSign(e.op)) return own;  // a prime after it would apply to the whole expression
  if (e.childCount == 1) return own == level::comparison ? own : own - 1;
  return index == 0 && own != level::comparison && own != level::conjunction && own != level::disjunction ? own - 1 : own;
}

// If only an operator changes, these functions keep the text around it, such as comments and line breaks.

std::optional<std::string> FormulaText::kept(ExprId place, ExprId by) {
  if (by < written_) return std::nullopt;
  if (auto result = keptRest(place, by)) return result;
  if (auto result = keptPrefix(place, by)) return result;
  return keptInfix(place, by);
}

/// For a conjunction or disjunction that loses one operand: removes the operand and the text up to its neighbour.
std::optional<std::string> FormulaText::keptRest(ExprId place, ExprId by) const {
  const Expr &was = model_.expr(place), &is = model_.expr(by);
  if ((was.op != Op::and_ && was.op != Op::or_) || was.childCount < 3 || is.op != was.op || is.childCount + 1 != was.childCount)
    return std::nullopt;
  const auto before = model_.children(place), after = model_.children(by);
  const auto at = static_cast<std::size_t>(std::mismatch(after.begin(), after.end(), before.begin()).first - after.begin());
  if (!std::equal(after.begin() + static_cast<std::ptrdiff_t>(at), after.end(),
                  before.begin() + static_cast<std::ptrdiff_t>(at) + 1))
    return std::nullopt;
  for (std::size_t i = at == 0 ? 0 : at - 1; i < std::min<std::size_t>(at + 2, before.size()); ++i)
    if (!stands(before[i])) return std::nullopt;
  // Removes the operator on one side, too. There is none if each operand is on a line of its own.
  const Span own = model_.expr(before[at]).span;
  const std::string& file = sources_.file(own.file).text();
  Span gone = own;
  for (const bool left : {true, false}) {
    if (left ? at == 0 : at + 1 == before.size()) continue;
    const Span beside = model_.expr(before[left ? at - 1 : at + 1]).span;
    const std::string_view gap = left ? between(beside, own) : between(own, beside);
    const std::vector<model::Range> tokens = tokensOf(gap);
    if (tokens.empty()) continue;
    const std::string_view sign = tokens.size() == 1 ? gap.substr(tokens[0].begin, tokens[0].end - tokens[0].begin) : "";
    const bool plain = was.op == Op::and_ ? sign == "and" || sign == "&&" : sign == "or" || sign == "||";
    if (!plain) return std::nullopt;
    if (gone == own) gone = left ? Span{own.file, beside.end, own.end} : Span{own.file, own.begin, beside.begin};
  }
  if (gone == own) {  // removes the whole line if nothing else is on it
    const std::size_t line = file.find_last_not_of(" \t", own.begin - 1), end = file.find_first_not_of(" \t", own.end);
    if (end != std::string::npos && file[end] == '\n' && file[line] == '\n')
      gone.begin = static_cast<std::uint32_t>(line);
    else if (end != std::string::npos)
      gone.end = static_cast<std::uint32_t>(end);
  }
  return spliced(was.span, {{gone, ""}});
}

/// For a changed prefix: `all x: A | f` to `some x: A | f`, `no a` to `some a`.
std::optional<std::string> FormulaText::keptPrefix(ExprId place, ExprId by) const {
  const Expr &was = model_.expr(place), &is = model_.expr(by);
  const bool alike = (model::isQuantifier(was.op) && model::isQuantifier(is.op)) ||
                     (isPrefix(was.op) && isPrefix(is.op) && spelling(was.op).level == spelling(is.op).level);
  const auto same = [](const model::Decl& a, const model::Decl& b) {
    return a.firstVariable == b.firstVariable && a.bound == b.bound && a.disjoint == b.disjoint;
  };
  if (!alike || model_.child(place, 0) != model_.child(by, 0) || !std::ranges::equal(model_.decls(place), model_.decls(by), same))
    return std::nullopt;
  const std::string_view own = sources_.text(was.span);
  for (const model::Range& token : tokensOf(own)) {
    const std::string_view text = own.substr(token.begin, token.end - token.begin);
    if (text == "(") continue;
    if (text != spelling(was.op).text) return std::nullopt;
    std::string result(own);
    return result.replace(token.begin, token.end - token.begin, spelling(is.op).text);
  }
  return std::nullopt;
}

std::optional<std::string> FormulaText::keptInfix(ExprId place, ExprId by) {
  const Expr &was = model_.expr(place), &is = model_.expr(by);
  const bool alike = isInfix(was.op) && isInfix(is.op) && was.childCount == 2 && is.childCount == 2;
  if (!alike || uncoerced(model_.child(place, 0)) != uncoerced(model_.child(by, 0)) ||
      uncoerced(model_.child(place, 1)) != uncoerced(model_.child(by, 1)))
    return std::nullopt;
  const ExprId left = uncoerced(model_.child(by, 0)), right = uncoerced(model_.child(by, 1));
  if (!stands(left) || !stands(right)) return std::nullopt;
  const Span a = model_.expr(left).span, b = model_.expr(right).span;
  if (a.end > b.begin) return std::nullopt;
  const std::string_view gap = between(a, b);
  const std::vector<model::Range> tokens = tokensOf(gap);
  if (tokens.empty()) return std::nullopt;
  const auto onlyBrackets = [](std::string_view text) {
    return std::ranges::all_of(tokensOf(text),
                               [&](const model::Range& token) { return text[token.begin] == '(' || text[token.begin] == ')'; });
  };
  const std::string_view front = sources_.text({a.file, was.span.begin, a.begin}),
                         back = sources_.text({a.file, b.end, was.span.end});
  if (!onlyBrackets(front) || !onlyBrackets(back)) return std::nullopt;
  std::string sign = is.op == Op::product ? arrowOf(is) : signOf(is);
  std::string before(gap.substr(0, tokens.front().begin)), behind(gap.substr(tokens.back().end));
  if (before.empty()) before = " ";
  if (behind.empty()) behind = " ";
  const auto [first, second] = operands(by);
  std::string result = first + before + sign + behind + second;
  if (isEnclosed(sources_.text(was.span))) return std::string(front) + result + std::string(back);
  return fits(place, by, result) ? result : "(" + result + ")";
}

}  // namespace aunit::suite
