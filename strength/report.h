// What became of a mutant: plain text and numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "strength/mutant.h"
#include "suite/outcome.h"

namespace aunit::strength {

enum class Fate : std::uint8_t {
  killed,      // some test tells it from the model
  survived,    // none does, and the solver tells that it is not the same, or was not asked
  equivalent,  // none can within the scope
  unknown,     // none does, and the solver gave up
  ignored,     // left out by a comment in the source
  pending,     // the run ended before
};

struct MutantResult {
  Operator by = Operator::MOR;
  Fate fate = Fate::pending;
  std::string paragraph;                // "pred Acyclic", "sig Node"
  suite::Place place;                   // of what changes
  std::uint32_t begin = 0, end = 0;     // of the text that is replaced, in bytes of the file
  std::string original;                 // that text
  std::string replacement;              // what it becomes: the file with it parses to the mutant
  std::string reason;                   // of what is ignored, equivalent or unknown
  std::vector<std::uint32_t> killedBy;  // tests, ascending; the first only, unless all were asked for
};

struct Counts {
  std::size_t killed = 0, survived = 0, equivalent = 0, unknown = 0, ignored = 0, pending = 0;

  std::size_t all() const { return killed + survived + equivalent + unknown + ignored + pending; }
  /// Those that a test could kill, as far as that is known.
  std::size_t counted() const { return killed + survived + unknown; }
  /// In percent; 100 where there is nothing to kill.
  double score() const { return counted() == 0 ? 100 : 100.0 * static_cast<double>(killed) / static_cast<double>(counted()); }
  void add(Fate fate);
};

}  // namespace aunit::strength
