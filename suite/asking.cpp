#include "suite/asking.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "evaluator/reason.h"
#include "model/diagnostic.h"
#include "suite/text/reason_text.h"
#include "support/pieces.h"

namespace aunit::suite {

using namespace model;

namespace {

/// If the first word of `text` is `word`, returns what follows it, trimmed. Otherwise returns nothing.
std::optional<std::string_view> behind(std::string_view word, std::string_view text) {
  if (!text.starts_with(word)) return std::nullopt;
  const std::string_view rest = text.substr(word.size());
  if (!rest.empty() && rest[0] != ' ' && rest[0] != '\t') return std::nullopt;
  return support::trimmed(rest);
}

template <class Paragraphs>
ExprId bodyOf(const Paragraphs& paragraphs, std::string_view name) {
  const auto found = std::ranges::find_if(
      paragraphs, [&](const auto& paragraph) { return paragraph.name == name && paragraph.body != model::noId; });
  return found == paragraphs.end() ? model::noId : found->body;
}

template <class Paragraphs>
std::vector<std::string> namesOf(const Paragraphs& paragraphs) {
  std::vector<std::string> names;
  for (const auto& paragraph : paragraphs)
    if (paragraph.name.find('$') == std::string::npos) names.push_back(paragraph.name);
  return names;
}

/// Returns the body of the fact or assertion that `text` names; noId if there is none. If there is none although `text` has the
/// form `fact NAME` or `assertion NAME`, sets `error`.
ExprId paragraphNamed(const Model& model, std::string_view text, std::string& error) {
  const auto of = [&](const auto& paragraphs, std::string_view kind, std::string_view name) {
    const ExprId body = bodyOf(paragraphs, name);
    if (body == model::noId) error = fmt::format("there is no {} \"{}\"{}", kind, name, model::orNear(name, namesOf(paragraphs)));
    return body;
  };
  if (const auto name = behind("fact", text)) return of(model.facts(), "fact", *name);
  for (const std::string_view word : {"assertion", "assert"})
    if (const auto name = behind(word, text)) return of(model.assertions(), "assertion", *name);
  const auto hasName = [&](const auto& named) { return named.name == text; };
  if (std::ranges::any_of(model.funcs(), hasName) || std::ranges::any_of(model.sigs(), hasName) ||
      std::ranges::any_of(model.fields(), hasName))
    return model::noId;
  const ExprId assertion = bodyOf(model.assertions(), text);
  return assertion != model::noId ? assertion : bodyOf(model.facts(), text);
}

/// The tuple T and the relation R of a formula `T in R`. Returns nothing unless R is a signature or field and T is one tuple.
std::optional<RelationTuple> tupleAskedFor(const Model& model, ExprId formula, evaluator::Evaluator& evaluator, unsigned state) {
  const model::Expr& e = model.expr(formula);
  if (e.op != Op::in) return std::nullopt;
  const ExprId left = model.children(formula)[0], right = model.children(formula)[1];
  const model::Expr& relation = model.expr(right);
  RelationTuple of;
  if (relation.op == Op::field)
    of.field = relation.payload;
  else if (relation.op == Op::sig && !model.sig(relation.payload).builtin)
    of.sig = relation.payload;
  else
    return std::nullopt;
  const evaluator::Value value = evaluator.value(left, state);
  const auto* tuples = std::get_if<model::TupleSet>(&value);
  if (!tuples || tuples->size() != 1) return std::nullopt;
  tuples->forEach([&](std::span<const model::Atom> tuple) { of.tuple.assign(tuple.begin(), tuple.end()); });
  return of;
}

}  // namespace

ExpressionAnswer ask(parser::Loaded& loaded, const model::Instance& instance, unsigned state,
                     std::optional<model::CommandId> command, std::string_view line, const evaluator::Options& options) {
  ExpressionAnswer asked;
  const std::string_view text = support::trimmed(line);
  const auto whyNot = behind("why-not", text);
  const auto why = whyNot ? std::nullopt : behind("why", text);
  const std::string_view subject = whyNot.value_or(why.value_or(text));
  ExprId id = paragraphNamed(*loaded.model, subject, asked.error);
  if (!asked.error.empty()) return asked;
  if (id != model::noId) state = 0;  // a fact or assertion is a formula about the first state
  if (id == model::noId) {
    const auto resolved = parser::resolveExpression(loaded, std::string(subject), &instance, asked.diagnostics);
    for (const model::Diagnostic& diagnostic : asked.diagnostics.all())
      if (asked.error.empty() && diagnostic.severity == model::Severity::error) asked.error = diagnostic.message;
    if (!resolved) return asked;
    id = *resolved;
  }
  const Model& model = *loaded.model;
  if (why && model.expr(id).sort != model::Sort::formula) {
    asked.error = fmt::format("`why` explains the value of a formula, but `{}` is not a formula", subject);
    return asked;
  }
  try {
    evaluator::Evaluator evaluator(model, options);
    evaluator.bind(instance);
    if (!why && !whyNot) {
      asked.value = evaluator.value(id, state);
      return asked;
    }
    const auto of = tupleAskedFor(model, id, evaluator, state);
    if (whyNot && !of)
      asked.error = "`why-not` needs one tuple and a field or signature, as in `why-not A$0->B$0 in f`";
    else if (whyNot && isThere(instance, *of, state))
      asked.error = fmt::format("`{}` holds: ask `why`", membershipText(model, *instance.universe, *of));
    else if (of)
      asked.tuple = reasonForTuple(loaded, instance, *of, state, command, options);
    else
      asked.reason = textOf(loaded, instance, evaluator::reasonFor(model, instance, id, options, {}, state));
  } catch (const evaluator::EvaluationError& error) {
    asked.error = error.what();
  }
  return asked;
}

std::optional<ReasonText> reasonForCounterexample(const parser::Loaded& loaded, const model::Instance& instance,
                                                  model::CommandId command, const evaluator::Options& options) {
  const Model& model = *loaded.model;
  const model::Command& asked = model.commands()[command];
  if (!asked.check || asked.formula == model::noId || model.expr(asked.formula).op != Op::not_) return std::nullopt;
  try {
    return textOf(loaded, instance, evaluator::reasonFor(model, instance, model.children(asked.formula)[0], options));
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
}

std::string sentence(const ReasonText& reason, std::string_view subject) {
  std::vector<std::string> bound;
  for (const NamedValue& value : reason.bound) bound.push_back(fmt::format("{} = {}", value.name, value.value));
  return fmt::format("`{}` is false: {}{}`{}` {}", subject, reason.state < 0 ? "" : fmt::format("in state {}, ", reason.state),
                     bound.empty() ? "" : fmt::format("with {}, ", model::inWords(bound)), reason.formula,
                     reason.actual ? "holds" : "does not hold");
}

}  // namespace aunit::suite
