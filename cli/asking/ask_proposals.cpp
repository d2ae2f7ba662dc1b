#include "cli/asking/ask_proposals.h"

#include <cstdio>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/exit_code.h"
#include "cli/usage_error.h"
#include "evaluator/judge.h"
#include "parser/source_text.h"
#include "reporters/terminal/console.h"
#include "reporters/text.h"
#include "strength/generation/proposals/proposal_text.h"
#include "support/plural.h"

namespace aunit::cli {

using strength::Claim;

namespace {

constexpr std::size_t sitting = 12;  // number of questions that a user answers in about five minutes

std::string why(parser::Loaded& loaded, const Claim& claim, const model::Instance& instance, model::Semantics semantics,
                const reporters::Style& style) {
  model::ExprId formula = model::noId;
  if (claim.assertion != model::noId) {
    formula = loaded.model->assertions()[claim.assertion].body;
  } else if (const std::string text = strength::formulaText(*loaded.model, claim, *instance.universe); !text.empty()) {
    model::Diagnostics diagnostics;
    const auto resolved = parser::resolveExpression(loaded, text, &instance, diagnostics);
    if (!resolved) return model::render(diagnostics.all(), loaded.sources, false);
    formula = *resolved;
  }
  return whyText(loaded, instance, claim.about != Claim::Topic::value, formula, semantics, style);
}

}  // namespace

std::string saying(const model::Model& model, const Claim& claim, const model::Instance& instance, model::Semantics semantics) {
  const model::Universe& universe = *instance.universe;
  const bool* truth = std::get_if<bool>(&claim.value);
  if (claim.about == Claim::Topic::value)
    return truth ? fmt::format("`{}` {}", strength::callText(model, claim, universe), *truth ? "holds" : "does not hold")
                 : fmt::format("`{}` holds", strength::formulaText(model, claim, universe));
  evaluator::Evaluator evaluator(model, {.semantics = semantics});
  const evaluator::Question facts{.constraints = evaluator::constraintsOf(model)};
  if (!*truth && !evaluator::judge(evaluator, instance, facts).holds()) return "the facts reject this valuation";
  if (claim.assertion != model::noId)
    return fmt::format("this valuation is {}a counterexample to `{}`", *truth ? "" : "not ",
                       model.assertions()[claim.assertion].name);
  if (claim.function == model::noId) return *truth ? "the facts accept this valuation" : "the facts reject this valuation";
  return fmt::format("`{}` {} this valuation", strength::callText(model, claim, universe), *truth ? "accepts" : "rejects");
}

ProposalDialog::ProposalDialog(TestFile file, model::Semantics semantics, bool colored)
    : file_(std::move(file)), semantics_(semantics), conversation_(colored) {}

bool ProposalDialog::confirm(parser::Loaded& loaded, std::string& error) {
  for (model::FileId id = 0; id < loaded.sources.size(); ++id) {
    const model::SourceFile& source = loaded.sources.file(id);
    if (source.path() != file_.path() || source.document() == parser::uniformText(file_.text())) continue;
    error = fmt::format("{} has changed since aunit read it: questions about its tests are skipped", file_.path());
    return false;
  }
  return confirmProposed(loaded, file_, semantics_, conversation_, answered_, error);
}

bool ProposalDialog::ask(parser::Loaded& loaded, const strength::GeneratedTests& generated, std::string& error) {
  const model::Model& model = *loaded.model;
  const std::size_t all = generated.proposals.size();
  for (std::size_t i = 0; i < all && !answered_.quit; ++i) {
    if (i != 0 && i % sitting == 0 &&
        !conversation_.agrees(fmt::format("{}: go on?", support::plural(all - i, "more question")))) {
      answered_.quit = true;
      break;
    }
    Claim claim = generated.proposals[i].claim;
    const std::string& title = generated.proposals[i].title;
    const auto text = [&](const std::string& name) { return strength::ProposalText(model, file_.text()).next(claim, name, ""); };
    const model::Instance instance = strength::named(model, claim);
    TestQuestion question;
    question.title = title;
    question.text = text(title).substr(1);
    question.model = &model;
    question.instance = &instance;
    question.says = saying(model, claim, instance, semantics_);
    question.why = [&] { return why(loaded, claim, instance, semantics_, conversation_.style()); };
    const TestAnswer answer = conversation_.ask(question, i + 1, all);
    using Kind = TestAnswer::Kind;
    answered_.quit = answer.kind == Kind::quit;
    answered_.yes += answer.kind == Kind::yes;
    answered_.no += answer.kind == Kind::no;
    answered_.left += answer.kind == Kind::skip;
    if (answer.kind != Kind::yes && answer.kind != Kind::no) continue;
    claim.denied = answer.kind == Kind::no;
    if (!file_.add(text(!answer.name.empty() ? answer.name : claim.denied ? deniedTitle(title) : title), error)) return false;
  }
  return true;
}

int ProposalDialog::end() const {
  const auto& [yes, no, removed, left, quit] = answered_;
  if (quit && !conversation_.heard())
    return usageError("--ask: standard input is empty (its lines are the answers: yes, no, skip, quit)");
  std::string text = fmt::format("\n{}: {} confirmed", file_.path(), support::plural(yes, "test"));
  if (no != 0) text += fmt::format(", {} written with the opposite statement", no);
  if (removed != 0) text += fmt::format(", {} deleted", removed);
  if (left != 0) text += fmt::format(", {} left for later", left);
  reporters::show(stdout, text + (quit ? "; the next call asks the questions that are still open\n" : "\n"));
  return allPassed;
}

}  // namespace aunit::cli
