// Makes random valuations that satisfy most declarations. With them, differences between models are found without the solver.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::strength::synthesis {

struct Sizes {
  int atoms = 3;      // limit for the atoms of each top-level signature
  int allAtoms = 12;  // limit for the atoms of all top-level signatures together
  int states = 1;     // limit for the number of states
  int bitwidth = 4;
  int maxSequence = 4;
};

/// Makes random valuations that respect the hierarchy of signatures, and the multiplicities of signatures and fields. The caller
/// must check all other declarations and facts. Deterministic for equal sizes and seed.
class RandomValuations {
 public:
  RandomValuations(const model::Model& model, const Sizes& sizes, std::uint64_t seed);

  /// Returns the next valuation. Returns nothing if random choice cannot satisfy a declaration, for example the declaration of a
  /// defined field, or of a field with integers or strings.
  std::optional<model::Instance> next();

 private:
  std::uint64_t below(std::uint64_t bound);
  bool happens(double probability) { return static_cast<double>(below(1 << 20)) < probability * (1 << 20); }
  void fillSig(model::SigId sig, const std::vector<model::Atom>& atoms, model::State& state, bool first);
  void divide(model::SigId parent, model::State& state, bool first);
  std::vector<model::Atom> someOf(const std::vector<model::Atom>& atoms, model::Multiplicity multiplicity);
  void fillSubset(model::SigId subset, model::State& state);
  void fillField(model::FieldId field, model::State& state);
  void change(const model::State& first, model::State& state);

  const model::Model& model_;
  const Sizes sizes_;
  std::vector<model::SigId> subsets_;  // the subset signatures; each comes after its parents
  std::uint64_t random_;
  double density_ = 0.5;
  bool possible_ = true;
};

}  // namespace aunit::strength::synthesis
