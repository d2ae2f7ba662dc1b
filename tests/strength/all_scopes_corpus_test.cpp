// Commands that have an instance, of written models and of their mutants: none is shown to have none for any number of atoms,
// with every lemma on.
//
// AUNIT_CORPUS: so many commands with an instance (default: a few). AUNIT_CORPUS_SHARD=I/N: every Nth model or mutant, from the
// Ith. The order is the same on each run: of each file one mutant, then of each file another.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/overlay.h"
#include "parser/front_end.h"
#include "solver/grounding/unsupported.h"
#include "solver/session/search.h"
#include "strength/mutation/apply.h"
#include "strength/mutation/mutants.h"
#include "tests/folders.h"
#include "tests/solver/any_proof.h"

namespace aunit::strength {
namespace {

constexpr std::size_t usualCommands = 60;
constexpr std::size_t mostMutantsOfFile = 2000;
constexpr std::size_t strideOfMutants = 7919;  // a prime: mutants far from each other follow each other
constexpr double secondsOfSearch = 1, secondsOfProof = 0.15;
constexpr int largestScope = 6;

/// A model that is read once it is its turn.
struct CorpusModel {
  std::string path;
  std::unique_ptr<parser::Loaded> loaded{};
  std::vector<Mutant> mutants{};

  /// Whether it has commands and no error.
  bool read() {
    if (!loaded) {
      loaded = parser::load(path);
      if (loaded->ok()) mutants = mutantsOf(*loaded->model, {});
    }
    return loaded->ok() && !loaded->model->commands().empty();
  }
};

/// The same for a name on each machine (FNV-1a).
std::uint64_t digestOf(std::string_view text) {
  std::uint64_t digest = 14695981039346656037u;
  for (const char c : text) digest = (digest ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return digest;
}

/// All there are, mixed, so that a few are of all kinds.
std::vector<CorpusModel> corpusModels() {
  std::vector<std::pair<std::uint64_t, std::string>> paths;
  for (const auto& [root, folder] :
       {std::pair(sourceFolder(), "/specs"), {sourceFolder(), "/tests/protocols"}, {sharedFolder(), "/conformance"}}) {
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
  explicit Corpus(std::size_t wanted) : wanted_(wanted) {}

  std::size_t satisfiable() const { return satisfiable_; }
  std::size_t others() const { return others_; }
  bool isEnough() const { return satisfiable_ >= wanted_; }

  void look(const CorpusModel& subject, const std::string& changed) {
    const model::Model& model = *subject.loaded->model;
    for (model::CommandId id = 0; id < model.commands().size() && !isEnough(); ++id) {
      if (model.commands()[id].ofTest) continue;
      const std::string what = fmt::format("{} {}, {}", subject.path, model.commands()[id].label, changed);
      try {
        look(model, solver::problemOf(model, id), what);
      } catch (const solver::Unsupported&) {  // the change contradicts the scope
      }
    }
  }

 private:
  void look(const model::Model& model, const solver::Problem& problem, const std::string& what) {
    if (!hasInstance(model, problem)) {
      ++others_;
      return;
    }
    ++satisfiable_;
    EXPECT_FALSE(testing_::isProved(model, problem, secondsOfProof)) << what;
  }

  /// In the command's own scope, or in that of the most atoms.
  static bool hasInstance(const model::Model& model, const solver::Problem& problem) {
    solver::Options options;
    options.threads = solver::Threads::one;
    options.limits.seconds = secondsOfSearch;
    const solver::Verdict own = solver::Search(model, problem, options).next().verdict;
    if (own != solver::Verdict::unsatisfiable) return own == solver::Verdict::satisfiable;
    solver::Problem larger = problem;
    larger.scope.sigs.clear();
    larger.scope.overall = largestScope;
    return solver::Search(model, larger, options).next().verdict == solver::Verdict::satisfiable;
  }

  const std::size_t wanted_;
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
  Corpus corpus(given == nullptr ? usualCommands : std::stoul(given));
  std::size_t item = 0, mutants = 0;
  for (std::size_t round = 0; round <= mostMutantsOfFile && !corpus.isEnough(); ++round) {
    const std::size_t before = item;
    for (CorpusModel& subject : all) {
      if (corpus.isEnough()) break;
      if (!subject.read() || round > subject.mutants.size()) continue;  // the first round has the models themselves
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
  EXPECT_GT(corpus.satisfiable(), usualCommands / 2);
}

}  // namespace
}  // namespace aunit::strength
