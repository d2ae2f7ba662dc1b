#include "model/instances/instance.h"

#include <stdexcept>

namespace aunit::model {

Universe::Universe(std::vector<std::string> atoms, std::vector<std::string> strings, int bitwidth)
    : names_(std::move(atoms)), bitwidth_(bitwidth) {
  if (bitwidth < 0 || bitwidth > 30) throw std::invalid_argument("bit width must be 0 to 30");
  firstString_ = static_cast<Atom>(names_.size());
  for (std::string& s : strings) names_.push_back(std::move(s));
  firstInt_ = static_cast<Atom>(names_.size());
  if (bitwidth > 0)
    for (std::int64_t i = minInt(); i <= maxInt(); ++i) names_.push_back(std::to_string(i));
  index_.reserve(names_.size());
  for (Atom a = 0; a < size(); ++a)
    if (!index_.emplace(names_[a], a).second) throw std::invalid_argument("two atoms are named " + names_[a]);
}

std::optional<Atom> Universe::find(std::string_view name) const {
  const auto found = index_.find(std::string(name));
  if (found == index_.end()) return std::nullopt;
  return found->second;
}

}  // namespace aunit::model
