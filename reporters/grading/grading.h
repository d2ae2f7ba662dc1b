// The results of grading as text: for teachers, students and other programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"
#include "reporters/terminal/style.h"
#include "strength/grading/report.h"

namespace aunit::reporters {

/// A table of the classes, then the clusters of each exercise, the largest first. `clusters`: at most so many of each.
std::string gradingText(const strength::grading::Report& report, std::size_t clusters, const Style& style);

/// docs/schemas/grade.json. In a part of a run, results of the other parts are missing.
std::string gradingJson(const strength::grading::Report& report);
/// Reads it. Without a model the situations are kept as they stand there (ShownPair::document). Nothing, with the reason in
/// `error`, where the text is no such document.
std::optional<strength::grading::Report> gradingFromJson(std::string_view text, std::shared_ptr<const model::Model> model,
                                                         std::string& error);

/// The findings about one cluster, on one line, for programs that continue with it later.
std::string clusterDetail(const strength::grading::ClusterReport& cluster, const model::Model& model);
std::optional<strength::grading::ClusterReport> clusterOfDetail(std::string_view text, const model::Model& model);

/// A row for each submission: name, student, attempt, points, and for each exercise points, class and cluster. No cell is taken
/// for a formula.
std::string gradingCsv(const strength::grading::Report& report);
/// A test suite for each submission, a test for each exercise.
std::string gradingJunit(const strength::grading::Report& report);

/// A page of Markdown for the student of a submission: what is right, one small situation that the answer judges wrongly in
/// words, a hint, and the teacher's comment; never the solution.
std::string feedbackMarkdown(const strength::grading::Report& report, std::uint32_t submission);

}  // namespace aunit::reporters
