#include "strength/repair/command_check.h"
#include "solver/grounding/growing_scope.h"
#include "solver/session/answered.h"

#include <algorithm>

namespace aunit::strength {

using model::CommandId;
using model::ExprId;

CommandCheck::CommandCheck(const model::Model& model, const std::vector<CommandId>& ofTests, const CommandOptions& options)
    : model_(model), options_(options) {
  for (CommandId c = 0; c < model.commands().size(); ++c) {
    const model::Command& command = model.commands()[c];
    if (command.module != 0 || command.isDefault || command.ofTest || std::ranges::find(ofTests, c) != ofTests.end()) continue;
    commands_.push_back({c, command.expect < 0 ? !command.check : command.expect != 0});
  }
  sessions_.resize(commands_.size());
}

std::optional<CommandCheck::WrongAnswer> CommandCheck::firstWrongAnswer(model::Overlay& overlay) {
  const bool factsChange = std::ranges::any_of(model_.facts(), [&](const model::Fact& f) { return overlay.changes(f.body); });
  bool declarationsChange = overlay.added() != model::noId;
  for (std::uint32_t i = 0; i < model_.implicitConstraints().size(); ++i)
    declarationsChange = declarationsChange || overlay.nowImplicit(i) != model_.implicitConstraints()[i].formula;
  for (std::size_t i = 0; i < commands_.size(); ++i) {
    const ExpectedAnswer expected = commands_[i];
    const model::Command command = model_.commands()[expected.command];
    if (!factsChange && !declarationsChange && !overlay.changes(command.formula)) continue;
    std::vector<ExprId> goals;
    for (const model::Fact& fact : model_.facts()) goals.push_back(overlay.now(fact.body));
    goals.push_back(overlay.now(command.formula));
    ++asked_;
    const solver::Options how{.semantics = options_.semantics, .verify = false, .threads = solver::Threads::one};
    solver::GrowingScope scope(command.scope);
    solver::Result result;
    // If declarations change, bounds change too, so the changed model needs its own translation.
    if (declarationsChange) overlay.install();
    std::size_t step = 0;
    do {
      const solver::Problem problem{.scope = scope.now(), .temporal = command.temporal, .facts = false, .label = command.label};
      if (declarationsChange) {
        result = answered(solver::Session(model_, problem, how, solver::Questions::one).ask(goals, options_.budget));
      } else {
        auto& sessions = sessions_[i];
        if (sessions.size() == step) sessions.push_back(std::make_unique<solver::Session>(model_, problem, how));
        result = answered(sessions[step++]->ask(goals, options_.budget));
      }
    } while (command.check && result.verdict == solver::Verdict::unsatisfiable && scope.grow());
    const bool known = result.verdict == solver::Verdict::satisfiable || result.verdict == solver::Verdict::unsatisfiable;
    if (known && (result.verdict == solver::Verdict::satisfiable) == expected.wanted) continue;
    std::swap(commands_[0], commands_[i]);
    std::swap(sessions_[0], sessions_[i]);
    return WrongAnswer{expected.command, std::move(result.instance), !known};
  }
  return std::nullopt;
}

void CommandCheck::forget(ExprId first) {
  for (const auto& sessions : sessions_)
    for (const auto& session : sessions) session->forget(first);
}

}  // namespace aunit::strength
