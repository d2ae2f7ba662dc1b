// Formulas that are valid for closures and for finite sets: axioms that every theory gets, and lemmas that a proof may ask for.
#pragma once

#include <cstdint>

#include "solver/firstorder/theory.h"

namespace aunit::solver::firstorder {

/// Lemmas beyond the axioms. Each is an instance of a schema that holds in all finite structures; docs/how-all-scopes-works.md
/// proves them.
enum class Lemmas : std::uint8_t {
  none,
  containment,  // if a closure contains a relation, it contains the relation's closure
  induction,    // `containment`, and: if no step of a relation leaves a set, the relation's closure does not leave it
  finite,       // `induction`, and: if a relation is acyclic, each non-empty set has an atom without predecessors in the set, and
                // one without successors; the pigeonhole principle; among certain sets `a.f`, one is maximal
};

/// The assertions that define the closures of a theory, and the lemmas that `lemmas` selects. May add formulas to `theory`, but
/// no closures.
std::vector<Assertion> axiomsOf(Theory& theory, Lemmas lemmas);

/// Whether an assertion is valid only for finitely many atoms.
bool needsFiniteness(const Assertion& assertion);

}  // namespace aunit::solver::firstorder
