// The atoms of a log: which values are atoms of which signature.
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

/// The names of a signature's atoms, in their order.
using AtomsBySig = std::map<model::SigId, std::vector<std::string>>;

/// Values as atoms. Two signatures may have an atom of the same name.
class LogAtoms {
 public:
  LogAtoms(const model::Model& model, const model::Instance& frame);

  /// Adds a name of an atom, by which find() finds it.
  void name(model::Atom atom, std::string_view text);
  /// The atom of a signature that a value names: by its exact name, else by the only name that differs in upper and lower case.
  /// Strings are named by their text, exactly.
  std::optional<model::Atom> find(model::SigId sig, std::string_view text) const;
  /// The names of a signature's atoms.
  std::vector<std::string> namesIn(model::SigId sig) const;
  /// Whether an atom may be in a signature.
  bool belongs(model::Atom atom, model::SigId sig) const;

 private:
  const model::Model& model_;
  const model::Instance& frame_;
  std::unordered_multimap<std::string, model::Atom> exact_, folded_;
};

}  // namespace aunit::suite::log
