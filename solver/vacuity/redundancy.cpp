#include "solver/vacuity/redundancy.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "model/extension.h"
#include "solver/grounding/problem.h"
#include "solver/grounding/scope.h"
#include "solver/grounding/unsupported.h"
#include "solver/session/answer_text.h"
#include "solver/session/search.h"
#include "solver/vacuity/background.h"

namespace aunit::solver {

using model::ExprId;
using model::Model;
using model::noId;
using model::Op;

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

/// A problem without a formula, and what its scope means.
struct Scoped {
  Problem problem;
  SigSizes sizes;
};

/// Whether all instances of one are instances of the other.
bool isWithin(const Scoped& inner, const Scoped& outer) {
  const SigSizes &in = inner.sizes, &out = outer.sizes;
  if (inner.problem.temporal != outer.problem.temporal || in.minSteps != out.minSteps) return false;
  if (in.bitwidth != out.bitwidth || in.maxSequence != out.maxSequence || in.strings != out.strings) return false;
  if (out.maxSteps != model::unboundedSteps && (in.maxSteps == model::unboundedSteps || in.maxSteps > out.maxSteps)) return false;
  for (std::size_t s = 0; s < in.size.size(); ++s)
    if (out.exact[s] ? !in.exact[s] || in.size[s] != out.size[s] : in.size[s] > out.size[s]) return false;
  return true;
}

/// The scopes of all commands, but for those whose instances another has, too.
std::vector<Scoped> largestScopes(const Model& model) {
  std::vector<Scoped> largest;
  for (model::CommandId id = 0; id < model.commands().size(); ++id) {
    if (model.commands()[id].ofTest) continue;
    Scoped one{problemOf(model, id), {}};
    const std::vector<model::Scope> searched = scopesSearched(one.problem);
    one.problem.check = false;
    for (const model::Scope& scope : searched) {
      one.problem.scope = scope;
      try {
        one.sizes = deriveSizes(model, scope, one.problem.temporal);
      } catch (const Unsupported&) {  // a scope that is refused has no instances
        continue;
      }
      if (std::ranges::any_of(largest, [&](const Scoped& other) { return isWithin(one, other); })) continue;
      std::erase_if(largest, [&](const Scoped& other) { return isWithin(other, one); });
      largest.push_back(one);
    }
  }
  return largest;
}

/// What follows from what in the model's own facts.
class Entailment {
 public:
  Entailment(model::Extension& extension, const Options& options, const support::Budget& budget) : budget_(budget) {
    const Model& model = extension.model();
    model::Nodes& make = extension.nodes();
    make.at({});
    conjuncts_ = ownConjuncts(model, make);
    for (const Conjunct& conjunct : conjuncts_) opposites_.push_back(make.unary(Op::not_, conjunct.formula));
    for (const model::Fact& fact : model.facts())
      if (fact.body != noId && !isOwn(model, fact.module)) given_.push_back(fact.body);
    const std::vector<Scoped> scopes = largestScopes(model);
    within_ = scopes.size() == 1 ? scopeText(model, scopes.front().problem, {}) : "in the scopes of all commands";
    for (const Scoped& one : scopes)
      backgrounds_.push_back(std::make_unique<Background>(model, one.problem, Background::Facts::dropped, options));
  }

  Redundancies result() {
    Redundancies all;
    all.within = within_;
    std::vector<char> every(conjuncts_.size(), 1);
    if (conjuncts_.empty() || backgrounds_.empty()) return all;
    all.examined = conjuncts_.size();
    if (ask(every, nullptr) == Verdict::unsatisfiable) {
      all.contradictory = true;
      all.core = spansOf(smallest(every, nullptr).first);
      return all;
    }
    for (std::size_t i = 0; i < conjuncts_.size(); ++i) {
      std::vector<char> others = every;
      others[i] = 0;
      const Verdict verdict = ask(others, &opposites_[i]);
      if (verdict == Verdict::unsatisfiable) {
        auto [from, minimal] = smallest(others, &opposites_[i]);
        all.found.push_back({conjuncts_[i].span, spansOf(from), minimal});
      } else if (verdict != Verdict::satisfiable) {
        ++all.undecided;
      }
    }
    return all;
  }

 private:
  /// Whether the chosen conjuncts can hold together with a formula, in some scope.
  Verdict ask(const std::vector<char>& chosen, const ExprId* formula) {
    std::vector<ExprId> goals = given_;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i] != 0) goals.push_back(conjuncts_[i].formula);
    if (formula != nullptr) goals.push_back(*formula);
    Verdict all = Verdict::unsatisfiable;
    for (const auto& background : backgrounds_) {
      const Verdict verdict = background->ask(goals, budget_.within({.seconds = shareOfQuestion * budget_.secondsLeft()}));
      if (verdict == Verdict::satisfiable) return verdict;
      if (verdict != Verdict::unsatisfiable) all = Verdict::unknown;
    }
    return all;
  }

  /// Of conjuncts that contradict a formula a set that still does and of which none can be spared, and whether all were tried.
  std::pair<std::vector<char>, bool> smallest(std::vector<char> chosen, const ExprId* formula) {
    bool minimal = true;
    // Halves, quarters, ... at once first: few of many are needed.
    for (std::size_t step = std::bit_ceil(chosen.size()); step != 0; step /= 2) {
      for (std::size_t begin = 0; begin < chosen.size(); begin += step) {
        std::vector<char> fewer = chosen;
        std::fill(fewer.begin() + static_cast<std::ptrdiff_t>(begin),
                  fewer.begin() + static_cast<std::ptrdiff_t>(std::min(begin + step, fewer.size())), 0);
        if (fewer == chosen) continue;
        const Verdict verdict = ask(fewer, formula);
        if (verdict == Verdict::unsatisfiable) chosen = std::move(fewer);
        minimal = step != 1 || (minimal && (verdict == Verdict::satisfiable || verdict == Verdict::unsatisfiable));
      }
    }
    return {chosen, minimal};
  }

  std::vector<model::Span> spansOf(const std::vector<char>& chosen) const {
    std::vector<model::Span> spans;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i] != 0) spans.push_back(conjuncts_[i].span);
    return spans;
  }

  const support::Budget budget_;
  std::vector<Conjunct> conjuncts_;
  std::vector<ExprId> opposites_;  // by conjunct
  std::vector<ExprId> given_;      // facts of library modules
  std::string within_;
  std::vector<std::unique_ptr<Background>> backgrounds_;
};

}  // namespace

Redundancies redundantConstraints(const Model& model, const Options& options, const support::Budget& budget) {
  model::Extension extension(model);
  return Entailment(extension, options, budget).result();
}

std::vector<model::Diagnostic> warningsOf(const Redundancies& redundancies) {
  model::Diagnostics warnings;
  const auto add = [&](const char* code, model::Span span, std::string message, std::span<const model::Span> places,
                       const char* remark) {
    model::Diagnostic& warning = warnings.warning(code, span, std::move(message));
    for (const model::Span place : places) warning.related.push_back({place, remark});
  };
  if (const std::span<const model::Span> core = redundancies.core; !core.empty())
    add(contradictoryFacts, core.front(),
        fmt::format("the facts contradict each other, {}: anything follows from them", redundancies.within), core.subspan(1),
        "it contradicts this");
  for (const RedundantConstraint& one : redundancies.found) {
    const std::string from = one.from.empty()       ? "the declarations"
                             : one.from.size() == 1 ? "another"
                                                    : fmt::format("{} others", one.from.size());
    add(redundantConstraint, one.span,
        fmt::format("this constraint follows from {}, {}: it says nothing new", from, redundancies.within), one.from,
        one.minimal ? "it follows from this" : "it follows from what may include this");
  }
  return warnings.all();
}

}  // namespace aunit::solver
