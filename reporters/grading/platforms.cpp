#include "reporters/grading/platforms.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/grading/words.h"
#include "reporters/markup.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using Document = nlohmann::ordered_json;
using namespace strength::grading;
using GradeReport = strength::grading::Report;

std::string platformJson(const Document& document) {
  return document.dump(2, ' ', false, Document::error_handler_t::replace) + "\n";
}

double pointsOrNone(const AnswerReport& answer) {
  return answer.points.value_or(0);
}

/// The feedback to a student about an exercise, as plain text.
std::string told(const GradeReport& report, const ExerciseReport& exercise, const AnswerReport& answer) {
  std::string text = fmt::format("{}.", wordsFor(answer.verdict, exercise.exercise.kind));
  if (answer.verdict == Class::correct) return text;
  if (!answer.why.empty()) text += "\n\n" + support::visible(answer.why, false);
  if (answer.cluster != model::noId) {
    const ClusterReport& cluster = exercise.clusters[answer.cluster];
    if (report.feedback == Feedback::situation && report.handout) {
      if (cluster.accepted)
        text += fmt::format("\n\n{} {}", judgedWrongly(true), situationInWords(*report.handout, cluster.accepted->wrong));
      if (cluster.rejected)
        text += fmt::format("\n\n{} {}", judgedWrongly(false), situationInWords(*report.handout, cluster.rejected->wrong));
    }
    if (report.feedback == Feedback::situation && exercise.exercise.kind == Exercise::Kind::tests) {
      for (const std::string& name : answer.failed) text += fmt::format("\n\nA right model does not pass the test {}.", name);
      if (!cluster.missed.empty()) text += fmt::format("\n\n{} wrong models pass all tests.", cluster.missed.size());
    }
    const std::string hint = report.hints ? hintFor(exercise, answer) : std::string();
    if (!hint.empty()) text += "\n\nHint: " + asSentence(hint);
    if (!cluster.comment.empty()) text += fmt::format("\n\nYour teacher says: {}", cluster.comment);
  }
  return support::visible(text + "\n\nNext: " + nextStep(exercise, answer), false);
}

/// A note for the student if an answer was not decided in time, because such a submission gets no points automatically. Empty if
/// all answers were decided.
std::string undecidedNote(const GradeReport& report, std::uint32_t submission) {
  return pointsOf(report, submission) ? "" : "Not every answer was decided in time: your teacher has to look at your submission.";
}

}  // namespace

std::string gradescopeJson(const GradeReport& report, std::uint32_t submission) {
  Document document = {{"output", undecidedNote(report, submission)},
                       {"output_format", "text"},
                       {"visibility", "visible"},
                       {"stdout_visibility", "hidden"},
                       {"tests", Document::array()}};
  std::size_t number = 0;
  for (const ExerciseReport& exercise : report.exercises) {
    const AnswerReport& answer = exercise.answers[submission];
    document["tests"].push_back({{"score", pointsOrNone(answer)},
                                 {"max_score", exercise.exercise.points},
                                 {"status", answer.verdict == Class::correct ? "passed" : "failed"},
                                 {"name", exercise.exercise.name},
                                 {"name_format", "text"},
                                 {"number", std::to_string(++number)},
                                 {"output", told(report, exercise, answer)},
                                 {"output_format", "text"},
                                 {"tags", {nameOf(answer.verdict)}},
                                 {"visibility", "visible"}});
  }
  return platformJson(document);
}

std::string prairieLearnJson(const GradeReport& report, std::uint32_t submission) {
  double sum = 0;
  bool reads = false;
  Document tests = Document::array();
  for (const ExerciseReport& exercise : report.exercises) {
    const AnswerReport& answer = exercise.answers[submission];
    sum += pointsOrNone(answer);
    reads |= answer.verdict != Class::invalid;
    tests.push_back({{"name", exercise.exercise.name},
                     {"description", exercise.rule},
                     {"points", pointsOrNone(answer)},
                     {"max_points", exercise.exercise.points},
                     {"message", fmt::format("{}.", wordsFor(answer.verdict, exercise.exercise.kind))},
                     {"output", told(report, exercise, answer)}});
  }
  const double most = mostPoints(report);
  Document document = {{"gradable", reads},
                       {"score", most > 0 ? sum / most : 0.0},
                       {"message", undecidedNote(report, submission)},
                       {"output", ""},
                       {"tests", std::move(tests)}};
  if (!reads) {
    // If an attempt cannot be graded, the platform returns it to the student, and it does not count.
    Document errors = Document::array();
    for (const ExerciseReport& exercise : report.exercises)
      errors.push_back(told(report, exercise, exercise.answers[submission]));
    document["format_errors"] = std::move(errors);
  }
  return platformJson(document);
}

std::string codeRunnerJson(const GradeReport& report, std::uint32_t submission) {
  double sum = 0;
  Document rows = Document::array();
  rows.push_back({"iscorrect", "Exercise", "Result", "Points"});
  std::string feedback;
  for (const ExerciseReport& exercise : report.exercises) {
    const AnswerReport& answer = exercise.answers[submission];
    sum += pointsOrNone(answer);
    rows.push_back({answer.verdict == Class::correct ? 1 : 0, exercise.exercise.name,
                    wordsFor(answer.verdict, exercise.exercise.kind),
                    fmt::format("{:g} of {:g}", pointsOrNone(answer), exercise.exercise.points)});
    if (answer.verdict != Class::correct)
      feedback += fmt::format("<h4>{}</h4>\n<pre style=\"white-space: pre-wrap\">{}</pre>\n", escaped(exercise.exercise.name),
                              escaped(told(report, exercise, answer)));
  }
  const double most = mostPoints(report);
  return platformJson({{"fraction", most > 0 ? sum / most : 0.0},
                       {"prologuehtml", escaped(undecidedNote(report, submission))},
                       {"testresults", std::move(rows)},
                       {"epiloguehtml", feedback}});
}

std::string classroomJson(const GradeReport& report, std::uint32_t submission) {
  Document tests = Document::array();
  bool all = true, undecided = false;
  for (const ExerciseReport& exercise : report.exercises) {
    const AnswerReport& answer = exercise.answers[submission];
    const bool right = answer.verdict == Class::correct, open = answer.verdict == Class::unknown;
    all &= right;
    undecided |= open;
    tests.push_back({{"name", exercise.exercise.name},
                     {"status", right  ? "pass"
                                : open ? "error"
                                       : "fail"},
                     {"score", pointsOrNone(answer)},
                     {"message", right ? Document(nullptr) : Document(told(report, exercise, answer))},
                     {"test_code", ""},
                     {"filename", ""},
                     {"line_no", 0},
                     {"duration", 0}});
  }
  return platformJson({{"version", 1},
                       {"status", all         ? "pass"
                                  : undecided ? "error"
                                              : "fail"},
                       {"max_score", mostPoints(report)},
                       {"tests", std::move(tests)}});
}

}  // namespace aunit::reporters
