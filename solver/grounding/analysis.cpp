#include "solver/grounding/analysis.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include "solver/unsupported.h"
#include "support/budget.h"

namespace aunit::solver {

using namespace model;

void Analysis::add(ExprId formula) {
  if (isAnalysed(formula)) return;
  std::vector<ExprId> reached;
  bool mayLookBack = false;
  forEachReached(formula, [&](ExprId id) {
    const bool isKnown = isAnalysed(id);
    if (!isKnown) reached.push_back(id);
    const Op op = model_.expr(id).op;
    mayLookBack = mayLookBack || (isKnown ? at(id).looksBack : model::isPast(op) || op == Op::variable || op == Op::call);
  });
  // The loop below needs children before their parents, that is, ascending ids. Most formulas are reached in descending order,
  // so reversing is usually enough.
  std::ranges::reverse(reached);
  if (!std::ranges::is_sorted(reached)) std::ranges::sort(reached);
  reached.erase(std::ranges::unique(reached).begin(), reached.end());
  for (const ExprId id : reached) {
    illFormed_ = illFormed_ || std::ranges::any_of(model_.decls(id), &Decl::illFormed);
    const std::uint32_t list = computeFree(id);
    place(id) = {.analysed = true, .looksBack = false, .list = list & 0x3fffffffu};
  }
  // The body of a function may come after a call of this function, so the loop repeats until nothing changes.
  for (bool changed = mayLookBack; changed;) {
    changed = false;
    for (const ExprId id : reached) {
      if (at(id).looksBack || !computeLooksBack(id)) continue;
      place(id).looksBack = changed = true;
    }
  }
}

void Analysis::forget(ExprId first) {
  for (std::size_t page = first / pageSize; page < pages_.size(); ++page) {
    if (!pages_[page]) continue;
    const std::size_t kept = page * pageSize < first ? first % pageSize : 0;
    if (kept == 0)
      pages_[page].reset();
    else
      std::fill(pages_[page]->begin() + kept, pages_[page]->end(), Known());
  }
  while (listedFor_.back() >= first && lists_.size() > 1) {
    lists_.pop_back();
    listedFor_.pop_back();
  }
}

Analysis::Known& Analysis::place(ExprId id) {
  const std::size_t page = id / pageSize;
  if (page >= pages_.size()) pages_.resize(page + 1);
  if (!pages_[page]) pages_[page] = std::make_unique<Page>();
  return (*pages_[page])[id % pageSize];
}

bool Analysis::isAnalysed(ExprId id) const {
  const std::size_t page = id / pageSize;
  return page < pages_.size() && pages_[page] && (*pages_[page])[id % pageSize].analysed;
}

const Analysis::Known& Analysis::at(ExprId id) const {
  if (!isAnalysed(id)) throw std::out_of_range("an expression that was not analysed");
  return (*pages_[id / pageSize])[id % pageSize];
}

/// Returns the list of an expression's free variables. If a child has the same free variables, returns the child's list.
std::uint32_t Analysis::computeFree(ExprId id) {
  const Expr& e = model_.expr(id);
  if (e.childCount == 0 && !e.hasDecls && e.op != Op::variable) return 0;
  std::vector<VarId> free;
  std::uint32_t last = 0;
  bool isOfChild = e.op != Op::variable && e.op != Op::let && !e.hasDecls;
  const auto add = [&](ExprId other) {
    const std::uint32_t list = at(other).list;
    if (list == 0 || (isOfChild && (list == last || lists_[list] == lists_[last]))) return;
    isOfChild = isOfChild && last == 0;
    last = list;
    free.insert(free.end(), lists_[list].begin(), lists_[list].end());
  };
  const auto children = model_.children(id);
  if (e.op == Op::variable) {
    free.push_back(e.payload);
  } else if (e.op == Op::let) {
    add(children[1]);
    std::erase(free, e.payload);
    add(children[0]);
  } else {
    for (const ExprId child : children) add(child);
  }
  const auto decls = model_.decls(id);
  for (std::size_t i = decls.size(); i-- > 0;) {
    const Decl& d = decls[i];
    std::erase_if(free, [&](VarId v) { return v >= d.firstVariable && v < d.firstVariable + d.variableCount; });
    add(d.bound);
  }
  if (free.empty()) return 0;
  if (isOfChild) return last;
  std::ranges::sort(free);
  free.erase(std::ranges::unique(free).begin(), free.end());
  lists_.push_back(std::move(free));
  listedFor_.push_back(id);
  return static_cast<std::uint32_t>(lists_.size() - 1);
}

bool Analysis::computeLooksBack(ExprId id) const {
  const Expr& e = model_.expr(id);
  if (model::isPast(e.op)) return true;
  if (e.op == Op::variable) {
    const model::VarKind kind = model_.variable(e.payload).kind;
    return kind == model::VarKind::let || kind == model::VarKind::parameter;
  }
  if (e.op == Op::call && model_.func(e.payload).body != noId && looksBack(model_.func(e.payload).body)) return true;
  return std::ranges::any_of(model_.children(id), [&](ExprId child) { return looksBack(child); }) ||
         std::ranges::any_of(model_.decls(id), [&](const Decl& d) { return looksBack(d.bound); });
}

namespace {

// Computes Analysis::pastDepth. A variable has the depth of the expression that it is bound to.
class PastDepth {
 public:
  explicit PastDepth(const model::Model& model) : model_(model) {}

  int of(ExprId id) {
    const Expr& e = model_.expr(id);
    switch (e.op) {
      case Op::variable: {
        const auto found = bound_.find(e.payload);
        return found == bound_.end() ? 0 : found->second;
      }
      case Op::let: return under({{e.payload, of(model_.child(id, 0))}}, model_.child(id, 1));
      case Op::call: {
        const model::Func& f = model_.func(e.payload);
        std::vector<std::pair<VarId, int>> arguments;
        std::vector<int> key{static_cast<int>(e.payload)};
        int deepest = 0;
        for (std::size_t i = 0; i < f.variables.size() && i < e.childCount; ++i) {
          arguments.emplace_back(f.variables[i], of(model_.child(id, static_cast<std::uint32_t>(i))));
          deepest = std::max(deepest, arguments.back().second);
          key.push_back(arguments.back().second);
        }
        if (!e.temporal) return deepest;
        const auto [known, isNew] = calls_.try_emplace(std::move(key), 0);  // a recursive call finds this 0 and ends
        if (isNew && f.body != noId) known->second = under(arguments, f.body);
        return known->second;
      }
      default: {
        int depth = 0;
        for (const ExprId child : model_.children(id)) depth = std::max(depth, of(child));
        for (const Decl& d : model_.decls(id)) depth = std::max(depth, of(d.bound));
        return depth + (model::isPast(e.op) ? 1 : 0);
      }
    }
  }

 private:
  int under(const std::vector<std::pair<VarId, int>>& bindings, ExprId body) {
    const std::map<VarId, int> outer = bound_;
    for (const auto& [variable, depth] : bindings) bound_[variable] = depth;
    const int depth = of(body);
    bound_ = outer;
    return depth;
  }

  const model::Model& model_;
  std::map<VarId, int> bound_;
  std::map<std::vector<int>, int> calls_;  // by function and the depths of its arguments: the depth of the call
};

}  // namespace

int Analysis::pastDepth(ExprId id) const {
  if (isAnalysed(id) && !looksBack(id)) return 0;
  return PastDepth(model_).of(id);
}

std::vector<ExprId> factorsOf(const model::Model& model, ExprId id) {
  if (model.expr(id).op != Op::product) return {id};
  std::vector<ExprId> factors;
  for (const ExprId child : model.children(id)) {
    const std::vector<ExprId> more = factorsOf(model, child);
    factors.insert(factors.end(), more.begin(), more.end());
  }
  return factors;
}

void Analysis::forEachReached(ExprId id, const std::function<void(ExprId)>& visit) const {
  std::set<FuncId> seen;
  std::vector<ExprId> open{id};
  while (!open.empty()) {
    const ExprId at = open.back();
    open.pop_back();
    if (at == noId) continue;
    visit(at);
    const Expr& e = model_.expr(at);
    if (e.op == Op::call && seen.insert(e.payload).second) open.push_back(model_.func(e.payload).body);
    for (const ExprId child : model_.children(at)) open.push_back(child);
    for (const Decl& d : model_.decls(at)) open.push_back(d.bound);
  }
}

void Analysis::collectStrings(ExprId id, std::set<model::StringId>& out) const {
  if (model_.strings().empty()) return;
  forEachReached(id, [&](ExprId at) {
    if (model_.expr(at).op == Op::stringAtom) out.insert(model_.expr(at).payload);
  });
}

void Analysis::refuseIllFormed(ExprId id) const {
  if (isAnalysed(id) && !illFormed_) return;
  forEachReached(id, [&](ExprId at) {
    for (const Decl& d : model_.decls(at))
      if (d.illFormed)
        throw Unsupported("the solver does not accept a variable that is declared with `=`, `private` or a `disj` bound", d.span);
  });
}

}  // namespace aunit::solver
