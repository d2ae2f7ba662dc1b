// Checks a changed model against all its commands. One translation of each command serves all changes.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/changes/overlay.h"
#include "model/semantics.h"
#include "solver/session/session.h"
#include "support/budget.h"

namespace aunit::strength {

struct CommandOptions {
  model::Semantics semantics{};
  support::Budget budget{};  // budget of all questions together
};

class CommandCheck {
 public:
  /// The file's commands with their expected answers, except `ofTests`, the commands that tests judge.
  CommandCheck(const model::Model& model, const std::vector<model::CommandId>& ofTests, const CommandOptions& options);

  struct ExpectedAnswer {
    model::CommandId command = model::noId;
    bool wanted = false;  // true if the command should have an instance
  };
  const std::vector<ExpectedAnswer>& commands() const { return commands_; }

  struct WrongAnswer {
    model::CommandId command = model::noId;
    std::optional<model::Instance> instance;  // an instance of a command that should have none
    bool unknown = false;                     // the solver did not decide
  };
  /// The first command with a wrong answer on the model with the overlay. Asks only about commands that the overlay affects;
  /// commands that gave a wrong answer before come first.
  std::optional<WrongAnswer> firstWrongAnswer(model::Overlay& overlay);
  /// Discards the translations that use expressions from `first` on. Must be called before the overlay is rolled back to `first`
  /// expressions.
  void forget(model::ExprId first);
  /// The number of questions to the solver.
  std::size_t asked() const { return asked_; }

 private:
  const model::Model& model_;
  const CommandOptions options_;
  std::vector<ExpectedAnswer> commands_;
  std::vector<std::vector<std::unique_ptr<solver::Session>>> sessions_;  // by number in `commands_`, and by scope
  std::size_t asked_ = 0;
};

}  // namespace aunit::strength
