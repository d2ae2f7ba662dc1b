// Values of expressions, compared with those recorded from the Alloy Analyzer's evaluator.
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "evaluator/evaluator.h"
#include "model/instances/instance_json.h"
#include "model/instances/instance_xml.h"
#include "parser/front_end.h"
#include "tests/recorded.h"

namespace aunit::evaluator {
namespace {

RECORDED_ANSWERS(EvaluatorRecorded, "own", "shared");

// A text such as "{A$0->B$0, ...}" as the set of its tuples, because their order does not matter; any other text as a set of one.
std::set<std::string> normal(std::string text) {
  if (text.size() < 2 || text.front() != '{') return {text};
  std::set<std::string> out;
  std::istringstream in(text.substr(1, text.size() - 2));
  for (std::string tuple; std::getline(in, tuple, ',');) {
    tuple.erase(0, tuple.find_first_not_of(' '));
    if (!tuple.empty()) out.insert(tuple);
  }
  return out;
}

std::set<std::string> textOf(const Value& value, const model::Universe& universe) {
  if (const bool* truth = std::get_if<bool>(&value)) return {*truth ? "true" : "false"};
  if (const std::int32_t* number = std::get_if<std::int32_t>(&value)) return {std::to_string(*number)};
  std::set<std::string> out;
  std::get<model::TupleSet>(value).forEach([&](std::span<const model::Atom> tuple) {
    std::string text;
    for (const model::Atom a : tuple) text += (text.empty() ? "" : "->") + universe.name(a);
    out.insert(text);
  });
  return out;
}

TEST_P(EvaluatorRecorded, Values) {
  struct Subject {
    std::unique_ptr<parser::Loaded> loaded;
    std::optional<model::Instance> instance;
    std::unique_ptr<Evaluator> evaluator;
  };
  std::map<std::string, Subject> subjects;
  int total = 0, good = 0;
  for (const std::string& line : lines("evals.jsonl")) {
    const auto record = nlohmann::json::parse(line);
    const std::string path = record["instance"], text = record["expr"];
    Subject& subject = subjects[path];
    ++total;
    if (!subject.loaded) {
      subject.loaded = parser::load((folder() / record["model"].get<std::string>()).string());
      if (!subject.loaded->model) {
        ADD_FAILURE() << record["model"] << " does not load";
        for (const auto& d : subject.loaded->diagnostics.all()) ADD_FAILURE() << model::render(d, subject.loaded->sources, false);
        continue;
      }
      model::Diagnostics problems;
      subject.instance = model::readInstanceXml(*subject.loaded->model, path, contents(path), subject.loaded->sources, problems);
      for (const auto& problem : problems.all()) ADD_FAILURE() << model::render(problem, subject.loaded->sources, false);
      if (!subject.instance) continue;
      subject.evaluator = std::make_unique<Evaluator>(*subject.loaded->model);
      subject.evaluator->bind(*subject.instance);
    }
    if (!subject.evaluator) continue;
    model::Diagnostics problems;
    const auto expr = parser::resolveExpression(*subject.loaded, text, &*subject.instance, problems);
    if (!expr) {
      ADD_FAILURE() << path << ": " << text << ": "
                    << (problems.all().empty() ? "" : model::render(problems.all().front(), subject.loaded->sources, false));
      continue;
    }
    try {
      const auto ours = textOf(subject.evaluator->value(*expr, record["state"]), *subject.instance->universe);
      const auto theirs = normal(record["value"]);
      EXPECT_EQ(ours, theirs) << path << " state " << record["state"] << ": " << text;
      good += ours == theirs;
    } catch (const EvaluationError& error) {
      ADD_FAILURE() << path << ": " << text << ": " << error.what();
    }
  }
  EXPECT_GT(total, 0);
  EXPECT_EQ(good, total);
}

// Each instance file of the Analyzer can be written as XML and as JSON, and read again.
TEST_P(EvaluatorRecorded, InstancesRoundTrip) {
  std::set<std::string> done;
  for (const std::string& line : lines("evals.jsonl")) {
    const auto record = nlohmann::json::parse(line);
    const std::string path = record["instance"];
    if (!done.insert(path).second) continue;
    const auto loaded = parser::load((folder() / record["model"].get<std::string>()).string());
    ASSERT_TRUE(loaded->model);
    model::Diagnostics problems;
    const auto instance = model::readInstanceXml(*loaded->model, path, contents(path), loaded->sources, problems);
    ASSERT_TRUE(instance) << path;
    const std::string json = model::writeInstanceJson(*loaded->model, *instance);
    const auto fromXml = model::readInstanceXml(*loaded->model, path, model::writeInstanceXml(*loaded->model, *instance),
                                                loaded->sources, problems);
    ASSERT_TRUE(fromXml) << path << ": " << (problems.all().empty() ? "" : problems.all()[0].message);
    const auto fromJson = model::readInstanceJson(*loaded->model, path, json, loaded->sources, problems);
    ASSERT_TRUE(fromJson) << path << ": " << (problems.all().empty() ? "" : problems.all()[0].message);
    EXPECT_EQ(model::writeInstanceJson(*loaded->model, *fromJson), json) << path;
    const auto sizes = [&](const model::Instance& i) {
      std::vector<std::uint64_t> out;
      for (const auto& state : i.states) {
        for (const auto& sig : state.sigs) out.push_back(sig.size());
        for (const auto& field : state.fields) out.push_back(field.size());
        for (const auto& skolem : state.skolems) out.push_back(skolem.size());
      }
      return out;
    };
    EXPECT_EQ(sizes(*fromXml), sizes(*instance)) << path;
  }
}

}  // namespace
}  // namespace aunit::evaluator
