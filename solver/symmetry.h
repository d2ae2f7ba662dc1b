// Symmetry breaking: of instances that differ only in the names of interchangeable atoms, most are excluded.
#pragma once

#include <span>
#include <vector>

#include "model/model.h"
#include "solver/bounds.h"
#include "solver/leaves.h"
#include "solver/translator.h"

namespace aunit::solver {

/// For every two neighbouring atoms of a class of interchangeable ones: the instance is lexicographically no greater than with
/// the two exchanged, comparing at most `length` literals (Crawford, Ginsberg, Luks & Roy, KR 1996; cut off as in Kodkod: Torlak
/// & Jackson, TACAS 2007). Relations with few tuples are compared first, those of earlier states first, those
/// of state `states` and later not at all. 0: no constraint.
Lit breakSymmetries(const model::Model& model, const Bounds& bounds, const Leaves& leaves,
                    std::span<const SkolemRelation> skolems, const Algebra& algebra, int states, int length);

}  // namespace aunit::solver
