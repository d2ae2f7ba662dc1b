#include "solver/reliance/reliance.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <new>
#include <set>
#include <utility>

#include "model/changes/extension.h"
#include "model/formulas/conjuncts.h"
#include "model/formulas/correspondence.h"
#include "model/formulas/keys.h"
#include "solver/entailment/logic.h"
#include "solver/grounding/growing_scope.h"
#include "solver/grounding/scope.h"
#include "solver/reliance/relaxed.h"
#include "solver/unsupported.h"
#include "support/memory.h"

namespace aunit::solver {

using namespace model;
using Rests = Reliance::Kind;
using ChosenFacts = Entailment::Chosen;

namespace {

constexpr std::size_t mostPieces = 8;  // a claim with more conjuncts is not compared with facts

// For relianceInShort: the budget ends when it has been checked this many times. A check takes place after each 65,536 or so
// steps of a translation, and at each question to a solver.
constexpr int shortQuestions = 200;
// Replaces `shortQuestions` in models that are mostly data. In such a model, removing the facts one by one would take too many
// questions. Each question would be large, because facts that can be removed do not narrow the bounds of relations.
constexpr int shortQuestionsOfMany = 10;
constexpr int notableQuestionsOfMany = 3;  // the same for Detail::notable; enough to find out whether a claim needs any fact
// In a model with more expressions than this, the notableQuestionsOfMany checks would be used up before the first question.
constexpr std::uint32_t mostOfNotable = 200'000;
constexpr double shortSeconds = 10;  // a safety net: shortQuestions checks usually take much less

/// The two implications of an `iff`, which may be inside `all`, `always`, `let` and `implies`; none for other formulas.
std::vector<ExprId> halvesOf(const Model& model, Nodes& make, ExprId id) {
  const Expr e = model.expr(id);  // a copy, because nodes move when the model grows
  const std::vector<ExprId> children(model.children(id).begin(), model.children(id).end());
  std::vector<ExprId> halves;
  switch (e.op) {
    case Op::iff: return {make.binary(Op::implies, children[0], children[1]), make.binary(Op::implies, children[1], children[0])};
    case Op::quantAll: {
      const std::vector<Decl> decls(model.decls(id).begin(), model.decls(id).end());
      for (const ExprId half : halvesOf(model, make, children[0])) halves.push_back(make.quantified(Op::quantAll, decls, half));
      return halves;
    }
    case Op::always:
      for (const ExprId half : halvesOf(model, make, children[0])) halves.push_back(make.unary(Op::always, half));
      return halves;
    case Op::let:
      for (const ExprId half : halvesOf(model, make, children[1])) halves.push_back(make.let(e.payload, children[0], half));
      return halves;
    case Op::implies:
      for (const ExprId half : halvesOf(model, make, children[1])) halves.push_back(make.binary(Op::implies, children[0], half));
      return halves;
    default: return halves;
  }
}

/// The scope with one more atom of each signature, except for `one` and `lone` signatures and exact scopes.
model::Scope oneLarger(const Model& model, model::Scope scope) {
  if (scope.overall < 0 && scope.sigs.empty()) scope.overall = 3;
  if (scope.overall >= 0) ++scope.overall;
  for (SigScope& of : scope.sigs) {
    if (of.exact || of.sig < builtin::count || model.sig(of.sig).multiplicity == Multiplicity::one ||
        model.sig(of.sig).multiplicity == Multiplicity::lone)
      continue;
    ++of.start, ++of.end;
  }
  return scope;
}

/// Whether a predicate relates two states: it has two parameters of one signature, or refers to the next state.
bool relatesStates(const Model& model, const Func& function) {
  if (!function.isPredicate || function.body == noId || model.modules()[function.module].library) return false;
  if (model.hasMutable() && model.expr(function.body).temporal) return true;
  std::set<SigId> seen;
  for (const Decl& decl : function.params) {
    const Expr& bound = model.expr(decl.bound);
    if (bound.op != Op::sig) continue;
    if (decl.variableCount > 1 || !seen.insert(bound.payload).second) return true;
  }
  return false;
}

bool callsOperation(const Model& model, ExprId id, std::vector<char>& seen) {
  if (id == noId || std::exchange(seen[id], char{1}) != 0) return false;
  const Expr& e = model.expr(id);
  if (e.op == Op::call &&
      (relatesStates(model, model.func(e.payload)) || callsOperation(model, model.func(e.payload).body, seen)))
    return true;
  return std::ranges::any_of(model.children(id), [&](ExprId child) { return callsOperation(model, child, seen); }) ||
         std::ranges::any_of(model.decls(id), [&](const Decl& decl) { return callsOperation(model, decl.bound, seen); });
}

/// The questions about one problem in one scope.
class FactQuestions {
 public:
  FactQuestions(ModelQuestions& questions, const Problem& problem, const Options& options, const support::Budget& budget)
      : extension_(questions.extension()), facts_(questions.entailment(problem, options)), goal_(problem.formula) {
    facts_.limit(budget);
  }

  Entailment& facts() { return facts_; }
  Nodes& make() { return extension_.nodes(); }
  const Model& model() const { return extension_.model(); }
  ExprId goal() const { return goal_; }

  ChosenFacts none() const { return ChosenFacts(facts_.conjuncts().size(), 0); }
  ChosenFacts only(std::size_t conjunct) const {
    ChosenFacts chosen = none();
    chosen[conjunct] = 1;
    return chosen;
  }
  bool isEnough(const ChosenFacts& chosen, ExprId goal) { return facts_.ask(chosen, goal) == Verdict::unsatisfiable; }
  /// Whether one formula implies another by the declarations alone.
  bool implies(ExprId first, ExprId second) {
    const ExprId not_ = facts_.denied(second);
    make().at({});
    return isEnough(none(), make().binary(Op::and_, first, not_));
  }
  bool areEqual(ExprId first, ExprId second) { return implies(second, first) && implies(first, second); }

 private:
  Extension& extension_;
  Entailment& facts_;
  const ExprId goal_;
};

class RelianceSearch {
 public:
  enum class Detail : std::uint8_t { notable, inShort, full };

  RelianceSearch(ModelQuestions& questions, const Problem& problem, Detail detail, const Options& options,
                 const support::Budget& budget)
      : questions_(questions),
        model_(questions.model()),
        problem_(problem),
        isFull_(detail == Detail::full),
        isNotable_(detail == Detail::notable),
        options_(options),
        budget_(budget),
        asked_(questions, problem, options, budget) {}

  Reliance reliance() {
    Reliance result;
    if (isFull_) result.vacuity = vacuityOf(questions_, problem_, Verdict::unsatisfiable, options_, half(budget_));
    result.facts = paragraphs(ChosenFacts(sources().size(), 1)).size();
    if (result.vacuity) {
      result.kind = Rests::empty;
      return result;
    }
    if (isNotable_ && result.facts == 0) return result;  // the constraints are in predicates instead of facts
    switch (asked_.facts().ask(asked_.none(), asked_.goal())) {
      case Verdict::unsatisfiable: withoutFacts(result); return result;
      case Verdict::satisfiable: break;
      default: return result;
    }
    ChosenFacts needed;
    if (repeats(needed, result.verbatim)) {
      result.kind = Rests::repeats;
    } else if (isNotable_) {
      return result;
    } else {
      if (!fewest(needed, result.minimal)) return result;
      if (!isFull_ && !result.minimal && paragraphs(needed).size() == result.facts)
        return result;  // the answer would name all facts
      result.kind = Rests::facts;
    }
    for (std::size_t i = 0; i < needed.size(); ++i)
      if (needed[i] != 0) result.needs.push_back({asked_.facts().conjuncts()[i].span, sources()[i], isFull_ && breaks(i)});
    return result;
  }

 private:
  const std::vector<Entailment::Source>& sources() { return asked_.facts().sources(); }
  static support::Budget half(const support::Budget& budget) { return budget.within({.seconds = budget.secondsLeft() / 2}); }

  std::vector<Entailment::Source> paragraphs(const ChosenFacts& chosen) {
    std::vector<Entailment::Source> found;
    std::set<std::pair<Paragraph::Kind, std::uint32_t>> seen;
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (chosen[i] != 0 && seen.emplace(sources()[i].kind, sources()[i].id).second) found.push_back(sources()[i]);
    return found;
  }

  void withoutFacts(Reliance& result) {
    result.kind = Rests::declarations;
    std::vector<char> seen(model_.exprCount());
    if (callsOperation(model_, problem_.formula, seen))
      result.kind = isNotable_ ? Rests::unknown : Rests::operations;
    else if (holdsByItself())
      result.kind = Rests::tautology;
    if (result.kind == Rests::unknown) return;
    result.onlyInScope = larger().facts().ask(larger().none(), larger().goal()) == Verdict::satisfiable;
  }

  bool holdsByItself() {
    Extension relaxed(model_);
    const Problem problem = relaxDeclarations(relaxed, problem_);
    Entailment without(relaxed, {&problem, 1}, options_, budget_);
    return without.ask(ChosenFacts(without.conjuncts().size(), 0), problem.formula) == Verdict::unsatisfiable;
  }

  FactQuestions& larger() {
    if (!larger_) {
      Problem problem = problem_;
      problem.scope = oneLarger(model_, problem.scope);
      larger_.emplace(questions_, problem, options_, budget_);
    }
    return *larger_;
  }

  // ------------------------------------------------------------------------------------------------------------- repetitions

  /// The claim of a check; noId if the problem is not a check.
  ExprId claim() const {
    if (!problem_.check || problem_.formula == noId) return noId;
    const Expr& e = model_.expr(problem_.formula);
    return e.op == Op::not_ ? model_.child(problem_.formula, 0) : noId;
  }

  /// Whether each conjunct of the claim repeats a conjunct of a fact.
  bool repeats(ChosenFacts& needed, bool& verbatim) {
    if (claim() == noId) return false;
    const std::vector<ExprId> pieces = piecesOf(asked_);
    if (pieces.empty() || pieces.size() > mostPieces) return false;
    needed = asked_.none();
    verbatim = true;
    Keys::Numbers numbers;
    const Correspondence itself = Correspondence::identity(asked_.model());
    Keys keys(asked_.model(), asked_.model(), itself, numbers, Calls::writtenOut);
    const auto keyOf = [&](ExprId formula) -> std::optional<std::uint32_t> {
      try {
        return keys.of(formula);
      } catch (const Untranslatable&) {
        return std::nullopt;
      }
    };
    std::vector<std::optional<std::uint32_t>> ofFacts;
    for (const Conjunct& conjunct : asked_.facts().conjuncts()) ofFacts.push_back(keyOf(conjunct.formula));
    std::vector<std::size_t> proved;  // pieces that must be proved equal to a conjunct: indices in `pieces`
    for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
      const auto key = keyOf(pieces[piece]);
      const auto same = key ? std::ranges::find(ofFacts, key) : ofFacts.end();
      if (same != ofFacts.end())
        needed[static_cast<std::size_t>(same - ofFacts.begin())] = 1;
      else
        proved.push_back(piece);
    }
    if (!isFull_ && !proved.empty()) return false;
    for (const std::size_t piece : proved) {
      verbatim = false;
      if (!isProvedEqual(piece, pieces[piece], needed)) return false;
    }
    return needed != asked_.none();
  }

  static std::vector<ExprId> piecesOf(FactQuestions& questions) {
    std::vector<ExprId> pieces;
    const ExprId claim = questions.model().child(questions.goal(), 0);
    for (const Conjunct& conjunct : takenApart(questions.model(), questions.make(), claim)) pieces.push_back(conjunct.formula);
    return pieces;
  }

  /// Whether `piece` needs no fact or is equivalent to a conjunct, or to one implication of an `iff` in it. Adds the conjunct to
  /// `needed`.
  bool isProvedEqual(std::size_t number, ExprId piece, ChosenFacts& needed) {
    const ExprId fails = asked_.facts().denied(piece);
    if (asked_.isEnough(asked_.none(), fails)) return true;  // no fact is needed for this piece
    for (std::size_t i = 0; i < sources().size(); ++i) {
      if (!asked_.isEnough(asked_.only(i), fails)) continue;
      for (std::size_t half = 0; half < 3; ++half)
        if (isEqual(asked_, piece, i, half) && isEqual(larger(), piecesOf(larger())[number], i, half)) {
          needed[i] = 1;
          return true;
        }
    }
    return false;
  }

  /// Whether a conjunct is equivalent to a piece of the claim. `half`: 0 for the whole conjunct, 1 and 2 for the implications of
  /// an `iff`.
  static bool isEqual(FactQuestions& questions, ExprId piece, std::size_t conjunct, std::size_t half) {
    ExprId formula = questions.facts().conjuncts()[conjunct].formula;
    if (half != 0) {
      questions.make().at({});
      const std::vector<ExprId> halves = halvesOf(questions.model(), questions.make(), formula);
      if (halves.empty()) return false;
      formula = halves[half - 1];
    }
    return questions.areEqual(piece, formula);
  }

  // ------------------------------------------------------------------------------------------------------------------ facts

  /// Finds a minimal set of conjuncts that suffices. If the conjuncts of one paragraph suffice, the set has only conjuncts of one
  /// paragraph.
  bool fewest(ChosenFacts& needed, bool& minimal) {
    if (!asked_.isEnough(asked_.facts().all(), asked_.goal())) return false;
    if (!isFull_ && asked_.facts().ask(asked_.facts().all()) != Verdict::satisfiable) return false;  // the answer may be vacuous
    Entailment::Smallest smallest = asked_.facts().smallest(asked_.facts().all(), asked_.goal());
    if (paragraphs(smallest.chosen).size() > 1)
      for (const Entailment::Source& paragraph : mayBeEnough(smallest.chosen)) {
        ChosenFacts of = asked_.none();
        for (std::size_t i = 0; i < of.size(); ++i) of[i] = sources()[i] == paragraph ? 1 : 0;
        if (!asked_.isEnough(of, asked_.goal())) continue;
        smallest = asked_.facts().smallest(of, asked_.goal());
        break;
      }
    needed = std::move(smallest.chosen);
    minimal = smallest.minimal;
    return true;
  }

  /// Whether there is an instance if only this conjunct is removed.
  bool breaks(std::size_t conjunct) {
    const auto [known, isNew] = breaks_.try_emplace(conjunct, false);
    if (isNew) {
      ChosenFacts others = asked_.facts().all();
      others[conjunct] = 0;
      known->second = asked_.facts().ask(others, asked_.goal()) == Verdict::satisfiable;
    }
    return known->second;
  }

  /// The paragraphs that may suffice alone. Tries the first two paragraphs of `needed`: if there is an instance when only the
  /// first needed conjunct of such a paragraph is removed, this conjunct is in every sufficient set of facts. Then no other
  /// paragraph suffices alone.
  std::vector<Entailment::Source> mayBeEnough(const ChosenFacts& needed) {
    std::vector<Entailment::Source> all = paragraphs(asked_.facts().all());
    const std::vector<Entailment::Source> own = paragraphs(needed);
    for (std::size_t which = 0; which < 2; ++which) {
      std::size_t first = 0;
      while (needed[first] == 0 || sources()[first] != own[which]) ++first;
      if (breaks(first)) std::erase_if(all, [&](const Entailment::Source& paragraph) { return paragraph != own[which]; });
    }
    return all;
  }

  ModelQuestions& questions_;
  const Model& model_;
  const Problem& problem_;
  const bool isFull_, isNotable_;
  const Options& options_;
  const support::Budget& budget_;
  FactQuestions asked_;
  std::optional<FactQuestions> larger_;
  std::map<std::size_t, bool> breaks_;  // by conjunct: the answers of breaks() so far
};

}  // namespace

std::size_t Reliance::paragraphs() const {
  std::vector<Entailment::Source> found;
  for (const Part& part : needs)
    if (std::ranges::find(found, part.paragraph) == found.end()) found.push_back(part.paragraph);
  return found.size();
}

namespace {

Reliance relianceIn(ModelQuestions& questions, const Problem& problem, RelianceSearch::Detail detail, const Options& options,
                    const support::Budget& budget) {
  try {
    return RelianceSearch(questions, problem, detail, options, budget).reliance();
  } catch (const Unsupported&) {
  } catch (const support::Exhausted&) {
    // A question that the solver refuses or does not finish proves nothing.
  }
  return {};
}

}  // namespace

Reliance relianceOf(ModelQuestions& questions, const Problem& problem, const Options& options, const support::Budget& budget) {
  try {
    return relianceIn(questions, problem, RelianceSearch::Detail::full, options, budget);
  } catch (const std::bad_alloc&) {
    support::memoryRanOut = true;
    return {};
  }
}

Reliance relianceInShort(ModelQuestions& questions, const Problem& problem, RelianceWanted wanted, const Options& options,
                         const support::Budget& budget) {
  using Detail = RelianceSearch::Detail;
  if (wanted == RelianceWanted::none || (wanted == RelianceWanted::notable && !problem.check && problem.expect == 0)) return {};
  const Options limited{
      .solver = "quick", .symmetry = options.symmetry, .skolemDepth = options.skolemDepth, .semantics = options.semantics};
  const Detail detail = wanted == RelianceWanted::notable && problem.check ? Detail::notable : Detail::inShort;
  if (detail == Detail::notable && questions.model().exprCount() > mostOfNotable) return {};
  const bool isData = questions.isMostlyData();
  // If a run has no instance, the answer rests on nearly all of the data. To find that out takes longer than to find the answer.
  if (isData && wanted == RelianceWanted::notable && !problem.check && problem.expect != 1) return {};
  const int ofMany = detail == Detail::notable ? notableQuestionsOfMany : shortQuestionsOfMany;
  const int most = isData ? ofMany : shortQuestions;
  return relianceIn(questions, problem, detail, limited, budget.within({.seconds = shortSeconds}).endingAt(most));
}

const char* name(Reliance::Kind kind) {
  switch (kind) {
    case Rests::unknown: return "unknown";
    case Rests::empty: return "empty";
    case Rests::tautology: return "tautology";
    case Rests::declarations: return "declarations";
    case Rests::operations: return "operations";
    case Rests::repeats: return "repeats";
    case Rests::facts: return "facts";
  }
  return "";
}

}  // namespace aunit::solver
