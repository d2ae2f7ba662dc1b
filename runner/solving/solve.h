// Solves the commands of models: reads files, chooses, takes what is known, asks the solver on several threads.
#pragma once

#include <cstddef>
#include <string>

#include "runner/solving/answer.h"
#include "runner/solving/report.h"
#include "runner/solving/request.h"

namespace aunit::runner {

/// Receives what happens, one event at a time but for `answered`.
class SolveListener {
 public:
  virtual ~SolveListener() = default;
  /// The next file was read; `left` files follow.
  virtual void read(const SolvedFile& file, std::size_t left) = 0;
  /// `commands` commands are asked from now on.
  virtual void started(std::size_t commands) = 0;
  /// A new answer: puts its instances into `row.shown`. Is called by several threads at once.
  virtual void answered(const CommandQuestion& question, const CommandAnswer& answer, CommandRow& row) = 0;
  /// The row of a command is complete.
  virtual void told(const CommandRow& row) = 0;
  /// Reports a problem that does not end the work.
  virtual void complain(const std::string& message) = 0;
};

/// Ends early, with the rows so far, when interruptRequested is set.
SolveReport solve(const SolveRequest& request, SolveListener& listener);

}  // namespace aunit::runner
