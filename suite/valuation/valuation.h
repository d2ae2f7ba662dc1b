// Converts valuations of the test language to instances (reference "tests and coverage", section 2).
#pragma once

#include <cstdint>
#include <optional>

#include "model/diagnostic.h"
#include "model/instances/instance.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::suite {

/// The bit width and the largest length of sequences in an instance.
struct IntegerScope {
  int bitwidth = 4;
  int maxSequence = 4;

  friend bool operator==(const IntegerScope&, const IntegerScope&) = default;
};

/// The bit width and the length of sequences that a scope gives (language reference 12.2 and 15). The default bit width is 4. The
/// default length of sequences is the overall scope, else 4. The length is never greater than the largest integer.
IntegerScope integerScope(const model::Scope& scope);
/// The bit width and the length of sequences that a valuation gives, by the same rules as for a scope.
IntegerScope integerScope(const model::Integers& integers);

/// The largest bit width for evaluation; with a larger one the integers alone would exhaust memory.
inline constexpr int largestBitwidth = 16;

/// Builds the instance that `tests.valuations[valuation]` states, merged with the valuations that it extends.
///
/// Relations without an assignment are empty, with these exceptions. A `one sig` has one atom with its name, and so does each
/// member of an enum. A parent contains the atoms of its children. An exact subset (`sig A = B + C`) has the atoms of its
/// parents. The atoms of S are ordered as they are listed if the model opens util/ordering on S. Assignments outside of states
/// hold in all states. A valuation that extends another one replaces only the values of relations that it assigns.
///
/// Adds errors to `diagnostics` (code "valuation"): an atom that no signature has, a tuple of the wrong length, an atom in two
/// disjoint signatures, an integer out of range, a static relation that differs between states, a trace without a loop.
std::optional<model::Instance> instantiate(const model::Model& model, const model::Tests& tests, std::uint32_t valuation,
                                           const IntegerScope& integers, model::Diagnostics& diagnostics);

/// Reports errors (code "valuation") in a valuation, which may be partial: integers out of range, and integers or strings as
/// atoms of a signature.
void checkLiterals(const model::Model& model, const model::Tests& tests, std::uint32_t valuation, const IntegerScope& integers,
                   model::Diagnostics& diagnostics);

}  // namespace aunit::suite
