#include "coverage/record.h"

#include <algorithm>
#include <map>

#include "coverage/record_observer.h"
#include "evaluator/evaluator_impl.h"

namespace aunit::coverage {

using model::ExprId;

struct Recorder::Work {
  Work(const model::Model& m, const ModelRequirements& r, Options o)
      : requirements(r),
        options(o),
        observed(withCompanions(m, r)),
        companions(companionsOf(r)),
        evaluator(m, {.semantics = o.semantics, .companions = companions.empty() ? nullptr : &companions, .budget = o.budget},
                  RecordObserver(r.companions.empty() ? r.ofExpr : observed, slots(r), firstImplicit(r.requirements), o.values)) {
    if (o.values)
      for (std::uint32_t s = 0; s < r.requirements.subjects.size(); ++s) subjectAt[r.requirements.subjects[s].first] = s;
  }

  /// One slot for each requirement, then two for each companion. A companion is a formula (extract.h). Its first slot is set if
  /// the formula was true, its second slot if the formula was false.
  static std::uint32_t slots(const ModelRequirements& r) {
    return r.requirements.count() + 2 * static_cast<std::uint32_t>(r.companions.size());
  }
  static std::vector<RequirementId> withCompanions(const model::Model& model, const ModelRequirements& r) {
    std::vector<RequirementId> firsts;
    if (r.companions.empty()) return firsts;
    firsts = r.ofExpr;
    firsts.resize(model.exprCount(), noIndex);
    for (std::uint32_t i = 0; i < r.companions.size(); ++i) firsts[r.companions[i].formula] = r.requirements.count() + 2 * i;
    return firsts;
  }
  static evaluator::Companions companionsOf(const ModelRequirements& r) {
    evaluator::Companions result;
    for (const ModelRequirements::Companion& c : r.companions) result[c.at].push_back(c.formula);
    return result;
  }

  Bits met() {
    const RecordObserver& observer = evaluator.observer();
    if (requirements.companions.empty()) return observer.met();
    Bits met(requirements.requirements.count());
    for (RequirementId id = 0; id < met.size(); ++id)
      if (observer.seen(id)) met.set(id);
    for (std::uint32_t i = 0; i < requirements.companions.size(); ++i)
      if (observer.seen(static_cast<RequirementId>(met.size()) + 2 * i)) met.set(requirements.companions[i].requirement);
    return met;
  }

  static RequirementId firstImplicit(const Requirements& requirements) {
    for (const Subject& subject : requirements.subjects)
      if (subject.kind == SubjectKind::implicit) return subject.first;
    return requirements.count();
  }

  // Records the sizes of signatures and fields. They do not depend on which formulas are evaluated.
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

  const ModelRequirements& requirements;
  Options options;
  // By ExprId: the first slot of a recorded expression, or of a companion. Empty if there are no companions.
  std::vector<RequirementId> observed;
  evaluator::Companions companions;
  std::map<RequirementId, std::uint32_t> subjectAt;  // key: a subject's first requirement; value: the subject's index
  evaluator::BasicEvaluator<RecordObserver> evaluator;
};

Recorder::Recorder(const model::Model& model, const ModelRequirements& requirements, Options options)
    : work_(std::make_unique<Work>(model, requirements, options)) {}
Recorder::~Recorder() = default;

Recorder::Judgement Recorder::judge(const model::Instance& instance, const evaluator::Question& question) {
  Work& work = *work_;
  work.evaluator.observer().clear();
  work.recordDeclarations(instance);
  Judgement judged;
  judged.verdict = evaluator::judge(work.evaluator, instance, question);
  judged.record.met = work.met();
  if (work.options.values) judged.record.values = work.observations(*instance.universe);
  return judged;
}

TestRecord Recorder::value(const model::Instance& instance, ExprId expr, const std::vector<evaluator::Binding>& given) {
  Work& work = *work_;
  work.evaluator.observer().clear();
  work.recordDeclarations(instance);
  work.evaluator.bind(instance);
  for (const evaluator::Binding& binding : given) work.evaluator.assign(binding.variable, binding.value);
  try {
    work.evaluator.value(expr);
  } catch (const evaluator::EvaluationError&) {
    // Ignores the error. The record has the requirements that were met before the error.
  }
  TestRecord record;
  record.met = work.met();
  if (work.options.values) record.values = work.observations(*instance.universe);
  return record;
}

std::vector<ExprId> emptyCommand(const model::Model& model, const ExtractOptions& options) {
  std::vector<ExprId> formulas;
  const auto add = [&](const model::Command& command) {
    const bool onTest = command.target == model::TargetKind::predicate &&
                        std::ranges::find(options.tests, command.targetId) != options.tests.end();
    if (command.ofTest || command.isDefault || onTest || command.formula == model::noId) return;
    if (std::ranges::find(formulas, command.formula) == formulas.end()) formulas.push_back(command.formula);
  };
  if (!options.isWithout(0)) {
    std::ranges::for_each(model.commands(), add);
    return formulas;
  }
  // The root contains only tests, so this function takes the commands of the modules that files of tests open directly.
  const auto isOpenedByTests = [&](const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos || std::ranges::any_of(options.without, [&](model::ModuleId id) {
             return model.modules()[id].path == std::string_view(path).substr(0, slash);
           });
  };
  for (const model::Command& command : model.openedCommands())
    if (!options.isWithout(command.module) && isOpenedByTests(model.modules()[command.module].path)) add(command);
  return formulas;
}

}  // namespace aunit::coverage
