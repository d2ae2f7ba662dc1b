// The reads of an expression: which relations in this state, which in the next, and whether it looks beyond.
#pragma once

#include <bitset>
#include <unordered_map>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::suite {

/// Variable relations are numbered: signatures first, then fields. Models with more are not supported.
inline constexpr std::size_t mostRelations = 512;
using Relations = std::bitset<mostRelations>;

/// The values of variable relations, by number.
using Values = std::vector<model::TupleSet>;

/// The variable signatures and fields of a model by number.
class RelationNumbers {
 public:
  explicit RelationNumbers(const model::Model& model);

  struct Relation {
    bool isField = false;
    std::uint32_t id = model::noId;
  };
  std::size_t size() const { return relations_.size(); }
  const Relation& operator[](std::size_t number) const { return relations_[number]; }
  /// -1 for what never changes.
  int ofSig(model::SigId id) const { return sigs_[id]; }
  int ofField(model::FieldId id) const { return fields_[id]; }
  const Relations& topLevelSigs() const { return topLevel_; }
  Relations all() const;

  /// The value of a relation in a state.
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

struct Looks {
  Relations now, next;
  bool beyond = false;                  // at states before this one, or behind the next
  bool back = false;                    // at states before this one
  bool ahead = false;                   // behind the next; or in other ways that no state with its past decides
  std::vector<model::VarId> free;       // variables, ascending
  std::vector<model::VarId> laterFree;  // relations that are read in the next state, too
};

class LooksOf {
 public:
  LooksOf(const model::Model& model, const RelationNumbers& numbers) : model_(model), numbers_(numbers) {}
  const Looks& operator()(model::ExprId expr);

 private:
  Looks compute(model::ExprId expr);

  const model::Model& model_;
  const RelationNumbers& numbers_;
  std::unordered_map<model::ExprId, Looks> known_;
};

}  // namespace aunit::suite
