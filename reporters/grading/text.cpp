// Results of grading as text for the terminal.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "reporters/grading/grading.h"
#include "reporters/grading/words.h"
#include "reporters/terminal/instance_text.h"
#include "reporters/text.h"
#include "suite/text/value_text.h"
#include "suite/valuation/valuation_table.h"
#include "support/pieces.h"
#include "support/plural.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using namespace strength::grading;
using GradeReport = strength::grading::Report;

std::string situationTable(const GradeReport& report, const ShownPair& pair, const std::string& title) {
  std::string arguments;
  for (const auto& [name, value] : pair.wrong.arguments) {
    const auto tuples = suite::tupleTexts(value, *pair.wrong.instance.universe);
    arguments += fmt::format("{}{} = {}", arguments.empty() ? ": " : ", ", name,
                             tuples.empty() ? "none" : fmt::format("{}", fmt::join(tuples, " + ")));
  }
  return instanceTable(suite::tableOf(*report.model, pair.wrong.instance), title + arguments);
}

std::string movesText(const Moves& moves, const char* when) {
  if (moves.tried == 0) return {};
  return fmt::format("  attempts that directly followed these answers{}: {} ({} right, {})\n", when, moves.tried,
                     moves.right == 1 ? "1 is" : fmt::format("{} are", moves.right),
                     moves.stayed == 1 ? "1 means the same as the attempt before it"
                                       : fmt::format("{} mean the same as the attempts before them", moves.stayed));
}

std::string clusterText(const GradeReport& report, const ExerciseReport& one, const ClusterReport& cluster,
                        const std::pair<Moves, Moves>& moves) {
  const std::size_t count = cluster.answers.size();
  const std::string first = count == 0 ? "" : support::oneLine(report.submissions[cluster.answers[0]].name);
  std::string text = fmt::format("  {:>4} {} ({}) in group {}", count, count == 1 ? "answer " : "answers",
                                 wordsFor(cluster.verdict, one.exercise.kind, count), cluster.name);
  if (count != 0) text += fmt::format(": {}{}", first, count > 1 ? fmt::format(" and {} more", count - 1) : "");
  text += '\n';
  if (report.model && cluster.accepted)
    text += situationTable(report, *cluster.accepted, "situation that is accepted, but should be rejected");
  if (report.model && cluster.rejected)
    text += situationTable(report, *cluster.rejected, "situation that is rejected, but should be accepted");
  for (const std::string& name : cluster.refused) text += fmt::format("  rejects the right model {}\n", support::oneLine(name));
  if (!cluster.missed.empty()) {
    text += fmt::format("  accepts the wrong {} {}\n", cluster.missed.size() == 1 ? "model" : "models",
                        support::joined(cluster.missed, ", ", support::oneLine));
  }
  if (!cluster.hint.empty()) text += fmt::format("  hint: {}\n", support::oneLine(cluster.hint));
  if (!cluster.comment.empty()) text += fmt::format("  comment: {}\n", support::oneLine(cluster.comment));
  return text + movesText(moves.first, "") + movesText(moves.second, " since students see hints");
}

}  // namespace

std::string gradingText(const GradeReport& report, std::size_t clusters, const Style&) {
  std::string text;
  for (const ExerciseReport& one : report.exercises) {
    const bool tests = one.exercise.kind == Exercise::Kind::tests;
    text += fmt::format("exercise `{}`: {}{}\n", support::oneLine(one.exercise.name),
                        support::plural(report.submissions.size(), "answer"),
                        tests ? "" : fmt::format(", compared in scope {}", one.scope));
    std::map<Class, std::size_t> counts;
    std::size_t elsewhere = 0;
    for (const AnswerReport& answer : one.answers) answer.elsewhere ? ++elsewhere : ++counts[answer.verdict];
    for (const auto& [verdict, count] : counts)
      text += fmt::format("  {:>4} {}\n", count, wordsFor(verdict, one.exercise.kind, count));
    if (elsewhere != 0) text += fmt::format("  {:>4} judged by other shards\n", elsewhere);
    const auto moves = movesOf(report, one);
    std::vector<std::size_t> wrong;
    for (std::size_t c = 0; c < one.clusters.size(); ++c)
      if (one.clusters[c].verdict != Class::correct) wrong.push_back(c);
    std::ranges::stable_sort(wrong, std::ranges::greater(), [&](std::size_t c) { return one.clusters[c].answers.size(); });
    if (!wrong.empty())
      text += fmt::format("{} {} of wrong answers (the answers of one group mean the same)\n", wrong.size(),
                          wrong.size() == 1 ? "group" : "groups");
    for (std::size_t i = 0; i < std::min(clusters, wrong.size()); ++i)
      text += clusterText(report, one, one.clusters[wrong[i]], moves[wrong[i]]);
    if (wrong.size() > clusters)
      text += fmt::format("  and {} more {}\n", wrong.size() - clusters, wrong.size() - clusters == 1 ? "group" : "groups");
    for (std::size_t s = 0; s < report.submissions.size(); ++s) {
      const AnswerReport& answer = one.answers[s];
      if (answer.why.empty() || answer.elsewhere) continue;
      text += fmt::format("{}: {}\n", support::oneLine(report.submissions[s].name),
                          answer.verdict == Class::unknown
                              ? std::string("it is undecided whether the answer is right")
                              : fmt::format("the answer {}", wordsFor(answer.verdict, one.exercise.kind)));
      text += answer.why + (answer.why.ends_with('\n') ? "" : "\n");
    }
  }
  text += fmt::format("{} in {:.2f} s\n", support::plural(report.submissions.size(), "submission"), report.seconds);
  return text;
}

}  // namespace aunit::reporters
