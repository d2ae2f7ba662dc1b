#include "strength/audit/emptiness.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "model/changes/extension.h"
#include "solver/grounding/problem.h"
#include "solver/session/background.h"
#include "solver/unsupported.h"
#include "strength/scopes.h"
#include "suite/text/place.h"

namespace aunit::strength::audit {

using namespace model;
using solver::Verdict;

namespace {

struct Subject {
  Span span;
  std::string text;
  ExprId some = noId;  // it has an atom, or a tuple, in some state
};

std::vector<Subject> subjectsOf(Extension& extension) {
  const Model& model = extension.model();
  Nodes& make = extension.nodes();
  make.at({});
  std::vector<Subject> subjects;
  const auto add = [&](Span span, bool isVar, ExprId relation, std::string text) {
    ExprId some = make.unary(Op::some, relation);
    if (isVar) some = make.unary(Op::eventually, some);
    subjects.push_back({span, std::move(text), some});
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
  return subjects;
}

}  // namespace

std::vector<Finding> alwaysEmptyIn(const parser::Loaded& loaded, const solver::Options& options, const support::Budget& budget) {
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
                       fmt::format("{} is empty in every instance, in the scope{} of the commands", subject.text,
                                   scopes.size() == 1 ? "" : "s")});
  } catch (const solver::Unsupported&) {
  } catch (const support::Exhausted&) {
  } catch (const std::bad_alloc&) {
    // Nothing is claimed that could not be asked.
  }
  return found;
}

}  // namespace aunit::strength::audit
