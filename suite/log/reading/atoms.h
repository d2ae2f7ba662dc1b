// Maps values in a log to atoms of signatures.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite::log {

/// By signature: the names of its atoms, in the order of the atoms.
using AtomsBySig = std::map<model::SigId, std::vector<std::string>>;

/// The names of atoms in a log. Atoms of different signatures may have the same name.
class LogAtoms {
 public:
  LogAtoms(const model::Model& model, const model::Instance& frame);

  /// Adds a name by which find() finds the atom.
  void name(model::Atom atom, std::string_view text);
  /// Returns the atom of the signature `sig` whose name is `text`. If there is none, returns the atom of `sig` whose name equals
  /// `text` except for upper and lower case, if there is exactly one. Strings are found by their exact text.
  std::optional<model::Atom> find(model::SigId sig, std::string_view text) const;
  /// The names of the atoms that may be in a signature.
  std::vector<std::string> namesIn(model::SigId sig) const;
  /// Whether an atom may be in a signature.
  bool belongs(model::Atom atom, model::SigId sig) const;

 private:
  const model::Model& model_;
  const model::Instance& frame_;
  std::unordered_multimap<std::string, model::Atom> exact_, folded_;
};

}  // namespace aunit::suite::log
