// The difference between the coverage of two runs. Requirements are compared by stable names, because the model's text may have
// changed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "coverage/data.h"

namespace aunit::coverage {

struct Difference {
  struct Entry {
    std::string model;
    std::string requirement;  // stable name of the requirement
    std::string sentence;     // text of the subject, then the text that asks() returns (sentences.h)
    /// The first place of the subject in the later run's text, or in the earlier run's text if the requirement no longer exists.
    /// `path` is empty if the subject has no place.
    std::string path;
    model::Position place;
    std::vector<std::string> tests = {};  // tests that met the requirement
  };
  std::vector<Entry> gained;    // met in the later run only
  std::vector<Entry> lost;      // met in the earlier run only; includes requirements of models that the later run lacks
  std::vector<Entry> appeared;  // in the later run only, and unmet
  std::vector<Entry> vanished;  // in the earlier run only, and not in `lost`

  /// The tallies of Criterion::model for one model, before and after. If the data contain several texts of the model, a tally is
  /// the sum over these texts. `total` is 0 if the run lacks the model.
  struct Score {
    std::string model;
    Tally before, after;
  };
  std::vector<Score> scores;
};

/// Compares two runs. Entries are ordered by model and place.
Difference difference(const Data& before, const Data& after);

}  // namespace aunit::coverage
