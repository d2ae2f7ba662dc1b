// Results of grading as JSON, for other programs.

#include <cstdio>
#include <map>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "model/diagnostic.h"
#include "model/instances/instance_json.h"
#include "reporters/grading/grading.h"

namespace aunit::reporters {

namespace {

using Document = nlohmann::ordered_json;
using namespace strength::grading;
using GradeReport = strength::grading::Report;

constexpr Class gradingClasses[] = {Class::correct, Class::under,     Class::over,   Class::both,
                                    Class::invalid, Class::forbidden, Class::unknown};

// ---------------------------------------------------------------------------------------------------------------- writing

Document shownJson(const model::Model& model, const ShownSituation& shown) {
  Document arguments = Document::object();
  for (const auto& [name, value] : shown.arguments) {
    Document tuples = Document::array();
    value.forEach([&](std::span<const model::Atom> tuple) {
      Document atoms = Document::array();
      for (const model::Atom atom : tuple) atoms.push_back(shown.instance.universe->name(atom));
      tuples.push_back(std::move(atoms));
    });
    arguments[name] = std::move(tuples);
  }
  return {{"instance", Document::parse(model::writeInstanceJson(model, shown.instance))}, {"arguments", std::move(arguments)}};
}

Document pairJson(const model::Model* model, const std::optional<ShownPair>& pair) {
  if (!pair) return nullptr;
  if (!pair->document.empty()) return Document::parse(pair->document);
  if (!model) return nullptr;
  Document entry = shownJson(*model, pair->wrong);
  entry["beside"] = pair->beside ? shownJson(*model, *pair->beside) : Document(nullptr);
  return entry;
}

Document answerJson(const GradeReport& report, const ExerciseReport& exercise, std::uint32_t submission) {
  const AnswerReport& answer = exercise.answers[submission];
  Document entry = {{"file", report.submissions[submission].name},
                    {"predicate", exercise.exercise.name},
                    {"class", nameOf(answer.verdict)},
                    {"cluster", nullptr},
                    {"points", nullptr}};
  if (answer.cluster != model::noId) entry["cluster"] = answer.cluster;
  if (answer.points) entry["points"] = *answer.points;
  if (!answer.why.empty()) entry["why"] = answer.why;
  if (!answer.failed.empty()) entry["failed"] = answer.failed;
  if (answer.hint) entry["hint"] = *answer.hint;
  return entry;
}

Document movesJson(const strength::grading::Moves& moves) {
  return {{"tried", moves.tried}, {"right", moves.right}, {"stayed", moves.stayed}};
}

Document clusterJson(const GradeReport& report, const ExerciseReport& exercise, std::uint32_t number,
                     const std::pair<strength::grading::Moves, strength::grading::Moves>& moves) {
  const ClusterReport& cluster = exercise.clusters[number];
  Document entry = {{"predicate", exercise.exercise.name},
                    {"cluster", number},
                    {"name", cluster.name},
                    {"class", nameOf(cluster.verdict)},
                    {"count", cluster.answers.size()},
                    {"share", cluster.share},
                    {"files", Document::array()}};
  for (const std::uint32_t answer : cluster.answers) entry["files"].push_back(report.submissions[answer].name);
  if (exercise.exercise.kind == Exercise::Kind::tests) {
    entry["refused"] = cluster.refused;
    entry["missed"] = cluster.missed;
  } else {
    entry["accepted"] = pairJson(report.model.get(), cluster.accepted);
    entry["rejected"] = pairJson(report.model.get(), cluster.rejected);
  }
  entry["text"] = cluster.text;
  entry["hint"] = cluster.hint;
  entry["comment"] = cluster.comment;
  if (moves.first.tried != 0) entry["next"] = movesJson(moves.first);
  if (moves.second.tried != 0) entry["nextWithHint"] = movesJson(moves.second);
  return entry;
}

Document exerciseJson(const ExerciseReport& one) {
  const bool tests = one.exercise.kind == Exercise::Kind::tests;
  Document entry = {{"predicate", one.exercise.name},
                    {"kind", tests ? "tests" : "predicate"},
                    {"points", one.exercise.points},
                    {"partial", nameOf(one.exercise.partial)},
                    {"rule", one.rule}};
  if (!tests) entry["scope"] = one.scope;
  return entry;
}

std::string dumped(const Document& document, int indent) {
  return document.dump(indent, ' ', false, Document::error_handler_t::replace);
}

// ---------------------------------------------------------------------------------------------------------------- reading

[[noreturn]] void refuse(const std::string& why) {
  throw std::invalid_argument(why);
}

const Document& member(const Document& document, const char* key) {
  if (!document.is_object()) refuse("an object was expected");
  const auto found = document.find(key);
  if (found == document.end()) refuse(fmt::format("{} is missing", key));
  return *found;
}

/// The member `key`. If `isKind` is not true for the member, throws the error "KEY must be KIND".
const Document& memberOf(const Document& document, const char* key, bool (Document::*isKind)() const, const char* kind) {
  const Document& value = member(document, key);
  if (!(value.*isKind)()) refuse(fmt::format("{} must be {}", key, kind));
  return value;
}

std::string textOf(const Document& document, const char* key) {
  return memberOf(document, key, &Document::is_string, "a text").get<std::string>();
}

std::string textOr(const Document& document, const char* key) {
  return document.contains(key) ? textOf(document, key) : std::string();
}

double numberOf(const Document& document, const char* key) {
  return memberOf(document, key, &Document::is_number, "a number").get<double>();
}

std::uint32_t indexOf(const Document& document, const char* key, std::uint64_t end) {
  const Document& value = member(document, key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= end) refuse(fmt::format("{} is out of range", key));
  return value.get<std::uint32_t>();
}

bool truthOf(const Document& document, const char* key) {
  return memberOf(document, key, &Document::is_boolean, "true or false").get<bool>();
}

const Document& listOf(const Document& document, const char* key) {
  return memberOf(document, key, &Document::is_array, "a list");
}

std::vector<std::string> textsOr(const Document& document, const char* key) {
  std::vector<std::string> texts;
  if (!document.contains(key)) return texts;
  for (const Document& one : listOf(document, key)) {
    if (!one.is_string()) refuse(fmt::format("{} must be a list of texts", key));
    texts.push_back(one.get<std::string>());
  }
  return texts;
}

Class classOf(const Document& document) {
  const std::string name = textOf(document, "class");
  for (const Class one : gradingClasses)
    if (name == nameOf(one)) return one;
  refuse(fmt::format("{} is not a class of answers", name));
}

ShownSituation shownOf(const Document& document, const model::Model& model) {
  model::SourceMap sources;
  model::Diagnostics diagnostics;
  auto instance = model::readInstanceJson(model, "instance", member(document, "instance").dump(), sources, diagnostics);
  if (!instance) refuse("an instance does not fit the right model");
  ShownSituation shown{std::move(*instance), {}};
  const Document& arguments = member(document, "arguments");
  if (!arguments.is_object()) refuse("arguments must be an object");
  for (const auto& [name, tuples] : arguments.items()) {
    std::vector<model::Atom> atoms;
    std::size_t arity = 0;
    if (!tuples.is_array()) refuse("arguments must be lists of tuples");
    for (const Document& tuple : tuples) {
      if (!tuple.is_array() || tuple.empty() || (arity != 0 && tuple.size() != arity))
        refuse("arguments must be lists of tuples");
      arity = tuple.size();
      for (const Document& atom : tuple) {
        const auto known = atom.is_string() ? shown.instance.universe->find(atom.get<std::string>()) : std::nullopt;
        if (!known) refuse("an argument is not an atom of the instance");
        atoms.push_back(*known);
      }
    }
    const std::uint32_t size = shown.instance.universe->size();
    if (arity == 0) arity = 1;
    shown.arguments.emplace_back(name, model::TupleSet::ofTuples(size, static_cast<std::uint8_t>(arity), atoms));
  }
  return shown;
}

std::optional<ShownPair> pairOf(const Document& document, const char* key, const model::Model* model) {
  if (!document.contains(key) || document[key].is_null()) return std::nullopt;
  const Document& entry = document[key];
  ShownPair pair;
  if (!model) {
    pair.document = entry.dump(-1, ' ', false, Document::error_handler_t::replace);
    return pair;
  }
  pair.wrong = shownOf(entry, *model);
  if (const Document& beside = member(entry, "beside"); !beside.is_null()) pair.beside = shownOf(beside, *model);
  return pair;
}

class GradingReader {
 public:
  GradingReader(const Document& document, std::shared_ptr<const model::Model> model) : document_(document) {
    report_.model = report_.handout = std::move(model);
  }

  GradeReport read() {
    report_.title = textOf(document_, "title");
    report_.feedback = textOf(document_, "feedback") == "verdict" ? strength::grading::Feedback::verdict
                                                                  : strength::grading::Feedback::situation;
    report_.hints = truthOf(document_, "hints");
    report_.hintsSince = textOr(document_, "hintsSince");
    report_.interrupted = truthOf(document_, "interrupted");
    shard();
    for (const Document& one : listOf(document_, "handedIn")) handedIn(one);
    for (const Document& one : listOf(document_, "exercises")) exercise(one);
    for (const Document& one : listOf(document_, "clusters")) cluster(one);
    for (const Document& one : listOf(document_, "submissions")) answer(one);
    for (ExerciseReport& one : report_.exercises)
      for (std::uint32_t s = 0; s < one.answers.size(); ++s)
        if (one.answers[s].cluster != model::noId) one.clusters[one.answers[s].cluster].answers.push_back(s);
    return std::move(report_);
  }

 private:
  void shard() {
    if (!document_.contains("shard")) return;
    const std::string text = textOf(document_, "shard");
    unsigned index = 0, total = 0;
    char rest = 0;
    if (std::sscanf(text.c_str(), "%u/%u%c", &index, &total, &rest) != 2 || index < 1 || index > total || total > 100'000)
      refuse("shard must be I/N");
    report_.part = index - 1;
    report_.parts = total;
  }

  void handedIn(const Document& one) {
    SubmissionReport submission{textOf(one, "name"), textOf(one, "student"), indexOf(one, "attempt", std::uint64_t{1} << 32),
                                textOr(one, "time"), truthOf(one, "counts")};
    numbers_.emplace(submission.name, static_cast<std::uint32_t>(report_.submissions.size()));
    report_.submissions.push_back(std::move(submission));
  }

  void exercise(const Document& one) {
    ExerciseReport made;
    made.exercise.name = textOf(one, "predicate");
    made.exercise.kind = textOf(one, "kind") == "tests" ? Exercise::Kind::tests : Exercise::Kind::predicate;
    made.exercise.points = numberOf(one, "points");
    const std::string partial = textOf(one, "partial");
    for (const PartialCredit rule : {PartialCredit::none, PartialCredit::suite, PartialCredit::distance})
      if (partial == nameOf(rule)) made.exercise.partial = rule;
    made.rule = textOf(one, "rule");
    made.scope = textOr(one, "scope");
    made.answers.resize(report_.submissions.size());
    for (AnswerReport& answer : made.answers) answer.elsewhere = true;
    exercises_.emplace(made.exercise.name, report_.exercises.size());
    report_.exercises.push_back(std::move(made));
  }

  ExerciseReport& exerciseOf(const Document& one) {
    const auto known = exercises_.find(textOf(one, "predicate"));
    if (known == exercises_.end()) refuse("an answer or a cluster names an exercise that is not listed");
    return report_.exercises[known->second];
  }

  void cluster(const Document& one) {
    ExerciseReport& exercise = exerciseOf(one);
    ClusterReport made;
    if (indexOf(one, "cluster", std::uint64_t{1} << 32) != exercise.clusters.size())
      refuse("the clusters of an exercise must be numbered 0, 1, 2, ... in this order");
    made.verdict = classOf(one);
    made.name = textOf(one, "name");
    made.share = numberOf(one, "share");
    made.accepted = pairOf(one, "accepted", report_.model.get());
    made.rejected = pairOf(one, "rejected", report_.model.get());
    made.missed = textsOr(one, "missed");
    made.refused = textsOr(one, "refused");
    made.hint = textOf(one, "hint");
    made.comment = textOf(one, "comment");
    made.text = textOr(one, "text");
    exercise.clusters.push_back(std::move(made));
  }

  void answer(const Document& one) {
    ExerciseReport& exercise = exerciseOf(one);
    const auto known = numbers_.find(textOf(one, "file"));
    if (known == numbers_.end()) refuse("an answer names a submission that is not listed");
    AnswerReport& answer = exercise.answers[known->second];
    answer.elsewhere = false;
    answer.verdict = classOf(one);
    if (!member(one, "cluster").is_null()) {
      answer.cluster = indexOf(one, "cluster", exercise.clusters.size());
      exercise.clusters[answer.cluster].answers.push_back(known->second);
    }
    if (!member(one, "points").is_null()) answer.points = numberOf(one, "points");
    answer.why = textOr(one, "why");
    answer.failed = textsOr(one, "failed");
    if (one.contains("hint")) answer.hint = textOf(one, "hint");
  }

  const Document& document_;
  GradeReport report_;
  std::map<std::string, std::uint32_t> numbers_;
  std::map<std::string, std::size_t> exercises_;
};

/// Limit of the nesting depth; documents that gradingJson() writes are flatter.
constexpr int deepestGrading = 200;

Document parsedGrading(std::string_view text) {
  return Document::parse(text, [](int depth, Document::parse_event_t, Document&) {
    if (depth > deepestGrading) refuse("it is nested too deeply");
    return true;
  });
}

}  // namespace

std::string gradingJson(const GradeReport& report) {
  Document document = {{"title", report.title}, {"feedback", nameOf(report.feedback)}, {"hints", report.hints}};
  if (!report.hintsSince.empty()) document["hintsSince"] = report.hintsSince;
  if (report.parts > 1) document["shard"] = fmt::format("{}/{}", report.part + 1, report.parts);
  for (const char* key : {"exercises", "handedIn", "submissions", "clusters"}) document[key] = Document::array();
  for (const ExerciseReport& one : report.exercises) document["exercises"].push_back(exerciseJson(one));
  for (const SubmissionReport& one : report.submissions) {
    Document entry = {{"name", one.name}, {"student", one.student}, {"attempt", one.attempt}, {"counts", one.counts}};
    if (!one.time.empty()) entry["time"] = one.time;
    document["handedIn"].push_back(std::move(entry));
  }
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s)
    for (const ExerciseReport& one : report.exercises)
      if (s < one.answers.size() && !one.answers[s].elsewhere) document["submissions"].push_back(answerJson(report, one, s));
  for (const ExerciseReport& one : report.exercises) {
    const auto moves = movesOf(report, one);
    for (std::uint32_t c = 0; c < one.clusters.size(); ++c) document["clusters"].push_back(clusterJson(report, one, c, moves[c]));
  }
  document["interrupted"] = report.interrupted;
  return dumped(document, 2) + "\n";
}

std::optional<GradeReport> gradingFromJson(std::string_view text, std::shared_ptr<const model::Model> model, std::string& error) {
  try {
    const Document document = parsedGrading(text);
    return GradingReader(document, std::move(model)).read();
  } catch (const std::invalid_argument& reason) {
    error = reason.what();
  } catch (const Document::exception&) {
    error = "it is not JSON";
  }
  return std::nullopt;
}

std::string clusterDetail(const ClusterReport& cluster, const model::Model& model) {
  return dumped({{"accepted", pairJson(&model, cluster.accepted)},
                 {"rejected", pairJson(&model, cluster.rejected)},
                 {"hint", cluster.hint}},
                -1);
}

std::optional<ClusterReport> clusterOfDetail(std::string_view text, const model::Model& model) {
  try {
    const Document document = parsedGrading(text);
    ClusterReport cluster;
    cluster.accepted = pairOf(document, "accepted", &model);
    cluster.rejected = pairOf(document, "rejected", &model);
    cluster.hint = textOf(document, "hint");
    return cluster;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  } catch (const Document::exception&) {
    return std::nullopt;
  }
}

}  // namespace aunit::reporters
