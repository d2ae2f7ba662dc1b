// Which atoms the names of a predicate-style valuation stand for.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "suite/predicate_statement.h"

namespace aunit::suite {

/// One way to read the names.
struct AtomNaming {
  std::vector<std::string> atoms;
  /// Of the variables whose names the equations of signatures mention.
  std::unordered_map<model::VarId, model::Atom> ofVariable;
  /// Of the signatures that have one atom without being mentioned.
  std::map<model::SigId, model::Atom> ofSig;

  friend bool operator==(const AtomNaming&, const AtomNaming&) = default;
};

/// The quantified names of a predicate, and in which ways several may mean one atom: those that no `disj` holds apart, whose
/// signatures may share an atom, and of which no formula says that they differ. So may a name and the atom of a `one sig`, and a
/// variable and an inner one that shadows it.
class QuantifiedNames {
 public:
  /// All must outlive it.
  QuantifiedNames(const model::Model& model, const PredicateStatement& said);

  /// Names that are atoms, outermost first.
  const std::vector<std::string>& named() const { return named_; }
  /// Whether the equations give this signature a value.
  bool isStated(model::SigId sig) const { return stated_.contains(sig); }
  /// Signatures that have an atom without being mentioned.
  bool hasDefaultAtom(model::SigId sig) const { return defaults_.contains(sig); }
  /// A variable that an inner one of its name hides, and that nothing mentions.
  bool isHidden(model::VarId variable) const;
  /// Whether all names of quantifiers are atoms.
  bool allNamed() const;

  /// Each name is an atom of its own.
  AtomNaming asWritten() const;
  /// Whether that is the only way to read them.
  bool certain() const;
  /// The other ways. Nothing when there are more than `most`, or when a name may stand for an integer or a string.
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
  std::map<std::string, model::VarId> innermost_;  // the variable that a name means in the end
  std::set<model::VarId> mentioned_;
  std::set<model::SigId> stated_, mentionedSigs_;
  std::vector<std::string> named_;
  std::map<model::SigId, std::string> defaults_;
  std::vector<model::VarId> variables_;  // that mean atoms: the innermost of each name, then those that they hide in vain
};

}  // namespace aunit::suite
