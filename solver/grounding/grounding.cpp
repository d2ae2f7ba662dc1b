#include "solver/grounding/grounding.h"

#include <algorithm>

#include "solver/grounding/tightening.h"
#include "solver/unsupported.h"
#include "support/budget.h"

namespace aunit::solver {

namespace {

// If a relation has more possible tuples than this, facts become its bounds even if a core is requested. The core then includes
// these facts.
constexpr std::uint64_t mostWithoutReading = std::uint64_t{1} << 16;

/// Leaves out the symmetry breaking predicate if an instance is expected, because the search is faster without this predicate. An
/// enumeration keeps the predicate, so that no instance is a renaming of another.
Options adapted(Options options, const Problem& problem) {
  if (problem.expect == 1 && !options.enumerate) options.symmetry = 0;
  return options;
}

/// Options for a question about all solutions, also those that symmetry breaking would exclude.
Options forAllSolutions(Options options) {
  options.symmetry = 0;
  options.enumerate = options.core = false;
  options.refute = true;
  return options;
}

}  // namespace

Grounding::Grounding(const model::Model& m, Problem p, const Options& o, const support::Budget& budget,
                     std::vector<OmissiblePart> d)
    : model(m),
      problem(std::move(p)),
      options(adapted(o, problem)),
      dispensable(std::move(d)),
      analysis(m),
      conjuncts(conjunctsOf(m, problem)) {
  for (const Conjunct& c : conjuncts) {
    analysis.add(c.formula);
    analysis.refuseIllFormed(c.formula);
    analysis.collectStrings(c.formula, literals);
    pastDepth = std::max(pastDepth, analysis.pastDepth(c.formula));
  }
  bound(literals, budget);
}

Grounding::Grounding(const Grounding& narrowed, std::shared_ptr<const Bounds> declared)
    : model(narrowed.model),
      problem(narrowed.problem),
      options(forAllSolutions(narrowed.options)),
      analysis(model),
      literals(narrowed.literals),
      pastDepth(narrowed.pastDepth),
      bounds(std::move(declared)) {
  std::vector<bool> isRead(narrowed.conjuncts.size());
  for (const std::size_t i : narrowed.read) isRead[i] = true;
  for (std::size_t i = 0; i < isRead.size(); ++i) {
    const Conjunct& c = narrowed.conjuncts[i];
    if (!isRead[i] && c.origin > Conjunct::Origin::declaration) continue;
    conjuncts.push_back(c);
    analysis.add(c.formula);
  }
}

SharedBounds* Grounding::shared(const std::set<model::StringId>& strings) const {
  const bool all = !options.core && !options.soft && !options.refute;  // whether each fact may become a bound
  return all && strings.empty() ? options.bounds : nullptr;
}

// Records are a way to break symmetries. They rely on facts and declarations, and on integers that do not depend on the number of
// atoms.
bool Grounding::mayUseRecords() const {
  return options.symmetry > 0 && !options.enumerate && !options.core && !options.soft && dispensable.empty() &&
         problem.without.empty() && problem.given == model::noId && problem.scope.bitwidth != 0;
}

std::unique_ptr<Bounds> Grounding::declaredBounds(const std::set<model::StringId>& strings, support::Meter& meter) const {
  SigSizes sizes = deriveSizes(model, problem.scope, problem.temporal);
  const std::vector<Record> records = mayUseRecords() ? recordsIn(model, conjuncts, sizes) : std::vector<Record>();
  auto declared = std::make_unique<Bounds>(model, std::move(sizes), strings,
                                           options.symmetry > 0 ? Symmetries::broken : Symmetries::kept, meter, records);
  if (problem.given != model::noId) declared->choose(model, problem.scope, problem.given);
  return declared;
}

void Grounding::bound(const std::set<model::StringId>& strings, const support::Budget& budget) {
  SharedBounds* const others = shared(strings);
  if (const SharedBounds::Known* known = others ? others->find(model, problem, options) : nullptr) {
    bounds = known->bounds;
    settled = known->settled;
    settled.resize(conjuncts.size());
    return;
  }
  support::Meter meter(&budget);
  std::unique_ptr<Bounds> made = declaredBounds(strings, meter);
  // Bounds cannot be violated or left out. So facts do not become bounds if constraints are soft or if a core is requested. There
  // is one exception if a core is requested: relations that otherwise have too many tuples to list get bounds.
  if (!options.core && !options.soft) {
    TighteningResult tightened = tighten(*made, model, conjuncts, options.semantics, Reading::all, budget);
    settled = std::move(tightened.settled);
    read = std::move(tightened.read);
    if (settled.empty() && !made->records().empty()) settled.resize(conjuncts.size());
    for (const Bounds::RecordAtoms& atoms : made->records())
      if (atoms.record.conjunct) settled[*atoms.record.conjunct] = true;
    if (tightened.background && others && made->records().empty()) {
      bounds = std::move(made);
      others->keep(problem, options, {bounds, {settled.begin(), settled.begin() + *tightened.background}});
      return;
    }
    if (options.refute) settled.clear();  // so that the conjuncts that became bounds are also translated
  } else if (options.core && made->hasProducts(mostWithoutReading)) {
    if (!dispensable.empty())
      throw Unsupported("a core cannot be found, because a relation has very many possible tuples; choose a smaller scope");
    read = tighten(*made, model, conjuncts, options.semantics, Reading::data, budget).read;
  }
  made->list(model, meter);
  bounds = std::move(made);
}

bool Grounding::admit(model::ExprId goal, const support::Budget& budget) {
  analysis.add(goal);
  analysis.refuseIllFormed(goal);
  std::set<model::StringId> more = literals;
  analysis.collectStrings(goal, more);
  const int depth = analysis.pastDepth(goal);
  const bool sameAtoms = more.size() == literals.size();
  if (!sameAtoms) {
    bound(more, budget);
    literals = std::move(more);
  }
  if (sameAtoms && depth <= pastDepth) return false;
  pastDepth = std::max(pastDepth, depth);
  return true;
}

}  // namespace aunit::solver
