// The names that the parts of a program have in the model.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/program.h"

namespace aunit::parser::program {

using namespace model::program;

/// Assigns names in the model, each only once. The constructor names the program's parts, so that later names cannot take the
/// names of these parts.
class Names {
 public:
  explicit Names(const Program& program);

  /// Returns the name, changed if necessary so that it is a valid name of Alloy and not yet used.
  std::string unused(std::string wanted);

  std::vector<std::string> enumerations, variables, processes, counters, propositions;
  std::vector<std::vector<std::string>> members, locations;
  std::string ofModule;

 private:
  std::set<std::string> used_;
};

}  // namespace aunit::parser::program
