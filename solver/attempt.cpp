#include "solver/attempt.h"

#include <algorithm>
#include <chrono>

#include "solver/cardinality.h"
#include "solver/structure.h"
#include "solver/symmetry.h"

namespace aunit::solver {

using model::ExprId;
using model::FieldId;
using model::noId;
using model::Op;
using model::SigId;
namespace builtin = model::builtin;

namespace {

class Stopwatch {
 public:
  explicit Stopwatch(double& total) : total_(total) {}
  ~Stopwatch() { total_ += std::chrono::duration<double, std::milli>(Budget::Clock::now() - start_).count(); }
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;

 private:
  double& total_;
  Budget::Clock::time_point start_ = Budget::Clock::now();
};

TranslatorOptions translatorOptions(const Options& options, const Problem& problem) {
  return {options.skolemDepth, options.noOverflow, problem.label};
}

int pastDepth(const Analysis& analysis, std::span<const Conjunct> conjuncts) {
  int depth = 0;
  for (const Conjunct& c : conjuncts) depth = std::max(depth, analysis.pastDepth(c.formula));
  return depth;
}

}  // namespace

std::vector<Conjunct> conjunctsOf(const model::Model& model, const Problem& problem) {
  std::vector<Conjunct> result;
  const auto add = [&](auto&& self, ExprId id, model::Span span) -> void {
    if (id == noId) return;
    const model::Expr& e = model.expr(id);
    if (e.op != Op::and_) {
      result.push_back({id, e.span.known() ? e.span : span});
      return;
    }
    for (const ExprId child : model.children(id)) self(self, child, e.span.known() ? e.span : span);
  };
  for (const model::ImplicitConstraint& c : model.implicitConstraints()) result.push_back({c.formula, c.span});
  if (problem.facts) {
    for (const model::Fact& f : model.facts()) add(add, f.body, f.span);
  }
  add(add, problem.formula, {});
  for (const ExprId id : problem.also) add(add, id, {});
  std::erase_if(result, [](const Conjunct& c) { return c.formula == noId; });
  return result;
}

int symmetryLength(const Problem& problem, const Options& options) {
  return problem.expect == 1 ? 0 : options.symmetry;
}

Attempt::Attempt(const model::Model& model, const Analysis& analysis, const Bounds& bounds, const Problem& problem,
                 const Options& options, std::span<const Conjunct> conjuncts, int states, Threads threads, const Budget& budget)
    : model_(model),
      bounds_(bounds),
      options_(options),
      budget_(budget),
      circuit_(&budget_),
      algebra_(circuit_, bounds.universeSize()),
      leaves_(model, bounds, algebra_, states),
      trace_(circuit_, states, pastDepth(analysis, conjuncts)),
      translator_(model, analysis, bounds, leaves_, algebra_, trace_, translatorOptions(options, problem)),
      encoder_(circuit_, &budget_) {
  const Stopwatch stopwatch(translateMs_);
  solver_ = makeSolver(options.solver, threads);
  if (!solver_) throw Unsupported("there is no solver called " + options.solver);
  translate(conjuncts, problem);
}

void Attempt::translate(std::span<const Conjunct> conjuncts, const Problem& problem) {
  std::vector<Lit> asserted;
  for (const Conjunct& c : conjuncts) asserted.push_back(translator_.assertion(c.formula));
  if (options_.enumerate) leaves_.completeAll();
  std::vector<Lit> always{structure()};
  const int symmetry = symmetryLength(problem, options_);
  if (symmetry > 0)
    always.push_back(breakSymmetries(model_, bounds_, leaves_, translator_.skolems(), algebra_, trace_.length, symmetry));
  if (problem.pins.loop) always.push_back(trace_.loopsTo[static_cast<std::size_t>(*problem.pins.loop)]);
  if (options_.core) {
    encoder_.assertAll(always);
    for (const Lit l : asserted) selectors_.push_back(encoder_.implying(l));
    for (const int selector : selectors_) solver_->keep(std::abs(selector));
  } else {
    asserted.insert(asserted.end(), always.begin(), always.end());
    encoder_.assertAll(asserted);
  }
  if (options_.enumerate) {
    for (std::uint32_t node = 0; node < circuit_.size(); ++node) {
      if (circuit_.gate(node) == Gate::input) solver_->keep(encoder_.inputVariable(node));
    }
  }
  flush();
}

// What no formula of the model says: the loop, sizes, and where atoms may be over time.
Lit Attempt::structure() {
  std::vector<Lit> constraints{exactlyOne(circuit_, trace_.loopsTo), constantSizes(model_, bounds_, leaves_, algebra_)};
  for (int state = 0; state < trace_.length; ++state) constraints.push_back(sizesIn(state, model_, bounds_, leaves_, algebra_));
  for (const SigId sig : signaturesWithPlaces(model_)) {
    std::vector<MatrixRef> ever = placesIn(0, sig, model_, leaves_, algebra_);
    for (int state = 1; state < trace_.length; ++state) {
      const std::vector<MatrixRef> places = placesIn(state, sig, model_, leaves_, algebra_);
      for (std::size_t i = 0; i < ever.size(); ++i) ever[i] = algebra_.unite(ever[i], places[i]);
    }
    constraints.push_back(pairwiseDisjoint(ever, algebra_));
  }
  return circuit_.conjunction(constraints);
}

void Attempt::flush() {
  const Cnf& cnf = encoder_.cnf();
  solver_->add(std::span(cnf.literals).subspan(flushed_), cnf.variables);
  flushed_ = cnf.literals.size();
}

Answer Attempt::solve(const Budget& budget) {
  const Stopwatch stopwatch(solveMs_);
  return solver_->solve(selectors_, budget);
}

bool Attempt::inputValue(std::uint32_t node) const {
  const int v = encoder_.variableOf(node);
  return v != 0 && solver_->value(v);
}

model::Instance Attempt::instance() {
  return decode(model_, bounds_, leaves_, trace_, translator_.skolems(), circuit_, algebra_,
                [this](std::uint32_t node) { return inputValue(node); });
}

Witnesses Attempt::witnesses(const model::Instance& instance) const {
  Witnesses values;
  for (std::size_t i = 0; i < translator_.skolems().size(); ++i) {
    const SkolemRelation& skolem = translator_.skolems()[i];
    if (skolem.arity == model_.variable(skolem.variable).arity)
      values.emplace_back(skolem.variable, instance.states[0].skolems[i]);
  }
  return values;
}

void Attempt::block() {
  std::vector<int> clause;
  const auto differ = [&](Lit l) {
    if (circuit_.gate(l.node()) != Gate::input) return;
    const int v = encoder_.inputVariable(l.node());
    clause.push_back(solver_->value(v) ? -v : v);
  };
  for (const Leaves::Leaf& leaf : leaves_.known()) {
    for (const Entry& e : (*leaf.matrix)->entries) differ(e.holds);
  }
  for (const SkolemRelation& skolem : translator_.skolems()) {
    for (const Entry& e : skolem.entries) differ(e.holds);
  }
  for (const Lit l : trace_.loopsTo) differ(l);
  encoder_.cnf().add(clause);
  flush();
}

// What the solver blames, then without one after the other (deletion-based minimisation).
std::vector<std::size_t> Attempt::core(const Budget& budget) {
  const auto indices = [&](const std::vector<int>& selectors) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < selectors_.size(); ++i) {
      if (std::find(selectors.begin(), selectors.end(), selectors_[i]) != selectors.end()) result.push_back(i);
    }
    return result;
  };
  std::vector<std::size_t> core = indices(solver_->conflict());
  for (std::size_t i = 0; i < core.size() && !budget.exhausted();) {
    std::vector<int> without;
    for (std::size_t k = 0; k < core.size(); ++k) {
      if (k != i) without.push_back(selectors_[core[k]]);
    }
    if (solver_->solve(without, budget) == Answer::unsatisfiable) {
      std::vector<std::size_t> smaller = indices(solver_->conflict());
      std::erase_if(smaller, [&](std::size_t k) { return std::find(core.begin(), core.end(), k) == core.end() || k == core[i]; });
      core = std::move(smaller);
    } else {
      ++i;
    }
  }
  return core;
}

}  // namespace aunit::solver
