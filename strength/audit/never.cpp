#include "strength/audit/never.h"

#include <algorithm>
#include <map>
#include <new>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "model/changes/extension.h"
#include "model/formulas/conjuncts.h"
#include "solver/grounding/problem.h"
#include "solver/session/background.h"
#include "solver/unsupported.h"
#include "strength/scopes.h"
#include "suite/steps/actions.h"
#include "suite/steps/state_reads.h"
#include "suite/text/place.h"
#include "support/memory.h"

namespace aunit::strength::audit {

using namespace model;
using solver::Verdict;

namespace {

struct Subject {
  Span span;
  std::string text;    // the text of the finding that is reported if `some` is unsatisfiable
  ExprId some = noId;  // says that the subject is not empty in some state; for a guard: that it is false in some state
};

/// Adds subjects for the actions that the facts allow as steps, and for the guards of these actions.
class ActionSubjects {
 public:
  ActionSubjects(Extension& extension, std::vector<Subject>& subjects)
      : model_(extension.model()), make_(extension.nodes()), numbers_(model_), looks_(model_, numbers_), subjects_(subjects) {}

  void add() {
    std::map<FuncId, std::vector<ExprId>> taken;
    for (const suite::ActionCall& action : suite::choicesOfFacts(model_, looks_).calls)
      taken[model_.expr(action.call).payload].push_back(step(action));
    for (const auto& [id, steps] : taken) {
      const Func& action = model_.func(id);
      if (action.module != 0) continue;
      add(action.nameSpan, fmt::format("no step satisfies {}", action.name), make_.list(Op::or_, steps));
      for (const ExprId guard : conjunctsOf(model_, action.body))
        if (isGuard(guard, action))
          add(model_.expr(guard).span, fmt::format("the guard of {} is true in every state", action.name), broken(guard, action));
    }
  }

 private:
  void add(Span span, std::string text, ExprId inState) {
    subjects_.push_back({span, std::move(text), make_.unary(Op::eventually, inState)});
  }

  ExprId step(const suite::ActionCall& action) {
    std::vector<ExprId> parts = {action.call};
    for (const auto& [condition, value] : action.conditions) parts.push_back(value ? condition : make_.denial(condition));
    return some(action.decls, make_.list(Op::and_, parts));
  }

  bool isGuard(ExprId formula, const Func& action) {
    const suite::StateReads& looks = looks_(formula);
    return model_.expr(formula).span.known() && looks.now.any() && looks.next.none() && !looks.beyond &&
           std::ranges::all_of(looks.free,
                               [&](VarId v) { return std::ranges::find(action.variables, v) != action.variables.end(); });
  }
  ExprId broken(ExprId guard, const Func& action) { return some(action.params, make_.denial(guard)); }
  ExprId some(const std::vector<Decl>& decls, ExprId body) {
    return decls.empty() ? body : make_.quantified(Op::quantSome, decls, body);
  }

  const Model& model_;
  Nodes& make_;
  const suite::RelationNumbers numbers_;
  suite::StateReadsOf looks_;
  std::vector<Subject>& subjects_;
};

std::vector<Subject> subjectsOf(Extension& extension) {
  const Model& model = extension.model();
  Nodes& make = extension.nodes();
  make.at({});
  std::vector<Subject> subjects;
  const auto add = [&](Span span, bool isVar, ExprId relation, std::string text) {
    ExprId some = make.unary(Op::some, relation);
    if (isVar) some = make.unary(Op::eventually, some);
    subjects.push_back({span, text + " is empty in every instance", some});
  };
  for (SigId id = builtin::count; id < model.sigs().size(); ++id) {
    const Sig& sig = model.sig(id);
    if (sig.module == 0 && !sig.isMeta && sig.span.known())
      add(sig.span, model.hasMutable(), make.sig(id), fmt::format("sig {}", sig.name));
  }
  for (FieldId id = 0; id < model.fields().size(); ++id) {
    const Field& field = model.field(id);
    if (model.sig(field.sig).module == 0 && !field.isMeta && field.span.known())
      add(field.span, model.hasMutable(), make.field(id), fmt::format("field {}.{}", model.sig(field.sig).name, field.name));
  }
  if (model.hasMutable()) ActionSubjects(extension, subjects).add();
  return subjects;
}

}  // namespace

std::vector<Finding> neverIn(const parser::Loaded& loaded, const solver::Options& options, const support::Budget& budget) {
  const Model& model = *loaded.model;
  if (std::ranges::all_of(model.commands(), &Command::isDefault)) return {};
  std::vector<Finding> found;
  try {
    Extension extension(model);
    const std::vector<Scope> scopes = scopesOf(loaded, {});
    std::vector<Subject> left = subjectsOf(extension);
    bool possible = false;
    for (const Scope& scope : scopes) {
      if (left.empty()) break;
      const solver::Problem problem{.scope = scope, .temporal = model.hasMutable() || scope.maxSteps >= 0};
      solver::Background facts(extension.model(), problem, solver::Background::Facts::kept, options);
      const auto canBe = [&](const Subject& subject) {
        const Verdict verdict = facts.ask({{subject.some}}, budget);
        possible = possible || verdict == Verdict::satisfiable;
        return verdict != Verdict::unsatisfiable;
      };
      std::erase_if(left, canBe);
    }
    if (!possible) return {};
    for (const Subject& subject : left)
      found.push_back({Kind::never, suite::placeOf(loaded.sources, subject.span),
                       fmt::format("{}, in the scope{} of the commands", subject.text, scopes.size() == 1 ? "" : "s")});
  } catch (const solver::Unsupported&) {
  } catch (const support::Exhausted&) {
    // The remaining subjects were not decided in all scopes, so they are not reported.
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
  }
  return found;
}

}  // namespace aunit::strength::audit
