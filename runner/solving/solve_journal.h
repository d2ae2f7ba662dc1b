// The journal of solved commands.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>

#include "runner/files/journal.h"
#include "runner/solving/report.h"

namespace aunit::runner {

/// Stores each answer under a digest of everything on which the answer depends. Thread-safe after `open`.
class SolveJournal {
 public:
  /// Reads the entries of a journal, and appends new answers to it. Returns false and sets `error` on failure. `warning` gets a
  /// text about damaged lines, if there are any.
  bool open(const std::string& path, std::string& warning, std::string& error);
  /// Adds the answers of another journal. Returns nothing and sets `error` on failure. If a line is not an entry of a journal of
  /// commands, `error` ends with `advice`.
  std::optional<Journal> read(const std::string& path, const char* advice, std::string& error);

  /// Whether new answers are appended to a file.
  bool isOpen() const { return journal_.has_value(); }
  bool isEmpty() const { return rows_.empty(); }

  /// Returns the known answer, or nothing. If a journal is open, returns an undecided answer only if it took at least
  /// `timeout` seconds, and never if `timeout` is 0.
  std::optional<CommandRow> find(const std::string& digest, double timeout) const;
  /// Returns false and sets `error` if the answer cannot be written.
  bool add(const std::string& digest, double seconds, const CommandRow& row, std::string& error);

 private:
  std::optional<Journal> journal_;
  std::map<std::string, std::pair<double, CommandRow>> rows_;  // by digest: the seconds that the answer took, and the row
};

}  // namespace aunit::runner
