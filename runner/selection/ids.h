// Tests chosen by their ids: `--id path::name`, as lists and reports name them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "runner/files/discovery.h"
#include "runner/selection/selection.h"

namespace aunit::runner {

class Ids {
 public:
  explicit Ids(std::set<std::string> ids) : ids_(std::move(ids)) {}

  /// Keeps the files that a test with one of these ids may be in: the others need not be read. `errors` receives a sentence for
  /// each id that belongs to none of the files, and a single one for all beyond the fifth.
  void narrow(Discovery& discovery, std::vector<std::string>& errors) const;

  /// Drops from `admitted` (by candidate; empty: all) the tests that have none of these ids. `errors` receives sentences, as
  /// above, for ids that no candidate has, each with the nearest id that there is; an id of a file that did not load is no error.
  void admit(const std::vector<Candidate>& candidates, std::vector<bool>& admitted, std::vector<std::string>& errors) const;

 private:
  std::set<std::string> ids_;
};

}  // namespace aunit::runner
