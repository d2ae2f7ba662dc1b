#include "coverage/criteria.h"

#include <algorithm>
#include <cctype>
#include <span>

#include <fmt/format.h>

namespace aunit::coverage {

std::string_view abbreviation(Criterion criterion) {
  static constexpr std::string_view names[] = {"SC", "RC", "EC", "FaC", "PC", "AC", "FC", "MC",
                                               "IC", "OC", "UC", "WC",  "BC", "CC", "NC"};
  return names[static_cast<std::size_t>(criterion)];
}

std::string_view name(Criterion criterion) {
  static constexpr std::string_view names[] = {
      "signature coverage", "relation coverage", "expression coverage",  "fact coverage",        "predicate coverage",
      "assertion coverage", "formula coverage",  "model coverage",       "implicit constraints", "operator cells",
      "unique cause",       "weak mutation",     "multiplicity borders", "closure depth",        "near misses"};
  return names[static_cast<std::size_t>(criterion)];
}

std::optional<Criterion> findCriterion(std::string_view text) {
  const auto sameLetter = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  for (const auto known : {std::span<const Criterion>(criteria), std::span<const Criterion>(furtherCriteria)})
    for (const Criterion criterion : known)
      if (std::ranges::equal(abbreviation(criterion), text, sameLetter)) return criterion;
  return std::nullopt;
}

std::vector<Criterion> criteriaOf(const Requirements& requirements) {
  std::vector<Criterion> result(criteria.begin(), criteria.end());
  for (const Criterion criterion : furtherCriteria)
    if (std::ranges::any_of(requirements.subjects, [&](const Subject& s) { return (s.sets & setsOf(criterion)) != 0; }))
      result.push_back(criterion);
  return result;
}

Sets setsOf(Criterion criterion) {
  switch (criterion) {
    case Criterion::signature: return sets::r0;
    case Criterion::relation: return sets::r0 | sets::r1;
    case Criterion::expression: return sets::r0 | sets::r1 | sets::r2;
    case Criterion::fact: return sets::facts;
    case Criterion::predicate: return sets::predicates;
    case Criterion::assertion: return sets::assertions;
    case Criterion::formula: return sets::r3;
    case Criterion::model: return sets::r0 | sets::r1 | sets::r2 | sets::r3;
    case Criterion::implicit: return sets::implicit;
    case Criterion::operatorCells: return sets::r4;
    case Criterion::uniqueCause: return sets::r5;
    case Criterion::weakMutation: return sets::r6;
    case Criterion::borders: return sets::r7;
    case Criterion::closureDepth: return sets::r8;
    case Criterion::nearMisses: return sets::r9;
  }
  return 0;
}

Bits requirementsOf(const Requirements& requirements, Sets wanted) {
  Bits members(requirements.count());
  for (const Subject& subject : requirements.subjects) {
    if ((subject.sets & wanted) == 0) continue;
    for (std::uint32_t i = 0; i < subject.requirementCount(); ++i) members.set(subject.first + i);
  }
  return members;
}

Tally tally(const Bits& members, const Bits& met) {
  return {members.countCommon(met), members.count()};
}

double roundedShare(const Tally& tally, int decimals) {
  if (tally.total == 0) return 1;
  std::size_t one = 1;
  for (int i = 0; i < decimals; ++i) one *= 10;
  const std::size_t units = tally.met * one / tally.total;
  return static_cast<double>(units == 0 && tally.met != 0 ? 1 : units) / static_cast<double>(one);
}

std::string percentText(const Tally& tally) {
  return fmt::format("{:.1f} %", 100 * roundedShare(tally, 3));
}

}  // namespace aunit::coverage
