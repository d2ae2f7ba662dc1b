#include "server/view/sources.h"

#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "solver/grounding/problem.h"
#include "suite/log/judge.h"
#include "suite/log/reading/paragraph.h"
#include "suite/log_test.h"
#include "suite/statement.h"
#include "suite/valuation/saved_instance.h"
#include "support/budget.h"

namespace aunit::server::view {

namespace {

constexpr std::size_t mostStatesOfLog = 1000;  // limit for the states of a behaviour that are shown

/// A behaviour that explains the whole log; if there is none, a behaviour that explains the longest possible prefix.
std::unique_ptr<InstanceSource> walk(Viewer::Source& source, const parser::Loaded& loaded, const ViewOptions& options) {
  const model::Model& model = *loaded.model;
  suite::log::LogOptions how;
  how.solving = options.solver;
  how.budget = support::Budget(options.solver.limits);
  how.evaluation = {.semantics = options.solver.semantics, .budget = &how.budget};
  how.states = mostStatesOfLog;
  try {
    const std::optional<model::Log> log = suite::log::logFor(loaded, "", source.trouble);
    if (!log) return nullptr;
    const std::vector<suite::log::Run> runs = suite::log::byKey(*log, suite::log::runAt(source.label), how.budget);
    if (runs.empty() || runs.front().files.empty()) throw std::runtime_error("the folder has no files");
    suite::log::LogVerdict verdict = suite::log::judge(loaded, *log, runs.front(), how);
    std::string remark = fmt::format("{}: {}", source.label, suite::log::name(verdict.outcome));
    const bool fits = verdict.outcome == suite::log::LogVerdict::Outcome::fits;
    if (!fits) remark += "\n" + suite::log::reportOf(verdict);
    if (verdict.behaviour.dropped > 0)
      remark += fmt::format("\nonly the last {} states are shown; {} earlier states are not", mostStatesOfLog,
                            verdict.behaviour.dropped);
    if (!verdict.behaviour.instance) {
      source.trouble = remark;
      return nullptr;
    }
    const std::size_t start = fits ? 0 : verdict.behaviour.instance->states.size() - 1;
    return std::make_unique<InstanceSource>(model, *verdict.behaviour.instance, suite::log::statesOf(verdict), remark, start);
  } catch (const std::runtime_error& failure) {  // an error of the file, or of the model's `log` paragraph
    source.trouble = fmt::format("{}: {}", source.label, failure.what());
    return nullptr;
  }
}

}  // namespace

std::string rendered(const model::Diagnostics& diagnostics, const model::SourceMap& sources) {
  std::string text;
  for (const model::Diagnostic& diagnostic : diagnostics.all())
    if (diagnostic.severity == model::Severity::error) text += model::render(diagnostic, sources, false);
  return text;
}

std::vector<Viewer::Source> sourcesOf(const parser::Loaded& loaded, const ViewOptions& options) {
  using Kind = Viewer::Source::Kind;
  std::vector<Viewer::Source> sources;
  const model::Model& model = *loaded.model;
  for (model::CommandId id = 0; id < model.commands().size(); ++id) {
    const model::Command& command = model.commands()[id];
    if (command.module != 0 || command.ofTest || (command.isDefault && !loaded.tests.valuations.empty())) continue;
    sources.push_back({command.check ? Kind::check : Kind::run, command.label, command.text, id, nullptr, {}, {}, {}, {}});
  }
  for (std::uint32_t id = 0; id < loaded.tests.valuations.size(); ++id)
    sources.push_back({Kind::valuation, loaded.tests.valuations[id].name, {}, id, nullptr, {}, {}, {}, {}});
  if (!options.logFile.empty()) sources.push_back({Kind::log, options.logFile, {}, 0, nullptr, {}, {}, {}, {}});
  if (!options.instanceFile.empty()) sources.push_back({Kind::file, options.instanceFile, {}, 0, nullptr, {}, {}, {}, {}});
  return sources;
}

std::unique_ptr<InstanceSource> instancesOf(Viewer::Source& source, parser::Loaded& loaded, const ViewOptions& options) {
  const model::Model& model = *loaded.model;
  if (source.kind == Viewer::Source::Kind::valuation) {
    const suite::IntegerScope integers = suite::integerScope(loaded.tests.valuations[source.id].integers);
    const suite::Made made = suite::instanceOf(loaded, source.id, integers, options.solver.semantics);
    if (const auto* trouble = std::get_if<suite::Trouble>(&made)) {
      source.trouble = trouble->details.empty() ? trouble->message : trouble->details;
      return nullptr;
    }
    return std::make_unique<InstanceSource>(model, *std::get<std::shared_ptr<const model::Instance>>(made));
  }
  if (source.kind == Viewer::Source::Kind::file) {
    model::Diagnostics diagnostics;
    std::string error;
    auto files = suite::savedFiles(source.label, error);
    source.trouble = files ? "" : fmt::format("{} cannot be read: {}", source.label, error);
    if (!files) return nullptr;
    auto instance = suite::readSavedInstance(model, std::move(*files), loaded.sources, diagnostics);
    source.trouble = rendered(diagnostics, loaded.sources);
    return instance ? std::make_unique<InstanceSource>(model, std::move(*instance)) : nullptr;
  }
  if (source.kind == Viewer::Source::Kind::log) return walk(source, loaded, options);
  return std::make_unique<InstanceSource>(model, solver::problemOf(model, source.id), options.solver, source.label,
                                          source.kind == Viewer::Source::Kind::check);
}

}  // namespace aunit::server::view
