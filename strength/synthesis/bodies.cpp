#include "strength/synthesis/bodies.h"

#include <algorithm>
#include <set>

#include "support/budget.h"

namespace aunit::strength::synthesis {

using namespace model;

// Limit for the memory of all searched prefixes, in bytes. When it is reached, further prefixes are still searched, but their
// formulas do not become parts of larger formulas.
constexpr std::size_t mostBytes = std::size_t{256} << 20;

namespace {

/// Adds to `out` the signatures over which an expression quantifies variables.
void collectQuantified(const model::Model& model, ExprId id, std::set<model::SigId>& out) {
  for (const model::Decl& decl : model.decls(id)) {
    if (model.expr(decl.bound).op == Op::sig) out.insert(model.expr(decl.bound).payload);
    collectQuantified(model, decl.bound, out);
  }
  for (const ExprId child : model.children(id)) collectQuantified(model, child, out);
}

}  // namespace

/// A prefix whose formulas were searched. These formulas may become parts of larger formulas.
struct Bodies::SearchedPrefix {
  std::unique_ptr<Expressions> expressions;
  std::unique_ptr<Matrices> matrices;
};

Bodies::Bodies(const model::Model& model, BatchEvaluator& batch, Task& task, const Vocabulary& vocabulary,
               std::vector<Leaf> parameters, const support::Budget& budget)
    : model_(model), batch_(batch), task_(task), vocabulary_(vocabulary), parameters_(std::move(parameters)), budget_(budget) {}
Bodies::~Bodies() = default;

bool Bodies::whole(ExprId body, const Effort& effort, const Propose& propose) {
  const std::vector<Domain>& domains = vocabulary_.domains();
  const auto variable = [](const Domain* domain, std::uint32_t number) {
    return Binder{Binder::Kind::variable, 0, domain, number};
  };
  const auto behindAll = [&](const std::vector<Binder>& variables) { return behindEachForm(variables, body, effort, propose); };
  if (!behindAll({})) return false;
  // Signatures over which the present body quantifies are tried first.
  std::set<model::SigId> quantified;
  collectQuantified(model_, body, quantified);
  std::vector<const Domain*> ordered, outer;
  for (const bool mentioned : {true, false})
    for (const bool topLevel : {true, false})
      for (const Domain& domain : domains)
        if (quantified.contains(domain.sig) == mentioned && domain.topLevel == topLevel) ordered.push_back(&domain);
  for (const Domain* domain : ordered) {
    if (!behindAll({variable(domain, 0)})) return false;
    if (domain->topLevel || effort.subsignatures) outer.push_back(domain);
  }
  const auto second = [](const Domain* a, const Domain* b) -> std::uint32_t { return a == b ? 1 : 0; };
  if (effort.variables >= 2)
    for (std::size_t i = 0; i < outer.size(); ++i)
      for (std::size_t j = effort.subsignatures ? 0 : i; j < outer.size(); ++j)
        if (!behindAll({variable(outer[i], 0), variable(outer[j], second(outer[i], outer[j]))})) return false;
  if (effort.variables >= 3)
    for (std::size_t i = 0; i < outer.size(); ++i)
      for (std::size_t j = i; j < outer.size(); ++j)
        for (std::size_t k = j; k < outer.size(); ++k) {
          if (!outer[i]->topLevel || !outer[j]->topLevel || !outer[k]->topLevel) continue;
          const std::uint32_t third = second(outer[i], outer[k]) + second(outer[j], outer[k]);
          if (!behindAll({variable(outer[i], 0), variable(outer[j], second(outer[i], outer[j])), variable(outer[k], third)}))
            return false;
        }
  for (const bool conjunction : {true, false}) {
    std::vector<const Sentence*> sentences;
    for (const auto& one : searched_)
      for (const Sentence& sentence : conjunction ? one->matrices->conjuncts() : one->matrices->disjuncts())
        sentences.push_back(&sentence);
    std::ranges::stable_sort(sentences, {}, &Sentence::cost);
    if (sentences.size() > 3000) sentences.resize(3000);
    tried_ += sentences.size() * sentences.size() / 2;
    const auto found = [&](const Sentence& a, const Sentence& b, bool both) {
      return propose({body, [&, both](model::Nodes& nodes) {
                        return nodes.list(both ? Op::and_ : Op::or_, {a.made(nodes), b.made(nodes)});
                      }});
    };
    if (!combine(sentences, task_.wanted(), conjunction, found, budget_)) return false;
  }
  return true;
}

/// Searches formulas below a prefix that binds `variables`. If the model has `var` relations, also tries temporal operators in
/// three positions: inside the matrix, before the prefix, and between prefix and matrix.
bool Bodies::behindEachForm(const std::vector<Binder>& variables, ExprId body, const Effort& effort, const Propose& propose) {
  const auto with = [&](Binder::Kind kind, bool inFront) {
    std::vector<Binder> prefix = variables;
    prefix.insert(inFront ? prefix.begin() : prefix.end(), Binder{kind, 0, nullptr, 0});
    return behind(prefix, body, effort, propose);
  };
  if (!vocabulary_.changes()) return behind(variables, body, effort, propose);
  return with(Binder::Kind::present, false) && with(Binder::Kind::moments, true) &&
         (variables.empty() || with(Binder::Kind::moments, false));
}

bool Bodies::behind(const std::vector<Binder>& prefix, ExprId body, const Effort& effort, const Propose& propose) {
  if (budget_.exhausted()) return false;
  std::vector<Leaf> leaves = parameters_;
  std::vector<Binder> binders = prefix;
  FrameId frame = task_.base();
  try {
    for (Binder& binder : binders) {
      if (binder.kind != Binder::Kind::variable) {
        frame = binder.frame = batch_.moments(frame);
        continue;
      }
      const Column set = batch_.value(binder.domain->expr, frame);
      frame = binder.frame = batch_.bind(frame, binder.domain->variables[binder.variable], set);
      leaves.push_back({binder.domain->uses[binder.variable], {1, {binder.domain->kind}}, 1});
    }
  } catch (const NoColumn&) {
    return true;
  }
  batch_.setMark();
  leaves.insert(leaves.end(), vocabulary_.leaves().begin(), vocabulary_.leaves().end());
  auto searched = std::make_unique<SearchedPrefix>();
  Limits limits;
  limits.terms = effort.terms;
  limits.budget = &budget_;
  searched->expressions = std::make_unique<Expressions>(batch_, frame, leaves, limits);
  MatrixLimits matrices = effort.matrices;
  matrices.budget = &budget_;
  searched->matrices =
      std::make_unique<Matrices>(batch_, *searched->expressions, task_.base(), binders, task_.wanted(), matrices);
  const bool whole = searched->matrices->search([&](const Sentence& sentence) {
    if (!task_.isExact() && !task_.accepts(sentence.value)) return Reply::goOn;
    return propose({body, [&](model::Nodes& nodes) { return sentence.made(nodes); }});
  });
  tried_ += searched->expressions->tried() + searched->matrices->tried();
  bytes_ += searched->expressions->bytes();
  if (bytes_ < mostBytes) searched_.push_back(std::move(searched));
  return whole;
}

// -------------------------------------------------------------------------------------------------------------------- places

bool Bodies::parts(ExprId body, const Effort& effort, const std::function<std::optional<Leaf>(VarId)>& leafOf,
                   const Propose& propose) {
  // A subexpression of the body, with the variables in scope there. `polarity` says what happens to the body if the subexpression
  // holds in more rows: the body holds in more rows (1) or in fewer rows (-1), or this is unknown (0).
  struct Place {
    ExprId expr;
    std::vector<VarId> scope;
    int polarity;
  };
  std::vector<Place> places;
  const auto visit = [&](auto&& self, ExprId id, std::vector<VarId> scope, int polarity) -> void {
    const model::Expr& e = model_.expr(id);
    if (!e.synthetic && e.span.known() && id != body) places.push_back({id, scope, polarity});
    for (const model::Decl& decl : model_.decls(id)) {
      self(self, decl.bound, scope, 0);
      for (std::uint32_t i = 0; i < decl.variableCount; ++i) scope.push_back(decl.firstVariable + i);
    }
    for (std::uint32_t i = 0; i < e.childCount; ++i) {
      int inner = 0;
      if (e.sort == model::Sort::formula) switch (e.op) {
          case Op::not_:
          case Op::quantNo: inner = -polarity; break;
          case Op::implies: inner = i == 0 ? -polarity : polarity; break;
          case Op::ifThenElse: inner = i == 0 ? 0 : polarity; break;
          case Op::iff:
          case Op::quantLone:
          case Op::quantOne: inner = 0; break;
          case Op::let: inner = i == 0 ? 0 : polarity; break;
          default: inner = polarity; break;
        }
      self(self, model_.child(id, i), scope, inner);
    }
  };
  visit(visit, body, {}, 1);
  for (const Place& place : places)
    if (!inPlace(body, place.expr, place.scope, place.polarity, effort, leafOf, propose)) return false;
  return true;
}

bool Bodies::inPlace(ExprId body, ExprId place, const std::vector<VarId>& scope, int polarity, const Effort& effort,
                     const std::function<std::optional<Leaf>(VarId)>& leafOf, const Propose& propose) {
  const model::Expr& e = model_.expr(place);
  if (budget_.exhausted()) return false;
  if (e.sort == model::Sort::integer || (e.sort == model::Sort::relation && e.arity > maximalColumns)) return true;
  BatchEvaluator::Seam seam;
  seam.place = place;
  seam.above.assign(model_.exprCount(), 0);
  const auto mark = [&](auto&& self, ExprId id) -> bool {
    bool above = id == place;
    for (const model::Decl& decl : model_.decls(id)) above |= self(self, decl.bound);
    for (const ExprId child : model_.children(id)) above |= self(self, child);
    seam.above[id] = above;
    return above;
  };
  mark(mark, body);
  // A column belongs to one frame. So it can replace the expression `place` only if `place` is evaluated on a single frame.
  std::optional<FrameId> frame;
  bool several = false;
  const Column* put = nullptr;
  seam.answer = [&](const BatchEvaluator::Call& call) -> const Column* {
    several |= (frame && *frame != call.frame) || call.names != nullptr;
    frame = call.frame;
    return put;
  };
  batch_.rollback();
  batch_.setMark();
  std::optional<Expressions> expressions;
  const auto plug = [&](const Column& value) {
    put = &value;
    batch_.setSeam(&seam);
    Column whole = batch_.value(body, task_.base());
    batch_.setSeam(nullptr);
    batch_.rollback();
    return whole;
  };
  try {
    batch_.setSeam(&seam);
    batch_.value(body, task_.base());
    batch_.setSeam(nullptr);
    if (!frame || several) return true;
    batch_.setMark();
    std::vector<Leaf> leaves = parameters_;
    for (const VarId variable : scope)
      if (const auto leaf = leafOf(variable)) leaves.push_back(*leaf);
    leaves.insert(leaves.end(), vocabulary_.leaves().begin(), vocabulary_.leaves().end());
    Limits limits;
    limits.terms = effort.placeTerms;
    limits.budget = &budget_;
    expressions.emplace(batch_, *frame, leaves, limits);
    if (e.sort == model::Sort::formula) {
      MatrixLimits matrices = effort.matrices;
      matrices.budget = &budget_;
      matrices.cost = effort.placeCost;
      matrices.atoms = std::min<std::size_t>(matrices.atoms, 2000);
      matrices.parts = std::min<std::size_t>(matrices.parts, 60);
      Matrices search(batch_, *expressions, task_.base(), Context{plug, polarity<0, polarity> 0}, task_.wanted(), matrices);
      const bool whole = search.search([&](const Sentence& sentence) {
        if (!task_.isExact() && !task_.accepts(sentence.value)) return Reply::goOn;
        return propose({place, [&](model::Nodes& nodes) { return sentence.made(nodes); }});
      });
      tried_ += expressions->tried() + search.tried();
      return whole;
    }
    while (expressions->cost() < effort.placeCost && expressions->grow()) continue;
    tried_ += expressions->tried();
    for (TermId t = 0; t < expressions->terms().size(); ++t) {
      if (expressions->term(t).kinds.arity != e.arity) continue;
      if (budget_.exhausted()) return false;
      const Column whole = plug(expressions->term(t).value);
      if (!task_.wanted().isMetBy(whole) || (!task_.isExact() && !task_.accepts(whole))) continue;
      if (propose({place, [&](model::Nodes& nodes) { return expressions->made(t, nodes); }}) == Reply::stop) return false;
    }
  } catch (const NoColumn&) {
    batch_.setSeam(nullptr);
  }
  return true;
}

}  // namespace aunit::strength::synthesis
