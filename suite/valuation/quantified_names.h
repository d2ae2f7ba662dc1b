// Assigns atoms to the quantified variables of a predicate that states a valuation.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "suite/valuation/predicate_statement.h"

namespace aunit::suite {

/// One assignment of atoms to variables.
struct AtomNaming {
  std::vector<std::string> atoms;
  /// The atom of each variable that stands for an atom.
  std::unordered_map<model::VarId, model::Atom> ofVariable;
  /// The atom of each signature that has an atom by default.
  std::map<model::SigId, model::Atom> ofSig;

  friend bool operator==(const AtomNaming&, const AtomNaming&) = default;
};

/// The quantified variables of a predicate, and the ways in which several variables can be the same atom. Variables can be the
/// same atom if no `disj` separates them, their signatures can have a common atom, and no formula says that they differ. A
/// variable can also be the atom of a `one sig`, or the atom of an inner variable with the same name.
class QuantifiedNames {
 public:
  /// The arguments must outlive this object.
  QuantifiedNames(const model::Model& model, const PredicateStatement& said);

  /// The names of the variables that stand for atoms, outermost first.
  const std::vector<std::string>& named() const { return named_; }
  /// Whether an equation gives the signature a value.
  bool isStated(model::SigId sig) const { return stated_.contains(sig); }
  /// Whether the signature is a `one sig` that has an atom by default.
  bool hasDefaultAtom(model::SigId sig) const { return defaults_.contains(sig); }
  /// Whether an inner variable with the same name hides the variable, and nothing mentions the variable.
  bool isHidden(model::VarId variable) const;
  /// Whether each quantified variable stands for an atom.
  bool allNamed() const;

  /// The naming in which variables with different names are different atoms.
  AtomNaming asWritten() const;
  /// Whether asWritten() is the only possible naming.
  bool certain() const;
  /// The other namings. Returns nothing if there are more than `most`, or if a variable may be an integer or a string.
  std::optional<std::vector<AtomNaming>> others(std::size_t most) const;

 private:
  using Group = std::size_t;  // number of an atom; variables with the same number are the same atom

  model::SigId sigOf(model::VarId variable) const;
  bool mayMeet(model::VarId a, model::VarId b) const;
  bool saidToDiffer(model::VarId a, model::VarId b) const;
  bool mayBeBuiltin(model::SigId sig) const;
  AtomNaming naming(const std::vector<Group>& groups) const;

  const model::Model& model_;
  const PredicateStatement& said_;
  std::unordered_map<model::VarId, const model::Decl*> boundOf_;
  std::map<std::string, model::VarId> innermost_;  // by name: the innermost variable
  std::set<model::VarId> mentioned_;
  std::set<model::SigId> stated_, mentionedSigs_;
  std::vector<std::string> named_;
  std::map<model::SigId, std::string> defaults_;
  /// Variables that stand for atoms: the innermost of each name, then the outer variables that are not hidden.
  std::vector<model::VarId> variables_;
};

}  // namespace aunit::suite
