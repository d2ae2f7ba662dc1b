#include "model/instances/instance.h"

#include <bit>
#include <charconv>
#include <functional>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace aunit::model {

namespace {

constexpr Atom freeSlot = 0xffffffff;

/// The atom of the integer that `name` states in decimal notation, if the universe contains this integer. Calculates the atom,
/// because a table of all integers may be large.
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
  slots_.assign(std::bit_ceil(2 * std::size_t{firstInt_} + 1), freeSlot);
  for (Atom a = 0; a < firstInt_; ++a) {
    Atom& slot = slots_[slotOf(names_[a])];
    if (findInteger(*this, names_[a]) || slot != freeSlot) throw std::invalid_argument("two atoms are named " + names_[a]);
    slot = a;
  }
}

/// The slot of the atom with this name. If there is no such atom, the free slot into which it would be put.
std::size_t Universe::slotOf(std::string_view name) const {
  std::size_t slot = std::hash<std::string_view>{}(name) & (slots_.size() - 1);
  while (slots_[slot] != freeSlot && names_[slots_[slot]] != name) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::optional<Atom> Universe::find(std::string_view name) const {
  const Atom found = slots_[slotOf(name)];
  return found != freeSlot ? found : findInteger(*this, name);
}

}  // namespace aunit::model
