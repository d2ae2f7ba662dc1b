// What changed between two runs, by stable names, so that the model may have changed as well.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "coverage/data.h"

namespace aunit::coverage {

struct Difference {
  struct Entry {
    std::string model;
    std::string requirement;  // stable name
    std::string sentence;     // what it asks, see sentences.h
    /// Where its subject stands first, in the later run's text, or in the earlier one's when it is no longer asked. Without path
    /// where it is written nowhere.
    std::string path;
    Position place;
    std::vector<std::string> tests = {};  // that met it, in the run in which it was met
  };
  std::vector<Entry> gained;    // met now, and was not
  std::vector<Entry> lost;      // was met, and is not; also where nothing of the model is there any more
  std::vector<Entry> appeared;  // not asked before (and unmet now)
  std::vector<Entry> vanished;  // asked before, no longer asked

  /// The model coverage of each model, by name: all texts of one together. `total` is 0 in the run that does not know it.
  struct Score {
    std::string model;
    Tally before, after;
  };
  std::vector<Score> scores;
};

/// Entries by model and place.
Difference difference(const Data& before, const Data& after);

}  // namespace aunit::coverage
