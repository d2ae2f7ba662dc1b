#include "strength/scripts/inputs.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "coverage/record.h"
#include "solver/session/answered.h"
#include "solver/session/session.h"
#include "strength/generation/set_cover.h"
#include "suite/coverage_subject.h"
#include "suite/log/canonical.h"
#include "suite/steps/state_reads.h"

namespace aunit::strength::scripts {

namespace {

model::Scope scopeOfInputs(const model::Model& model, const InputOptions& options) {
  if (options.scope) return *options.scope;
  if (!model.commands().empty() && !model.commands()[0].isDefault) return model.commands()[0].scope;
  return {.overall = 3};
}

/// Returns a text that is equal for isomorphic instances. Writes the instance under each renaming of atoms within their
/// signatures, and returns the alphabetically first of these texts; an empty text if there are too many renamings.
std::string keyUpToRenaming(const model::Model& model, const model::Instance& instance, const support::Budget& budget) {
  constexpr std::size_t mostRenamings = 5'040;
  const model::Universe& universe = *instance.universe;
  // The atoms of each signature. The solver names atoms after their signatures.
  std::map<std::string, std::vector<model::Atom>> classes;
  for (model::Atom a = 0; a < universe.firstString(); ++a)
    classes[universe.name(a).substr(0, universe.name(a).find('$'))].push_back(a);
  std::size_t renamings = 1;
  for (const auto& [name, atoms] : classes)
    for (std::size_t i = 2; i <= atoms.size(); ++i)
      if ((renamings *= i) > mostRenamings) return "";
  std::vector<model::Atom> to(universe.size());
  for (model::Atom a = 0; a < to.size(); ++a) to[a] = a;
  std::string least;
  const auto text = [&] {
    std::string all;
    const auto add = [&](const model::TupleSet& set) {
      std::vector<std::vector<model::Atom>> tuples;
      set.forEach([&](std::span<const model::Atom> tuple) {
        for (auto& columns = tuples.emplace_back(); const model::Atom atom : tuple) columns.push_back(to[atom]);
      });
      std::ranges::sort(tuples);
      for (const auto& tuple : tuples)
        for (const model::Atom atom : tuple) all += std::to_string(atom) + ",";
      all += ";";
    };
    for (model::SigId id = model::builtin::count; id < model.sigs().size(); ++id) add(instance.states[0].sigs[id]);
    for (model::FieldId id = 0; id < model.fields().size(); ++id) add(instance.states[0].fields[id]);
    return all;
  };
  const std::function<void(std::map<std::string, std::vector<model::Atom>>::const_iterator)> extend = [&](auto at) {
    if (at == classes.end()) {
      budget.check();
      if (std::string here = text(); least.empty() || here < least) least = std::move(here);
      return;
    }
    std::vector<model::Atom> image = at->second;
    do {
      for (std::size_t i = 0; i < image.size(); ++i) to[at->second[i]] = image[i];
      extend(std::next(at));
    } while (std::next_permutation(image.begin(), image.end()));
  };
  extend(classes.begin());
  return least;
}

/// Returns the indices of a few of `instances`. These few meet each requirement that at least one of `instances` meets.
std::vector<std::size_t> fewOf(parser::Loaded& loaded, const std::vector<model::Instance>& instances, const InputOptions& options,
                               const support::Budget& budget, std::size_t& requirements) {
  const model::Model& model = *loaded.model;
  const suite::CoverageSubject subject = suite::coverageSubject(loaded, {}, false, false);
  coverage::Recorder recorder(model, subject.requirements, {.semantics = options.semantics, .budget = &budget});
  evaluator::Question question{evaluator::constraintsOf(model)};
  for (const model::ExprId formula : subject.emptyCommand)
    evaluator::append(question.constraints, evaluator::Part::watched, {{formula}});
  std::vector<strength::Goal> goals(subject.requirements.requirements.count());
  for (std::uint32_t i = 0; i < instances.size(); ++i)
    recorder.judge(instances[i], question).record.met.forEach([&](std::size_t id) { goals[id].candidates.push_back(i); });
  std::erase_if(goals, [](const strength::Goal& goal) { return goal.candidates.empty(); });
  requirements = goals.size();
  std::set<std::size_t> chosen;
  for (const ChosenCandidate& each : cover(
           goals, instances.size(), 0, [](std::uint32_t number) { return -static_cast<std::ptrdiff_t>(number); }, budget))
    chosen.insert(each.candidate);
  if (chosen.empty() && !instances.empty()) chosen.insert(0);
  return {chosen.begin(), chosen.end()};
}

}  // namespace

Inputs inputsOf(parser::Loaded& loaded, const InputOptions& options) {
  const model::Model& model = *loaded.model;
  Inputs result;
  const support::Budget budget(options.limits);
  const solver::Problem problem{.scope = scopeOfInputs(model, options)};
  const solver::Options how{
      .semantics = options.semantics, .enumerate = true, .threads = solver::Threads::one};  // one thread: deterministic
  const suite::RelationNumbers numbers(model);
  try {
    solver::Session session(model, problem, how);
    std::set<std::string> known;
    for (;;) {
      solver::Result found = answered(session.next(budget));
      if (found.verdict == solver::Verdict::unsatisfiable) {
        result.complete = true;
        break;
      }
      if (found.verdict == solver::Verdict::error) {
        result.error = found.message;
        return result;
      }
      if (found.verdict != solver::Verdict::satisfiable || !found.instance) {
        result.interrupted = true;
        break;
      }
      // A key lists the atoms of each signature, so instances with different numbers of atoms have different keys.
      std::string key = keyUpToRenaming(model, *found.instance, budget);
      if (key.empty()) {  // too many renamings; this other key may differ for isomorphic instances
        const std::vector<bool> named(found.instance->universe->size(), false);
        key = suite::log::CanonicalKeys(model, numbers, *found.instance).keyOf({}, named, {}, true);
      }
      if (!known.insert(key).second) continue;
      if (result.instances.size() >= options.most) break;
      found.instance->skolems.clear();
      for (model::State& state : found.instance->states) state.skolems.clear();
      result.instances.push_back(std::move(*found.instance));
      if (options.progress) options.progress(result.instances.size());
    }
    result.found = result.instances.size();
    if (result.instances.empty() && result.complete) result.error = "the model has no instance in this scope";
    if (options.all && !result.complete && !result.interrupted)
      result.error = fmt::format("there are more than {} instances in this scope: make it smaller with --scope", options.most);
    if (options.all || !result.error.empty()) return result;
    std::vector<model::Instance> few;
    for (const std::size_t number :
         fewOf(loaded, result.instances, options, support::Budget(options.limits.untimed()), result.requirements))
      few.push_back(std::move(result.instances[number]));
    result.instances = std::move(few);
  } catch (const support::Exhausted&) {
    result.interrupted = true;
  }
  return result;
}

}  // namespace aunit::strength::scripts
