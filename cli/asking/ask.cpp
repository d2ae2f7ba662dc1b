#include "cli/asking/ask.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <iostream>
#include <string_view>

#include <fmt/format.h>

#include "evaluator/judge.h"
#include "evaluator/reason.h"
#include "reporters/terminal/console.h"
#include "reporters/terminal/picture.h"
#include "reporters/terminal/reason_tree.h"
#include "reporters/text.h"
#include "suite/text/reason_text.h"
#include "support/pieces.h"
#include "support/system/terminal.h"
#include "support/visible.h"

namespace aunit::cli {

using reporters::Color;
using reporters::indented;
using reporters::show;
using support::trimmed;

namespace {

/// Whether `word` is `whole`, or the first letter of `whole`. Ignores the case of `word`.
bool means(std::string_view word, std::string_view whole) {
  std::string lower(word);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower == whole || (lower.size() == 1 && lower[0] == whole[0]);
}

}  // namespace

Conversation::Conversation(bool colored) : style_(colored), heard_(support::isTerminal(stdin)) {}

std::optional<std::string> Conversation::read() {
  std::string line;
  if (!std::getline(std::cin, line)) {
    show(stdout, "\n");
    return std::nullopt;
  }
  heard_ = true;
  if (!support::isTerminal(stdin)) show(stdout, support::oneLine(line) + "\n");
  return line;
}

bool Conversation::agrees(const std::string& question) {
  for (;;) {
    show(stdout, fmt::format("\n{} [y]es [n]o > ", question));
    const auto line = read();
    if (!line || means(trimmed(*line), "no") || means(trimmed(*line), "quit")) return false;
    if (means(trimmed(*line), "yes")) return true;
  }
}

TestAnswer Conversation::ask(const TestQuestion& question, std::size_t number, std::size_t all) {
  using Kind = TestAnswer::Kind;
  show(stdout,
       fmt::format("\n{} {}\n\n{}\n", style_(Color::dim, fmt::format("question {} of {}:", number, all)),
                   style_(Color::bold, fmt::format("\"{}\"", support::oneLine(question.title))), indented(question.text)),
       style_);
  const std::string picture = reporters::picture(*question.model, *question.instance, 4);
  if (!picture.empty()) show(stdout, picture + "\n");
  if (!question.remark.empty()) show(stdout, fmt::format("  {}\n", question.remark));
  const std::string choice = fmt::format("[y]es [n]o [s]kip [w]hy{} [q]uit", question.mayRemove ? " [d]elete" : "");
  for (;;) {
    show(stdout,
         fmt::format("  The test says that {}.\n  Is that right? {} > ", style_(Color::bold, support::oneLine(question.says)),
                     choice),
         style_);
    reporters::flush(stdout);
    const auto line = read();
    if (!line) return {Kind::quit, ""};
    const std::string_view given = trimmed(*line);
    const std::size_t end = std::min(given.find_first_of(" \t"), given.size());
    const std::string_view word = given.substr(0, end);
    const std::string name(trimmed(given.substr(end)));
    if (means(word, "yes")) return {Kind::yes, name};
    if (means(word, "no")) return {Kind::no, name};
    if (means(word, "skip")) return {Kind::skip, ""};
    if (means(word, "quit")) return {Kind::quit, ""};
    if (question.mayRemove && means(word, "delete")) return {Kind::remove, ""};
    if (means(word, "why"))
      show(stdout, "\n" + indented(question.why()) + "\n", style_);
    else
      show(stdout,
           fmt::format(
               "  yes: the test is right. no: the test is wrong, so aunit gives it the opposite statement. After yes or no,\n  "
               "you can type a name for the test. skip: ask again later. why: show what decides the verdict{}. quit: stop "
               "asking.\n",
               question.mayRemove ? ". delete: remove the test" : ""));
  }
}

std::string whyText(const parser::Loaded& loaded, const model::Instance& instance, bool facts, model::ExprId formula,
                    model::Semantics semantics, const reporters::Style& style) {
  const model::Model& model = *loaded.model;
  const evaluator::Options options{.semantics = semantics};
  const int state = instance.states.size() > 1 ? 0 : -1;
  const auto reason = [&](model::ExprId of) {
    return reporters::reasonTree({suite::textOf(loaded, instance, evaluator::reasonFor(model, instance, of, options))}, 0, state,
                                 style);
  };
  try {
    if (facts) {
      evaluator::Evaluator evaluator(model, options);
      const evaluator::Question question{.constraints = evaluator::constraintsOf(model)};
      const evaluator::Verdict verdict = evaluator::judge(evaluator, instance, question);
      if (verdict.error) return fmt::format("{}\n", support::oneLine(verdict.error->what()));
      if (verdict.broken) {
        std::string out = support::oneLine(verdict.broken->message) + "\n";
        return verdict.broken->part == evaluator::Part::fact ? out + reason(verdict.broken->formula) : out;
      }
    }
    if (formula != model::noId) return reason(formula);
    std::string out;
    for (const model::Fact& fact : model.facts())
      if (fact.body != model::noId && !model.modules()[fact.module].library) out += reason(fact.body);
    return out.empty() ? "no fact and no declaration forbids this instance\n" : out;
  } catch (const evaluator::EvaluationError& error) {
    return fmt::format("{}\n", support::oneLine(error.what()));
  }
}

}  // namespace aunit::cli
