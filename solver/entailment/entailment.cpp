#include "solver/entailment/entailment.h"

#include <algorithm>
#include <bit>
#include <functional>

namespace aunit::solver {

using namespace model;

namespace {

constexpr double shareOfQuestion = 0.25;  // of the time that is left: a hard question leaves some to the others

/// Makes of a formula at some place one that says that it always holds there.
using Quantify = std::function<ExprId(ExprId)>;

/// The conjuncts of a formula, each a formula of its own. Its place is that of what stands around it, up to a conjunction.
void takeApartBehind(const Model& model, model::Nodes& make, ExprId id, model::Span place, const Quantify& quantify,
                     std::vector<Conjunct>& out) {
  const model::Expr e = model.expr(id);  // nodes and declarations move when the model grows
  const std::vector<ExprId> children(model.children(id).begin(), model.children(id).end());
  if (!place.known()) place = e.span;
  const auto visit = [&](ExprId part, const Quantify& around) { takeApartBehind(model, make, part, place, around, out); };
  switch (e.op) {
    case Op::true_: return;
    case Op::and_:
      for (const ExprId child : children) takeApartBehind(model, make, child, {}, quantify, out);
      return;
    case Op::quantAll: {
      const std::vector<model::Decl> decls(model.decls(id).begin(), model.decls(id).end());
      return visit(children[0], [&](ExprId part) { return quantify(make.quantified(Op::quantAll, decls, part)); });
    }
    case Op::let: return visit(children[1], [&](ExprId part) { return quantify(make.let(e.payload, children[0], part)); });
    case Op::always: return visit(children[0], [&](ExprId part) { return quantify(make.unary(Op::always, part)); });
    case Op::implies:
      return visit(children[1], [&](ExprId part) { return quantify(make.binary(Op::implies, children[0], part)); });
    default: out.push_back({quantify(id), place});
  }
}

bool isOwn(const Model& model, model::ModuleId module) {
  return !model.modules()[module].library;
}

/// The conjuncts of the user's facts.
std::vector<Conjunct> ownConjuncts(const Model& model, model::Nodes& make) {
  std::vector<std::pair<ExprId, model::Span>> facts;
  for (const model::ImplicitConstraint& constraint : model.implicitConstraints())
    if (constraint.formula != noId && isSignatureFact(model, constraint)) facts.emplace_back(constraint.formula, constraint.span);
  for (const model::Fact& fact : model.facts())
    if (fact.body != noId && isOwn(model, fact.module)) facts.emplace_back(fact.body, fact.span);
  std::vector<Conjunct> conjuncts;
  for (const auto& [formula, span] : facts) {
    const std::size_t before = conjuncts.size();
    takeApartBehind(
        model, make, formula, {}, [](ExprId part) { return part; }, conjuncts);
    for (std::size_t i = before; i < conjuncts.size(); ++i)
      if (!conjuncts[i].span.known()) conjuncts[i].span = span;
  }
  std::ranges::stable_sort(conjuncts, {}, [](const Conjunct& c) { return std::pair(c.span.file, c.span.begin); });
  return conjuncts;
}

}  // namespace

Entailment::Entailment(model::Extension& extension, std::span<const Problem> problems, const Options& options,
                       const support::Budget& budget)
    : model_(extension.model()),
      problems_(problems.begin(), problems.end()),
      options_(options),
      budget_(budget),
      make_(extension.nodes()),
      logic_(model_, make_, options.semantics) {
  const Model& model = extension.model();
  make_.at({});
  conjuncts_ = ownConjuncts(model, make_);
  for (const model::Fact& fact : model.facts())
    if (fact.body != noId && !isOwn(model, fact.module)) given_.push_back(fact.body);
  for (const Problem& problem : problems)
    backgrounds_.push_back(std::make_unique<Background>(model, problem, Background::Facts::dropped, options));
}

std::vector<ExprId> Entailment::goals(const Chosen& chosen, ExprId claim) {
  std::vector<ExprId> goals = given_;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] != 0) goals.push_back(conjuncts_[i].formula);
  if (claim == noId) return goals;
  const auto [without, isNew] = without_.try_emplace(claim, noId);
  if (isNew) without->second = logic_.no(claim);
  goals.push_back(without->second);
  return goals;
}

Verdict Entailment::ask(const Chosen& chosen, ExprId claim) {
  const std::vector<ExprId> wanted = goals(chosen, claim);
  Verdict all = Verdict::unsatisfiable;
  for (const auto& background : backgrounds_) {
    const Verdict verdict = background->ask(wanted, budget_.within({.seconds = shareOfQuestion * budget_.secondsLeft()}));
    if (verdict == Verdict::satisfiable) return verdict;
    if (verdict != Verdict::unsatisfiable) all = Verdict::unknown;
  }
  return all;
}

Entailment::Smallest Entailment::smallest(Chosen chosen, ExprId claim) {
  bool minimal = true;
  // Halves, quarters, ... at once first: few of many are needed.
  for (std::size_t step = std::bit_ceil(chosen.size()); step != 0; step /= 2) {
    for (std::size_t begin = 0; begin < chosen.size(); begin += step) {
      Chosen fewer = chosen;
      std::fill(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                fewer.begin() + static_cast<std::ptrdiff_t>(std::min(begin + step, fewer.size())), 0);
      if (fewer == chosen) continue;
      const Verdict verdict = ask(fewer, claim);
      if (verdict == Verdict::unsatisfiable) chosen = std::move(fewer);
      minimal = step != 1 || (minimal && (verdict == Verdict::satisfiable || verdict == Verdict::unsatisfiable));
    }
  }
  std::vector<model::Span> spans;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] != 0) spans.push_back(conjuncts_[i].span);
  return {std::move(spans), minimal, std::move(chosen)};
}

AllScopes Entailment::beyond(const Chosen& chosen, ExprId claim, double seconds) {
  if (problems_.empty()) return {};
  Problem problem = problems_.front();
  problem.facts = problem.signatureFacts = false;
  problem.also.clear();
  problem.expect = -1;
  make_.at({});
  problem.formula = make_.list(Op::and_, goals(chosen, claim));
  Options how = options_;
  how.threads = Threads::one;
  return allScopesOf(model_, problem, how, seconds, support::Budget(options_.limits.untimed()));
}

}  // namespace aunit::solver
