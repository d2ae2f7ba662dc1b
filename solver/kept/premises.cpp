#include "solver/kept/premises.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "model/changes/extension.h"
#include "model/representation.h"
#include "solver/grounding/grounding.h"
#include "solver/grounding/scope.h"
#include "solver/kept/expanded_formulas.h"
#include "solver/kept/formula_texts.h"
#include "solver/session/unrolling.h"
#include "solver/unsupported.h"
#include "support/digest.h"

namespace aunit::solver {

using namespace model;

namespace {

// Limit for the text of the formulas of one problem, in bytes.
constexpr std::size_t mostCharacters = 400000;

bool mentions(const model::Model& model, ExprId id, Op op) {
  if (id == noId) return false;
  if (model.expr(id).op == op) return true;
  return std::ranges::any_of(model.children(id), [&](ExprId child) { return mentions(model, child, op); });
}

template <class Test>
bool anyNode(const model::Model& model, Test test) {
  for (ExprId id = 0; id < model.exprCount(); ++id)
    if (test(model.expr(id))) return true;
  return false;
}

bool mentionsIntegers(const model::Model& model) {
  return anyNode(model, [](const model::Expr& e) { return e.sort == model::Sort::integer || e.op == Op::nextInt; });
}

/// Collects the premises of a problem as texts. This is one class, because a core consists of places, which are parts of the
/// formulas that read() expanded. The premises of a core and of the whole problem come from the same formulas and sizes.
class PremiseCollector {
 public:
  PremiseCollector(const model::Model& model, const Problem& problem, const Options& options)
      : extension_(model),
        model_(extension_.model()),
        problem_(problem),
        options_(options),
        writtenOut_(extension_, !options.semantics.noOverflow || !mentionsIntegers(model)),
        texts_(model_, unused_),
        ordered_(anyNode(model, [](const model::Expr& e) { return e.op == Op::totalOrder; })),
        sequences_(anyNode(model, [](const model::Expr& e) {
          return e.op == Op::seqBound || (e.op == Op::sig && e.payload == model::builtin::seqInt);
        })) {}

  std::optional<Premises> all(const std::string& also) { return read() ? premises(conjuncts_, also) : std::nullopt; }

  NoInstanceReason whyNone(const std::string& also, const support::Budget& budget) {
    NoInstanceReason why;
    if (!read()) return why;
    Problem problem = problem_;
    problem.formula = problem.given = noId;
    problem.facts = problem.signatureFacts = false;
    problem.also = asserted_;
    const Options options{.solver = options_.solver,
                          .symmetry = options_.symmetry,
                          .skolemDepth = options_.skolemDepth,
                          .semantics = options_.semantics,
                          .core = true};
    try {
      const Grounding grounding(model_, std::move(problem), options, budget, writtenOut_.places());
      // If there is no trace of `maxSteps` states, there is no shorter trace.
      Unrolling unrolling(grounding, sizes_.maxSteps, Threads::one, Questions::many, budget);
      unrolling.ask({}, nullptr, budget);
      if (unrolling.solve(budget) == Answer::unsatisfiable) {
        auto [cores, nearly] = unrolling.contradictions(budget);
        for (const std::vector<ExprId>& core : cores)
          if (auto contradiction = premises(without(core), also)) why.contradictions.push_back(std::move(*contradiction));
        why.nearly = std::move(nearly);
      }
    } catch (const support::Exhausted&) {  // without a core, all premises count as the contradiction
    } catch (const Unsupported&) {
    }
    if (why.contradictions.empty())
      if (auto contradiction = all(also)) why.contradictions.push_back(std::move(*contradiction));
    return why;
  }

 private:
  /// Returns the premises that are in `core` or `always_`. Removes from them the places that are not in `core`.
  std::vector<ExprId> without(const std::vector<ExprId>& core) {
    const std::unordered_set<ExprId> needed(core.begin(), core.end());
    std::vector<ExprId> left;
    for (const ExprId formula : conjuncts_)
      if (needed.contains(formula) || always_.contains(formula)) left.push_back(writtenOut_.without(formula, needed));
    return left;
  }

  /// Reads the premises. Returns false if they cannot be compared with other premises.
  bool read() {
    if (!conjuncts_.empty()) return true;
    const auto grows = [](const model::SigScope& scope) { return scope.start != scope.end; };
    if (std::ranges::any_of(problem_.scope.sigs, grows)) return false;
    if (std::ranges::any_of(model_.sigs(), &model::Sig::isMeta)) return false;
    try {
      sizes_ = deriveSizes(model_, problem_.scope, problem_.temporal);
      if (sizes_.maxSteps == model::unboundedSteps) return false;
      Analysis analysis(model_);
      for (const Conjunct& conjunct : conjunctsOf(model_, problem_)) analysis.refuseIllFormed(conjunct.formula);
    } catch (const Unsupported&) {
      return false;
    }
    const std::vector<model::ImplicitConstraint> constraints = model_.implicitConstraints();
    for (const model::ImplicitConstraint& constraint : constraints) {
      if (constraint.formula == noId) continue;
      if (!isSignatureFact(model_, constraint))
        take(constraint.formula);
      else if (problem_.signatureFacts)
        assertParts(constraint.formula);
    }
    if (problem_.facts) {
      const std::vector<model::Fact> facts = model_.facts();
      for (const model::Fact& fact : facts)
        if (fact.body != noId) assertParts(fact.body);
    }
    if (problem_.given != noId) assertParts(problem_.given);
    if (problem_.formula != noId) assertParts(problem_.formula);
    for (const ExprId formula : problem_.also) assertParts(formula);
    return true;
  }

  /// Adds a formula to the premises without expanding it.
  void take(ExprId formula) {
    conjuncts_.push_back(formula);
    // The bounds fix a total order, so a core does not show whether this formula is needed. It is always a premise.
    if (mentions(model_, formula, Op::totalOrder))
      always_.insert(formula);
    else
      writtenOut_.add(formula);
  }

  void assertParts(ExprId formula) {
    if (mentions(model_, formula, Op::totalOrder)) {
      take(formula);
      asserted_.push_back(formula);
      return;
    }
    for (const ExprId part : writtenOut_.conjuncts(formula)) {
      conjuncts_.push_back(part);
      asserted_.push_back(part);
    }
  }

  std::optional<Premises> premises(const std::vector<ExprId>& formulas, const std::string& also) {
    Premises result;
    FormulaTexts texts(model_, unused_);
    for (const ExprId formula : formulas) result.formulas.push_back(texts.closed(formula));
    std::ranges::sort(result.formulas);
    const auto [last, end] = std::ranges::unique(result.formulas);
    result.formulas.erase(last, end);
    result.functions = std::move(texts.functionTexts());
    std::size_t characters = 0;
    for (const std::string& text : result.formulas) characters += text.size();
    for (const auto& [digest, text] : result.functions) characters += text.size();
    result.frame = frame(also);
    if (characters > mostCharacters || texts_.subsets()) return std::nullopt;
    result.steps = sizes_.maxSteps;
    for (SigId id = model::builtin::count; id < model_.sigs().size(); ++id) {
      const model::Sig& sig = model_.sig(id);
      if (sizes_.size[id] >= 0) result.sizes.push_back({sig.label, sizes_.size[id], sizes_.exact[id], sig.isAbstract});
    }
    return result;
  }

  template <class... Words>
  static void say(std::string& to, const Words&... words) {
    (FormulaTexts::add(to, fmt::format("{}", words)), ...);
  }

  /// The digest Premises::frame. All formulas are read first, because the digest contains the string literals in them.
  const std::string& frame(const std::string& also) {
    if (!frame_.empty()) return frame_;
    for (const ExprId formula : conjuncts_) texts_.closed(formula);
    std::string text;
    say(text, sizes_.bitwidth, sequences_ ? sizes_.maxSequence : 0, sizes_.strings, problem_.temporal,
        options_.semantics.noOverflow, ordered_, also);
    for (const model::Sig& sig : model_.sigs()) {
      say(text, "sig", sig.label, sig.builtin, sig.isVar, sig.isEnum, sig.isExact, sig.subset, sig.subsetExact,
          texts_.type(sig.type));
      for (const auto* others : {&sig.parents, &sig.children})
        for (const SigId other : *others) say(text, model_.sig(other).label);
      // The meaning of a total order depends on whether the Analyzer represents the signature by one relation.
      if (ordered_) say(text, model::isOneRelation(model_, static_cast<SigId>(&sig - model_.sigs().data())));
    }
    for (FieldId id = 0; id < model_.fields().size(); ++id) {
      const model::Field& field = model_.field(id);
      say(text, "field", field.label, field.isVar, field.arity, field.defined, model_.sig(field.sig).label,
          texts_.type(field.type));
      if (field.defined)
        say(text, texts_.closed(field.bound, {field.thisVariable}));
      else
        column(text, field.bound);
      if (ordered_) say(text, model::dropsFirstColumn(model_, id));
    }
    for (const std::string& literal : texts_.strings()) say(text, "literal", literal);
    return frame_ = support::longHexDigest(text);
  }

  /// Appends a field's bound without its multiplicities: the operators and the signatures of the columns.
  void column(std::string& text, ExprId id) {
    const model::Expr& e = model_.expr(id);
    switch (e.op) {
      case Op::bound: return column(text, model_.child(id, 0));
      case Op::sig: return say(text, model_.sig(e.payload).label);
      case Op::product:
      case Op::seqBound:
      case Op::union_:
      case Op::intersection:
      case Op::difference:
        say(text, static_cast<unsigned>(e.op));
        for (const ExprId child : model_.children(id)) column(text, child);
        return;
      default: return say(text, texts_.type(e.type));
    }
  }

  model::Extension extension_;
  const model::Model& model_;
  const Problem& problem_;
  const Options& options_;
  ExpandedFormulas writtenOut_;
  std::vector<model::Span> unused_;
  FormulaTexts texts_;
  const bool ordered_;
  const bool sequences_;  // the model mentions the indices of sequences
  SigSizes sizes_;
  std::vector<ExprId> conjuncts_;
  std::vector<ExprId> asserted_;  // conjuncts of facts and of the problem's formulas, not of declarations
  std::unordered_set<ExprId> always_;
  std::string frame_;
};

}  // namespace

std::optional<Premises> premisesOf(const model::Model& model, const Problem& problem, const Options& options,
                                   const std::string& also) {
  return PremiseCollector(model, problem, options).all(also);
}

NoInstanceReason whyNone(const model::Model& model, const Problem& problem, const Options& options, const std::string& also,
                         const support::Budget& budget) {
  return PremiseCollector(model, problem, options).whyNone(also, budget);
}

bool PremiseComparison::implies(const Premises& weaker) {
  if (premises_.frame != weaker.frame || premises_.steps > weaker.steps || premises_.sizes.size() != weaker.sizes.size())
    return false;
  for (std::size_t i = 0; i < weaker.sizes.size(); ++i) {
    const Premises::Size &mine = premises_.sizes[i], &other = weaker.sizes[i];
    if (mine.sig != other.sig || (other.isAbstract && !mine.isAbstract)) return false;
    if (other.exact ? !mine.exact || mine.most != other.most : mine.most > other.most) return false;
  }
  return std::ranges::all_of(weaker.formulas, [&](const std::string& formula) {
    return std::binary_search(premises_.formulas.begin(), premises_.formulas.end(), formula) ||
           std::ranges::any_of(premises_.formulas,
                               [&](const std::string& one) { return implication_.holds(one, formula, weaker.functions); });
  });
}

}  // namespace aunit::solver
