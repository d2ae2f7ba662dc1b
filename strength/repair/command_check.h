// A changed model against all its commands: one translation of each serves all changes.
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
  support::Budget budget{};  // for all questions together
};

class CommandCheck {
 public:
  /// The file's commands with their expected answers. `ofTests`: commands that tests judge are excluded.
  CommandCheck(const model::Model& model, const std::vector<model::CommandId>& ofTests, const CommandOptions& options);

  struct Expected {
    model::CommandId command = model::noId;
    bool wanted = false;  // it should have an instance
  };
  const std::vector<Expected>& commands() const { return commands_; }

  struct Miss {
    model::CommandId command = model::noId;
    std::optional<model::Instance> instance;  // one that there should not be
    bool unknown = false;                     // the solver did not come to an end
  };
  /// The first command whose answer is wrong with the edits over the model; only commands that the edits affect are asked, those
  /// that failed before first.
  std::optional<Miss> firstMiss(model::Overlay& overlay);
  /// The change is about to be taken away: `first` is the number of expressions that stay.
  void forget(model::ExprId first);
  /// How many questions the solver answered.
  std::size_t asked() const { return asked_; }

 private:
  const model::Model& model_;
  const CommandOptions options_;
  std::vector<Expected> commands_;
  std::vector<std::vector<std::unique_ptr<solver::Session>>> sessions_;  // by command as above, by scope that is searched
  std::size_t asked_ = 0;
};

}  // namespace aunit::strength
