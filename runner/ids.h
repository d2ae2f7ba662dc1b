// Exactly these tests: `--id path::name`, as lists and reports name them.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "runner/discovery.h"
#include "runner/selection.h"

namespace aunit::runner {

class Ids {
 public:
  explicit Ids(std::set<std::string> ids) : ids_(std::move(ids)) {}

  /// Leaves the files that one of them may be in: the others need not be read. `errors` receives a sentence for each id that is
  /// of none of the files.
  void narrow(Discovery& discovery, std::vector<std::string>& errors) const;

  /// Drops from `admitted` (by candidate; empty: all) what has none of these ids. `errors` receives a sentence for each that is
  /// nobody's, with the nearest that there is, unless its file did not load.
  void admit(const std::vector<Candidate>& candidates, std::vector<bool>& admitted, std::vector<std::string>& errors) const;

 private:
  std::set<std::string> ids_;
};

}  // namespace aunit::runner
