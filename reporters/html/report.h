// The data that the HTML report shows: a run, and tables that lead from its tests to the coverage of its models and back.
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

/// How far the requirements of an expression or formula are met. `unmet`: it was evaluated or at hand, but met none;
/// `infeasible`: no valuation can meet those that are left.
enum class Standing : std::uint8_t { met, partly, unmet, neverEvaluated, infeasible };
inline constexpr std::size_t standings = 5;

/// A model's coverage, with tables that the pages use.
struct CoveredModel {
  const coverage::ModelCoverage* coverage = nullptr;
  coverage::Bits met, settled;
  std::vector<std::vector<std::uint32_t>> metBy;   // by requirement: indices of tests of the run, ascending
  std::vector<std::set<std::string_view>> values;  // by subject: the values that it took
  std::vector<std::uint32_t> about;                // by subject: itself; for cells the subject of which they ask more
  std::vector<std::vector<std::uint32_t>> cells;   // by subject: the cells that ask more of it
  std::vector<coverage::Tally> paragraphs;         // by paragraph
  std::uint32_t firstPage = 0;                     // page of its first source; the others follow

  const coverage::Requirements& requirements() const { return coverage->requirements; }
  Standing standing(std::uint32_t subject) const;
  /// Whether cells of a subject ask for something that is not met and could be.
  bool asksForMore(std::uint32_t subject) const;
};

/// The page of one source of one model. It numbers the stretches in their order.
struct SourcePage {
  std::uint32_t model = 0, source = 0;
  std::vector<Stretch> stretches;         // see nested()
  std::vector<coverage::Tally> criteria;  // by Report::criteria
};

/// Something unmet in one of the models.
struct Gap {
  std::uint32_t model = 0;
  coverage::Gap gap;
};

/// The contribution of one test to the coverage.
struct Contribution {
  struct Own {
    std::uint32_t model = 0;
    coverage::RequirementId requirement = 0;
  };
  std::size_t met = 0;         // requirements
  std::vector<Own> byItAlone;  // requirements that no other test met
};

struct Report {
  std::string title;  // what was run
  const runner::RunResult& run;
  std::vector<coverage::Criterion> criteria = {};  // the criteria of every report, then further ones of some models
  std::vector<CoveredModel> models = {};
  std::vector<SourcePage> pages = {};
  std::vector<Gap> gaps = {};                                                              // most useful first
  std::vector<Contribution> contributions = {};                                            // by test
  std::map<std::pair<std::uint32_t, coverage::RequirementId>, std::size_t> gapTests = {};  // by model: index in run.gapTests

  const coverage::Source& source(const SourcePage& page) const { return models[page.model].requirements().sources[page.source]; }
};

/// The report on a run, which must outlive it. `run.tests` should hold the instances judged and `run.coverage` the values
/// observed; the pages show only what is there. The coverage knows no tests but those of the run.
Report reportOn(std::string title, const runner::RunResult& run);

/// The run that coverage data come from, as far as the data tell: its tests with their outcomes, and nothing more.
runner::RunResult runOf(coverage::Data data);

}  // namespace aunit::reporters::html
