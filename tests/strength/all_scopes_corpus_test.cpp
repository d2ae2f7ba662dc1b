// Commands of published models, and of mutants of these models, that have an instance. With every lemma, no method may prove that
// they have no instance for any number of atoms.
//
// AUNIT_CORPUS: the number of commands for which bounds, provers and invariants are tried (few by default); for the other
// commands, only z3 is tried. AUNIT_CORPUS_SHARD=I/N: every Nth model or mutant, beginning with the Ith. The order is the same in
// each run: one mutant of each file, then the next mutant of each file.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/changes/overlay.h"
#include "parser/front_end.h"
#include "solver/session/search.h"
#include "solver/unsupported.h"
#include "strength/mutation/apply.h"
#include "strength/mutation/mutants.h"
#include "support/system/child_process.h"
#include "tests/folders.h"
#include "tests/loaded.h"
#include "tests/seeds.h"
#include "tests/solver/allscopes/any_proof.h"

namespace aunit::strength {
namespace {

const std::size_t usualCommands = tests::seedsOr(300), usuallyByAll = 60;
constexpr int millisecondsOfMany = 50;
constexpr std::size_t mostMutantsOfFile = 2000;
constexpr std::size_t strideOfMutants = 7919;  // a prime, so that consecutive mutants are far apart
constexpr double secondsOfSearch = 1, secondsOfBriefSearch = 0.2, secondsOfProof = 0.15;
constexpr int largestScope = 6;

/// A model that is loaded only when it is used.
struct CorpusModel {
  std::string path;
  std::unique_ptr<parser::Loaded> loaded{};
  std::vector<Mutant> mutants{};
  std::set<model::CommandId> slow{};  // commands whose search took too long; they are skipped in mutants

  /// Loads the model. Returns whether it has commands and no errors.
  bool read() {
    if (!loaded) {
      loaded = parser::load(path);
      if (loaded->ok()) mutants = mutantsOf(*loaded->model, {});
    }
    return loaded->ok() && !loaded->model->commands().empty();
  }
};

/// A hash of a name; it is the same on all machines (FNV-1a).
std::uint64_t digestOf(std::string_view text) {
  std::uint64_t digest = 14695981039346656037u;
  for (const char c : text) digest = (digest ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return digest;
}

/// All models in a mixed order, so that models of all kinds are among the first.
std::vector<CorpusModel> corpusModels() {
  std::vector<std::pair<std::uint64_t, std::string>> paths;
  for (const auto& [root, folder] : {std::pair(sourceFolder(), "/specs"),
                                     {sourceFolder(), "/tests/protocols"},
                                     {sharedFolder(), "/conformance"},
                                     {sharedFolder(), "/field/found"}}) {
    if (!std::filesystem::exists(root + folder)) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root + folder))
      if (const std::string path = entry.path().string(); path.ends_with(".als"))
        paths.emplace_back(digestOf(std::string_view(path).substr(root.size())), path);
  }
  std::ranges::sort(paths);
  std::vector<CorpusModel> all;
  for (auto& [digest, path] : paths) all.push_back({.path = std::move(path)});
  return all;
}

class Corpus {
 public:
  /// For the first `byAll` commands all methods are tried.
  Corpus(std::size_t wanted, std::size_t byAll) : wanted_(wanted), byAll_(byAll) {}

  std::size_t satisfiable() const { return satisfiable_; }
  std::size_t others() const { return others_; }
  const testing_::ManyProofs& many() const { return many_; }
  bool isEnough() const { return satisfiable_ >= wanted_; }

  void look(CorpusModel& subject, const std::string& changed) {
    const model::Model& model = *subject.loaded->model;
    for (model::CommandId id = 0; id < model.commands().size() && !isEnough(); ++id) {
      if (model.commands()[id].ofTest || subject.slow.contains(id)) continue;
      const std::string what = fmt::format("{} {}, {}", subject.path, model.commands()[id].label, changed);
      try {
        if (!look(model, solver::problemOf(model, id), what)) subject.slow.insert(id);
      } catch (const solver::Unsupported&) {  // the mutant contradicts the scope
      }
    }
  }

 private:
  /// Returns false if the search took too long.
  bool look(const model::Model& model, const solver::Problem& problem, const std::string& what) {
    const solver::Verdict found = search(model, problem);
    if (found != solver::Verdict::satisfiable) {
      ++others_;
      return found != solver::Verdict::unknown;
    }
    if (satisfiable_++ < byAll_) {
      EXPECT_FALSE(testing_::isProved(model, problem, secondsOfProof)) << what;
    } else {
      many_.add(model, problem, what);
    }
    return true;
  }

  /// Searches in the command's own scope, or in its largest one.
  solver::Verdict search(const model::Model& model, const solver::Problem& problem) const {
    const solver::Options options{.limits = {.seconds = satisfiable_ < byAll_ ? secondsOfSearch : secondsOfBriefSearch},
                                  .threads = solver::Threads::one};
    const solver::Verdict own = solver::Search(model, problem, options).next().verdict;
    if (own != solver::Verdict::unsatisfiable) return own;
    solver::Problem larger = problem;
    larger.scope.sigs.clear();
    larger.scope.overall = largestScope;
    return solver::Search(model, larger, options).next().verdict;
  }

  const std::size_t wanted_, byAll_;
  testing_::ManyProofs many_;
  std::size_t satisfiable_ = 0, others_ = 0;
};

TEST(AllScopesCorpus, ProvesNothingThatHasAnInstance) {
  const char* given = std::getenv("AUNIT_CORPUS");
  const char* shard = std::getenv("AUNIT_CORPUS_SHARD");
  std::size_t part = 1, parts = 1;
  if (shard != nullptr) {
    const std::string text = shard;
    const std::size_t slash = text.find('/');
    ASSERT_NE(slash, std::string::npos) << "AUNIT_CORPUS_SHARD=I/N";
    part = std::stoul(text.substr(0, slash));
    parts = std::stoul(text.substr(slash + 1));
    ASSERT_TRUE(part >= 1 && part <= parts) << "AUNIT_CORPUS_SHARD=I/N";
  }
  const auto start = std::chrono::steady_clock::now();
  std::vector<CorpusModel> all = corpusModels();
  const std::size_t wanted = given == nullptr ? usualCommands : std::stoul(given);
  Corpus corpus(wanted, given == nullptr ? usuallyByAll : wanted);
  std::size_t item = 0, mutants = 0;
  for (std::size_t round = 0; round <= mostMutantsOfFile && !corpus.isEnough(); ++round) {
    const std::size_t before = item;
    for (CorpusModel& subject : all) {
      if (corpus.isEnough()) break;
      if (!subject.read() || round > subject.mutants.size()) continue;  // round 0 has the models themselves
      if (item++ % parts + 1 != part) continue;
      if (round == 0) {
        corpus.look(subject, "as it is");
        continue;
      }
      const std::size_t mutant = round * strideOfMutants % subject.mutants.size();
      model::Overlay overlay(*subject.loaded->model);
      if (!apply(subject.mutants[mutant], overlay)) continue;
      overlay.install();
      ++mutants;
      corpus.look(subject, fmt::format("mutant {}", mutant));
    }
    if (item == before) break;
  }
  std::cout << fmt::format("{} commands with an instance, {} without, of {} models and {} mutants, in {:.0f} s\n",
                           corpus.satisfiable(), corpus.others(), all.size(), mutants,
                           std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  EXPECT_GT(corpus.satisfiable(), wanted / 10);
  const auto proved = corpus.many().proved(millisecondsOfMany);
  if (proved) {
    EXPECT_THAT(*proved, testing::IsEmpty());
  }
}

/// A proof of one of many questions must be reported for this question; otherwise the results of joint questions mean nothing.
TEST(AllScopesCorpus, KnowsWhichOfManyIsProved) {
  if (support::findProgram("z3").empty()) GTEST_SKIP() << "z3 is not installed";
  testing_::ManyProofs many;
  for (const char* check :
       {"some n.edge", "n in n.^edge implies some m: N | m in n.edge and n in m.*edge", "n in edge.N", "n in N"}) {
    const auto loaded = tests::loaded("many.als", fmt::format("sig N {{ edge: set N }} check {{ all n: N | {} }}", check));
    many.add(*loaded->model, solver::problemOf(*loaded->model, 0), check);
  }
  EXPECT_EQ(many.size(), 4u);
  EXPECT_THAT(many.proved(2000), testing::Optional(testing::ElementsAre(testing::HasSubstr("implies"), "n in N")));
}

}  // namespace
}  // namespace aunit::strength
