// Likely faults as plain text and numbers, so that reporters need neither the model nor the engines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "suite/outcome.h"
#include "suite/trouble.h"

namespace aunit::strength {

struct FaultReport {
  /// A test or command that has an unexpected outcome, or no outcome.
  struct Outcome {
    std::string name;  // "test ring is no list", "check Acyclic"
    suite::Place place;
    std::string message;  // "it has a counterexample", "no instance is found"
  };
  struct Place {
    suite::Place place;
    std::uint32_t begin = 0, end = 0;  // the place, as offsets in bytes in the file
    std::string paragraph;             // "pred Acyclic", "sig Node"
    double score = 0;                  // 0 .. 1, highest for the most suspicious place
    std::string because;               // why the place is suspicious, as a clause
  };
  struct Suspect : Place {
    std::string text;  // the text at the place
    std::string hint;  // what to try next, as a sentence that does not tell the whole change
  };
  struct MissingConstraint : Place {
    /// An instance that the paragraph should reject, and the nearest instance that it should accept.
    std::optional<suite::ValuationTable> rejected, accepted;
  };
  struct Source {
    std::string path, text;
  };

  std::vector<Outcome> failing;
  std::vector<Outcome> undecided;  // tests and commands that were not decided; `message` says why
  std::vector<Suspect> suspects;   // the most suspicious first; no suspect lies within another
  std::optional<MissingConstraint> missing;
  std::vector<std::pair<std::string, std::string>> contradictions;  // pairs of names of tests; the two tests cannot both be right
  std::vector<Source> sources;                                      // files that contain suspects
  std::vector<std::string> read;                                    // all files that were loaded
  std::vector<suite::LoadError> errors;                             // errors of files that could not be loaded
  std::size_t asked = 0;                                            // number of tests and commands of the files
  bool interrupted = false;                                         // whether the user or a limit interrupted the search
  double seconds = 0;
};

}  // namespace aunit::strength
