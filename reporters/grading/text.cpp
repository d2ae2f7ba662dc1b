// Grading on the terminal.

#include <algorithm>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "reporters/grading/grading.h"
#include "reporters/terminal/instance_text.h"
#include "suite/valuation/atom_names.h"
#include "suite/valuation/valuation_table.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using strength::grading::Class;
using strength::grading::Cluster;

constexpr std::pair<Class, const char*> classWords[] = {
    {Class::correct, "correct"},         {Class::under, "accepts too much"},
    {Class::over, "accepts too little"}, {Class::both, "accepts too much and too little"},
    {Class::invalid, "does not read"},   {Class::forbidden, "changes what it may not"},
    {Class::unknown, "not decided"}};

const char* wordsFor(Class one) {
  return std::ranges::find(classWords, one, &std::pair<Class, const char*>::first)->second;
}

std::string table(const model::Model& model, const strength::grading::Situation& situation, const std::string& title) {
  model::Instance instance = situation.instance;
  suite::namePleasantly(model, instance, {});
  return instanceTable(suite::tableOf(model, instance), title);
}

std::string clusterText(const runner::GradingResult& result, const runner::ExerciseResult& one, const Cluster& cluster) {
  const std::size_t count = cluster.answers.size();
  const std::string first = count == 0 ? "" : support::oneLine(result.names[cluster.answers[0]]);
  std::string text = fmt::format("  {:>4} {} ({})", count, count == 1 ? "answer " : "answers", wordsFor(cluster.verdict));
  if (count != 0) text += fmt::format(": {}{}", first, count > 1 ? fmt::format(" and {} more", count - 1) : "");
  text += '\n';
  const model::Model& model = one.grader->model();
  if (cluster.accepted) text += table(model, *cluster.accepted, "accepted, and should not be");
  if (cluster.rejected) text += table(model, *cluster.rejected, "rejected, and should not be");
  return text;
}

}  // namespace

std::string gradingText(const runner::GradingResult& result, std::size_t clusters, const Style&) {
  std::string text;
  for (const runner::ExerciseResult& one : result.exercises) {
    text += fmt::format("{}: {} answers in scope {}\n", support::oneLine(one.exercise.predicate), result.names.size(), one.scope);
    std::map<Class, std::size_t> counts;
    for (const auto& judgement : one.grader->judgements()) ++counts[judgement.verdict];
    for (const auto& [verdict, words] : classWords)
      if (counts[verdict] != 0) text += fmt::format("  {:>4} {}\n", counts[verdict], words);
    std::vector<const Cluster*> wrong;
    for (const Cluster& cluster : one.grader->clusters())
      if (cluster.verdict != Class::correct) wrong.push_back(&cluster);
    std::ranges::stable_sort(wrong, std::ranges::greater(), [](const Cluster* cluster) { return cluster->answers.size(); });
    if (!wrong.empty())
      text += fmt::format("{} {} of wrong answers that mean the same\n", wrong.size(), wrong.size() == 1 ? "group" : "groups");
    for (std::size_t i = 0; i < std::min(clusters, wrong.size()); ++i) text += clusterText(result, one, *wrong[i]);
    if (wrong.size() > clusters) text += fmt::format("  and {} more groups\n", wrong.size() - clusters);
    for (std::size_t s = 0; s < result.names.size(); ++s) {
      const auto& judgement = one.grader->judgements()[s];
      if (judgement.why.empty()) continue;
      text += fmt::format("{}: {}\n", support::oneLine(result.names[s]), wordsFor(judgement.verdict));
      text += judgement.why + (judgement.why.ends_with('\n') ? "" : "\n");
    }
  }
  text += fmt::format("{} submissions in {:.2f} s\n", result.names.size(), result.seconds);
  return text;
}

}  // namespace aunit::reporters
