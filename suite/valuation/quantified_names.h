// The atoms for which the names of a predicate-style valuation stand.
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
#include "suite/predicate_statement.h"

namespace aunit::suite {

/// One way to assign atoms to names.
struct AtomNaming {
  std::vector<std::string> atoms;
  /// The atoms of variables whose names the equations of signatures mention.
  std::unordered_map<model::VarId, model::Atom> ofVariable;
  /// The atoms of signatures that have one atom without being mentioned.
  std::map<model::SigId, model::Atom> ofSig;

  friend bool operator==(const AtomNaming&, const AtomNaming&) = default;
};

/// The quantified names of a predicate, and the ways in which several may mean one atom: names that no `disj` keeps apart, whose
/// signatures may share an atom, and about which no formula says that they differ. Also a name and the atom of a `one sig`, or a
/// variable and an inner one that shadows it, may be one atom.
class QuantifiedNames {
 public:
  /// The arguments must outlive this.
  QuantifiedNames(const model::Model& model, const PredicateStatement& said);

  /// The names that are atoms, outermost first.
  const std::vector<std::string>& named() const { return named_; }
  /// Whether an equation gives a signature a value.
  bool isStated(model::SigId sig) const { return stated_.contains(sig); }
  /// Whether the signature is a `one sig` that gets its atom by default.
  bool hasDefaultAtom(model::SigId sig) const { return defaults_.contains(sig); }
  /// Whether an inner variable of the same name hides a variable, and nothing mentions it.
  bool isHidden(model::VarId variable) const;
  /// Whether all names of quantifiers are atoms.
  bool allNamed() const;

  /// The naming in which each name is an atom of its own.
  AtomNaming asWritten() const;
  /// Whether asWritten() is the only way to read the names.
  bool certain() const;
  /// The other ways to read the names. Nothing when there are more than `most`, or when a name may stand for an integer or a
  /// string.
  std::optional<std::vector<AtomNaming>> others(std::size_t most) const;

 private:
  using Group = std::size_t;  // of the variables that are one atom

  model::SigId sigOf(model::VarId variable) const;
  bool mayMeet(model::VarId a, model::VarId b) const;
  bool saidToDiffer(model::VarId a, model::VarId b) const;
  bool mayBeBuiltin(model::SigId sig) const;
  AtomNaming naming(const std::vector<Group>& groups) const;

  const model::Model& model_;
  const PredicateStatement& said_;
  std::unordered_map<model::VarId, const model::Decl*> boundOf_;
  std::map<std::string, model::VarId> innermost_;  // the innermost variable of each name
  std::set<model::VarId> mentioned_;
  std::set<model::SigId> stated_, mentionedSigs_;
  std::vector<std::string> named_;
  std::map<model::SigId, std::string> defaults_;
  std::vector<model::VarId> variables_;  // that mean atoms: the innermost of each name, then outer ones that are mentioned
};

}  // namespace aunit::suite
