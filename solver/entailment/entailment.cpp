#include "solver/entailment/entailment.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <string>
#include <utility>

namespace aunit::solver {

using namespace model;

namespace {

// One question may use at most this fraction of the remaining time, so that other questions get time, too.
constexpr double shareOfQuestion = 0.25;

/// Wraps a part of a formula in the quantifiers and operators around it.
using Quantify = std::function<ExprId(ExprId)>;

/// Appends the conjuncts of a formula, each as a formula of its own. A conjunct gets the span of the largest formula around it
/// that contains no other conjunct.
void takeApartBehind(const Model& model, model::Nodes& make, ExprId id, model::Span place, const Quantify& quantify,
                     std::vector<Conjunct>& out) {
  const model::Expr e = model.expr(id);  // a copy: nodes and declarations move when the model grows
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

}  // namespace

std::vector<Conjunct> takenApart(const Model& model, model::Nodes& make, ExprId formula) {
  std::vector<Conjunct> conjuncts;
  takeApartBehind(
      model, make, formula, {}, [](ExprId part) { return part; }, conjuncts);
  return conjuncts;
}

namespace {

/// Collects the string literals of a formula and of the functions that it calls.
void collectLiterals(const Model& model, ExprId id, std::vector<char>& seen, std::set<model::StringId>& literals) {
  if (id == noId || std::exchange(seen[id], char{1}) != 0) return;
  const model::Expr& e = model.expr(id);
  if (e.op == Op::stringAtom) literals.insert(e.payload);
  for (const ExprId child : model.children(id)) collectLiterals(model, child, seen, literals);
  for (const model::Decl& decl : model.decls(id)) collectLiterals(model, decl.bound, seen, literals);
  if (e.op == Op::call) collectLiterals(model, model.func(e.payload).body, seen, literals);
}

}  // namespace

ExprId literalsStay(const Model& model, model::Nodes& make, std::span<const ExprId> formulas) {
  std::vector<char> seen(model.exprCount());
  std::set<model::StringId> literals;
  for (const ExprId formula : formulas) collectLiterals(model, formula, seen, literals);
  std::vector<ExprId> some;
  for (const model::StringId id : literals) some.push_back(make.unary(Op::some, make.string(std::string(model.strings()[id]))));
  return some.empty() ? noId : make.list(Op::and_, some);
}

namespace {

using Source = Entailment::Source;

bool isOwn(const Model& model, model::ModuleId module) {
  return !model.modules()[module].library;
}

/// The conjuncts of the user's facts, in the order of the text.
std::vector<std::pair<Conjunct, Source>> ownConjuncts(const Model& model, model::Nodes& make) {
  struct OwnFact {
    ExprId formula;
    model::Span span;
    Source source;
  };
  std::vector<OwnFact> facts;
  for (const model::ImplicitConstraint& constraint : model.implicitConstraints())
    if (constraint.formula != noId && isSignatureFact(model, constraint))
      facts.push_back({constraint.formula, constraint.span, {model::Paragraph::Kind::sig, constraint.sig}});
  for (model::FactId id = 0; id < model.facts().size(); ++id)
    if (const model::Fact& fact = model.facts()[id]; fact.body != noId && isOwn(model, fact.module))
      facts.push_back({fact.body, fact.span, {model::Paragraph::Kind::fact, id}});
  std::vector<std::pair<Conjunct, Source>> own;
  for (const OwnFact& fact : facts) {
    for (Conjunct& conjunct : takenApart(model, make, fact.formula)) {
      if (!conjunct.span.known()) conjunct.span = fact.span;
      own.emplace_back(conjunct, fact.source);
    }
  }
  std::ranges::stable_sort(own, {}, [](const auto& one) { return std::pair(one.first.span.file, one.first.span.begin); });
  return own;
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
  std::vector<ExprId> formulas;
  for (auto& [conjunct, source] : ownConjuncts(model, make_)) {
    formulas.push_back(conjunct.formula);
    conjuncts_.push_back(conjunct);
    sources_.push_back(source);
  }
  if (const ExprId literals = literalsStay(model, make_, formulas); literals != noId) given_.push_back(literals);
  for (const model::Fact& fact : model.facts())
    if (fact.body != noId && !isOwn(model, fact.module)) given_.push_back(fact.body);
  for (const Problem& problem : problems)
    backgrounds_.push_back(std::make_unique<Background>(model, problem, Background::Facts::dropped, options));
}

ExprId Entailment::denied(ExprId claim) {
  const auto [without, isNew] = without_.try_emplace(claim, noId);
  if (isNew) without->second = logic_.no(claim);
  return without->second;
}

std::vector<ExprId> Entailment::goals(const Chosen& chosen, ExprId goal) const {
  std::vector<ExprId> goals = given_;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] != 0) goals.push_back(conjuncts_[i].formula);
  if (goal != noId) goals.push_back(goal);
  return goals;
}

Verdict Entailment::ask(const Chosen& chosen, ExprId goal) {
  const std::vector<ExprId> wanted = goals(chosen, goal);
  Verdict all = Verdict::unsatisfiable;
  for (const auto& background : backgrounds_) {
    const Verdict verdict = background->ask(wanted, budget_.within({.seconds = shareOfQuestion * budget_.secondsLeft()}));
    if (verdict == Verdict::satisfiable) return verdict;
    if (verdict != Verdict::unsatisfiable) all = Verdict::unknown;
  }
  return all;
}

Entailment::Smallest Entailment::smallest(Chosen chosen, ExprId goal) {
  bool minimal = true;
  // Tries to remove halves first, then quarters, and so on. This is fast because usually few of many conjuncts are needed.
  for (std::size_t step = std::bit_ceil(chosen.size()); step != 0; step /= 2) {
    for (std::size_t begin = 0; begin < chosen.size() && !budget_.exhausted(); begin += step) {
      Chosen fewer = chosen;
      std::fill(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                fewer.begin() + static_cast<std::ptrdiff_t>(std::min(begin + step, fewer.size())), 0);
      if (fewer == chosen) continue;
      const Verdict verdict = ask(fewer, goal);
      if (verdict == Verdict::unsatisfiable) chosen = std::move(fewer);
      minimal = step != 1 || (minimal && (verdict == Verdict::satisfiable || verdict == Verdict::unsatisfiable));
    }
  }
  minimal = minimal && !budget_.exhausted();
  std::vector<model::Span> spans;
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (chosen[i] != 0) spans.push_back(conjuncts_[i].span);
  return {std::move(spans), minimal, std::move(chosen)};
}

AllScopes Entailment::beyond(const Chosen& chosen, ExprId goal, double seconds) {
  if (problems_.empty()) return {};
  Problem problem = problems_.front();
  problem.facts = problem.signatureFacts = false;
  problem.also.clear();
  problem.expect = -1;
  make_.at({});
  problem.formula = make_.list(Op::and_, goals(chosen, goal));
  Options how = options_;
  how.threads = Threads::one;
  return allScopesOf(model_, problem, how, seconds, support::Budget(options_.limits.untimed()));
}

}  // namespace aunit::solver
