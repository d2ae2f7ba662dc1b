// Conversion of valuations of the test language to instances (reference "tests and coverage", section 2).
#pragma once

#include <cstdint>
#include <optional>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::suite {

/// The sizes of integers and sequences in the instances on which a command is judged.
struct IntegerScope {
  int bitwidth = 4;
  int maxSequence = 4;

  friend bool operator==(const IntegerScope&, const IntegerScope&) = default;
};

/// The sizes that a scope gives (language reference 12.2 and 15): the bit width is 4 unless written; sequences are as long as
/// written, else as the overall scope, else 4, and never longer than the largest integer.
IntegerScope integerScope(const model::Scope& scope);
/// The sizes that a valuation gives for its tests, by the same rules.
IntegerScope integerScope(const model::Integers& integers);

/// The largest bit width for evaluation: with a larger one the integers alone would fill the memory.
inline constexpr int largestBitwidth = 16;

/// Builds the instance that `tests.valuations[valuation]` states, merged with the valuations that it extends.
///
/// Relations without an assignment are empty, except: a `one sig` has one atom named like it (and so have an enum's members); a
/// parent has at least its children's atoms; an exact subset (`sig A = B + C`) has its parents' atoms; util/ordering on S orders
/// S's atoms as they are listed. Assignments outside the states hold in all of them; an extending valuation replaces relation by
/// relation, state by state.
///
/// Errors go to `diagnostics` (code "valuation"): an atom that no signature has, a tuple of the wrong length, an atom in two
/// disjoint signatures, an integer beyond the bit width, a static relation that differs between states, a trace without a loop.
std::optional<model::Instance> instantiate(const model::Model& model, const model::Tests& tests, std::uint32_t valuation,
                                           const IntegerScope& integers, model::Diagnostics& diagnostics);

/// Reports errors (code "valuation") in a valuation, partial or not: integers beyond the bit width, and integers or strings as
/// atoms of a signature.
void checkLiterals(const model::Model& model, const model::Tests& tests, std::uint32_t valuation, const IntegerScope& integers,
                   model::Diagnostics& diagnostics);

}  // namespace aunit::suite
