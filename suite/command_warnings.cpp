#include "suite/command_warnings.h"

#include <fmt/format.h>

#include "model/one_line.h"
#include "solver/grounding/scope.h"
#include "solver/unsupported.h"
#include "suite/valuation/valuation.h"

namespace aunit::suite {

namespace {

/// `place` stands behind the cardinality.
std::string wrappingText(const parser::Loaded& loaded, const evaluator::WrappedSize& wrapped, int bitwidth,
                         std::string_view place) {
  int enough = bitwidth;
  while (wrapped.size >= std::size_t{1} << (enough - 1)) ++enough;
  const model::Span span = loaded.model->expr(wrapped.expr).span;
  return fmt::format("{}{} is {}, which counts as {} with integers of {} bits: {} are enough",
                     model::onOneLine(loaded.sources.text(span)), place, wrapped.size, wrapped.countsAs, bitwidth, enough);
}

}  // namespace

std::string wrappingWithPlace(const parser::Loaded& loaded, const evaluator::WrappedSize& wrapped, int bitwidth) {
  return wrappingText(loaded, wrapped, bitwidth,
                      fmt::format(" ({})", loaded.sources.describe(loaded.model->expr(wrapped.expr).span)));
}

std::vector<model::Diagnostic> warningsOn(const parser::Loaded& loaded, model::CommandId command, const solver::Problem& problem,
                                          const std::optional<evaluator::WrappedSize>& wrapped) {
  std::vector<model::Diagnostic> warnings = parser::warningsOn(loaded, command, problem.scope).all();
  if (wrapped)
    warnings.push_back({.severity = model::Severity::warning,
                        .code = "bitwidth",
                        .span = loaded.model->expr(wrapped->expr).span,
                        .message = wrappingText(loaded, *wrapped, integerScope(problem.scope).bitwidth, ""),
                        .hints = {},
                        .related = {}});
  return warnings;
}

std::vector<model::Diagnostic> refusedCommands(const model::Model& model) {
  std::vector<model::Diagnostic> errors;
  for (const model::Command& command : model.commands()) {
    if (command.module != 0 || command.ofTest) continue;
    try {
      solver::deriveSizes(model, command.scope, command.temporal);
    } catch (const solver::Unsupported& refusal) {
      model::Diagnostic error{.severity = model::Severity::error,
                              .code = "scope",
                              .span = refusal.span().known() ? refusal.span() : command.span,
                              .message = fmt::format("\"{}\" cannot be solved: {}", command.label, refusal.what()),
                              .hints = {},
                              .related = {}};
      errors.push_back(std::move(error));
    }
  }
  return errors;
}

}  // namespace aunit::suite
