#include "suite/command_warnings.h"

#include <algorithm>
#include <iterator>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/one_line.h"
#include "solver/bitwidth/number_ranges.h"
#include "solver/unsupported.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite {

namespace {

/// The smallest bit width, at least `bits`, with which an integer can be `number`.
int bitsFor(std::int64_t number, int bits) {
  bits = std::max(bits, 1);
  while (number >= std::int64_t{1} << (bits - 1) || number < -(std::int64_t{1} << (bits - 1))) ++bits;
  return bits;
}

bool isOfLibrary(const model::Model& model, const model::Span& span) {
  return std::ranges::any_of(model.modules(), [&](const model::Module& m) { return m.library && m.file == span.file; });
}

/// The functions that facts, declarations or the command's formula call, directly or through other functions.
std::vector<bool> functionsOf(const model::Model& model, const model::Command& command) {
  std::vector<bool> called(model.funcs().size()), seen(model.exprCount());
  std::vector<model::ExprId> open{command.formula};
  for (const model::Fact& fact : model.facts()) open.push_back(fact.body);
  for (const model::ImplicitConstraint& constraint : model.implicitConstraints()) open.push_back(constraint.formula);
  while (!open.empty()) {
    const model::ExprId id = open.back();
    open.pop_back();
    if (id == model::noId || seen[id]) continue;
    seen[id] = true;
    if (const model::Expr& e = model.expr(id); e.op == model::Op::call && !called[e.payload]) {
      called[e.payload] = true;
      open.push_back(model.func(e.payload).body);
    }
    std::ranges::copy(model.children(id), std::back_inserter(open));
    for (const model::Decl& decl : model.decls(id)) open.push_back(decl.bound);
  }
  if (command.target == model::TargetKind::predicate || command.target == model::TargetKind::function)
    called[command.targetId] = true;  // `command.formula` has no call of the target, but contains the target's body
  return called;
}

/// The paragraphs that do not influence the command: functions that it does not call, assertions other than its target, other
/// commands, tests, valuations.
std::vector<model::Span> unusedBy(const parser::Loaded& loaded, model::CommandId id) {
  const model::Model& model = *loaded.model;
  const model::Command& command = model.commands()[id];
  std::vector<model::Span> unused;
  const std::vector<bool> called = functionsOf(model, command);
  for (model::FuncId f = 0; f < called.size(); ++f)
    if (!called[f]) unused.push_back(model.func(f).span);
  for (model::AssertionId a = 0; a < model.assertions().size(); ++a)
    if (command.target != model::TargetKind::assertion || command.targetId != a) unused.push_back(model.assertions()[a].span);
  for (model::CommandId c = 0; c < model.commands().size(); ++c)
    if (c != id) unused.push_back(model.commands()[c].span);
  for (const model::Test& test : loaded.tests.tests) unused.push_back(test.span);
  for (const model::Valuation& valuation : loaded.tests.valuations) unused.push_back(valuation.span);
  return unused;
}

/// A warning about an overflow. The message quotes the expression that overflows and inserts `place` after it.
std::string wrappingText(const parser::Loaded& loaded, const evaluator::Overflow& wrapped, int bitwidth, std::string_view place) {
  const std::string number =
      fmt::format("`{}`{}", model::onOneLine(loaded.sources.text(loaded.model->expr(wrapped.expr).span)), place);
  if (!wrapped.exact) return fmt::format("{} has no value, but counts as {}: use --no-overflow", number, wrapped.countsAs);
  const std::string operands = wrapped.operands.empty() ? ""
                                                        : fmt::format(" (operand{} {})", wrapped.operands.size() == 1 ? "" : "s",
                                                                      fmt::join(wrapped.operands, " and "));
  return fmt::format("{} is {}{}, which wraps around to {} with integers of {} bits: use `{} int` or --no-overflow", number,
                     *wrapped.exact, operands, wrapped.countsAs, bitwidth, bitsFor(*wrapped.exact, bitwidth));
}

}  // namespace

std::string widerText(const solver::Problem& problem, int bits) {
  return fmt::format("a number may overflow: with `{} int` in the scope there is {}", bits,
                     problem.check ? "a counterexample" : "an instance");
}

std::string wrappingWithPlace(const parser::Loaded& loaded, const evaluator::Overflow& wrapped, int bitwidth) {
  return wrappingText(loaded, wrapped, bitwidth,
                      fmt::format(" ({})", loaded.sources.describe(loaded.model->expr(wrapped.expr).span)));
}

std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const std::optional<evaluator::Overflow>& wrapped) {
  std::vector<model::Diagnostic> warnings = parser::warningsOn(loaded, command, problem.scope).all();
  // If the number is a literal, the parser has already warned.
  if (wrapped && loaded.model->expr(wrapped->expr).op != model::Op::integer)
    warnings.push_back({.severity = model::Severity::warning,
                        .code = "bitwidth",
                        .span = loaded.model->expr(wrapped->expr).span,
                        .message = wrappingText(loaded, *wrapped, integerScope(problem.scope).bitwidth, ""),
                        .hints = {},
                        .related = {}});
  return warnings;
}

std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const solver::Result& result) {
  std::vector<model::Diagnostic> warnings = warningsOn(loaded, command, problem, result.wrapped);
  if (result.bitsForInstance)
    warnings.push_back({.severity = model::Severity::warning,
                        .code = "bitwidth",
                        .span = loaded.model->commands()[command].span,
                        .message = widerText(problem, *result.bitsForInstance),
                        .hints = {},
                        .related = {}});
  return warnings;
}

std::vector<model::Diagnostic> warningsUsedBy(const parser::Loaded& loaded, model::CommandId command) {
  std::vector<model::Diagnostic> warnings;
  for (const model::Diagnostic& d : loaded.diagnostics.all())
    if (d.severity == model::Severity::warning && d.code != "bitwidth" && d.code != "time" && d.code != "scope")
      warnings.push_back(d);
  if (warnings.empty()) return warnings;
  const std::vector<model::Span> unused = unusedBy(loaded, command);
  std::erase_if(warnings, [&](const model::Diagnostic& d) {
    return std::ranges::any_of(unused, [&](const model::Span& span) {
      return span.file == d.span.file && span.begin <= d.span.begin && d.span.begin < span.end;
    });
  });
  return warnings;
}

std::vector<model::Diagnostic> scopeDiagnostics(const model::Model& model, const model::SourceMap& sources) {
  std::vector<model::Diagnostic> found;
  std::set<model::ExprId> warned;
  for (model::CommandId id = 0; id < model.commands().size(); ++id) {
    const model::Command& command = model.commands()[id];
    if (command.module != 0 || command.ofTest) continue;
    const solver::Problem problem = solver::problemOf(model, id);
    try {
      for (const solver::WideCardinality& wide : solver::numberRangesOf(model, problem).wide) {
        const model::Expr& e = model.expr(wide.expr);
        const bool isSet = model.expr(model.child(wide.expr, 0)).arity == 1;
        if (!isSet || isOfLibrary(model, e.span) || !warned.insert(wide.expr).second) continue;
        const int bits = integerScope(problem.scope).bitwidth;
        found.push_back({.severity = model::Severity::warning,
                         .code = "bitwidth",
                         .span = e.span,
                         .message = fmt::format("{} can be {}, which does not fit the {} bits that integers have in \"{}\"",
                                                model::onOneLine(sources.text(e.span)), wide.most, bits, command.label),
                         .hints = {fmt::format("`{} int` in the command's scope is enough.", bitsFor(wide.most, bits))},
                         .related = {}});
      }
    } catch (const solver::Unsupported& refusal) {
      found.push_back({.severity = model::Severity::error,
                       .code = "scope",
                       .span = refusal.span().known() ? refusal.span() : command.span,
                       .message = fmt::format("\"{}\" cannot be solved: {}", command.label, refusal.what()),
                       .hints = {},
                       .related = {}});
    }
  }
  return found;
}

}  // namespace aunit::suite
