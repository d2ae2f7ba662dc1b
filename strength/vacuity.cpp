#include "strength/vacuity.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "coverage/feasibility.h"
#include "model/changes/extension.h"
#include "solver/entailment/logic.h"
#include "solver/session/answered.h"
#include "solver/session/session.h"
#include "solver/vacuity/guards.h"

namespace aunit::strength {

using namespace model;

namespace {

// Time limit for one question, in seconds.
constexpr double patienceForOne = 0.5;
// Limits: the number of scopes in which questions are asked, and the number of predicates that questions are about.
constexpr std::size_t mostScopes = 3, mostPredicates = 30;

}  // namespace

struct Vacuity::Question {
  std::string key, sentence;
  ExprId formula = noId;  // if no instance satisfies it, `sentence` holds
};

/// The questions about one version of the model, and their answers.
class Vacuity::VersionQuestions {
 public:
  VersionQuestions(const parser::Loaded& loaded, model::Semantics semantics, const support::Budget& budget)
      : loaded_(loaded),
        extension_(*loaded.model),
        scopes_(coverage::scopesOfCommands(model_)),
        semantics_(semantics),
        budget_(budget) {
    make_.at({});
    scopes_.resize(std::min(scopes_.size(), mostScopes));
    sessions_.resize(scopes_.size());
  }

  std::vector<Question> questions(std::uint32_t paragraph) {
    result_.clear();
    const model::Paragraph changed = model_.paragraphs()[paragraph];
    using Kind = model::Paragraph::Kind;
    if (changed.kind == Kind::fact || changed.kind == Kind::sig) {
      add("facts", "the facts have no instance any more", make_.truth(true));
      signatures();
      predicates();
    }
    if (changed.kind == Kind::fact) guardsIn(model_.facts()[changed.id].body, "", {});
    if (changed.kind == Kind::predicate) {
      predicate(changed.id);
      const std::vector<model::Decl> params = model_.func(changed.id).params;
      if (model_.func(changed.id).body != noId) guardsIn(model_.func(changed.id).body, "", params);
    }
    for (const model::Command& command : model_.commands())
      if (command.check && command.target == model::TargetKind::assertion)
        guardsIn(model_.assertions()[command.targetId].body, fmt::format("check {} is vacuously true: ", command.label), {});
    return std::move(result_);
  }

  /// Whether the formula can hold. Returns false only if the solver refutes it in each scope. Returns true if `scopes_` is empty,
  /// which means that the scope of a command grows without end.
  bool isPossible(ExprId formula) {
    if (scopes_.empty()) return true;
    for (std::size_t i = 0; i < scopes_.size(); ++i) {
      if (!sessions_[i]) sessions_[i] = sessionIn(scopes_[i]);
      const auto result = answered(sessions_[i]->ask({{formula}}, budget_.within({.seconds = patienceForOne})));
      if (result.verdict != solver::Verdict::unsatisfiable) return true;
    }
    return false;
  }

 private:
  std::unique_ptr<solver::Session> sessionIn(const model::Scope& scope) const {
    solver::Problem problem;
    problem.scope = scope;
    problem.scope.maxSteps = std::min(problem.scope.maxSteps, 10);  // longer traces would take too much time
    problem.temporal = model_.hasMutable();
    const solver::Options how{.semantics = semantics_, .verify = false, .threads = solver::Threads::one};
    return std::make_unique<solver::Session>(model_, std::move(problem), how);
  }

  void add(std::string key, std::string sentence, ExprId formula) {
    if (std::ranges::find(result_, key, &Question::key) == result_.end())
      result_.push_back(
          {std::move(key), std::move(sentence), model_.hasMutable() ? make_.unary(Op::eventually, formula) : formula});
  }

  bool isOwn(model::ModuleId module) const { return !model_.modules()[module].library && !model_.modules()[module].ofTests; }

  void signatures() {
    for (model::SigId s = model::builtin::count; s < model_.sigs().size(); ++s) {
      const model::Sig sig = model_.sig(s);
      if (sig.isMeta || !isOwn(sig.module)) continue;
      add("some " + sig.label, fmt::format("sig {} is always empty", sig.name), make_.unary(Op::some, make_.sig(s)));
      add("two " + sig.label, fmt::format("sig {} never has two atoms", sig.name),
          make_.unary(Op::not_, make_.unary(Op::lone, make_.sig(s))));
    }
  }

  void predicates() {
    std::size_t count = 0;
    for (model::FuncId f = 0; f < model_.funcs().size() && count < mostPredicates; ++f)
      if (isOwn(model_.func(f).module) && predicate(f)) ++count;
  }

  bool predicate(model::FuncId id) {
    const model::Func function = model_.func(id);
    if (!function.isPredicate || function.recursive || function.body == noId) return false;
    add("can hold " + function.label, fmt::format("pred {} never holds", function.name), behind(function.params, function.body));
    add("can fail " + function.label, fmt::format("pred {} always holds", function.name),
        behind(function.params, logic_.no(function.body)));
    return true;
  }

  ExprId behind(const std::vector<model::Decl>& decls, ExprId formula) {
    return decls.empty() ? formula : make_.quantified(Op::quantSome, decls, formula);
  }

  /// Adds a question for each `implies` in the formula, also below quantifiers: can its left side hold?
  void guardsIn(ExprId formula, const std::string& about, const std::vector<model::Decl>& params) {
    const auto text = [&](ExprId id) { return fmt::format("`{}`", loaded_.sources.text(model_.expr(id).span)); };
    for (const solver::Guard& guard : solver::guardsOf(model_, make_, formula)) {
      // In the formula, the left side may be below a negation or quantifier that `reached` lacks. If an integer may overflow, the
      // left side may therefore have another value there than in `reached`.
      if (logic_.mayOverflow(guard.reached)) continue;
      std::string sentence = fmt::format("{}{} never holds", about, text(guard.left));
      for (const ExprId outer : guard.behind)
        sentence += fmt::format(" {} {}", outer == guard.behind.front() ? "where" : "and", text(outer));
      add("guard " + sentence, sentence, behind(params, guard.reached));
    }
  }

  const parser::Loaded& loaded_;
  model::Extension extension_;
  const Model& model_ = extension_.model();
  model::Nodes& make_ = extension_.nodes();
  std::vector<model::Scope> scopes_;
  const model::Semantics semantics_;
  const solver::Logic logic_{model_, make_, semantics_};
  const support::Budget budget_;
  std::vector<std::unique_ptr<solver::Session>> sessions_;  // by scope
  std::vector<Question> result_;
};

Vacuity::Vacuity(std::unique_ptr<const parser::Loaded> before, model::Semantics semantics, const support::Budget& budget)
    : before_(std::move(before)), semantics_(semantics), budget_(budget) {
  asking_ = std::make_unique<VersionQuestions>(*before_, semantics, budget);
}
Vacuity::~Vacuity() = default;

std::vector<std::string> Vacuity::remarks(const parser::Loaded& after, std::uint32_t paragraph) {
  std::vector<std::string> result;
  if (paragraph >= after.model->paragraphs().size()) return result;
  auto [known, isNew] = questions_.try_emplace(paragraph);
  if (isNew) known->second = asking_->questions(paragraph);
  const auto name = [&](const Question& question) { return fmt::format("{} {}", paragraph, question.key); };
  VersionQuestions now(after, semantics_, budget_);
  for (const Question& question : now.questions(paragraph)) {
    if (now.isPossible(question.formula)) continue;
    // If the question does not exist for the model before the change, that model's answer counts as "possible".
    const auto same = std::ranges::find(known->second, question.key, &Question::key);
    auto was = possible_.find(name(question));
    if (was == possible_.end())
      was = possible_.emplace(name(question), same == known->second.end() || asking_->isPossible(same->formula)).first;
    if (was->second) result.push_back(question.sentence);
  }
  return result;
}

}  // namespace aunit::strength
