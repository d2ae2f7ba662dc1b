// Symmetry breaking, which excludes most instances that differ from another one only in the names of interchangeable atoms.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.h"
#include "solver/grounding/bounds.h"
#include "solver/translation/relation_variables.h"
#include "solver/translation/translator.h"

namespace aunit::solver {

/// A relation of one state.
struct StateRelation {
  unsigned arity;
  int state;
  const std::vector<Entry>* entries;
};
/// The relations that have variables, and the witnesses, in the order in which instances are compared: state by state, and in
/// each state relations with few tuples first. Omits relations of state `states` and later, and fields that the atoms of records
/// determine.
std::vector<StateRelation> inComparedOrder(const model::Model& model, const Bounds& bounds,
                                           const RelationVariables& relationVariables, std::span<const SkolemRelation> skolems,
                                           int states);

/// The order in which symmetry breaking compares relations. It decides which of several symmetric instances remain, and how many.
enum class SymmetryOrder : std::uint8_t {
  reference,  // as inComparedOrder(), for instances that are shown or counted
  /// In each state, compares subsets of interchangeable atoms first, then relations from such atoms to fixed atoms, then the
  /// rest. Shortens proofs that there is no instance.
  fixedFirst,
};

/// Requires, for every two neighbouring atoms of a class of interchangeable atoms, that the instance is lexicographically no
/// greater than the instance in which these two are exchanged (Crawford, Ginsberg, Luks & Roy, KR 1996). With
/// SymmetryOrder::fixedFirst and exactly two classes, also compares the instance with each instance that results from one
/// exchange in each class. Compares at most `length` literals for each exchange, as Kodkod does (Torlak & Jackson, TACAS 2007).
/// If `length` is 0, there is no constraint.
Lit breakSymmetries(const model::Model& model, const Bounds& bounds, const RelationVariables& relationVariables,
                    std::span<const SkolemRelation> skolems, const Algebra& algebra, int states, int length, SymmetryOrder order);

}  // namespace aunit::solver
