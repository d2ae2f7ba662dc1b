// Determines which `var` relations an expression reads in the current and in the next state, and whether it reads other states.
#pragma once

#include <bitset>
#include <unordered_map>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// The largest number of `var` relations of a model. They are numbered: signatures first, then fields.
inline constexpr std::size_t mostRelations = 512;
using Relations = std::bitset<mostRelations>;

/// The values of `var` relations, by number.
using Values = std::vector<model::TupleSet>;

/// Numbers the `var` signatures and fields of a model.
class RelationNumbers {
 public:
  explicit RelationNumbers(const model::Model& model);

  struct Relation {
    bool isField = false;
    std::uint32_t id = model::noId;
  };
  std::size_t size() const { return relations_.size(); }
  const Relation& operator[](std::size_t number) const { return relations_[number]; }
  /// The number of a relation; -1 if the relation is static.
  int ofSig(model::SigId id) const { return sigs_[id]; }
  int ofField(model::FieldId id) const { return fields_[id]; }
  const Relations& topLevelSigs() const { return topLevel_; }
  Relations all() const;

  /// Returns the value that relation `number` has in `state`.
  template <class State>
  auto& in(State& state, std::size_t number) const {
    return relations_[number].isField ? state.fields[relations_[number].id] : state.sigs[relations_[number].id];
  }
  Values valuesIn(const model::State& state) const;

 private:
  std::vector<Relation> relations_;
  std::vector<int> sigs_, fields_;
  Relations topLevel_;
};

/// The relations, states and variables that an expression reads.
struct StateReads {
  Relations now, next;
  bool beyond = false;                  // reads a state before this one or after the next one
  bool back = false;                    // reads a state before this one
  bool ahead = false;                   // reads a state after the next one, or depends on future states in another way
  std::vector<model::VarId> free;       // free variables, ascending
  std::vector<model::VarId> laterFree;  // variables in `free` that occur in parts about the next state
};

class StateReadsOf {
 public:
  StateReadsOf(const model::Model& model, const RelationNumbers& numbers) : model_(model), numbers_(numbers) {}
  const StateReads& operator()(model::ExprId expr);

 private:
  StateReads compute(model::ExprId expr);

  const model::Model& model_;
  const RelationNumbers& numbers_;
  std::unordered_map<model::ExprId, StateReads> known_;
};

}  // namespace aunit::suite
