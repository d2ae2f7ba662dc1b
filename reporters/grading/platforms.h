// The results of grading for the programs of learning platforms. Sources: docs/learning-platforms.md.
#pragma once

#include <cstdint>
#include <string>

#include "strength/grading/report.h"

namespace aunit::reporters {

/// Files that learning platforms read, about one submission. Formats and sources: docs/learning-platforms.md.
std::string gradescopeJson(const strength::grading::Report& report, std::uint32_t submission);
std::string prairieLearnJson(const strength::grading::Report& report, std::uint32_t submission);
std::string codeRunnerJson(const strength::grading::Report& report, std::uint32_t submission);
std::string classroomJson(const strength::grading::Report& report, std::uint32_t submission);

}  // namespace aunit::reporters
