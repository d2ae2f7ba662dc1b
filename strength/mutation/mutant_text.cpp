#include "strength/mutation/mutant_text.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "model/changes/nodes.h"
#include "model/operators.h"
#include "model/type_table.h"
#include "parser/alloy/tokens/tokens.h"
#include "strength/mutation/apply.h"

namespace aunit::strength {

using namespace model;

namespace {

class Writer {
 public:
  Writer(const Mutant& mutant, model::Model& model, const model::SourceMap& sources)
      : mutant_(mutant), model_(model), sources_(sources) {}

  std::optional<Replacement> write() {
    if (mutant_.edit == Edit::sigMultiplicity) return apart({}, mutant_.multiplicity);
    std::optional<Replacement> result = change();
    const model::Paragraph& paragraph = model_.paragraphs()[mutant_.paragraph];
    if (!result || paragraph.kind != model::Paragraph::Kind::sig) return result;
    if (namesOf(paragraph.span).size() == 1) return result;
    return apart(*result, model_.sig(paragraph.id).multiplicity);
  }

 private:
  /// Returns the edit that changes only the text of the mutant's place.
  std::optional<Replacement> change() {
    switch (mutant_.edit) {
      case Edit::resultMultiplicity: {
        const Expr& e = model_.expr(mutant_.place);
        const Span set = e.op == Op::bound ? model_.expr(model_.child(mutant_.place, 0)).span : e.span;
        return Replacement{e.span, fmt::format("{} {}", word(mutant_.multiplicity), sources_.text(set))};
      }
      case Edit::disjoint: return disjoint();
      default: break;
    }
    const model::Model::Mark mark = model_.mark();
    const ExprId written = model_.exprCount();
    model::TypeTable types(model_);
    model::Nodes nodes(model_, types);
    const ExprId by = changed(mutant_, model_, nodes);
    auto result = suite::FormulaText(model_, sources_, written).insteadOf(mutant_.place, by);
    model_.rollback(mark);
    if (result && mutant_.edit == Edit::truth && !mutant_.negated) result->text = nothing(*result);
    return result;
  }

  /// Returns the text that replaces an emptied body: `{ }` if the braces are part of the body; an empty text if the braces around
  /// the body contain nothing else; otherwise `true`.
  std::string nothing(const Replacement& truth) const {
    if (sources_.text(truth.span).starts_with('{')) return "{ }";
    const std::string& text = sources_.file(truth.span.file).text();
    const std::size_t before = text.find_last_not_of(" \t\n", truth.span.begin == 0 ? 0 : truth.span.begin - 1);
    const std::size_t after = text.find_first_not_of(" \t\n", truth.span.end);
    const bool alone = before < truth.span.begin && after < text.size() && text[before] == '{' && text[after] == '}';
    return alone ? "" : truth.text;
  }

  Replacement disjoint() const {
    const model::Decl& decl = model_.decls(mutant_.place)[mutant_.index];
    const Span name = model_.variable(decl.firstVariable).span;
    if (!decl.disjoint) return {{name.file, name.begin, name.begin}, "disj "};
    const Span before{name.file, model_.expr(mutant_.place).span.begin, name.begin};
    const std::string_view text = sources_.text(before);
    const model::Range word = parser::alloy::tokensOf(text).back();
    const std::size_t next = text.find_first_not_of(" \t", word.end);
    const auto end = static_cast<std::uint32_t>(std::min(next, text.size()));
    return {{name.file, before.begin + word.begin, before.begin + end}, ""};
  }

  std::vector<SigId> namesOf(Span paragraph) const {
    std::vector<SigId> names;
    for (SigId s = 0; s < model_.sigs().size(); ++s)
      if (contains(paragraph, model_.sig(s).span) && !model_.sig(s).isMeta) names.push_back(s);
    std::ranges::sort(names, {}, [&](SigId s) { return model_.sig(s).span.begin; });
    return names;
  }

  /// Returns the edit that gives the mutant's signature the multiplicity `multiplicity`, and applies `change` to the
  /// declaration of this signature. If that declaration declares several signatures, each gets a declaration of its own.
  Replacement apart(const std::optional<Replacement>& change, Multiplicity multiplicity) const {
    const model::Paragraph& own = model_.paragraphs()[mutant_.paragraph];
    const Span paragraph = own.span;
    const std::string text(sources_.text(paragraph));
    const std::vector<SigId> names = namesOf(paragraph);
    // Finds the keyword `sig`, and the multiplicity before it.
    std::size_t sig = 0;
    model::Range was;
    for (const model::Range& token : parser::alloy::tokensOf(text)) {
      const std::string_view word = std::string_view(text).substr(token.begin, token.end - token.begin);
      sig = token.begin;
      if (word == "sig") break;
      if (word == "one" || word == "lone" || word == "some") was = token;
    }
    if (!was.known()) was.begin = was.end = static_cast<std::uint32_t>(sig);
    if (names.size() == 1) {
      std::string by = multiplicity == Multiplicity::set ? "" : std::string(word(multiplicity));
      if (was.begin == was.end) by += ' ';
      if (by.empty()) was.end = static_cast<std::uint32_t>(text.find_first_not_of(" \t", was.end));
      return {{paragraph.file, paragraph.begin + was.begin, paragraph.begin + was.end}, by};
    }
    const std::string front = text.substr(0, was.begin), behind = text.substr(was.end, sig - was.end);
    std::uint32_t last = 0;
    for (const SigId id : names) last = std::max(last, model_.sig(id).span.end);
    std::string result;
    for (const SigId id : names) {
      const bool isIt = id == own.id;
      const Multiplicity m = isIt ? multiplicity : model_.sig(id).multiplicity;
      const std::string_view blank = behind.empty() || behind.front() != ' ' ? " " : "";
      std::string tail = text.substr(last - paragraph.begin);
      if (isIt && change) tail.replace(change->span.begin - last, change->span.end - change->span.begin, change->text);
      result += fmt::format("{}{}{}{}sig {}{}", result.empty() ? "" : "\n", front,
                            m == Multiplicity::set ? "" : fmt::format("{}{}", word(m), blank), behind, model_.sig(id).name, tail);
    }
    return {paragraph, result};
  }

  const Mutant& mutant_;
  model::Model& model_;
  const model::SourceMap& sources_;
};

}  // namespace

std::optional<Replacement> replacementOf(const Mutant& mutant, model::Model& model, const model::SourceMap& sources) {
  return Writer(mutant, model, sources).write();
}

}  // namespace aunit::strength
