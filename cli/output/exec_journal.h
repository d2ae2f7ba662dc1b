// The journal of `aunit exec`: the answers that were found before, and those that are kept as they come.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/output/exec_line.h"
#include "runner/files/journal.h"

namespace aunit::cli {

/// The line on a command, as it is shown and kept in a journal.
struct Told {
  ExecLine line;
  std::vector<std::string> shown = {};  // instances, each in the form that was asked for; not those that files are written of
};

/// Answers by the digests of all that they depend on. For several threads once it is open.
class ExecJournal {
 public:
  /// Whether a person named the journal (--resume), or processes hand over in it what they have found (cli/parts/parts.h).
  enum class Of : std::uint8_t { person, part };

  /// Takes what is in a journal, and adds to it from now on. False, after a message, when that cannot be.
  bool open(const std::string& path, Of of);
  /// Takes what is in the journal of a part; likewise.
  bool takeFrom(const std::string& path) { return read(path, Of::part).has_value(); }

  /// Whether answers are added.
  bool isOpen() const { return journal_.has_value(); }
  bool isEmpty() const { return done_.empty(); }

  /// What is known. An answer that was given up is none where there is more time now (seconds; 0: no limit) and it was not found
  /// just before by a part.
  std::optional<Told> find(const std::string& digest, double timeout) const;
  /// False, with a message the first time, when it cannot be written.
  bool add(const std::string& digest, double seconds, const Told& told);

 private:
  std::optional<runner::Journal> read(const std::string& path, Of of);

  std::string path_;
  std::optional<runner::Journal> journal_;
  std::map<std::string, ExecLine> done_;
  std::atomic<bool> failed_ = false;
};

}  // namespace aunit::cli
