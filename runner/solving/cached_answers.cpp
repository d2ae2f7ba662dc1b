#include "runner/solving/cached_answers.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "model/instances/removal.h"
#include "solver/kept/cached_answer.h"
#include "solver/session/search.h"
#include "strength/instances/neighbours.h"
#include "support/budget.h"

namespace aunit::runner {

using solver::Verdict;

namespace {

// The time limit for finding a core: these seconds or this share of the solving time, whichever is longer.
constexpr double secondsForCore = 0.1, shareForCore = 0.1;
// The time limit for checking cached answers: these seconds or this share of the remaining time, whichever is shorter.
constexpr double secondsForLook = 1, shareForLook = 0.1;
constexpr std::size_t mostDifferencesSaid = 4;
constexpr const char* besideOne = "an instance near an earlier one";

// Limits: how many cached instances are varied, how many variants are evaluated, and how many constraints a varied instance may
// violate.
constexpr std::size_t mostLookedAround = 16, mostLooks = 4000, mostBroken = 8;

std::string nameOf(const CacheQuestion& question) {
  return question.file + " " + question.name;
}

CommandAnswer begun(const CacheQuestion& question) {
  CommandAnswer answer;
  answer.problem = question.problem;
  answer.preference = question.options.preference;
  return answer;
}

CommandAnswer answeredBy(const CacheQuestion& question, const std::string& key, model::Instance instance, solver::Result result,
                         const char* why) {
  CommandAnswer answer = begun(question);
  answer.result = std::move(result);
  answer.result.verdict = Verdict::satisfiable;
  answer.result.statistics.traceLength = static_cast<int>(instance.states.size());
  answer.row.distinct = answer.row.solutions = 1;
  answer.kept.emplace(AnswerOrigin{.why = why, .key = key, .instance = std::move(instance)});
  return answer;
}

/// Searches for an instance of a problem by changing other instances. A change adds or removes one tuple of a field, adds or
/// removes one atom of a subsignature, or removes an atom from all relations. Best-first search: instances that violate the
/// fewest constraints come first.
class Repairs {
 public:
  Repairs(const model::Model& model, solver::AnswerCheck& check) : model_(model), check_(check) {}

  std::optional<model::Instance> from(std::vector<model::Instance> instances) {
    for (model::Instance& instance : instances)
      if (const auto broken = check_.broken(instance, mostBroken)) add(std::move(instance), *broken);
    while (!open_.empty() && looks_ > 0 && !found_) {
      auto node = open_.extract(open_.begin());
      lookAround(node.mapped(), node.key().first);
    }
    return std::move(found_);
  }

 private:
  void add(model::Instance instance, std::size_t broken) {
    if (seen_.insert(strength::shapeOf(model_, instance, {})).second)
      open_.emplace(std::pair(broken, added_++), std::move(instance));
  }
  bool look(const model::Instance& one, std::size_t most) {
    if (looks_ == 0) return false;
    --looks_;
    const auto broken = check_.broken(one, most);
    if (broken == 0)
      found_ = one;
    else if (broken)
      add(one, *broken);
    return !found_;
  }
  void lookAround(const model::Instance& instance, std::size_t broken) {
    for (model::Atom atom = 0; atom < instance.universe->firstString() && !found_; ++atom) {
      std::vector<bool> gone(instance.universe->size());
      gone[atom] = true;
      model::Instance without = instance;
      for (model::State& state : without.states) model::removeAtoms(state, gone);
      if (!look(without, broken)) return;
    }
    strength::forEachNeighbour(model_, instance, [&](const model::Instance& one) { return look(one, broken); });
  }

  const model::Model& model_;
  solver::AnswerCheck& check_;
  // By number of violated constraints; instances with equal numbers are in the order in which they were added.
  std::map<std::pair<std::size_t, std::size_t>, model::Instance> open_;
  std::set<std::uint64_t> seen_;
  std::size_t looks_ = mostLooks, added_ = 0;
  std::optional<model::Instance> found_;
};

}  // namespace

solver::Slice CachedAnswers::sliceOf(const CacheQuestion& question) {
  return solver::sliceOf(question.model, question.problem, question.options, question.also);
}

std::optional<CommandAnswer> CachedAnswers::recall(const CacheQuestion& question, const solver::Slice& slice,
                                                   const std::string& older, const support::Budget& budget, std::string& said) {
  try {
    const double seconds = std::min(secondsForLook, shareForLook * budget.secondsLeft());
    return lookedUp(question, slice, older, budget.within({.seconds = seconds}), said);
  } catch (const support::Exhausted&) {
    said = "solved: reading the cached answers took too long";
    return std::nullopt;
  }
}

std::optional<CommandAnswer> CachedAnswers::lookedUp(const CacheQuestion& question, const solver::Slice& slice,
                                                     const std::string& older, const support::Budget& budget, std::string& said) {
  solver::AnswerCheck check(question.model, question.problem, slice, question.options, budget);
  const auto stillHolds = [&](const model::Instance& instance, solver::Result& result) {
    return check.holds(instance, result.wrapped);
  };
  std::vector<std::string> keys = folder_.keysOf(nameOf(question));
  if (const auto text = folder_.read(slice.key)) {
    auto kept = solver::readAnswer(*text, question.model, slice);
    // A cached instance is evaluated again, because that is cheap. The answer is trusted without evaluation if evaluation cannot
    // decide this question, or if the answer is that there is no instance.
    const bool confirmed =
        kept && (kept->result.verdict == Verdict::unsatisfiable || !check.decides() ||
                 std::ranges::all_of(kept->instances, [&](const auto& one) { return stillHolds(one, kept->result); }));
    if (confirmed) {
      CommandAnswer answer = begun(question);
      answer.result = std::move(kept->result);
      answer.row.sizes = std::move(kept->reached);
      answer.row.distinct = kept->distinct;
      answer.row.solutions = kept->solutions;
      answer.vacuity = std::move(kept->vacuity);
      if (!question.anyInstance) answer.instances = std::move(kept->instances);
      answer.kept.emplace(AnswerOrigin{.why = sameQuestion, .key = slice.key});
      said = "cached: the same question was answered before";
      if (std::ranges::find(keys, slice.key) != keys.end()) note(question, slice.key);
      return answer;
    }
  }
  if (!older.empty()) {
    std::erase(keys, older);
    keys.insert(keys.begin(), older);
  }
  const std::size_t own = keys.size();
  for (std::string& key : folder_.keysOf(question.file))
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
  said = "solved: the cache has no answer to this command";
  std::vector<model::Instance> instances;  // cached instances of other questions; they do not satisfy this question
  std::optional<solver::PremiseComparison> asserting;
  bool comparable = true;
  bool first = true;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::string& key = keys[i];
    const bool isOwn = i < own;
    const auto text = key == slice.key ? std::nullopt : folder_.read(key);
    const auto head = text ? solver::readHead(*text) : std::nullopt;
    if (!head) continue;
    if (isOwn && std::exchange(first, false)) {
      std::vector<std::string> differences = solver::differences(head->parts, slice.parts);
      const std::size_t more = differences.size() - std::min(differences.size(), mostDifferencesSaid);
      differences.resize(differences.size() - more);
      said = fmt::format("solved: {}{}", fmt::join(differences, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
    }
    if (!question.anyInstance || !check.decides()) continue;
    budget.check();
    if (!head->contradictions.empty() && comparable && !asserting) {
      auto premises = solver::premisesOf(question.model, question.problem, question.options, question.also);
      comparable = premises.has_value();
      if (comparable) asserting.emplace(std::move(*premises));
    }
    const auto implied = [&](const solver::Premises& contradiction) { return asserting->implies(contradiction); };
    const auto contradiction = asserting ? std::ranges::find_if(head->contradictions, implied) : head->contradictions.end();
    if (contradiction != head->contradictions.end()) {
      CommandAnswer answer = begun(question);
      answer.result.verdict = Verdict::unsatisfiable;
      answer.kept.emplace(AnswerOrigin{.why = "an earlier contradiction", .key = key, .contradictions = {*contradiction}});
      said = isOwn ? "cached: the same constraints still contradict each other"
                   : "cached: this command has constraints that contradict each other, as the answer to another command shows";
      return answer;
    }
    for (model::Instance& instance : solver::readInstances(*text, question.model)) {
      solver::Result result;
      if (stillHolds(instance, result)) {
        said = isOwn ? "cached: an earlier instance still satisfies this command"
                     : "cached: an instance of another command also satisfies this command";
        return answeredBy(question, key, std::move(instance), std::move(result), "an earlier instance");
      }
      if (instances.size() < mostLookedAround) instances.push_back(std::move(instance));
    }
  }
  if (auto beside = Repairs(question.model, check).from(std::move(instances))) {
    solver::Result result;
    stillHolds(*beside, result);
    said = "cached: an earlier instance with a few changes satisfies this command";
    return answeredBy(question, slice.key, std::move(*beside), std::move(result), besideOne);
  }
  return std::nullopt;
}

void CachedAnswers::keep(const CacheQuestion& question, const solver::Slice& slice, const CommandAnswer& answer,
                         const support::Budget& budget) {
  solver::CachedAnswer kept;
  kept.result = answer.result;
  kept.instances = answer.instances;
  if (kept.instances.empty() && answer.first) kept.instances.push_back(*answer.first);
  if (answer.kept && answer.kept->instance) kept.instances.push_back(*answer.kept->instance);
  if (answer.kept) kept.contradictions = answer.kept->contradictions;
  kept.reached = answer.row.sizes;
  kept.distinct = answer.row.distinct;
  kept.solutions = answer.row.solutions;
  kept.incomplete = answer.row.incomplete;
  kept.vacuity = answer.vacuity;
  if (answer.result.verdict == Verdict::unsatisfiable && !answer.kept) {
    const double seconds = std::max(secondsForCore, shareForCore * (answer.row.translateMs + answer.row.solveMs) / 1000);
    auto [contradictions, nearly] =
        solver::whyNone(question.model, question.problem, question.options, question.also, budget.within({.seconds = seconds}));
    kept.contradictions = std::move(contradictions);
    kept.instances = std::move(nearly);
  }
  const auto text = solver::textOf(kept, question.model, slice);
  if (!text) return;
  folder_.keep(slice.key, *text);
  // Notes the key of this answer. If the answer follows from an older cached answer and has no new instance, notes the key of the
  // older answer instead.
  note(question, answer.kept && answer.kept->why != besideOne ? answer.kept->key : slice.key);
}

void CachedAnswers::note(const CacheQuestion& question, const std::string& key) {
  folder_.note(nameOf(question), key);
  folder_.note(question.file, key);
}

}  // namespace aunit::runner
