// Where files are likely to be wrong: plain text and numbers, so that reporters need neither the model nor the engines.
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
  /// A test or command that does not come out as it should.
  struct Failing {
    std::string name;  // "test ring is no list", "check Acyclic"
    suite::Place place;
    std::string message;  // "it has a counterexample", "no instance is found"
  };
  struct Place {
    suite::Place place;
    std::uint32_t begin = 0, end = 0;  // bytes of the file
    std::string paragraph;             // "pred Acyclic", "sig Node"
    double score = 0;                  // 0 .. 1
    std::string because;               // half a sentence
  };
  struct Suspect : Place {
    std::string text;  // what stands there
    std::string hint;  // a next step, a sentence that does not give everything away
  };
  struct Missing : Place {
    std::optional<suite::ValuationTable> rejected, accepted;  // what it should exclude, and the nearest that it should not
  };
  struct Source {
    std::string path, text;
  };

  std::vector<Failing> failing;
  std::vector<Failing> undecided;  // of which that is not known; the message says why
  std::vector<Suspect> suspects;   // the most suspicious first; none within another
  std::optional<Missing> missing;
  std::vector<std::pair<std::string, std::string>> contradictions;  // names of tests that cannot both be right
  std::vector<Source> sources;                                      // that hold suspects
  std::vector<std::string> read;                                    // all files that were read
  std::vector<suite::LoadError> errors;                             // of files that did not load
  std::size_t asked = 0;                                            // tests and commands that there are
  bool interrupted = false;                                         // or time was up
  double seconds = 0;
};

}  // namespace aunit::strength
