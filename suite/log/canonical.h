// Keys of states up to renaming of the atoms that the log does not distinguish. States with equal keys are isomorphic. The
// converse does not always hold: if refinement cannot distinguish many atoms, isomorphic states may have different keys. The
// search then visits both, which costs time and changes no verdict.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/instances/instance.h"
#include "suite/log/successors.h"

namespace aunit::suite::log {

class CanonicalKeys {
 public:
  /// Static relations of the frame count as well.
  CanonicalKeys(const model::Model& model, const RelationNumbers& numbers, const model::Instance& frame);

  /// `named[a]`: atom a keeps its name. Only the relations in `counted` count. `whole`: static relations may differ, too.
  std::string keyOf(const Values& values, const std::vector<bool>& named, const Relations& counted, bool whole = false) const;
  /// The orbits of the atoms under the renamings that do not change the state.
  Orbits orbitsOf(const Values& values, const std::vector<bool>& named, const Relations& counted) const;

 private:
  struct Tuples {
    std::uint32_t arity = 1;
    std::vector<model::Atom> atoms;  // one tuple behind the other
  };
  /// Calls `visit` with the number of the relation, from 1, and the tuple, for each tuple of these relations and of the static
  /// ones.
  template <class Visit>
  void forEachTuple(const std::vector<Tuples>& all, const Visit& visit) const {
    std::uint64_t relation = 0;
    for (const std::vector<Tuples>* list : {&all, &fixed_})
      for (const Tuples& tuples : *list) {
        ++relation;
        for (std::size_t t = 0; t < tuples.atoms.size(); t += tuples.arity)
          visit(relation, std::span(tuples.atoms).subspan(t, tuples.arity));
      }
  }
  void add(std::vector<Tuples>& all, const model::TupleSet& set) const;
  std::vector<Tuples> varying(const Values& values, const Relations& counted) const;
  bool colour(const std::vector<bool>& named, std::vector<std::uint64_t>& colour) const;
  void refine(const std::vector<Tuples>& all, std::vector<std::uint64_t>& colour) const;
  std::vector<model::Atom> tellTwinsApart(const std::vector<Tuples>& all, std::vector<std::uint64_t>& colour) const;
  bool describe(const std::vector<Tuples>& all, const std::vector<std::uint64_t>& colour, std::string& out,
                Orbits* orbits = nullptr) const;

  const RelationNumbers& numbers_;
  std::uint32_t size_ = 0;
  std::vector<Tuples> sets_, fixed_;  // static signatures, and static fields
  std::vector<std::uint64_t> kind_;   // by atom: the signatures that it is in
  std::vector<bool> distinguished_;   // integers, strings, atoms of `one` signatures
};

}  // namespace aunit::suite::log
