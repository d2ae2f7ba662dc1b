// The data of the HTML report: a run, and tables that connect the tests of the run with the coverage of its models.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "coverage/criteria.h"
#include "coverage/data.h"
#include "coverage/sentences.h"
#include "reporters/html/coloured_text.h"
#include "runner/run_result.h"

namespace aunit::reporters::html {

/// How far the requirements of a subject (an expression or formula) are met. If none is met, a signature or field is `unmet`,
/// because it has a value in every test; any other subject is `neverEvaluated`. `infeasible`: some requirements are not met, and
/// no valuation can meet these.
enum class CoverageState : std::uint8_t { met, partly, unmet, neverEvaluated, infeasible };
inline constexpr std::size_t standings = 5;

/// A model's coverage, with tables that the pages use.
struct CoveredModel {
  const coverage::ModelCoverage* coverage = nullptr;
  coverage::Bits met, settled;                     // by requirement; `settled`: met or infeasible
  std::vector<std::vector<std::uint32_t>> metBy;   // by requirement: indices of tests of the run, ascending
  std::vector<std::set<std::string_view>> values;  // by subject: the values that tests observed
  std::vector<std::uint32_t> about;                // by subject: the refined subject for kind `cells`, else the subject itself
  std::vector<std::vector<std::uint32_t>> cells;   // by subject: the subjects of kind `cells` that refine it
  std::vector<coverage::Tally> paragraphs;         // by paragraph: its coverage
  std::uint32_t firstPage = 0;                     // page of the first source; the pages of the other sources follow

  const coverage::Requirements& requirements() const { return coverage->requirements; }
  CoverageState standing(std::uint32_t subject) const;
  /// Whether the cells that refine a subject have a feasible requirement that is not met.
  bool asksForMore(std::uint32_t subject) const;
};

/// The page of one source of one model.
struct SourcePage {
  std::uint32_t model = 0, source = 0;
  std::vector<Stretch> stretches;         // see nested()
  std::vector<coverage::Tally> criteria;  // in the order of Report::criteria
};

/// An unmet requirement of one of the models.
struct Gap {
  std::uint32_t model = 0;
  coverage::Gap gap;
};

/// The contribution of one test to the coverage.
struct Contribution {
  struct MetRequirement {
    std::uint32_t model = 0;
    coverage::RequirementId requirement = 0;
  };
  std::size_t met = 0;                    // number of requirements
  std::vector<MetRequirement> byItAlone;  // requirements that no other test met
};

struct Report {
  std::string title;  // what was run
  const runner::RunResult& run;
  std::vector<coverage::Criterion> criteria = {};  // the criteria of every report, then criteria that only some models use
  std::vector<CoveredModel> models = {};
  std::vector<SourcePage> pages = {};
  std::vector<Gap> gaps = {};                    // ordered by usefulness: closing the first gap helps most
  std::vector<Contribution> contributions = {};  // one for each test
  /// By model and requirement: the test that meets the requirement, as index in `run.gapTests`.
  std::map<std::pair<std::uint32_t, coverage::RequirementId>, std::size_t> gapTests = {};

  const coverage::Source& source(const SourcePage& page) const { return models[page.model].requirements().sources[page.source]; }
};

/// The report on a run. `run` must outlive the report. If `run.tests` has instances, pages show them; if `run.coverage` has
/// observed values, pages show these. Requires that each test of the coverage is a test of the run.
Report reportOn(std::string title, const runner::RunResult& run);

/// A run from coverage data. It has only what the data record: tests with their outcomes.
runner::RunResult runOf(coverage::Data data);

}  // namespace aunit::reporters::html
