// Valuations of the test language as instances (reference "tests and coverage", section 2).
#pragma once

#include <cstdint>
#include <optional>

#include "model/diagnostic.h"
#include "model/instance.h"
#include "model/model.h"
#include "model/test.h"

namespace aunit::suite {

/// What a command settles about the instances it is judged on.
struct IntegerScope {
  int bitwidth = 4;
  int maxSequence = 4;

  friend bool operator==(const IntegerScope&, const IntegerScope&) = default;
};

/// As language reference 12.2 and 15 have it: bit width 4 unless said; sequences as long as said, else as the overall scope, else
/// 4, and never longer than the largest integer.
IntegerScope integerScope(const model::Scope& scope);
/// The same of what a valuation says for its tests.
IntegerScope integerScope(const model::Integers& integers);

/// The largest bit width that is evaluated: beyond it the integers alone would fill the memory.
inline constexpr int largestBitwidth = 16;

/// Builds the instance that `tests.valuations[valuation]` states, what it extends included.
///
/// What is left unsaid is empty, except: a `one sig` has one atom named like it (and so have an enum's members); a parent has at
/// least its children's atoms; an exact subset (`sig A = B + C`) has its parents' atoms; util/ordering on S orders S's atoms as
/// they are listed. What is said outside the states holds in all of them; an extending valuation replaces relation by relation,
/// state by state.
///
/// Errors in `diagnostics`, code "valuation": an atom that no signature has, a tuple of the wrong length, an atom in two
/// disjoint signatures, an integer beyond the bit width, a static relation that differs between states, a trace without loop.
std::optional<model::Instance> instantiate(const model::Model& model, const model::Tests& tests, std::uint32_t valuation,
                                           const IntegerScope& integers, model::Diagnostics& diagnostics);

/// Reports what a valuation, partial or not, says of integers beyond the bit width, and of integers and strings as atoms of a
/// signature: errors, code "valuation".
void checkLiterals(const model::Model& model, const model::Tests& tests, std::uint32_t valuation, const IntegerScope& integers,
                   model::Diagnostics& diagnostics);

}  // namespace aunit::suite
