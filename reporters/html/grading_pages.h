// The pages of a graded class: one for the teacher, one for each submission. They need assets/report.css and assets/report.js.
#pragma once

#include <cstdint>
#include <string>

#include "strength/grading/report.h"

namespace aunit::reporters::html {

/// The page "index.html". It lists, for each exercise, the groups of equivalent answers, the largest group first. A list of all
/// students follows.
std::string gradingIndexPage(const strength::grading::Report& report);
/// The page at feedbackPath(report, submission): which answers are right; for each wrong one a small situation that it misjudges,
/// a hint and the teacher's comment. Never shows the solution or anything about other students. It links to no other page.
std::string feedbackPage(const strength::grading::Report& report, std::uint32_t submission);

/// "students/3-ada.html": a path below the report's folder, its parts separated by "/".
std::string feedbackPath(const strength::grading::Report& report, std::uint32_t submission);

}  // namespace aunit::reporters::html
