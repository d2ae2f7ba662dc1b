// Coverage data: which tests met which requirements of which model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coverage/bits.h"
#include "coverage/criteria.h"
#include "coverage/requirements.h"

namespace aunit::coverage {

/// The values that one subject had in one test: "{N1->N0}", "true". Sorted and distinct, at most `mostValues`.
struct Observation {
  std::uint32_t subject = 0;
  std::vector<std::string> values;

  friend bool operator==(const Observation&, const Observation&) = default;
};
inline constexpr std::size_t mostValues = 16;

/// One test that passed or failed; a test in error has no record.
struct TestRecord {
  std::string id;  // "path::name"
  bool passed = true;
  Bits met;                         // by RequirementId
  std::vector<Observation> values;  // the maps pi and omega, by subject; empty unless requested

  /// Adds the requirements and values of another record; failed outweighs passed.
  void add(const TestRecord& other);

  friend bool operator==(const TestRecord&, const TestRecord&) = default;
};

/// The requirements of a model, with the tests that ran on it, ordered by id.
struct ModelCoverage {
  Requirements requirements;
  std::vector<TestRecord> tests;
  Bits infeasible = {};  // proved infeasible (feasibility.h); of size 0 if none is

  bool isInfeasible(RequirementId id) const { return id < infeasible.size() && infeasible.test(id); }
  /// Adds requirements that were proved infeasible.
  void exclude(const Bits& proved);
  /// The requirements that some test met, without infeasible ones: a test can only show their values if it violates a declaration
  /// or exceeds the commands' scopes.
  Bits met() const;
  /// The requirements that are met or infeasible, and so need no further test.
  Bits settled() const;
  /// The given requirements without infeasible ones.
  Bits feasible(Bits members) const;
  Tally tally(Criterion criterion) const;
  /// Adds a test, or merges it with the test of the same id (failed outweighs passed).
  void add(TestRecord test);
};

/// The coverage of a run or of a data file: models, ordered by name and digest.
struct Data {
  std::vector<ModelCoverage> models;

  /// The model with these requirements; added, without tests, if it is missing.
  ModelCoverage& of(const Requirements& requirements);
};

/// Adds a run to another. Different models, and different texts of one model, are kept apart. Returns false, with `error`, if two
/// models have the same text but different requirements.
bool merge(Data& into, const Data& from, std::string& error);

/// A small set of tests with the same coverage, as ascending indices into model.tests. Greedy: repeatedly takes the first test
/// that meets most of the open requirements. The set is at most a factor ln(n) larger than the smallest.
std::vector<std::size_t> minimise(const ModelCoverage& model);

}  // namespace aunit::coverage
