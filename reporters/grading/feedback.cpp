// Feedback to a student as Markdown.

#include <string>

#include <fmt/format.h>

#include "reporters/grading/grading.h"
#include "reporters/grading/words.h"
#include "reporters/markup.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using namespace strength::grading;
using GradeReport = strength::grading::Report;

/// The lines as an indented block of Markdown, in which nothing is markup.
std::string verbatim(const std::string& text) {
  std::string out;
  const std::string shown = support::visible(text, false) + "\n";
  for (const std::string_view line : support::lines(shown))
    if (!line.empty() || !out.empty()) out += fmt::format("    {}\n", line);
  return out;
}

std::string paragraphs(const std::string& text) {
  std::string out;
  const std::string shown = support::visible(text, false) + "\n";
  for (const std::string_view line : support::lines(shown)) out += line.empty() ? "\n" : "> " + markdownWithCode(line) + "  \n";
  return out;
}

std::string pairMarkdown(const GradeReport& report, const ShownPair& pair, bool accepted) {
  std::string text =
      judgedWrongly(accepted) + "\n\n> " + markdownWithCode(situationInWords(*report.handout, pair.wrong)) + "\n\n";
  if (pair.beside)
    text += "Your predicate judges this similar situation correctly:\n\n> " +
            markdownWithCode(situationInWords(*report.handout, *pair.beside)) + "\n\n";
  return text;
}

std::string exerciseMarkdown(const GradeReport& report, const ExerciseReport& exercise, const AnswerReport& answer) {
  std::string text = fmt::format("## {}\n\n", markdown(exercise.exercise.name));
  const std::string points = answer.points ? fmt::format("{:g} of {:g} points", *answer.points, exercise.exercise.points)
                                           : "no points yet: the answer is undecided";
  text += fmt::format("**{}** ({}). {}\n\n", wordsFor(answer.verdict, exercise.exercise.kind), points, markdown(exercise.rule));
  if (answer.verdict == Class::correct) return text;
  if (!answer.why.empty()) text += verbatim(answer.why) + "\n";
  if (answer.cluster != model::noId) {
    const ClusterReport& cluster = exercise.clusters[answer.cluster];
    if (report.feedback == Feedback::situation && report.handout) {
      if (cluster.accepted) text += pairMarkdown(report, *cluster.accepted, true);
      if (cluster.rejected) text += pairMarkdown(report, *cluster.rejected, false);
    }
    if (report.feedback == Feedback::situation && exercise.exercise.kind == Exercise::Kind::tests) {
      for (const std::string& name : answer.failed)
        text += fmt::format("- A right model does not pass the test {}.\n", markdown(name));
      if (!cluster.missed.empty())
        text += fmt::format("- {} of {} wrong models pass all tests.\n", cluster.missed.size(), exercise.exercise.wrong.size());
      text += "\n";
    }
    const std::string hint = report.hints ? hintFor(exercise, answer) : std::string();
    if (!hint.empty()) text += fmt::format("**Hint:** {}\n\n", markdownWithCode(asSentence(hint)));
    if (!cluster.comment.empty()) text += "**Your teacher says:**\n\n" + paragraphs(cluster.comment) + "\n";
  }
  return text + fmt::format("**Next:** {}\n\n", nextStep(exercise, answer));
}

}  // namespace

std::string feedbackMarkdown(const GradeReport& report, std::uint32_t submission) {
  const auto& about = report.submissions[submission];
  std::string text = fmt::format("# {}{}\n\n", report.title.empty() ? "" : markdown(support::oneLine(report.title)) + ": ",
                                 markdown(support::oneLine(about.name)));
  if (const auto points = pointsOf(report, submission))
    text += fmt::format("{:g} of {:g} points.\n\n", *points, mostPoints(report));
  std::vector<std::string> right;
  for (const ExerciseReport& exercise : report.exercises)
    if (exercise.answers[submission].verdict == Class::correct) right.push_back(markdown(exercise.exercise.name));
  if (!right.empty()) text += fmt::format("Right: {}.\n\n", fmt::join(right, ", "));
  for (const ExerciseReport& exercise : report.exercises)
    if (!exercise.answers[submission].elsewhere) text += exerciseMarkdown(report, exercise, exercise.answers[submission]);
  return text;
}

}  // namespace aunit::reporters
