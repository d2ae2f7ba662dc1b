#include "strength/equivalence.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "model/overlay.h"
#include "solver/search.h"
#include "strength/apply.h"

namespace aunit::strength {

using model::ExprId;
using model::ImplicitKind;
using model::Model;
using model::Multiplicity;
using model::noId;
using model::Op;

namespace {

/// The question whether two forms of one paragraph differ, and the model that it is asked of.
class Difference {
 public:
  Difference(const Mutant& mutant, Model& model) : mutant_(mutant), model_(model), overlay_(model), make_(overlay_.nodes()) {}
  ~Difference() {
    for (auto change = relaxed_.rbegin(); change != relaxed_.rend(); ++change) *change->first = change->second;
  }

  /// A formula that holds where they differ; noId when the mutant is none.
  ExprId formula() {
    if (mutant_.edit == Edit::sigMultiplicity) return ofSignature();
    if (!apply(mutant_, overlay_)) return noId;
    make_.at({});
    const model::Paragraph& p = model_.paragraphs()[mutant_.paragraph];
    switch (p.kind) {
      case model::Paragraph::Kind::fact: {
        const ExprId different = differ(model_.facts()[p.id].body);
        relax(model_.mutableFacts()[p.id].body, make_.truth(true));
        return different;
      }
      case model::Paragraph::Kind::predicate:
      case model::Paragraph::Kind::function: return ofFunction(model_.func(p.id));
      default: return ofDeclaration(p.id);
    }
  }

 private:
  ExprId differ(ExprId body) {
    const ExprId now = overlay_.now(body);
    if (model_.expr(body).sort != model::Sort::formula) return make_.binary(Op::equal, body, now, true);
    return make_.unary(Op::not_, make_.binary(Op::iff, body, now));
  }

  ExprId ofFunction(const model::Func& function) {
    const std::vector<model::Decl> params = function.params;
    const ExprId different = differ(function.body);
    return params.empty() ? different : make_.quantified(Op::quantSome, params, different);
  }

  ExprId ofSignature() {
    const Multiplicity was = model_.sig(mutant_.sig).multiplicity;
    const auto said = [&](Multiplicity m) {
      const ExprId all = make_.sig(mutant_.sig);
      switch (m) {
        case Multiplicity::lone: return make_.unary(Op::lone, all);
        case Multiplicity::one: return make_.unary(Op::one, all);
        case Multiplicity::some: return make_.unary(Op::some, all);
        default: return make_.truth(true);
      }
    };
    if (was != Multiplicity::set) {
      overlay_.setMultiplicity(mutant_.sig, Multiplicity::set);
      overlay_.install();
    }
    return make_.unary(Op::not_, make_.binary(Op::iff, said(was), said(mutant_.multiplicity)));
  }

  /// What a field's declaration, or the fact of a signature, implies.
  ExprId ofDeclaration(model::SigId sig) {
    std::vector<ExprId> different;
    auto& implicit = model_.mutableImplicitConstraints();
    for (model::ImplicitConstraint& constraint : implicit) {
      if (constraint.sig != sig || !overlay_.changes(constraint.formula)) continue;
      different.push_back(differ(constraint.formula));
      relax(constraint.formula, make_.truth(true));
      if (constraint.kind == ImplicitKind::fieldBound) {
        model::Field& field = model_.mutableFields()[constraint.field];
        relax(field.bound, withoutMultiplicities(field.bound));
      }
    }
    return make_.list(Op::or_, different);
  }

  ExprId withoutMultiplicities(ExprId bound) {
    const model::Expr e = model_.expr(bound);
    if (e.op == Op::bound) return make_.bound(Multiplicity::set, withoutMultiplicities(model_.child(bound, 0)));
    if (e.op != Op::product) return bound;
    const ExprId left = withoutMultiplicities(model_.child(bound, 0)), right = withoutMultiplicities(model_.child(bound, 1));
    return make_.arrow(left, Multiplicity::set, Multiplicity::set, right);
  }

  void relax(ExprId& root, ExprId by) {
    relaxed_.emplace_back(&root, root);
    root = by;
  }

  const Mutant& mutant_;
  Model& model_;
  model::Overlay overlay_;
  model::Nodes& make_;
  std::vector<std::pair<ExprId*, ExprId>> relaxed_;
};

}  // namespace

model::Scope scopeOf(const Model& model, const std::vector<suite::TestCase>& tests) {
  model::Scope scope;
  for (const suite::TestCase& test : tests) {
    if (test.test.command == noId) continue;
    const model::Scope& own = model.commands()[test.test.command].scope;
    scope.overall = std::max(scope.overall, own.overall);
    scope.bitwidth = std::max(scope.bitwidth, own.bitwidth);
    scope.maxSequence = std::max(scope.maxSequence, own.maxSequence);
    if (own.maxSteps != model::unboundedSteps) scope.maxSteps = std::max(scope.maxSteps, own.maxSteps);
  }
  if (scope.overall < 0) scope.overall = 3;
  return scope;
}

Equivalence equivalence(const Mutant& mutant, Model& model, const model::Scope& scope, const ProofOptions& options) {
  Difference difference(mutant, model);
  solver::Problem problem;
  problem.formula = difference.formula();
  if (problem.formula == noId) return Equivalence::unknown;
  problem.scope = scope;
  problem.temporal = model.hasMutable() || model.expr(problem.formula).temporal;
  solver::Options how;
  how.noOverflow = options.noOverflow;
  how.timeout = options.timeout;
  how.stop = options.stop;
  how.verify = false;
  how.threads = solver::Threads::one;
  switch (solver::Search(model, std::move(problem), how).next().verdict) {
    case solver::Verdict::unsatisfiable: return Equivalence::equivalent;
    case solver::Verdict::satisfiable: return Equivalence::different;
    default: return Equivalence::unknown;
  }
}

}  // namespace aunit::strength
