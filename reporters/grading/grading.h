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

/// For each exercise: how many answers are right, how many accept too much, ...; then the groups of wrong answers that mean the
/// same, the largest first, at most `clusters`.
std::string gradingText(const strength::grading::Report& report, std::size_t clusters, const Style& style);

/// Format: docs/schemas/grade.json. The document of one shard lacks the results of other shards.
std::string gradingJson(const strength::grading::Report& report);
/// Reads what gradingJson() writes. If `model` is null, situations stay JSON (ShownPair::document). Returns nothing and sets
/// `error` if the text is no such document.
std::optional<strength::grading::Report> gradingFromJson(std::string_view text, std::shared_ptr<const model::Model> model,
                                                         std::string& error);

/// The situations and the hint of a group, on one line, so that a later run can use them again.
std::string clusterDetail(const strength::grading::ClusterReport& cluster, const model::Model& model);
std::optional<strength::grading::ClusterReport> clusterOfDetail(std::string_view text, const model::Model& model);

/// A row for each submission: name, student, attempt, points, and for each exercise points, class and cluster. Cells are escaped
/// so that no spreadsheet reads them as formulas.
std::string gradingCsv(const strength::grading::Report& report);
/// JUnit XML: a test suite for each submission, a test for each exercise.
std::string gradingJunit(const strength::grading::Report& report);

/// A page of Markdown for the student of a submission. It says which answers are right. For each wrong answer it describes a
/// small situation that the answer misjudges, gives a hint, and shows the teacher's comment. Never shows the solution.
std::string feedbackMarkdown(const strength::grading::Report& report, std::uint32_t submission);

}  // namespace aunit::reporters
