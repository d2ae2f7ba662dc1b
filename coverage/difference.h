// The difference between two runs, by stable names, so that the model may have changed, too.
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
    std::string sentence;     // of its subject and asks(), see sentences.h
    /// The first place of its subject, in the later run's text, or in the earlier one's when the requirement is gone. `path` is
    /// empty when the subject is written nowhere.
    std::string path;
    model::Position place;
    std::vector<std::string> tests = {};  // that met it
  };
  std::vector<Entry> gained;    // met now, but not before
  std::vector<Entry> lost;      // met before, but not now; also when the whole model is gone
  std::vector<Entry> appeared;  // new, and unmet
  std::vector<Entry> vanished;  // no longer there

  /// The model coverage of one model, all its texts together. `total` is 0 in a run without the model.
  struct Score {
    std::string model;
    Tally before, after;
  };
  std::vector<Score> scores;
};

/// The difference, with entries ordered by model and place.
Difference difference(const Data& before, const Data& after);

}  // namespace aunit::coverage
