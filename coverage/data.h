// Coverage data: which tests met which requirements of which model.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "coverage/bits.h"
#include "coverage/criteria.h"
#include "coverage/requirements.h"

namespace aunit::coverage {

/// The values that one subject had in one test, such as "{N1->N0}" or "true": sorted, distinct, at most `mostValues`.
struct Observation {
  std::uint32_t subject = 0;
  std::vector<std::string> values;

  friend bool operator==(const Observation&, const Observation&) = default;
};
inline constexpr std::size_t mostValues = 16;

/// A test that passed or failed. A test that ended with an error has no record.
struct TestRecord {
  std::string id;  // "path::name"
  bool passed = true;
  Bits met;                         // the requirements that the test met
  std::vector<Observation> values;  // values of each subject (the paper's maps pi and omega); empty unless requested

  /// Adds the requirements and values of another run of this test. The test has failed if one of the runs failed.
  void add(const TestRecord& other);

  friend bool operator==(const TestRecord&, const TestRecord&) = default;
};

/// The requirements of a model, and the tests that ran on it. The tests are ordered by id.
struct ModelCoverage {
  Requirements requirements;
  std::vector<TestRecord> tests;
  Bits infeasible = {};  // the requirements proved infeasible (feasibility.h); has size 0 if there are none

  bool isInfeasible(RequirementId id) const { return id < infeasible.size() && infeasible.test(id); }
  /// Adds requirements that were proved infeasible.
  void exclude(const Bits& proved);
  /// The requirements that some test met, without those proved infeasible. A test can meet an infeasible requirement only if its
  /// valuation violates a declaration or exceeds the commands' scopes.
  Bits met() const;
  /// The requirements that need no further test, because they are met or infeasible.
  Bits settled() const;
  /// The given requirements without infeasible ones.
  Bits feasible(Bits members) const;
  Tally tally(Criterion criterion) const;
  /// Adds a test. If the model has a test of the same id, adds the new record to its record (TestRecord::add).
  void add(TestRecord test);
};

/// The coverage of a run, or of a data file. Models are ordered by name, then digest.
struct Data {
  std::vector<ModelCoverage> models;

  /// The entry of the model with these requirements. Adds an entry without tests if there is none.
  ModelCoverage& of(const Requirements& requirements);
};

/// Adds the data of one run to the data of another run. Different models, and different texts of one model, have separate
/// entries. Returns false and sets `error` if two models have the same text but different requirements.
bool merge(Data& into, const Data& from, std::string& error);

/// A small set of tests that has the same coverage as all tests: ascending indices into model.tests. Greedy: repeatedly takes the
/// test that meets the most requirements not met yet; of several such tests, the first. If the tests meet n requirements, the
/// result is at most 1 + ln(n) times as large as the smallest such set.
std::vector<std::size_t> minimise(const ModelCoverage& model);

}  // namespace aunit::coverage
