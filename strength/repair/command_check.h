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
  support::Budget budget{};  // one budget for all questions
};

class CommandCheck {
 public:
  /// Takes the commands of the model's file with their expected answers. Omits the commands in `ofTests`, because the tests judge
  /// them.
  CommandCheck(const model::Model& model, const std::vector<model::CommandId>& ofTests, const CommandOptions& options);

  struct ExpectedAnswer {
    model::CommandId command = model::noId;
    bool wanted = false;  // whether the command should have an instance
  };
  const std::vector<ExpectedAnswer>& commands() const { return commands_; }

  struct WrongAnswer {
    model::CommandId command = model::noId;
    std::optional<model::Instance> instance;  // the instance of a command that should have none
    bool unknown = false;                     // whether the solver did not decide the command
  };
  /// Returns the first command that has a wrong answer on the model with the overlay; nothing if there is none. Asks the solver
  /// only about commands that the overlay affects. Begins with commands that gave a wrong answer in earlier calls.
  std::optional<WrongAnswer> firstWrongAnswer(model::Overlay& overlay);
  /// Discards the translations that use expressions with the number `first` or a higher one. Must be called before the overlay is
  /// rolled back to the expressions below `first`.
  void forget(model::ExprId first);
  /// The number of questions to the solver.
  std::size_t asked() const { return asked_; }

 private:
  const model::Model& model_;
  const CommandOptions options_;
  std::vector<ExpectedAnswer> commands_;
  std::vector<std::vector<std::unique_ptr<solver::Session>>> sessions_;  // by index in `commands_`, then by scope
  std::size_t asked_ = 0;
};

}  // namespace aunit::strength
