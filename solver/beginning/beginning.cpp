#include "solver/beginning/beginning.h"

#include <algorithm>
#include <set>

#include "solver/circuit/cnf.h"
#include "solver/circuit/simulation.h"
#include "solver/grounding/analysis.h"
#include "solver/grounding/bounds.h"
#include "solver/translation/lasso.h"
#include "solver/translation/relation_variables.h"
#include "solver/translation/translator.h"
#include "solver/unsupported.h"

namespace aunit::solver {

namespace {

constexpr int mostStates = 1 << 20;

/// Translates formulas about a beginning, which has no loop and no last state: each state has a next state.
class LooplessTranslator final : public Translator {
 public:
  LooplessTranslator(const model::Model& model, const Analysis& analysis, const Bounds& bounds,
                     RelationVariables& relationVariables, const Algebra& algebra, model::Semantics semantics)
      : Translator(model, analysis, bounds, relationVariables, algebra, mostStates, semantics) {}

 private:
  Value next(model::ExprId id, Moment at) override { return value(id, {0, at.state + 1}); }
  Value behindLast(model::ExprId, Moment) override { throw Unsupported("the beginning of a behaviour is too long"); }
  MatrixRef sigBehindLast(model::SigId) override { throw Unsupported("the beginning of a behaviour is too long"); }
  MatrixRef fieldBehindLast(model::FieldId) override { throw Unsupported("the beginning of a behaviour is too long"); }
  Lit temporal(model::ExprId id, Moment at) override {
    if (model_.expr(id).op != model::Op::after) throw Unsupported("a formula looks beyond the next state", model_.expr(id).span);
    return formula(model_.child(id, 0), {0, at.state + 1});
  }
  std::optional<Lit> skolemisedLater(const Part&, Moment, const PartContext&) override { return std::nullopt; }
  bool isConstant(Lit) override { return true; }
};

}  // namespace

struct Beginning::State {
  State(const model::Model& m, const model::Instance& fixed, model::Semantics semantics, const support::Budget& b,
        std::optional<Loop> loop)
      : model(m),
        budget(b),
        meter(&budget),
        analysis(m),
        bounds(m, fixed, meter),
        circuit(&budget),
        algebra(circuit, bounds.universeSize()),
        variables(m, bounds, algebra, 1, false),
        encoder(circuit, &budget),
        sat(makeSolver("minisat", encoder.cnf(), Threads::one)) {
    sat->keepAll();
    if (loop) {
      int pastDepth = 0;
      const auto take = [&](model::ExprId formula) {
        admit(formula), pastDepth = std::max(pastDepth, analysis.pastDepth(formula));
      };
      for (const model::Fact& fact : m.facts())
        if (fact.body != model::noId) take(fact.body);
      for (const model::ImplicitConstraint& each : m.implicitConstraints()) take(each.formula);
      trace.emplace(circuit, 1, pastDepth);
      trace->length = loop->states;
      trace->loopsTo.assign(static_cast<std::size_t>(loop->states), no);
      trace->loopsTo.at(static_cast<std::size_t>(loop->target)) = yes;
      translator = std::make_unique<LassoTranslator>(m, analysis, bounds, variables, algebra, *trace, semantics);
    } else {
      translator = std::make_unique<LooplessTranslator>(m, analysis, bounds, variables, algebra, semantics);
    }
  }

  const model::Model& model;
  const support::Budget& budget;
  support::Meter meter;
  Analysis analysis;
  Bounds bounds;
  Circuit circuit;
  Algebra algebra;
  RelationVariables variables;
  CnfEncoder encoder;
  std::unique_ptr<SatSolver> sat;
  std::optional<Trace> trace;
  std::unique_ptr<Translator> translator;
  std::set<model::ExprId> known;                   // formulas that admit() has read
  mutable std::unique_ptr<Simulation> simulation;  // the values of the circuit in the last solution

  void admit(model::ExprId formula) {
    if (!known.insert(formula).second) return;
    analysis.add(formula);
    analysis.refuseIllFormed(formula);
    std::set<model::StringId> literals;
    analysis.collectStrings(formula, literals);
    for (const model::StringId id : literals)
      if (!bounds.stringAtom(model.strings()[id]))
        throw Unsupported("a string of the model is not among the atoms of the log", {});
  }
};

Beginning::Beginning(const model::Model& model, const model::Instance& fixed, model::Semantics semantics,
                     const support::Budget& budget, std::optional<Loop> loop)
    : state_(std::make_unique<State>(model, fixed, semantics, budget, loop)) {}
Beginning::~Beginning() = default;

Circuit& Beginning::circuit() {
  return state_->circuit;
}
const Algebra& Beginning::algebra() const {
  return state_->algebra;
}

MatrixRef Beginning::constant(const model::TupleSet& set) const {
  std::vector<TupleCode> codes;
  set.forEach([&](std::span<const model::Atom> tuple) { codes.push_back(state_->algebra.encode(tuple)); });
  return state_->algebra.constant(set.arity(), std::move(codes));
}

MatrixRef Beginning::relation(bool isField, std::uint32_t id, int state) {
  return isField ? state_->variables.field(id, state) : state_->variables.sig(id, state);
}

void Beginning::define(bool isField, std::uint32_t id, int state, MatrixRef value) {
  state_->variables.define(isField, id, state, std::move(value));
}

Lit Beginning::holds(model::ExprId formula, const Given& given, int state) {
  state_->budget.check();
  state_->admit(formula);
  return state_->translator->at(state, formula, given);
}

MatrixRef Beginning::anyOf(const model::Decl& decl, const Given& given, int state, Lit& allowed) {
  state_->admit(decl.bound);
  const MatrixRef bound = state_->translator->relationAt(state, decl.bound, given);
  const model::Expr& e = state_->model.expr(decl.bound);
  const bool free = e.leftMultiplicity == model::Multiplicity::set && e.rightMultiplicity == model::Multiplicity::set;
  if (bound->arity > 2 || (e.op == model::Op::product && !free))
    throw Unsupported("the declaration of a variable has an arrow with multiplicities, or more than two columns", decl.span);
  auto any = std::make_shared<Matrix>();
  any->arity = bound->arity;
  std::vector<Lit> constraints{allowed};
  for (const Entry& entry : bound->entries) {
    any->entries.push_back({entry.tuple, state_->circuit.input()});
    constraints.push_back(state_->circuit.implication(any->entries.back().holds, entry.holds));
  }
  switch (decl.multiplicity) {
    case model::Multiplicity::one: constraints.push_back(state_->algebra.one(*any)); break;
    case model::Multiplicity::lone: constraints.push_back(state_->algebra.lone(*any)); break;
    case model::Multiplicity::some: constraints.push_back(state_->algebra.some(*any)); break;
    default: break;
  }
  allowed = state_->circuit.conjunction(constraints);
  return any;
}

void Beginning::require(std::span<const Lit> oneOf) {
  const Lit any = state_->circuit.disjunction(oneOf);
  state_->encoder.assertAll(std::span(&any, 1));
}

int Beginning::selector(Lit l) {
  return state_->encoder.implying(l);
}

int Beginning::mentioned(Lit input) const {
  const int variable = state_->encoder.variableOf(input.node());
  return input.negative() ? -variable : variable;
}

std::size_t Beginning::size() const {
  return state_->circuit.size();
}

Answer Beginning::solve(std::span<const int> assumptions) {
  state_->simulation.reset();
  return state_->sat->solve(assumptions, state_->budget);
}

std::vector<int> Beginning::conflict() const {
  return state_->sat->conflict();
}

bool Beginning::value(Lit l) const {
  if (!state_->simulation)
    state_->simulation = std::make_unique<Simulation>(state_->circuit, [this](std::uint32_t node) {
      const int variable = state_->encoder.variableOf(node);
      return variable != 0 && state_->sat->value(variable);
    });
  return state_->simulation->value(l);
}

model::TupleSet Beginning::value(const MatrixRef& relation) const {
  model::TupleSet set(state_->algebra.universeSize(), relation->arity);
  std::vector<model::Atom> tuple(relation->arity);
  for (const Entry& entry : relation->entries) {
    if (!value(entry.holds)) continue;
    state_->algebra.decode(entry.tuple, tuple);
    set.insert(tuple);
  }
  return set;
}

}  // namespace aunit::solver
