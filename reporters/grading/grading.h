// The results of grading: for teachers, students and the programs of learning platforms.
#pragma once

#include <string>

#include "reporters/terminal/style.h"
#include "runner/grading.h"

namespace aunit::reporters {

/// A table of the classes, then the clusters of each exercise, the largest first. `clusters`: at most so many of each.
std::string gradingText(const runner::GradingResult& result, std::size_t clusters, const Style& style);
/// docs/schemas/grade.schema.json.
std::string gradingJson(const runner::GradingResult& result);
/// A row for each submission: name, points, and for each exercise class and cluster. No cell is taken for a formula.
std::string gradingCsv(const runner::GradingResult& result);
/// A test suite for each submission, a test for each exercise.
std::string gradingJunit(const runner::GradingResult& result);

}  // namespace aunit::reporters
