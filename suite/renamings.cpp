// Canonical forms by refinement and individualisation (McKay & Piperno, "Practical graph isomorphism, II", JSC 2014). The search
// uses only those automorphisms that exchange two atoms. This is enough for the small instances that users see.
#include "suite/renamings.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace aunit::suite {

namespace {

using model::Atom;
using Colours = std::vector<std::uint32_t>;

class CanonicalForm {
 public:
  explicit CanonicalForm(const model::Instance& instance) : size_(instance.universe->size()) {
    for (const model::State& state : instance.states)
      for (const auto* relations : {&state.sigs, &state.fields})
        for (const model::TupleSet& relation : *relations) {
          auto& tuples = relations_.emplace_back();
          relation.forEach([&](std::span<const Atom> tuple) { tuples.emplace_back(tuple.begin(), tuple.end()); });
          std::ranges::sort(tuples);
        }
    // Integers and strings keep their names, so each has a colour of its own.
    Colours colours(size_, 0);
    for (Atom atom = instance.universe->firstString(); atom < size_; ++atom) colours[atom] = atom + 1;
    text_ = std::to_string(instance.states.size()) + '/' + std::to_string(instance.loop) + ':';
    search(std::move(colours));
  }

  /// The canonical form as text; nothing if the instance has too many symmetries.
  std::optional<std::string> text() const { return leaves_ > mostLeaves ? std::nullopt : std::optional(text_ + best_); }

 private:
  static constexpr int mostLeaves = 200;

  /// Refines colours until they are stable. The numbering of the colours does not depend on names of atoms.
  void refine(Colours& colours) const {
    for (std::size_t classes = 0;;) {
      std::vector<std::vector<std::uint64_t>> marks(size_);
      for (std::size_t r = 0; r < relations_.size(); ++r)
        for (const auto& tuple : relations_[r]) {
          std::uint64_t mark = r + 1;
          for (const Atom atom : tuple) mark = mark * 1'000'003 + colours[atom];
          for (std::size_t i = 0; i < tuple.size(); ++i) marks[tuple[i]].push_back(mark * 31 + i);
        }
      std::map<std::pair<std::uint32_t, std::vector<std::uint64_t>>, std::uint32_t> numbers;
      for (Atom atom = 0; atom < size_; ++atom) {
        std::ranges::sort(marks[atom]);
        numbers.try_emplace({colours[atom], marks[atom]}, 0);
      }
      std::uint32_t next = 0;
      for (auto& [unused, number] : numbers) number = next++;
      for (Atom atom = 0; atom < size_; ++atom) colours[atom] = numbers[{colours[atom], marks[atom]}];
      if (numbers.size() == classes) return;
      classes = numbers.size();
    }
  }

  void search(Colours colours) {
    if (leaves_ > mostLeaves) return;
    refine(colours);
    std::vector<std::vector<Atom>> classes(size_);
    for (Atom atom = 0; atom < size_; ++atom) classes[colours[atom]].push_back(atom);
    const auto several = std::ranges::find_if(classes, [&](const auto& one) { return one.size() > 1 && isUsed(one.front()); });
    if (several == classes.end()) {
      ++leaves_;
      std::string text = written(colours);
      if (best_.empty() || text < best_) best_ = std::move(text);
      return;
    }
    std::vector<Atom> tried;
    for (const Atom atom : *several) {
      if (std::ranges::any_of(tried, [&](Atom other) { return areTwins(atom, other); })) continue;
      tried.push_back(atom);
      Colours individual = colours;
      for (std::uint32_t& colour : individual) colour *= 2;
      ++individual[atom];
      search(std::move(individual));
    }
  }

  /// Whether the exchange of two atoms leaves the instance unchanged.
  bool areTwins(Atom a, Atom b) const {
    return std::ranges::all_of(relations_, [&](const auto& tuples) {
      return std::ranges::all_of(tuples, [&](std::vector<Atom> tuple) {
        for (Atom& atom : tuple) atom = atom == a ? b : atom == b ? a : atom;
        return std::binary_search(tuples.begin(), tuples.end(), tuple);
      });
    });
  }

  bool isUsed(Atom atom) const {
    return std::ranges::any_of(relations_, [&](const auto& tuples) {
      return std::ranges::any_of(tuples, [&](const auto& tuple) { return std::ranges::find(tuple, atom) != tuple.end(); });
    });
  }

  std::string written(const Colours& names) const {
    std::string out;
    for (const auto& tuples : relations_) {
      std::vector<std::vector<std::uint32_t>> renamed;
      for (const auto& tuple : tuples) {
        auto& one = renamed.emplace_back();
        for (const Atom atom : tuple) one.push_back(names[atom]);
      }
      std::ranges::sort(renamed);
      for (const auto& tuple : renamed) {
        for (const std::uint32_t name : tuple) out += std::to_string(name) + ' ';
        out += ',';
      }
      out += ';';
    }
    return out;
  }

  const Atom size_;
  std::vector<std::vector<std::vector<Atom>>> relations_;  // for each state: its signatures, then its fields
  std::string text_, best_;
  int leaves_ = 0;
};

}  // namespace

bool Renamings::insert(const model::Instance& instance) {
  constexpr std::uint32_t mostAtoms = 200;
  if (instance.universe->size() > mostAtoms) return true;
  const auto text = CanonicalForm(instance).text();
  return !text || seen_.insert(*text).second;
}

}  // namespace aunit::suite
