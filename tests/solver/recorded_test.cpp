// Verdicts and numbers of instances, compared with those recorded from the Alloy Analyzer. (The shared data take minutes and have
// separate scorers.)
#include <map>
#include <memory>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "parser/front_end.h"
#include "solver/session/search.h"
#include "tests/recorded.h"

namespace aunit::solver {
namespace {

RECORDED_ANSWERS(SolverRecorded, "own");

using Models = std::map<std::string, std::unique_ptr<parser::Loaded>>;

const parser::Loaded& loadedOnce(Models& models, const std::string& path) {
  auto& loaded = models[path];
  if (!loaded) loaded = parser::load(path);
  return *loaded;
}

TEST_P(SolverRecorded, VerdictsOfSmallModels) {
  Models models;
  int satisfiable = 0, unsatisfiable = 0, refused = 0;
  for (const std::string& line : lines("verdicts.jsonl")) {
    const auto record = nlohmann::json::parse(line);
    SCOPED_TRACE(line);
    const parser::Loaded& loaded = loadedOnce(models, (folder() / record["file"].get<std::string>()).string());
    const std::string verdict = record["verdict"];
    if (verdict == "REJECTED") {
      // The reference reads only Alloy 6.
      EXPECT_TRUE(!loaded.ok() || loaded.dialects.front() != "Alloy 6");
      ++refused;
      continue;
    }
    if (!loaded.ok()) {
      ADD_FAILURE() << model::render(loaded.diagnostics.all().front(), loaded.sources, false);
      continue;
    }
    const model::Command& command = loaded.model->commands()[record["index"].get<std::size_t>()];
    EXPECT_EQ(command.label, record["label"]);
    const Result result = Search(*loaded.model, problemOf(*loaded.model, record["index"]), {.threads = Threads::one}).next();
    const Verdict expected = verdict == "SAT"     ? Verdict::satisfiable
                             : verdict == "UNSAT" ? Verdict::unsatisfiable
                                                  : Verdict::error;
    if (command.scope.maxSteps == model::unboundedSteps) {
      EXPECT_NE(result.verdict, Verdict::error);  // the recorded solver is bounded
      continue;
    }
    EXPECT_EQ(result.verdict, expected) << result.message;
    (verdict == "SAT" ? satisfiable : verdict == "UNSAT" ? unsatisfiable : refused) += 1;
  }
  EXPECT_GT(satisfiable, 0);
  EXPECT_GT(unsatisfiable, 0);
  EXPECT_GT(refused, 0);
}

TEST_P(SolverRecorded, NumbersOfInstances) {
  Models models;
  int total = 0;
  for (const std::string& line : lines("counts.jsonl")) {
    const auto record = nlohmann::json::parse(line);
    SCOPED_TRACE(line);
    const parser::Loaded& loaded = loadedOnce(models, (folder() / record["file"].get<std::string>()).string());
    ASSERT_TRUE(loaded.ok());
    Search search(*loaded.model, problemOf(*loaded.model, record["index"]),
                  {.symmetry = 0, .enumerate = true, .threads = Threads::one});
    std::uint64_t solutions = 0;
    Result result = search.next();
    for (; result.verdict == Verdict::satisfiable; result = search.next()) solutions += result.solutions;
    EXPECT_EQ(result.verdict, Verdict::unsatisfiable) << result.message;
    EXPECT_EQ(solutions, record["instances"]);
    ++total;
  }
  EXPECT_GT(total, 0);
}

// Models on which this solver once differed from the Analyzer, with the Analyzer's answers: S, U or E for each command.
RECORDED_ANSWERS(SolverFound, "shared");

TEST_P(SolverFound, AnswersOfTheReference) {
  struct FoundModel {
    const char* file;
    bool noOverflow;
    std::string verdicts;
  };
  int compared = 0;
  for (const FoundModel& found : {FoundModel{"ite-literal-then.als", false, "SUS"},
                                  {"growing-exactly.als", false, "UUU"},
                                  {"growing-lone.als", false, "E"},
                                  {"no-overflow-negated-quantifier.als", true, "SUSUSSU"},
                                  {"no-overflow-bound.als", true, "SU"}}) {
    const std::filesystem::path file = folder() / "found" / found.file;
    if (!std::filesystem::exists(file)) continue;
    const auto loaded = parser::load(file.string());
    ASSERT_TRUE(loaded->ok()) << file;
    std::string verdicts;
    for (model::CommandId c = 0; c < loaded->model->commands().size(); ++c) {
      const Verdict verdict =
          Search(*loaded->model, problemOf(*loaded->model, c), {.semantics = {.noOverflow = found.noOverflow}}).next().verdict;
      verdicts += verdict == Verdict::satisfiable ? 'S' : verdict == Verdict::unsatisfiable ? 'U' : 'E';
    }
    EXPECT_EQ(verdicts, found.verdicts) << file;
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << "none of them is there";
}

}  // namespace
}  // namespace aunit::solver
