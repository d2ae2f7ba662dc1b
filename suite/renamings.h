// Instances that differ from one another only in the names of atoms.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "model/instances/instance.h"

namespace aunit::suite {

/// Remembers instances of one model up to renaming. Symmetry breaking is partial, so that a search finds some renamings
/// (solver/translation/symmetry.h).
class Renamings {
 public:
  /// True if no instance so far is a renaming of this one; instances with very many symmetries count as new.
  bool insert(const model::Instance& instance);

 private:
  std::set<std::string> seen_;
};

}  // namespace aunit::suite
