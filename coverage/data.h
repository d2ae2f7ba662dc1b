// Coverage of suites: which tests met which requirements of which model, and what can be done with that.
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

  /// What this met as well; a failure outweighs a pass.
  void add(const TestRecord& other);

  friend bool operator==(const TestRecord&, const TestRecord&) = default;
};

/// A model with the tests that ran on it, ordered by id.
struct ModelCoverage {
  Requirements requirements;
  std::vector<TestRecord> tests;
  Bits infeasible = {};  // proved so (see feasibility.h) and not met all the same; of size 0 when nobody asked

  bool isInfeasible(RequirementId id) const { return id < infeasible.size() && infeasible.test(id); }
  /// Notes what has been proved infeasible.
  void exclude(const Bits& proved);
  /// What the suite met: the union over its tests.
  Bits met() const;
  /// Met or proved infeasible: what no further test is wanted for.
  Bits settled() const;
  /// Without what has been proved infeasible: nobody is asked for that.
  Bits feasible(Bits members) const;
  Tally tally(Criterion criterion) const;
  /// Adds a test; one with the same id is united with it (a failure outweighs a pass).
  void add(TestRecord test);
};

/// What a run or a data file holds: models ordered by name and digest.
struct Data {
  std::vector<ModelCoverage> models;

  /// The model with these requirements; added, without tests, when it is not there yet.
  ModelCoverage& of(const Requirements& requirements);
};

/// Unites two runs. Different models stand side by side, as do different texts of one. Fails, saying why, when the requirements
/// of one text differ.
bool merge(Data& into, const Data& from, std::string& error);

/// A small set of tests with the same coverage (indices into model.tests, ascending). Greedy: always the test that meets most of
/// what is still open, the first of equals; at most a factor ln(n) larger than the smallest.
std::vector<std::size_t> minimise(const ModelCoverage& model);

}  // namespace aunit::coverage
