// Chooses tests by their IDs: `--id path::name`, as lists and reports show them.
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

  /// Removes each file that no chosen ID names, so that it is not loaded. Adds a sentence to `errors` for each ID whose file was
  /// not discovered. At most five sentences name an ID; then one sentence counts the other unknown IDs.
  void narrow(Discovery& discovery, std::vector<std::string>& errors) const;

  /// Sets `admitted` to false for each test whose ID is not chosen. `admitted` has one element for each candidate; if it is
  /// empty, it admits all candidates. Adds a sentence to `errors` for each ID that no candidate has, with the nearest existing
  /// ID. As in narrow(), at most five sentences name an ID. IDs of files that did not load are no errors.
  void admit(const std::vector<Candidate>& candidates, std::vector<bool>& admitted, std::vector<std::string>& errors) const;

 private:
  std::set<std::string> ids_;
};

}  // namespace aunit::runner
