#include "coverage/record.h"

#include <algorithm>
#include <map>

#include "coverage/record_observer.h"
#include "evaluator/evaluator_impl.h"

namespace aunit::coverage {

using model::ExprId;

struct Recorder::Work {
  Work(const model::Model& m, const ModelRequirements& r, Options o)
      : model(m),
        requirements(r),
        options(o),
        evaluator(m, {.noOverflow = o.noOverflow, .stop = o.stop, .deadline = o.deadline},
                  RecordObserver(r.ofExpr, r.requirements.count(), firstImplicit(r.requirements), o.values)) {
    if (o.values)
      for (std::uint32_t s = 0; s < r.requirements.subjects.size(); ++s) subjectAt[r.requirements.subjects[s].first] = s;
  }

  static RequirementId firstImplicit(const Requirements& requirements) {
    for (const Subject& subject : requirements.subjects)
      if (subject.kind == SubjectKind::implicit) return subject.first;
    return requirements.count();
  }

  void evaluate(ExprId formula) {
    try {
      evaluator.holds(formula);
    } catch (const evaluator::EvaluationError&) {
      // No value here; the verdict on the test tells about it.
    }
  }

  // Sizes of signatures and fields follow from the valuation alone.
  void recordDeclarations(const model::Instance& instance) {
    const auto note = [&](const std::vector<RequirementId>& firsts, const std::vector<model::TupleSet>& values) {
      for (std::size_t i = 0; i < firsts.size() && i < values.size(); ++i)
        if (firsts[i] != noIndex) evaluator.observer().relationAt(firsts[i], values[i]);
    };
    for (const model::State& state : instance.states) {
      note(requirements.ofSig, state.sigs);
      note(requirements.ofField, state.fields);
    }
  }

  std::vector<Observation> observations(const model::Universe& universe) {
    std::map<std::uint32_t, std::vector<std::string>> all;
    const RecordObserver& observer = evaluator.observer();
    for (const auto& [first, values] : observer.relations())
      for (const model::TupleSet& value : values) all[subjectAt.at(first)].push_back(text(value, universe));
    for (const auto& [first, s] : subjectAt) {
      if (!requirements.requirements.subjects[s].isFormula()) continue;
      if (observer.seen(first + requirement::isTrue)) all[s].push_back("true");
      if (observer.seen(first + requirement::isFalse)) all[s].push_back("false");
    }
    std::vector<Observation> result;
    for (auto& [subject, values] : all) {
      std::ranges::sort(values);
      if (values.size() > mostValues) values.resize(mostValues);
      result.push_back({subject, std::move(values)});
    }
    return result;
  }

  static std::string text(const model::TupleSet& value, const model::Universe& universe) {
    std::string out = "{";
    value.forEach([&](std::span<const model::Atom> tuple) {
      if (out.size() > 1) out += ", ";
      for (std::size_t i = 0; i < tuple.size(); ++i) out += (i == 0 ? "" : "->") + universe.name(tuple[i]);
    });
    return out + "}";
  }

  const model::Model& model;
  const ModelRequirements& requirements;
  Options options;
  std::map<RequirementId, std::uint32_t> subjectAt;  // subjects by their first requirement
  evaluator::BasicEvaluator<RecordObserver> evaluator;
};

Recorder::Recorder(const model::Model& model, const ModelRequirements& requirements, Options options)
    : work_(std::make_unique<Work>(model, requirements, options)) {}
Recorder::~Recorder() = default;

void Recorder::begin(const model::Instance& instance, const Problem& problem) {
  auto& evaluator = work_->evaluator;
  evaluator.observer().clear();
  evaluator.bind(instance);
  for (const auto& [variable, atom] : problem.bindings)
    evaluator.assign(variable, model::TupleSet::atom(instance.universe->size(), atom));
  work_->recordDeclarations(instance);
}

TestRecord Recorder::finish(const model::Instance& instance) {
  TestRecord record;
  record.met = work_->evaluator.observer().met();
  if (work_->options.values) record.values = work_->observations(*instance.universe);
  return record;
}

TestRecord Recorder::record(const model::Instance& instance, const Problem& problem) {
  Work& work = *work_;
  begin(instance, problem);
  if (problem.facts) {
    for (const ExprId constraint : work.requirements.implicit) work.evaluate(constraint);
    for (const model::Fact& fact : work.model.facts())
      if (fact.body != model::noId) work.evaluate(fact.body);
  }
  for (const ExprId formula : problem.formulas) work.evaluate(formula);
  return finish(instance);
}

std::optional<Recorder::Judged> Recorder::judge(const model::Instance& instance, const evaluator::Question& question,
                                                const Problem& problem) {
  begin(instance, problem);
  Judged judged;
  try {
    judged.broken = evaluator::judge(work_->evaluator, instance, question);
  } catch (const evaluator::EvaluationError&) {
    return std::nullopt;
  }
  for (const ExprId formula : problem.formulas)
    if (std::ranges::find(question.formulas, formula) == question.formulas.end()) work_->evaluate(formula);
  judged.record = finish(instance);
  return judged;
}

Problem emptyCommand(const model::Model& model, const ExtractOptions& options) {
  Problem problem;
  const auto add = [&](const model::Command& command) {
    const bool onTest = command.target == model::TargetKind::predicate &&
                        std::ranges::find(options.tests, command.targetId) != options.tests.end();
    if (command.ofTest || command.isDefault || onTest || command.formula == model::noId) return;
    if (std::ranges::find(problem.formulas, command.formula) == problem.formulas.end())
      problem.formulas.push_back(command.formula);
  };
  if (!options.withoutRoot) {
    std::ranges::for_each(model.commands(), add);
    return problem;
  }
  for (const model::Command& command : model.openedCommands())
    if (model.modules()[command.module].path.find('/') == std::string::npos) add(command);  // opened by the root itself
  return problem;
}

}  // namespace aunit::coverage
