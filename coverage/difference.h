// The difference between two runs. It compares stable names, because the model may have changed.
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
    std::string sentence;     // its subject, and the text of asks(), see sentences.h
    /// The first place of its subject, in the later run's text; in the earlier run's if the requirement no longer exists. `path`
    /// is empty if the subject has no place.
    std::string path;
    model::Position place;
    std::vector<std::string> tests = {};  // tests that met it
  };
  std::vector<Entry> gained;    // met now, but not before
  std::vector<Entry> lost;      // met before, but not now; also if the whole model is missing now
  std::vector<Entry> appeared;  // new and unmet
  std::vector<Entry> vanished;  // no longer exist

  /// The model coverage of one model, over all its texts. `total` is 0 in a run without the model.
  struct Score {
    std::string model;
    Tally before, after;
  };
  std::vector<Score> scores;
};

/// The difference, with entries ordered by model and place.
Difference difference(const Data& before, const Data& after);

}  // namespace aunit::coverage
