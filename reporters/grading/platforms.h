// The results of grading in the formats of learning platforms.
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
