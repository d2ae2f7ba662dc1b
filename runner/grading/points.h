// Points for answers, by the rule of the exercise.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "strength/grading/grader.h"
#include "strength/grading/report.h"

namespace aunit::runner {

/// The share of the exercise's points, from 0 to 1, that each answer in `cluster` gets.
double shareBy(const strength::grading::Exercise& exercise, const strength::grading::Cluster& cluster);

/// The points for an answer, rounded down to a hundredth; nothing if the answer is not decided.
std::optional<double> pointsFor(const strength::grading::Exercise& exercise, const strength::grading::AnswerReport& answer,
                                const std::vector<strength::grading::ClusterReport>& clusters);

/// A sentence for students that says how points are given, with numbers.
std::string ruleOf(const strength::grading::Exercise& exercise, const strength::grading::Grader& grader);
std::string ruleOfTests(const strength::grading::Exercise& exercise);

}  // namespace aunit::runner
