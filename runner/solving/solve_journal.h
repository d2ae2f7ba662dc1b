// The journal of solved commands: earlier answers, and new ones as they come.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "runner/files/journal.h"
#include "runner/solving/report.h"

namespace aunit::runner {

/// Answers by the digests of all that they depend on. For several threads once it is open.
class SolveJournal {
 public:
  /// Takes what is in a journal, and adds to it from now on. False, with `error`, when that cannot be; `warning` becomes what is
  /// damaged in it, if anything.
  bool open(const std::string& path, std::string& warning, std::string& error);
  /// Takes over the answers of a journal; returns as above. `advice` stands behind the error about a line that is not one of this
  /// journal.
  std::optional<Journal> read(const std::string& path, const char* advice, std::string& error);

  /// Whether answers are added.
  bool isOpen() const { return journal_.has_value(); }
  bool isEmpty() const { return rows_.empty(); }

  /// What is known. An answer that was given up is none if there is more time now (seconds; 0: no limit) and it was not found
  /// just before by a part.
  std::optional<CommandRow> find(const std::string& digest, double timeout) const;
  /// False, with `error`, when it cannot be written.
  bool add(const std::string& digest, double seconds, const CommandRow& row, std::string& error);

 private:
  std::optional<Journal> journal_;
  std::map<std::string, std::pair<double, CommandRow>> rows_;  // with the seconds that each took
};

}  // namespace aunit::runner
