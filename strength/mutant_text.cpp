#include "strength/mutant_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "parser/alloy/operators.h"
#include "suite/spelling.h"

namespace aunit::strength {

using model::Expr;
using model::ExprId;
using model::Multiplicity;
using model::noId;
using model::Op;
using model::Span;
using suite::isEnclosed;
using suite::isNamePart;
using suite::spelling;
using suite::word;
namespace level = parser::alloy::level;

namespace {

class Writer {
 public:
  Writer(const Mutant& mutant, const model::Model& model, const model::SourceMap& sources)
      : mutant_(mutant), model_(model), sources_(sources) {}

  Replacement write() {
    if (mutant_.edit == Edit::sigMultiplicity) return signature();
    const Expr& e = expr(mutant_.place);
    switch (mutant_.edit) {
      case Edit::operation:
      case Edit::emptyInclusion: return {e.span, operation(e)};
      case Edit::multiplicity:
      case Edit::resultMultiplicity: {
        const ExprId set = e.op == Op::bound ? child(0) : mutant_.place;
        return {e.span, fmt::format("{} {}", word(mutant_.multiplicity), text(set))};
      }
      case Edit::leftMultiplicity: return {e.span, arrow(mutant_.multiplicity, e.rightMultiplicity)};
      case Edit::rightMultiplicity: return {e.span, arrow(e.leftMultiplicity, mutant_.multiplicity)};
      case Edit::insert: return {e.span, insertion(e)};
      case Edit::keep: return {e.span, operand(uncoerced(child(mutant_.index)), spelling(e.op).level)};
      case Edit::remove: {
        std::vector<ExprId> rest;
        for (std::uint32_t i = 0; i < e.childCount; ++i)
          if (i != mutant_.index) rest.push_back(child(i));
        return {e.span, list(e, e.op, rest)};
      }
      case Edit::exchange: return {e.span, infix(e, child(1), child(0), e.op, e.negated)};
      case Edit::exchangeBranches: return {e.span, branches()};
      case Edit::truth: return {e.span, truth(e)};
      case Edit::integer: return {e.span, std::to_string(mutant_.value)};
      case Edit::leaf: return {e.span, leaf()};
      case Edit::disjoint: return disjoint(e);
      case Edit::sigMultiplicity: break;
    }
    return {e.span, std::string(sources_.text(e.span))};
  }

 private:
  const Expr& expr(ExprId id) const { return model_.expr(id); }
  ExprId child(std::uint32_t i) const { return model_.child(mutant_.place, i); }

  ExprId uncoerced(ExprId id) const {
    while ((expr(id).op == Op::integerAtom || expr(id).op == Op::sumOf) && expr(model_.child(id, 0)).span == expr(id).span)
      id = model_.child(id, 0);
    return id;
  }

  /// The right side of `;` is `after` what is written.
  std::string text(ExprId id) const {
    std::string own(sources_.text(expr(id).span));
    if (expr(id).op == Op::after && own.find("after") == std::string::npos) own = "after " + own;
    return own;
  }

  /// Operands that bind no tighter than `around` stand in parentheses.
  std::string operand(ExprId id, int around) const {
    id = uncoerced(id);
    const std::string own = text(id);
    if (isEnclosed(own) || spelling(expr(id).op).level > around) return own;
    return "(" + own + ")";
  }

  std::string between(Span a, Span b) const { return std::string(sources_.text({a.file, a.end, b.begin})); }

  static std::string enclosed(bool needed, std::string inner) { return needed ? "(" + inner + ")" : inner; }

  std::string operation(const Expr& e) const {
    if (e.op == Op::and_ || e.op == Op::or_) {
      const auto children = model_.children(mutant_.place);
      return list(e, mutant_.op, {children.begin(), children.end()});
    }
    if (e.childCount == 2) return infix(e, child(0), child(1), mutant_.op, mutant_.negated);
    return head(e, spelling(mutant_.op).text);
  }

  /// The word or sign at the front becomes another.
  std::string head(const Expr& e, std::string_view by) const {
    std::string own(sources_.text(e.span));
    const std::size_t begin = own.find_first_not_of("( \t\n");
    std::size_t end = begin;
    if (isNamePart(own[begin]))
      while (end < own.size() && isNamePart(own[end])) ++end;
    else
      ++end;
    return own.replace(begin, end - begin, by);
  }

  std::string infix(const Expr& e, ExprId left, ExprId right, Op op, bool negated) const {
    const auto [sign, own] = spelling(op);
    const std::string written = fmt::format("{}{}", negated ? sign == "in" ? "not " : "!" : "", sign);
    const bool outer = own != spelling(e.op).level || op == Op::difference || op == Op::implies;
    return enclosed(outer,
                    fmt::format("{} {} {}", operand(left, own - (op == Op::implies ? 0 : 1)), written, operand(right, own)));
  }

  /// Formulas of a block stay one.
  std::string list(const Expr& e, Op op, const std::vector<ExprId>& operands) const {
    std::string own(sources_.text(e.span)), result;
    for (const ExprId id : operands)
      result +=
          fmt::format("{}{}", result.empty() ? "" : fmt::format(" {} ", spelling(op).text), operand(id, spelling(op).level));
    return own.starts_with('{') ? "{ " + result + " }" : "(" + result + ")";
  }

  std::string insertion(const Expr&) const {
    const std::string own = operand(mutant_.place, level::unary - 1);
    return mutant_.op == Op::prime ? own + "'" : fmt::format("{}{}", spelling(mutant_.op).text, own);
  }

  std::string arrow(Multiplicity left, Multiplicity right) const {
    const auto marked = [](Multiplicity m) { return m == Multiplicity::set ? std::string() : std::string(word(m)) + " "; };
    const Expr& e = expr(mutant_.place);
    return enclosed(isEnclosed(sources_.text(e.span)),
                    fmt::format("{} {}-> {}{}", operand(child(0), level::arrow - 1), marked(left), marked(right),
                                operand(child(1), level::arrow - 1)));
  }

  std::string branches() const {
    return enclosed(true, fmt::format("{} => {} else {}", operand(child(0), level::implication),
                                      operand(child(2), level::implication), operand(child(1), level::implication)));
  }

  std::string truth(const Expr& e) const {
    if (sources_.text(e.span).starts_with('{')) return "{ }";
    const std::string& text = sources_.file(e.span.file).text();
    const std::size_t before = text.find_last_not_of(" \t\n", e.span.begin == 0 ? 0 : e.span.begin - 1);
    const std::size_t after = text.find_first_not_of(" \t\n", e.span.end);
    const bool alone = before < e.span.begin && after < text.size() && text[before] == '{' && text[after] == '}';
    return alone ? "" : "(no none)";
  }

  std::string leaf() const {
    switch (mutant_.op) {
      case Op::field: return model_.field(mutant_.index).name;
      case Op::variable: return model_.variable(mutant_.index).name;
      default: return model_.sig(mutant_.index).name;
    }
  }

  Replacement disjoint(const Expr& e) const {
    const model::Decl& decl = model_.decls(mutant_.place)[mutant_.index];
    const Span name = model_.variable(decl.firstVariable).span;
    if (!decl.disjoint) return {{name.file, name.begin, name.begin}, "disj "};
    const std::string_view before = sources_.text({name.file, e.span.begin, name.begin});
    const auto at = static_cast<std::uint32_t>(e.span.begin + before.rfind("disj"));
    return {{name.file, at, name.begin}, ""};
  }

  /// Of several signatures that are declared together only one changes.
  Replacement signature() const {
    const Span paragraph = model_.paragraphs()[mutant_.paragraph].span;
    const std::string own(sources_.text(paragraph));
    const std::size_t sig = wordAt(own, "sig", 0);
    std::string modifiers;
    for (std::size_t i = 0; i < sig;) {
      std::size_t end = i;
      while (end < sig && isNamePart(own[end])) ++end;
      const std::string modifier = own.substr(i, end - i);
      if (modifier != "one" && modifier != "lone" && modifier != "some" && !modifier.empty()) modifiers += modifier + " ";
      i = std::max(end, i + 1);
    }
    std::vector<std::string> names;
    for (model::SigId s = 0; s < model_.sigs().size(); ++s) {
      const Span span = model_.sig(s).span;
      if (span.file == paragraph.file && span.begin >= paragraph.begin && span.end <= paragraph.end && !model_.sig(s).isMeta)
        names.push_back(model_.sig(s).name);
    }
    const Span mine = model_.sig(mutant_.sig).span;
    const auto multiplied = [&](Multiplicity m) {
      return m == Multiplicity::set ? modifiers : fmt::format("{}{} ", modifiers, word(m));
    };
    if (names.size() == 1)
      return {{paragraph.file, paragraph.begin, paragraph.begin + static_cast<std::uint32_t>(sig)},
              multiplied(mutant_.multiplicity)};
    const std::string tail = own.substr(lastName(paragraph) - paragraph.begin);
    const Multiplicity was = model_.sig(mutant_.sig).multiplicity;
    std::string result = fmt::format("{}sig {}{}", multiplied(mutant_.multiplicity), sources_.text(mine), tail);
    for (const std::string& name : names)
      if (name != model_.sig(mutant_.sig).name) result += fmt::format(" {}sig {}{}", multiplied(was), name, tail);
    return {paragraph, result};
  }

  std::uint32_t lastName(Span paragraph) const {
    std::uint32_t last = paragraph.begin;
    for (const model::Sig& s : model_.sigs())
      if (s.span.file == paragraph.file && s.span.begin >= paragraph.begin && s.span.end <= paragraph.end)
        last = std::max(last, s.span.end);
    return last;
  }

  static std::size_t wordAt(const std::string& text, std::string_view wanted, std::size_t from) {
    for (std::size_t at = text.find(wanted, from); at != std::string::npos; at = text.find(wanted, at + 1))
      if ((at == 0 || !isNamePart(text[at - 1])) && !isNamePart(text[at + wanted.size()])) return at;
    return 0;
  }

  const Mutant& mutant_;
  const model::Model& model_;
  const model::SourceMap& sources_;
};

}  // namespace

Replacement replacementOf(const Mutant& mutant, const model::Model& model, const model::SourceMap& sources) {
  return Writer(mutant, model, sources).write();
}

}  // namespace aunit::strength
