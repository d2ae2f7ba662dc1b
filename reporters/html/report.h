// What the HTML report shows: a run as it is, and beside it what leads from the run to the coverage of its models and back.
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
/// `infeasible`: what is left cannot be met by any valuation.
enum class Standing : std::uint8_t { met, partly, unmet, neverEvaluated, infeasible };
inline constexpr std::size_t standings = 5;

/// A model's coverage, with what the pages look up in it.
struct CoveredModel {
  const coverage::ModelCoverage* coverage = nullptr;
  coverage::Bits met, settled;
  std::vector<std::vector<std::uint32_t>> metBy;   // by requirement: indices of tests of the run, ascending
  std::vector<std::set<std::string_view>> values;  // by subject: those it took
  std::vector<std::uint32_t> about;                // by subject: itself; of cells the one that they ask more of
  std::vector<std::vector<std::uint32_t>> cells;   // by subject: those that ask more of it
  std::vector<coverage::Tally> paragraphs;         // by paragraph
  std::uint32_t firstPage = 0;                     // of its sources; the others follow

  const coverage::Requirements& requirements() const { return coverage->requirements; }
  Standing standing(std::uint32_t subject) const;
  /// Whether cells of a subject ask for something that is not met and could be.
  bool asksForMore(std::uint32_t subject) const;
};

/// One source of one model. The page numbers the stretches in their order.
struct SourcePage {
  std::uint32_t model = 0, source = 0;
  std::vector<Stretch> stretches;         // outer ones first; only those that nest
  std::vector<coverage::Tally> criteria;  // by Report::criteria
};

/// Something unmet in one of the models.
struct Gap {
  std::uint32_t model = 0;
  coverage::Gap gap;
};

/// What one test has to do with the coverage.
struct Contribution {
  struct Own {
    std::uint32_t model = 0;
    coverage::RequirementId requirement = 0;
  };
  std::size_t met = 0;         // requirements
  std::vector<Own> byItAlone;  // those that no other test met
};

struct Report {
  std::string title;  // what was run
  const runner::RunResult& run;
  std::vector<coverage::Criterion> criteria = {};  // those that every report has, then others that some model asks for
  std::vector<CoveredModel> models = {};
  std::vector<SourcePage> pages = {};
  std::vector<Gap> gaps = {};                                                              // most useful first
  std::vector<Contribution> contributions = {};                                            // by test
  std::map<std::pair<std::uint32_t, coverage::RequirementId>, std::size_t> gapTests = {};  // by model: index in run.gapTests

  const coverage::Source& source(const SourcePage& page) const { return models[page.model].requirements().sources[page.source]; }
};

/// `run` outlives the report. `run.tests` should hold what they were judged on and `run.coverage` the values observed: what is
/// not there is not shown. The coverage knows no tests but those of the run.
Report reportOn(std::string title, const runner::RunResult& run);

/// What coverage data tell of the run that they come from: its tests with their outcomes, and nothing more.
runner::RunResult runOf(coverage::Data data);

}  // namespace aunit::reporters::html
