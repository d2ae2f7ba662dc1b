// Grading for programs.

#include <utility>

#include <nlohmann/json.hpp>

#include "model/instance_json.h"
#include "reporters/grading/grading.h"
#include "suite/valuation/atom_names.h"

namespace aunit::reporters {

namespace {

using Document = nlohmann::ordered_json;
using strength::grading::Cluster;
using strength::grading::Judgement;
using strength::grading::Situation;

Document situationJson(const model::Model& model, const std::optional<Situation>& situation) {
  if (!situation) return nullptr;
  model::Instance instance = situation->instance;
  suite::namePleasantly(model, instance);
  Document arguments = Document::object();
  for (const auto& [variable, value] : situation->arguments) {
    Document tuples = Document::array();
    value.forEach([&](std::span<const model::Atom> tuple) {
      Document atoms = Document::array();
      for (const model::Atom atom : tuple) atoms.push_back(instance.universe->name(atom));
      tuples.push_back(std::move(atoms));
    });
    arguments[model.variable(variable).name] = std::move(tuples);
  }
  return {{"instance", Document::parse(model::writeInstanceJson(model, instance))}, {"arguments", std::move(arguments)}};
}

/// The judgement of a submission in the terms of the platform-independent document.
Document judgementJson(const runner::GradingResult& result, const runner::ExerciseResult& one, std::uint32_t submission) {
  const Judgement& judgement = one.grader->judgements()[submission];
  Document entry = {{"file", result.names[submission]},
                    {"predicate", one.exercise.predicate},
                    {"class", strength::grading::nameOf(judgement.verdict)},
                    {"cluster", nullptr},
                    {"points", nullptr}};
  if (judgement.cluster != model::noId) entry["cluster"] = judgement.cluster;
  if (const auto points = runner::pointsOf(one.exercise, *one.grader, submission)) entry["points"] = *points;
  if (!judgement.why.empty()) entry["why"] = judgement.why;
  return entry;
}

Document clusterJson(const runner::GradingResult& result, const runner::ExerciseResult& one, std::uint32_t number) {
  const Cluster& cluster = one.grader->clusters()[number];
  Document entry = {
      {"predicate", one.exercise.predicate}, {"cluster", number},      {"class", strength::grading::nameOf(cluster.verdict)},
      {"count", cluster.answers.size()},     {"share", cluster.share}, {"files", Document::array()}};
  for (const std::uint32_t answer : cluster.answers) entry["files"].push_back(result.names[answer]);
  entry["accepted"] = situationJson(one.grader->model(), cluster.accepted);
  entry["rejected"] = situationJson(one.grader->model(), cluster.rejected);
  return entry;
}

}  // namespace

std::string gradingJson(const runner::GradingResult& result) {
  Document document = {{"title", result.assignment.title},
                       {"exercises", Document::array()},
                       {"submissions", Document::array()},
                       {"clusters", Document::array()}};
  for (const runner::ExerciseResult& one : result.exercises)
    document["exercises"].push_back({{"predicate", one.exercise.predicate},
                                     {"points", one.exercise.points},
                                     {"partial", one.exercise.partial},
                                     {"scope", one.scope}});
  for (std::uint32_t s = 0; s < result.names.size(); ++s)
    for (const runner::ExerciseResult& one : result.exercises) document["submissions"].push_back(judgementJson(result, one, s));
  for (const runner::ExerciseResult& one : result.exercises)
    for (std::uint32_t c = 0; c < one.grader->clusters().size(); ++c) document["clusters"].push_back(clusterJson(result, one, c));
  document["interrupted"] = result.interrupted;
  return document.dump(2, ' ', false, Document::error_handler_t::replace) + "\n";
}

}  // namespace aunit::reporters
