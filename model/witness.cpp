#include "model/witness.h"

#include <algorithm>

namespace aunit::model {

std::string witnessName(const Model& model, std::string_view skolem) {
  if (skolem.starts_with('$')) skolem.remove_prefix(1);
  std::size_t longest = skolem.starts_with("this_") ? 5 : 0;
  for (const Command& command : model.commands())
    if (skolem.size() > command.label.size() + 1 && skolem.starts_with(command.label) && skolem[command.label.size()] == '_')
      longest = std::max(longest, command.label.size() + 1);
  return std::string(skolem.substr(longest));
}

}  // namespace aunit::model
