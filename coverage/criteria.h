// Coverage criteria: the eight of the AUnit paper (definitions 6 to 13), implicit constraints, and criteria that the paper does
// not have.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/requirements.h"

namespace aunit::coverage {

/// Each criterion is a union of sets of requirements, R0 to R9 (`Sets` in requirements.h).
enum class Criterion : std::uint8_t {
  signature,   // SC: R0
  relation,    // RC: R0 and R1
  expression,  // EC: R0, R1 and R2
  fact,        // FaC: R3 of facts
  predicate,   // PC: R3 of predicates
  assertion,   // AC: R3 of assertions
  formula,     // FC: R3
  model,       // MC: EC and FC
  /// IC: each constraint that a declaration implies (abstract, multiplicities, disj) is true in some test and false
  /// in some test. No other criterion includes IC.
  implicit,
  // The criteria below are not in the paper and are reported only on request. cells.h describes their requirements. No other
  // criterion includes them.
  operatorCells,  // OC: R4
  uniqueCause,    // UC: R5
  weakMutation,   // WC: R6
  borders,        // BC: R7
  closureDepth,   // CC: R8
  nearMisses,     // NC: R9
};
/// The criteria that every report shows.
inline constexpr std::array criteria = {Criterion::signature, Criterion::relation,  Criterion::expression,
                                        Criterion::fact,      Criterion::predicate, Criterion::assertion,
                                        Criterion::formula,   Criterion::model,     Criterion::implicit};

inline constexpr std::array furtherCriteria = {Criterion::operatorCells, Criterion::uniqueCause,  Criterion::weakMutation,
                                               Criterion::borders,       Criterion::closureDepth, Criterion::nearMisses};
/// The criteria that every report shows, and each further criterion for which the model has requirements.
std::vector<Criterion> criteriaOf(const Requirements& requirements);

std::string_view abbreviation(Criterion criterion);  // "SC", "FaC": as in the comments of Criterion
std::string_view name(Criterion criterion);          // "signature coverage" ...
/// The criterion with this abbreviation, in upper or lower case; nothing if there is none.
std::optional<Criterion> findCriterion(std::string_view abbreviation);

/// The sets of requirements (bits of `sets`) whose union is the criterion.
Sets setsOf(Criterion criterion);
/// The requirements that are in at least one of these sets.
Bits requirementsOf(const Requirements& requirements, Sets sets);
inline Bits requirementsOf(const Requirements& requirements, Criterion criterion) {
  return requirementsOf(requirements, setsOf(criterion));
}

struct Tally {
  std::size_t met = 0;
  std::size_t total = 0;

  bool complete() const { return met == total; }
  /// The percentage of met requirements; 100 if there are none.
  double percent() const { return total == 0 ? 100.0 : 100.0 * static_cast<double>(met) / static_cast<double>(total); }
  Tally& operator+=(const Tally& other) {
    met += other.met;
    total += other.total;
    return *this;
  }
  friend bool operator==(const Tally&, const Tally&) = default;
};

Tally tally(const Bits& members, const Bits& met);

/// The share (0 .. 1) of met requirements as reports show it: rounded down to `decimals` decimal places, so that 1 means that all
/// are met. A positive share never becomes 0.
double roundedShare(const Tally& tally, int decimals);
/// The share of met requirements in percent, with one decimal place: "99.9 %".
std::string percentText(const Tally& tally);

}  // namespace aunit::coverage
