#include "reporters/html/grading_pages.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reporters/grading/words.h"
#include "reporters/html/page.h"
#include "reporters/html/valuation.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "support/pieces.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters::html {

namespace {

using namespace strength::grading;
using GradeReport = strength::grading::Report;

constexpr Class classesInOrder[] = {Class::correct, Class::under,     Class::over,   Class::both,
                                    Class::invalid, Class::forbidden, Class::unknown};

std::string oneLineEscaped(const std::string& text) {
  return escaped(support::oneLine(text));
}

/// A teacher's comment as paragraphs.
std::string commentMarkup(const std::string& comment) {
  std::string out, paragraph;
  for (const std::string_view line : support::lines(comment)) {
    if (!support::trimmed(line).empty()) {
      paragraph += (paragraph.empty() ? "" : " ") + std::string(line);
    } else if (!paragraph.empty()) {
      out += "<p>" + sentence(paragraph) + "</p>\n";
      paragraph.clear();
    }
  }
  if (!paragraph.empty()) out += "<p>" + sentence(paragraph) + "</p>\n";
  return out;
}

std::string verbatim(const std::string& text) {
  return "<pre class=\"text\">" + escaped(support::visible(text, false)) + "</pre>\n";
}

std::string situationFigure(const model::Model& model, const ShownSituation& situation, const std::string& title,
                            const std::string& of) {
  return fmt::format("<section class=\"situation\"><h4>{}</h4>\n<p>{}</p>\n{}</section>\n", title,
                     sentence(situationInWords(model, situation)), valuation(model, situation.instance, of));
}

/// The situation that an answer misjudges, and beside it a similar situation that the answer judges correctly, if `pair` has one.
/// `title` and `beside` are the headings of the two situations.
std::string pairFigure(const model::Model* model, const ShownPair& pair, const std::string& title, const std::string& beside,
                       const std::string& of) {
  if (!model) return {};
  std::string out = "<div class=\"pair\">\n" + situationFigure(*model, pair.wrong, title, of);
  if (pair.beside) out += situationFigure(*model, *pair.beside, beside, of + ", beside it");
  return out + "</div>\n";
}

// ------------------------------------------------------------------------------------------------------------ for students

std::string exerciseFeedback(const GradeReport& report, const ExerciseReport& exercise, const AnswerReport& answer) {
  const bool right = answer.verdict == Class::correct;
  const std::string points = answer.points ? fmt::format("{:g} of {:g} points", *answer.points, exercise.exercise.points)
                                           : "no points yet: the answer is undecided";
  std::string out = fmt::format(
      "<section>\n<h2>{}</h2>\n<p class=\"reason\"><span class=\"badge {}\">{} {}</span> ({})</p>\n<p class=\"note\">{}</p>\n",
      oneLineEscaped(exercise.exercise.name), right ? "passed" : "failed", right ? "\u2713" : "\u2717",
      wordsFor(answer.verdict, exercise.exercise.kind), points, escaped(exercise.rule));
  if (right) return out + "</section>\n";
  if (!answer.why.empty()) out += verbatim(answer.why);
  if (answer.cluster != model::noId) {
    const ClusterReport& cluster = exercise.clusters[answer.cluster];
    if (report.feedback == Feedback::situation) {
      const std::string beside = "Your predicate judges this similar situation correctly";
      if (cluster.accepted)
        out += pairFigure(report.handout.get(), *cluster.accepted, judgedWrongly(true), beside, "what is accepted");
      if (cluster.rejected)
        out += pairFigure(report.handout.get(), *cluster.rejected, judgedWrongly(false), beside, "what is rejected");
      if (exercise.exercise.kind == Exercise::Kind::tests) {
        std::string items;
        for (const std::string& name : answer.failed)
          items += fmt::format("<li>A right model does not pass the test <code>{}</code>.</li>\n", oneLineEscaped(name));
        if (!cluster.missed.empty())
          items +=
              fmt::format("<li>{} that your tests should notice {} all of them.</li>\n",
                          support::plural(cluster.missed.size(), "wrong model"), cluster.missed.size() == 1 ? "passes" : "pass");
        if (!items.empty()) out += "<ul class=\"gaps\">\n" + items + "</ul>\n";
      }
    }
    const std::string hint = report.hints ? hintFor(exercise, answer) : std::string();
    if (!hint.empty()) out += fmt::format("<p class=\"hint\"><strong>Hint:</strong> {}</p>\n", sentence(asSentence(hint)));
    if (!cluster.comment.empty())
      out += "<section class=\"said\"><h4>Your teacher says</h4>\n" + commentMarkup(cluster.comment) + "</section>\n";
  }
  return out + fmt::format("<p class=\"next\"><strong>Next:</strong> {}</p>\n</section>\n", escaped(nextStep(exercise, answer)));
}

// ------------------------------------------------------------------------------------------------------------ for teachers

std::string movesSentence(const Moves& moves, std::string_view when) {
  if (moves.tried == 0) return {};
  return fmt::format("<p class=\"note\">Of {}{} {} right, {} the same as before.</p>\n",
                     support::plural(moves.tried, "next attempt"), when,
                     moves.right == 1 ? "1 is" : fmt::format("{} are", moves.right),
                     moves.stayed == 1 ? "1 means" : fmt::format("{} mean", moves.stayed));
}

std::string linksTo(const GradeReport& report, const ClusterReport& cluster) {
  std::string items;
  for (const std::uint32_t answer : cluster.answers)
    items += fmt::format("<li><a href=\"{}\">{}</a></li>\n", feedbackPath(report, answer),
                         oneLineEscaped(report.submissions[answer].name));
  return fmt::format("<details class=\"outline\"><summary>{}</summary>\n<ul>\n{}</ul>\n</details>\n",
                     support::plural(cluster.answers.size(), "answer"), items);
}

std::string clusterSection(const GradeReport& report, const ExerciseReport& exercise, const ClusterReport& cluster,
                           const std::pair<Moves, Moves>& moves) {
  std::string out = fmt::format("<section class=\"cluster\">\n<h3>{} {}: {} <span class=\"kind\">{}</span></h3>\n",
                                cluster.answers.size(), cluster.answers.size() == 1 ? "answer" : "answers",
                                wordsFor(cluster.verdict, exercise.exercise.kind), escaped(cluster.name));
  if (!cluster.text.empty())
    out += "<details class=\"outline\"><summary>Text of the answer</summary>\n" + verbatim(cluster.text) + "</details>\n";
  for (const std::string& name : cluster.refused) out += fmt::format("<p>Rejects <code>{}</code>.</p>\n", oneLineEscaped(name));
  if (!cluster.missed.empty()) {
    std::string names;
    for (const std::string& name : cluster.missed)
      names += (names.empty() ? "<code>" : ", <code>") + oneLineEscaped(name) + "</code>";
    out += fmt::format("<p>Accepts {}.</p>\n", names);
  }
  const std::string beside = "A similar situation that is judged correctly";
  if (cluster.accepted)
    out +=
        pairFigure(report.model.get(), *cluster.accepted, "Accepted, but should be rejected", beside, cluster.name + " accepts");
  if (cluster.rejected)
    out +=
        pairFigure(report.model.get(), *cluster.rejected, "Rejected, but should be accepted", beside, cluster.name + " rejects");
  if (!cluster.hint.empty())
    out += fmt::format("<p class=\"hint\"><strong>Hint:</strong> {}</p>\n", sentence(asSentence(cluster.hint)));
  if (!cluster.comment.empty())
    out += "<section class=\"said\"><h4>Your comment</h4>\n" + commentMarkup(cluster.comment) + "</section>\n";
  return out + movesSentence(moves.first, "") + movesSentence(moves.second, " since hints were given") +
         linksTo(report, cluster) + "</section>\n";
}

std::string classTable(const ExerciseReport& exercise) {
  std::map<Class, std::size_t> counts;
  for (const AnswerReport& answer : exercise.answers)
    if (!answer.elsewhere) ++counts[answer.verdict];
  std::string rows;
  for (const Class one : classesInOrder) {
    if (counts[one] == 0) continue;
    const coverage::Tally tally{counts[one], exercise.answers.size()};
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td class=\"number\">{}</td><td class=\"wide\">{}</td></tr>\n",
                        wordsFor(one, exercise.exercise.kind), counts[one], bar(tally));
  }
  return "<div class=\"scroll\"><table class=\"criteria\"><thead><tr><th scope=\"col\">Class</th><th scope=\"col\" "
         "class=\"number\">Answers</th><th scope=\"col\">Share</th></tr></thead><tbody>\n" +
         rows + "</tbody></table></div>\n";
}

std::string unreadAnswers(const GradeReport& report, const ExerciseReport& exercise) {
  std::string items;
  std::size_t count = 0;
  for (std::uint32_t s = 0; s < exercise.answers.size(); ++s) {
    const AnswerReport& answer = exercise.answers[s];
    if (answer.why.empty() || answer.elsewhere) continue;
    ++count;
    items += fmt::format("<li><a href=\"{}\">{}</a>: {}\n{}</li>\n", feedbackPath(report, s),
                         oneLineEscaped(report.submissions[s].name), wordsFor(answer.verdict, exercise.exercise.kind),
                         verbatim(answer.why));
  }
  if (items.empty()) return {};
  return fmt::format(
      "<details class=\"outline\"><summary>{} could not be judged</summary>\n<ol class=\"gaps\">\n{}</ol>\n</details>\n",
      support::plural(count, "answer"), items);
}

std::string exerciseSection(const GradeReport& report, const ExerciseReport& exercise) {
  const bool tests = exercise.exercise.kind == Exercise::Kind::tests;
  std::string out =
      fmt::format("<section>\n<h2>{}</h2>\n<p class=\"facts\">{}{}</p>\n", oneLineEscaped(exercise.exercise.name),
                  escaped(exercise.rule), tests ? "" : fmt::format(" Compared in scope {}.", escaped(exercise.scope)));
  out += classTable(exercise);
  const auto moves = movesOf(report, exercise);
  std::vector<std::size_t> wrong;
  for (std::size_t c = 0; c < exercise.clusters.size(); ++c)
    if (exercise.clusters[c].verdict != Class::correct) wrong.push_back(c);
  std::ranges::stable_sort(wrong, std::ranges::greater(), [&](std::size_t c) { return exercise.clusters[c].answers.size(); });
  if (!wrong.empty())
    out += fmt::format("<p>{} of wrong answers (the answers of one group mean the same):</p>\n",
                       support::plural(wrong.size(), "group"));
  for (const std::size_t c : wrong) out += clusterSection(report, exercise, exercise.clusters[c], moves[c]);
  return out + unreadAnswers(report, exercise) + "</section>\n";
}

std::string studentsTable(const GradeReport& report) {
  std::string head =
      "<th scope=\"col\">Submission</th><th scope=\"col\">Student</th><th scope=\"col\" class=\"number\">Attempt</th>"
      "<th scope=\"col\" class=\"number\">Points</th>";
  for (const ExerciseReport& exercise : report.exercises)
    head += fmt::format("<th scope=\"col\">{}</th>", oneLineEscaped(exercise.exercise.name));
  std::string rows;
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s) {
    const auto& one = report.submissions[s];
    const auto points = pointsOf(report, s);
    rows += fmt::format(
        "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td>{}</td><td class=\"number\">{}{}</td><td class=\"number\">{}</td>",
        feedbackPath(report, s), oneLineEscaped(one.name), oneLineEscaped(one.student), one.attempt,
        one.counts ? "" : " <span class=\"kind\">(not the last)</span>", points ? fmt::format("{:g}", *points) : "\u2013");
    for (const ExerciseReport& exercise : report.exercises) {
      const AnswerReport& answer = exercise.answers[s];
      const bool right = answer.verdict == Class::correct;
      rows += answer.elsewhere ? "<td>\u2013</td>"
                               : fmt::format("<td><span class=\"badge {}\">{} {}</span></td>", right ? "passed" : "failed",
                                             right ? "\u2713" : "\u2717", wordsFor(answer.verdict, exercise.exercise.kind));
    }
    rows += "</tr>\n";
  }
  return "<h2>Students</h2>\n<div class=\"scroll\"><table><thead><tr>" + head + "</tr></thead><tbody>\n" + rows +
         "</tbody></table></div>\n";
}

}  // namespace

std::string feedbackPath(const GradeReport& report, std::uint32_t submission) {
  std::string name;
  for (const char c : report.submissions[submission].name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (plain)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  name = name.substr(0, 60);
  while (name.ends_with('-')) name.pop_back();
  return fmt::format("students/{}{}{}.html", submission + 1, name.empty() ? "" : "-", name);
}

std::string gradingIndexPage(const GradeReport& report) {
  const std::string title = report.title.empty() ? "Graded answers" : support::oneLine(report.title);
  std::map<std::string_view, std::size_t> students;
  double sum = 0;
  std::size_t counted = 0;
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s) {
    ++students[report.submissions[s].student];
    const auto points = pointsOf(report, s);
    if (report.submissions[s].counts && points) sum += *points, ++counted;
  }
  std::string content =
      fmt::format("<h1>{}</h1>\n<p class=\"facts\">{} of {}", escaped(title),
                  support::plural(report.submissions.size(), "submission"), support::plural(students.size(), "student"));
  if (counted != 0)
    content += fmt::format(" \u00b7 {:.2f} of {:g} points on average", sum / static_cast<double>(counted), mostPoints(report));
  content += "</p>\n";
  if (report.interrupted)
    content += "<p class=\"note\">The run was interrupted: answers that had not been judged by then are missing.</p>\n";
  for (const ExerciseReport& exercise : report.exercises) content += exerciseSection(report, exercise);
  content += studentsTable(report);
  return document(title, "", {{"Report", ""}}, "grading", content);
}

std::string feedbackPage(const GradeReport& report, std::uint32_t submission) {
  const auto& about = report.submissions[submission];
  const std::string name = support::oneLine(about.name);
  std::string content = fmt::format("<h1>{}</h1>\n", escaped(report.title.empty() ? name : support::oneLine(report.title)));
  content += fmt::format("<p class=\"facts\">{}", escaped(name));
  if (const auto points = pointsOf(report, submission))
    content += fmt::format(" \u00b7 {:g} of {:g} points", *points, mostPoints(report));
  content += "</p>\n";
  std::string right;
  for (const ExerciseReport& exercise : report.exercises)
    if (exercise.answers[submission].verdict == Class::correct)
      right += (right.empty() ? "<code>" : ", <code>") + oneLineEscaped(exercise.exercise.name) + "</code>";
  if (!right.empty()) content += "<p>Right: " + right + ".</p>\n";
  for (const ExerciseReport& exercise : report.exercises)
    if (!exercise.answers[submission].elsewhere) content += exerciseFeedback(report, exercise, exercise.answers[submission]);
  return document(name, "../", {{name, ""}}, "feedback", content);
}

}  // namespace aunit::reporters::html
