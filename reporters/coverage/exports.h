// Exports of coverage in the formats of other tools. lines.h defines lines and branches.
#pragma once

#include <cstdint>
#include <string>

#include "coverage/data.h"
#include "reporters/coverage/lines.h"
#include "reporters/source_links.h"

namespace aunit::reporters {

/// Cobertura's XML (coverage-04.dtd). A package is a model, a class is a file, a method is a paragraph. `time`: seconds
/// since 1970.
std::string cobertura(const coverage::Data& data, LineRule rule, std::int64_t time);
/// LCOV's tracefile, which genhtml reads: functions are paragraphs.
std::string lcov(const coverage::Data& data, LineRule rule);
/// SonarQube's generic test coverage.
std::string sonar(const coverage::Data& data, LineRule rule);
/// All of the data, with positions: criteria, subjects, and each requirement with the tests that meet it (docs/coverage-data.md).
std::string coverageJson(const coverage::Data& data);
/// A comment on a pull request: a table of the criteria, then the requirements most worth testing next, with links to their
/// lines.
std::string coverageMarkdown(const coverage::Data& data, const SourceLinks& links = {});
/// An SVG image "coverage 87.5 %": the model coverage of all models together.
std::string coverageBadge(const coverage::Data& data);

}  // namespace aunit::reporters
