#include "suite/reasons/rules.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "model/diagnostic.h"
#include "model/ordering.h"
#include "solver/grounding/scope.h"
#include "solver/unsupported.h"
#include "support/plural.h"

namespace aunit::suite {

using model::Expr;
using model::ExprId;
using model::Op;
using model::SigId;

namespace {

void addAll(const model::Model& model, ExprId root, std::vector<ExprId>& into) {
  into.push_back(root);
  for (const ExprId child : model.children(root)) addAll(model, child, into);
}

bool isWithin(const model::Span& span, const model::Span& place) {
  return span.known() && span.file == place.file && span.begin >= place.begin && span.end <= place.end;
}

class RuleFinder {
 public:
  RuleFinder(const model::Model& model, const solver::SigSizes& sizes) : model_(model), sizes_(sizes) {}

  /// The first rule that applies to an expression in `within`, as a sentence; empty if no rule applies.
  std::string find(const std::vector<ExprId>& within) const {
    for (const auto rule :
         {&RuleFinder::reflexive, &RuleFinder::strings, &RuleFinder::one, &RuleFinder::size, &RuleFinder::integers})
      if (std::string text = (this->*rule)(within); !text.empty()) return text;
    return "";
  }

 private:
  bool isSig(ExprId id, SigId sig) const { return model_.expr(id).op == Op::sig && model_.expr(id).payload == sig; }

  /// Whether the value of an expression contains `a->a` for each atom `a`, like the value of `*r`. False for `a <: *r` and
  /// `a.*r`.
  bool holdsAll(ExprId id) const {
    const Expr& e = model_.expr(id);
    if (e.op == Op::iden || e.op == Op::reflexiveClosure) return true;
    return (e.op == Op::union_ || e.op == Op::transpose) &&
           std::ranges::any_of(model_.children(id), [&](ExprId child) { return holdsAll(child); });
  }
  std::string reflexive(const std::vector<ExprId>& within) const {
    for (const ExprId id : within) {
      const Op op = model_.expr(id).op;
      if (op != Op::in && op != Op::equal && op != Op::no && op != Op::some && op != Op::lone && op != Op::one) continue;
      if (std::ranges::any_of(model_.children(id), [&](ExprId child) { return holdsAll(child); }))
        return "`iden` and `*r` pair each atom of each signature, and each integer, with itself: `A <: *r` has only the pairs "
               "that "
               "begin with an atom of `A`";
    }
    return "";
  }

  /// Whether an expression is `String`, or a field that has a column of type `String`.
  bool speaksOfStrings(ExprId id) const {
    const Expr& e = model_.expr(id);
    if (e.op != Op::field || model_.field(e.payload).bound == model::noId) return isSig(id, model::builtin::string);
    std::vector<ExprId> declared;
    addAll(model_, model_.field(e.payload).bound, declared);
    return std::ranges::any_of(declared, [&](ExprId part) { return isSig(part, model::builtin::string); });
  }
  std::string strings(const std::vector<ExprId>& within) const {
    if (std::ranges::none_of(within, [&](ExprId id) { return speaksOfStrings(id); })) return "";
    if (sizes_.strings >= 0)
      return fmt::format("the scope gives `String` exactly {}",
                         support::plural(static_cast<std::size_t>(sizes_.strings), "atom"));
    return fmt::format(
        "the only atoms of `String` are the string literals of the model, which has {}; to give `String` 3 atoms, write "
        "`exactly 3 String` in the scope",
        model_.strings().empty() ? "none" : fmt::format("{}", model_.strings().size()));
  }

  std::string one(const std::vector<ExprId>& within) const {
    for (const ExprId id : within) {
      const Expr& e = model_.expr(id);
      if (e.op != Op::quantOne || model_.decls(id).empty()) continue;
      const model::Decl& decl = model_.decls(id).front();
      const std::string& name = model_.variable(decl.firstVariable).name;
      if (isSig(decl.bound, model::builtin::integers))
        return fmt::format("`one {0}` is false if the body holds for several `{0}`, such as for all {1} integers", name,
                           std::int64_t{1} << sizes_.bitwidth);
      return fmt::format("`one {0}` is false if the body holds for several `{0}`", name);
    }
    return "";
  }

  /// The signatures whose numbers of atoms may decide whether the formulas in `within` are true. Sets `isCounted` if a formula
  /// counts atoms.
  std::vector<SigId> sized(const std::vector<ExprId>& within, bool& isCounted) const {
    std::vector<SigId> sigs;
    const auto add = [&](ExprId id) {
      if (model_.expr(id).op == Op::sig && model_.expr(id).payload >= model::builtin::count &&
          std::ranges::find(sigs, model_.expr(id).payload) == sigs.end())
        sigs.push_back(model_.expr(id).payload);
    };
    for (const ExprId id : within) {
      const Op op = model_.expr(id).op;
      if (op == Op::cardinality) isCounted = true;
      if (op == Op::cardinality || op == Op::no || op == Op::some || op == Op::lone || op == Op::one || op == Op::equal ||
          op == Op::in)
        for (const ExprId child : model_.children(id)) add(child);
      for (const model::Decl& decl : model_.decls(id))
        if (op == Op::quantSome || op == Op::quantOne) {
          isCounted = isCounted || decl.disjoint;
          add(decl.bound);
        }
    }
    return sigs;
  }
  std::string size(const std::vector<ExprId>& within) const {
    bool isCounted = false;
    for (const SigId sig : sized(within, isCounted)) {
      if (sizes_.size[sig] < 0) continue;
      for (const model::OrderingModule& order : model::orderingModules(model_))
        if (order.elements == sig && !model_.sig(sig).isEnum)
          return fmt::format("`util/ordering` makes `{}` exactly as large as its scope: {}", model_.sig(sig).name,
                             support::plural(static_cast<std::size_t>(sizes_.size[sig]), "atom"));
      if (std::string text = usedUp(sig); !text.empty()) return text;
      const bool isDeclared = model_.sig(sig).multiplicity == model::Multiplicity::one;
      if (!isDeclared && (isCounted || sizes_.size[sig] == 0 || sizes_.exact[sig]))
        return fmt::format("the scope gives `{}` {} {}", model_.sig(sig).name, sizes_.exact[sig] ? "exactly" : "at most",
                           support::plural(static_cast<std::size_t>(sizes_.size[sig]), "atom"));
    }
    return "";
  }
  /// A sentence that says that siblings of `sig` take so many atoms of their parent that too few are left for `sig`. Empty if
  /// enough atoms are left.
  std::string usedUp(SigId sig) const {
    if (model_.sig(sig).parents.empty() || model_.sig(sig).subset) return "";
    const SigId parent = model_.sig(sig).parents.front();
    if (parent < model::builtin::count || sizes_.size[parent] < 0) return "";
    std::vector<SigId> takers;
    int used = 0;
    for (const SigId child : model_.sig(parent).children) {
      const bool isTaken = sizes_.exact[child] || (sizes_.size[sig] == 0 && model_.sig(parent).isAbstract);
      if (child == sig || !isTaken || sizes_.size[child] <= 0) continue;
      used += sizes_.size[child];
      takers.push_back(child);
    }
    if (takers.empty() || used + std::max(sizes_.size[sig], 1) <= sizes_.size[parent]) return "";
    std::vector<std::string> names;
    for (const SigId child : takers) names.push_back(fmt::format("{} `{}`", sizes_.size[child], model_.sig(child).name));
    const int left = std::max(0, sizes_.size[parent] - used);
    return fmt::format("{} are among the {} of `{}`: {} left for `{}`", model::inWords(names, 4),
                       support::plural(static_cast<std::size_t>(sizes_.size[parent]), "atom"), model_.sig(parent).name,
                       left == 0   ? "none is"
                       : left == 1 ? "1 is"
                                   : fmt::format("{} are", left),
                       model_.sig(sig).name);
  }

  std::string integers(const std::vector<ExprId>& within) const {
    const std::int64_t most = (std::int64_t{1} << (sizes_.bitwidth == 0 ? 0 : sizes_.bitwidth - 1)) - 1;
    const bool isReached = std::ranges::any_of(within, [&](ExprId id) {
      const Expr& e = model_.expr(id);
      if (e.op == Op::integer) {
        const auto value = static_cast<std::int32_t>(e.payload);
        return value >= most || value <= -most;
      }
      return e.op == Op::add || e.op == Op::subtract || e.op == Op::multiply || e.op == Op::sum || e.op == Op::sumOf ||
             e.op == Op::shiftLeft || (e.op == Op::call && model_.expr(id).sort == model::Sort::integer);
    });
    if (!isReached) return "";
    return fmt::format("integers go from {} to {} in this scope: `{} int` gives more integers", -most - 1, most,
                       sizes_.bitwidth + 1);
  }

  const model::Model& model_;
  const solver::SigSizes& sizes_;
};

}  // namespace

Rules::Rules(const model::Model& model, const solver::Problem& problem) : model_(model), places_(model.exprCount()) {
  try {
    sizes_ = solver::deriveSizes(model, problem.scope, problem.temporal);
  } catch (const solver::Unsupported&) {
    return;
  }
  std::iota(places_.begin(), places_.end(), ExprId{0});
  std::ranges::stable_sort(places_, {}, [&](ExprId id) { return model.expr(id).span.begin; });
}

std::string Rules::behind(const model::Span& place) {
  if (!place.known() || !sizes_) return "";
  std::string rule = RuleFinder(model_, *sizes_).find(within(place));
  if (!said_.insert(rule).second) return "";
  return rule;
}

/// The expressions at a place, in the order of their ids, then the expressions in bounds of fields that are declared there.
std::vector<ExprId> Rules::within(const model::Span& place) const {
  std::vector<ExprId> result;
  const auto begin = [&](ExprId id) { return model_.expr(id).span.begin; };
  for (auto at = std::ranges::lower_bound(places_, place.begin, {}, begin); at != places_.end() && begin(*at) <= place.end; ++at)
    if (isWithin(model_.expr(*at).span, place)) result.push_back(*at);
  std::ranges::sort(result);
  for (const model::Field& field : model_.fields())
    if (field.bound != model::noId && isWithin(field.span, place)) addAll(model_, field.bound, result);
  return result;
}

}  // namespace aunit::suite
