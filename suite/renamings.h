// Detects instances that differ only in the names of atoms.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "model/instances/instance.h"

namespace aunit::suite {

/// A set of instances of one model. Instances that differ only in the names of atoms count as one. A search may find such
/// instances, because symmetry breaking (solver/translation/symmetry.h) is partial.
class Renamings {
 public:
  /// Adds the instance. Returns false if it differs from an earlier instance only in the names of atoms. An instance with too
  /// many symmetries counts as new.
  bool insert(const model::Instance& instance);

 private:
  std::set<std::string> seen_;
};

}  // namespace aunit::suite
