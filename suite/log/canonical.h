// Computes keys of states. If atoms that the log does not distinguish are renamed, the key usually stays the same. States with
// equal keys are isomorphic. Isomorphic states may have different keys if colour refinement cannot distinguish many atoms. The
// search then visits each of these states, which costs time but does not change the verdict.
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
  /// Static relations of `frame` are part of each state.
  CanonicalKeys(const model::Model& model, const RelationNumbers& numbers, const model::Instance& frame);

  /// `named[a]`: atom `a` must keep its name. `counted`: the relations that the key depends on. `whole`: the key
  /// also depends on the static signatures. Use it to compare states of instances that differ in these.
  std::string keyOf(const Values& values, const std::vector<bool>& named, const Relations& counted, bool whole = false) const;
  /// The orbits of atoms under the renamings that leave the state unchanged.
  Orbits orbitsOf(const Values& values, const std::vector<bool>& named, const Relations& counted) const;

 private:
  struct Tuples {
    std::uint32_t arity = 1;
    std::vector<model::Atom> atoms;  // the atoms of all tuples, one tuple after the other
  };
  /// Calls `visit` for each tuple of the relations `all` and of the static fields, with the number of the relation, from 1.
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
  std::vector<Tuples> sets_, fixed_;  // tuples of static signatures and of static fields
  std::vector<std::uint64_t> kind_;   // by atom: a hash of the signatures that contain it
  std::vector<bool> distinguished_;   // by atom: it is an integer, a string, or in a `one` signature, and so keeps its name
};

}  // namespace aunit::suite::log
