// The results of grading in the formats of learning platforms.
#pragma once

#include <cstdint>
#include <string>

#include "strength/grading/report.h"

namespace aunit::reporters {

/// Files about one submission for learning platforms. docs/learning-platforms.md has the formats and their sources.
std::string gradescopeJson(const strength::grading::Report& report, std::uint32_t submission);
std::string prairieLearnJson(const strength::grading::Report& report, std::uint32_t submission);
std::string codeRunnerJson(const strength::grading::Report& report, std::uint32_t submission);
std::string classroomJson(const strength::grading::Report& report, std::uint32_t submission);

}  // namespace aunit::reporters
