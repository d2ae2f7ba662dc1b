// Coverage data: which tests met which requirements of which model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coverage/bits.h"
#include "coverage/criteria.h"
#include "coverage/requirements.h"

namespace aunit::coverage {

/// The values that one subject took in one test: "{N1->N0}", "true". Sorted and distinct, at most `mostValues` of them.
struct Observation {
  std::uint32_t subject = 0;
  std::vector<std::string> values;

  friend bool operator==(const Observation&, const Observation&) = default;
};
inline constexpr std::size_t mostValues = 16;

/// One test that passed or failed; tests in error leave no record.
struct TestRecord {
  std::string id;  // "path::name"
  bool passed = true;
  Bits met;                         // by RequirementId
  std::vector<Observation> values;  // the maps pi and omega, by subject; empty unless asked for

  /// Adds the requirements and values of another record; a failure outweighs a pass.
  void add(const TestRecord& other);

  friend bool operator==(const TestRecord&, const TestRecord&) = default;
};

/// The requirements of a model with the tests that ran on it, ordered by id.
struct ModelCoverage {
  Requirements requirements;
  std::vector<TestRecord> tests;
  Bits infeasible = {};  // proved so (feasibility.h); of size 0 when nothing was proved

  bool isInfeasible(RequirementId id) const { return id < infeasible.size() && infeasible.test(id); }
  /// Adds requirements that have been proved infeasible.
  void exclude(const Bits& proved);
  /// The requirements that the suite met: the union over its tests, without the infeasible ones, whose values a test shows that
  /// breaks a declaration or goes beyond the scopes of the commands.
  Bits met() const;
  /// The requirements that are met or proved infeasible, so that no further test is needed.
  Bits settled() const;
  /// The given requirements without those that have been proved infeasible.
  Bits feasible(Bits members) const;
  Tally tally(Criterion criterion) const;
  /// Adds a test, or unites it with the one that has the same id (a failure outweighs a pass).
  void add(TestRecord test);
};

/// The coverage of a run or in a data file: models, ordered by name and digest.
struct Data {
  std::vector<ModelCoverage> models;

  /// The model with these requirements; it is added, without tests, when it is missing.
  ModelCoverage& of(const Requirements& requirements);
};

/// Unites two runs. Different models, and different texts of one model, are kept apart. Returns false, with `error` set, when the
/// requirements of one text differ.
bool merge(Data& into, const Data& from, std::string& error);

/// A small set of tests with the same coverage, as ascending indices into model.tests. Chosen greedily: always the test that
/// meets most of the requirements still open, the first of equals. The set is at most a factor ln(n) larger than the smallest.
std::vector<std::size_t> minimise(const ModelCoverage& model);

}  // namespace aunit::coverage
