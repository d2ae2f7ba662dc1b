// The names in the model of the parts of a program.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "model/program.h"

namespace aunit::parser::program {

using namespace model::program;

/// Assigns names in the model. Names from the program come first, so that they stay unchanged.
class Names {
 public:
  explicit Names(const Program& program);

  /// The name, changed where needed to be a name of Alloy that is not used yet.
  std::string unused(std::string wanted);

  std::vector<std::string> enumerations, variables, processes, counters, propositions;
  std::vector<std::vector<std::string>> members, locations;
  std::string ofModule;

 private:
  std::set<std::string> used_;
};

}  // namespace aunit::parser::program
