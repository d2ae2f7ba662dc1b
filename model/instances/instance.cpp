#include "model/instances/instance.h"

#include <charconv>
#include <stdexcept>
#include <system_error>

namespace aunit::model {

namespace {

/// The atom of an integer in decimal notation, if the universe contains it. Computed without a table, because there may be many
/// integers.
std::optional<Atom> findInteger(const Universe& universe, std::string_view name) {
  std::int32_t value = 0;
  const char* const end = name.data() + name.size();
  const auto [read, error] = std::from_chars(name.data(), end, value);
  if (error != std::errc() || read != end || value < universe.minInt() || value > universe.maxInt()) return std::nullopt;
  const Atom atom = universe.intAtom(value);
  return universe.name(atom) == name ? std::optional(atom) : std::nullopt;  // false for texts such as "-0" and "07"
}

}  // namespace

Universe::Universe(std::vector<std::string> atoms, std::vector<std::string> strings, int bitwidth)
    : names_(std::move(atoms)), bitwidth_(bitwidth) {
  if (bitwidth < 0 || bitwidth > 30) throw std::invalid_argument("bit width must be 0 to 30");
  firstString_ = static_cast<Atom>(names_.size());
  for (std::string& s : strings) names_.push_back(std::move(s));
  firstInt_ = static_cast<Atom>(names_.size());
  if (bitwidth > 0)
    for (std::int64_t i = minInt(); i <= maxInt(); ++i) names_.push_back(std::to_string(i));
  index_.reserve(firstInt_);
  for (Atom a = 0; a < firstInt_; ++a)
    if (findInteger(*this, names_[a]) || !index_.emplace(names_[a], a).second)
      throw std::invalid_argument("two atoms are named " + names_[a]);
}

std::optional<Atom> Universe::find(std::string_view name) const {
  const auto found = index_.find(std::string(name));
  return found != index_.end() ? found->second : findInteger(*this, name);
}

}  // namespace aunit::model
