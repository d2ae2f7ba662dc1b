#include "strength/grading/answer_hint.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "evaluator/evaluator.h"
#include "model/instances/instance_json.h"
#include "strength/claims/claim.h"
#include "strength/grading/readings.h"
#include "strength/localization/evidence.h"
#include "strength/localization/hint.h"
#include "strength/localization/suspects.h"

namespace aunit::strength::grading {

namespace {

/// Returns the answer's text with blanks in place of its commands and tests, which the exercise does not ask for.
std::string withoutQuestions(const parser::Loaded& answer) {
  std::string text(answer.sources.file(0).text());
  const auto blank = [&](model::Span span) {
    if (span.file != 0 || span.end > text.size()) return;
    for (std::size_t i = span.begin; i < span.end; ++i)
      if (text[i] != '\n') text[i] = ' ';
  };
  for (const model::Paragraph& paragraph : answer.model->paragraphs())
    if (paragraph.kind == model::Paragraph::Kind::command) blank(paragraph.span);
  for (const model::Command& command : answer.model->commands())
    if (!command.isDefault) blank(command.span);
  for (const model::Test& test : answer.tests.tests) blank(test.span);
  for (const model::Valuation& valuation : answer.tests.valuations)
    if (!valuation.name.empty()) blank(valuation.span);
  return text;
}

/// Returns the part of a hint that students can understand. A hint that begins with "look at" goes on with a number of failing
/// examples, but students do not know the examples. So only "look at" and the place are returned.
std::string forStudents(const std::string& hint) {
  constexpr std::string_view place = "look at `";
  if (!hint.starts_with(place)) return hint;
  const std::size_t end = hint.find('`', place.size());
  return end == std::string::npos ? hint : hint.substr(0, end + 1);
}

/// Returns the example as a claim about `predicate` in the answer's model. The claim expects the verdict of the right predicate.
/// Returns nothing if the answer's model cannot have the situation, for example because a field is missing.
std::optional<Claim> claimOf(const Example& example, const model::Model& right, const model::Model& answer,
                             model::FuncId predicate) {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  auto instance = model::readInstanceJson(answer, "example", model::writeInstanceJson(right, example.situation->instance),
                                          sources, diagnostics);
  if (!instance) return std::nullopt;
  Claim claim;
  claim.about = Claim::Topic::value;
  claim.function = predicate;
  claim.value = example.accepted;
  for (const auto& [variable, value] : example.situation->arguments) {
    std::vector<model::Atom> atoms;
    bool known = true;
    value.forEach([&](std::span<const model::Atom> tuple) {
      for (const model::Atom atom : tuple) {
        const auto found = instance->universe->find(example.situation->instance.universe->name(atom));
        known = known && found;
        atoms.push_back(found.value_or(0));
      }
    });
    if (!known) return std::nullopt;
    claim.arguments.push_back(model::TupleSet::ofTuples(instance->universe->size(), value.arity(), atoms));
  }
  claim.instance = std::move(*instance);
  return claim;
}

}  // namespace

std::string answerHint(const std::string& path, const std::string& text, const std::string& predicate, const model::Model& right,
                       const std::vector<Example>& examples, const HintOptions& options) {
  try {
    const auto first = parser::loadText(path, text, options.load.within(options.limits));
    if (!first->ok()) return {};
    const model::FuncId asked = predicateNamed(*first->model, predicate);
    if (asked == model::noId) return {};
    std::string stated = withoutQuestions(*first) + "\n";
    std::size_t number = 0;
    for (const Example& example : examples)
      if (const auto claim = claimOf(example, right, *first->model, asked)) {
        const std::string name = fmt::format("aunit_example_{}", ++number);
        stated += testText(*first->model, *claim, {name, name, ""});
      }
    if (number == 0) return {};
    const std::string place = path.substr(0, path.find_last_of('.')) + ".aunit";  // files with tests have the extension .aunit
    const auto loaded = parser::loadText(place, std::move(stated), options.load.within(options.limits));
    if (!loaded->ok()) return {};
    Evidence evidence(*loaded, {options.semantics, options.limits, false, {}});
    const Suspects suspects = suspectsOf(evidence, options.limits);
    for (const Suspect& suspect : suspects.ranked) {
      if (suspect.score <= 0 || suspect.paragraph == model::noId || suspect.change.empty()) continue;
      const model::Paragraph& paragraph = loaded->model->paragraphs()[suspect.paragraph];
      if (paragraph.module != 0) continue;
      if (paragraph.kind == model::Paragraph::Kind::predicate || paragraph.kind == model::Paragraph::Kind::function)
        return forStudents(hintFor(suspect, *loaded));
    }
    return {};
  } catch (const support::Exhausted&) {
    support::Budget(options.limits.untimed()).check();
    return {};
  } catch (const evaluator::EvaluationError&) {
    return {};
  }
}

}  // namespace aunit::strength::grading
