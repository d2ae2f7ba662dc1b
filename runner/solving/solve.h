// Solves the commands of models: loads files, chooses commands, uses known answers, and asks the solver on several threads.
#pragma once

#include <cstddef>
#include <string>

#include "runner/solving/answer.h"
#include "runner/solving/report.h"
#include "runner/solving/request.h"

namespace aunit::runner {

/// Receives events, one at a time. Only `answered` may be called by several threads at once.
class SolveListener {
 public:
  virtual ~SolveListener() = default;
  /// A file was loaded; `left` files are still to be loaded.
  virtual void read(const SolvedFile& file, std::size_t left) = 0;
  /// `commands` commands will be answered.
  virtual void started(std::size_t commands) = 0;
  /// There is a new answer; the listener must write its instances to `row.shown`. Called by several threads at once.
  virtual void answered(const CommandQuestion& question, const CommandAnswer& answer, CommandRow& row) = 0;
  /// The row of a command is complete. Called in the order of the commands.
  virtual void told(const CommandRow& row) = 0;
  /// Reports a problem that does not end the work.
  virtual void complain(const std::string& message) = 0;
};

/// If interruptRequested is set, stops and returns the rows so far.
SolveReport solve(const SolveRequest& request, SolveListener& listener);

}  // namespace aunit::runner
