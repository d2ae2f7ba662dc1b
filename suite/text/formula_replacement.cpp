// Replaces text in files: finds the smallest part of a formula that has to be written anew, and keeps the text around it.
#include "suite/text/formula_text.h"

#include <algorithm>
#include <utility>

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

std::optional<Replacement> FormulaText::insteadOf(ExprId place, ExprId by) {
  renamed_.clear();
  place_ = noId;
  if (!enter(place)) return std::nullopt;
  // Finds the smallest node around `place` for which stands() is true: the text at its span is the text of the node and nothing
  // else. Some nodes have no text in the file, for example an implicit `this`.
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
  // The type has changed, so ambiguous names around `place` may be resolved differently.
  std::vector<NameChange> pieces;
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
  for (const NameChange& piece : pieces) all = join(all, piece.span);
  return Replacement{all, spliced(all, pieces)};
}

/// Replaces the whole body of a paragraph. This is needed if the paragraph has only the name of a macro, because the text of the
/// body is elsewhere then.
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

/// Whether `text` needs no parentheses if it replaces the text of the node `base`.
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
  // A tighter text needs no parentheses where `base` needs none. Exception: a quantifier or `let` needs none as the last operand
  // of an operator, but a tighter text may.
  const bool isAlike = now == before || (now > before && before != level::binder);
  return (!isEnclosed(source(base)) && isAlike) || now > (isEnclosed(source(base)) ? level::primary - 1 : levelAround(base));
}

/// Returns the highest precedence level at which a text that replaces `base` still needs parentheses; 0 if no text needs them.
/// The level depends on the operator directly around `base` in the file.
int FormulaText::levelAround(ExprId base) const {
  ExprId below = base, up = above(base);
  while (up != noId && uncoerced(up) != up) below = up, up = above(up);
  if (up == noId) return 0;
  const Expr& e = model_.expr(up);
  const auto index = static_cast<std::size_t>(std::ranges::find(model_.children(up), below) - model_.children(up).begin());
  if (index == e.childCount) return level::comparison;  // `base` is a variable's bound
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
  if (isSign(e.op)) return own;  // `a'` needs parentheses: `~a'` is the prime of `~a`
  if (e.childCount == 1) return own == level::comparison ? own : own - 1;
  return index == 0 && own != level::comparison && own != level::conjunction && own != level::disjunction ? own - 1 : own;
}

// These functions replace only an operator, or remove only one operand. They keep the rest of the text, such as comments and line
// breaks.

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
  // Also removes the operator on one side. There is no operator if each operand is on a line of its own.
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
  if (gone == own) {  // removes the operand's line, or only the operand if the line has other text
    const std::size_t line = file.find_last_not_of(" \t", own.begin - 1), end = file.find_first_not_of(" \t", own.end);
    if (end != std::string::npos && file[end] == '\n' && file[line] == '\n')
      gone.begin = static_cast<std::uint32_t>(line);
    else if (end != std::string::npos)
      gone.end = static_cast<std::uint32_t>(end);
  }
  return spliced(was.span, {{gone, ""}});
}

/// Returns the new text if only a prefix changes: `all x: A | f` to `some x: A | f`, `no a` to `some a`.
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
