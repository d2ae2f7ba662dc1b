#include "strength/versions/parameters.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace aunit::strength::versions {

using namespace model;

namespace {

/// Returns the part of `decl` that declares `variable` only.
Decl alone(const Decl& decl, VarId variable) {
  Decl result = decl;
  result.firstVariable = variable;
  result.variableCount = 1;
  result.disjoint = false;
  return result;
}

/// Returns the strictest multiplicity that allows each size that at least one of these two multiplicities allows.
Multiplicity looser(Multiplicity one, Multiplicity other) {
  if (one == other) return one;
  const bool none =
      one == Multiplicity::lone || one == Multiplicity::set || other == Multiplicity::lone || other == Multiplicity::set;
  const bool many =
      one == Multiplicity::some || one == Multiplicity::set || other == Multiplicity::some || other == Multiplicity::set;
  if (none) return many ? Multiplicity::set : Multiplicity::lone;
  return Multiplicity::some;
}

}  // namespace

Parameters::Parameters(Frame& frame, const Func& older, const Func& newer) : frame_(frame), older_(older), newer_(newer) {
  frame_.extension().nodes().at({});
  if (older.variables.size() != newer.variables.size()) {
    if (matchByName() && sayDisjoint(older.params, true)) sayDisjoint(newer.params, false);
    return;
  }
  if (matchAll()) return;
  std::size_t i = 0;
  std::vector<std::pair<const Decl*, VarId>> after;
  for (const Decl& decl : newer.params)
    for (VarId v = 0; v < decl.variableCount; ++v) after.emplace_back(&decl, decl.firstVariable + v);
  shared_.clear();
  for (const Decl& decl : older.params)
    for (VarId v = 0; v < decl.variableCount; ++v, ++i)
      if (!match(decl, decl.firstVariable + v, *after[i].first, after[i].second)) return;
  if (sayDisjoint(older.params, true) && sayDisjoint(newer.params, false) && note_.empty())
    note_ = "the declarations of its parameters differ in grouping or in `disj`";
}

/// Adds guards: the variables of a `disj` declaration are pairwise disjoint. Returns false if one of these variables has no
/// counterpart.
bool Parameters::sayDisjoint(const std::vector<Decl>& params, bool older) {
  model::Nodes& nodes = frame_.extension().nodes();
  for (const Decl& decl : params) {
    if (!decl.disjoint || decl.variableCount < 2) continue;
    std::vector<ExprId> variables;
    for (VarId v = 0; v < decl.variableCount; ++v) {
      const VarId variable = decl.firstVariable + v;
      const bool known = older ? standsFor_.contains(variable)
                               : std::ranges::any_of(standsFor_, [&](const auto& pair) { return pair.second == variable; });
      if (!known) return fail("one of its `disj` parameters has no counterpart in the other version");
      variables.push_back(nodes.variable(older ? standsFor_.at(variable) : variable));
    }
    (older ? guardsOfOlder_ : guardsOfNewer_).push_back(nodes.list(Op::disjoint, variables));
  }
  return true;
}

bool Parameters::fail(std::string why) {
  why_ = std::move(why);
  return false;
}

/// Matches all parameters if each declaration equals the one at the same position in the other version. Returns false otherwise.
bool Parameters::matchAll() {
  const auto same = [&](const Decl& one, const Decl& other) {
    return one.variableCount == other.variableCount && one.multiplicity == other.multiplicity && one.disjoint == other.disjoint &&
           frame_.alike().expressions(one.bound, other.bound);
  };
  const bool all = older_.params.size() == newer_.params.size() && std::ranges::equal(older_.params, newer_.params, same);
  for (std::size_t i = 0; all && i < older_.variables.size(); ++i)
    frame_.copier().stand(older_.variables[i], newer_.variables[i]);
  if (all) shared_ = newer_.params;
  return all;
}

bool Parameters::match(const Decl& older, VarId before, const Decl& newer, VarId after) {
  const Model& model = frame_.extension().model();
  model::Nodes& nodes = frame_.extension().nodes();
  const auto bound = frame_.copier().expression(older.bound);
  if (!bound) return fail(frame_.copier().missing() + " has changed");
  if (model.expr(*bound).sort != model.expr(newer.bound).sort)
    return fail(fmt::format("parameter `{}` is an integer in one version and a set in the other", model.variable(after).name));
  if (const unsigned then = model.expr(*bound).arity, now = model.expr(newer.bound).arity; then != now)
    return fail(fmt::format("parameter `{}` had {} column{} in the older version and has {} in the newer version",
                            model.variable(after).name, then, then == 1 ? "" : "s", now));
  frame_.copier().stand(before, after);
  standsFor_[before] = after;
  Decl decl = alone(newer, after);
  if (older.multiplicity != newer.multiplicity || !frame_.alike().expressions(older.bound, newer.bound)) {
    const std::string& name = model.variable(after).name;
    note_ += fmt::format("{}parameter `{}` is declared differently", note_.empty() ? "" : ", ", name);
    decl.bound = nodes.binary(Op::union_, *bound, newer.bound);
    decl.multiplicity = looser(older.multiplicity, newer.multiplicity);
    const ExprId variable = nodes.variable(after);
    guardsOfOlder_.push_back(nodes.binary(Op::in, variable, nodes.bound(older.multiplicity, *bound)));
    guardsOfNewer_.push_back(nodes.binary(Op::in, variable, nodes.bound(newer.multiplicity, newer.bound)));
  }
  shared_.push_back(decl);
  return true;
}

/// Matches parameters by name. Parameters without a match stay parameters of one version only.
bool Parameters::matchByName() {
  const Model& model = frame_.extension().model();
  std::vector<std::string> gone, added;
  for (const Decl& decl : newer_.params)
    for (VarId v = 0; v < decl.variableCount; ++v) added.push_back(model.variable(decl.firstVariable + v).name);
  std::vector<std::pair<const Decl*, VarId>> after;
  for (const Decl& decl : newer_.params)
    for (VarId v = 0; v < decl.variableCount; ++v) after.emplace_back(&decl, decl.firstVariable + v);
  for (const Decl& decl : older_.params)
    for (VarId v = 0; v < decl.variableCount; ++v) {
      const VarId variable = decl.firstVariable + v;
      const std::string& name = frame_.older().variable(variable).name;
      const auto same = std::ranges::find_if(after, [&](const auto& other) { return model.variable(other.second).name == name; });
      if (same != after.end()) {
        if (!match(decl, variable, *same->first, same->second)) return false;
        std::erase(added, name);
        after.erase(same);
        continue;
      }
      const Decl one = alone(decl, variable);
      auto copied = frame_.copier().declarations({&one, 1});
      if (!copied) return fail(frame_.copier().missing() + " has changed");
      onlyOlder_.push_back(copied->front());
      gone.push_back(name);
    }
  for (const auto& [decl, variable] : after) {
    onlyNewer_.push_back(alone(*decl, variable));
  }
  const auto say = [&](const std::vector<std::string>& names, const char* what) {
    if (!names.empty())
      note_ += fmt::format("{}parameter{} `{}` {} {}", note_.empty() ? "" : ", ", names.size() == 1 ? "" : "s",
                           fmt::join(names, "` and `"), names.size() == 1 ? "is" : "are", what);
  };
  say(gone, "gone");
  say(added, "new");
  std::vector<std::string> unmatched = gone;
  unmatched.insert(unmatched.end(), added.begin(), added.end());
  note_ += fmt::format("{} of `{}`",
                       newer_.isPredicate ? ": for the comparison, the predicate is true if it is true for some value"
                                          : ": the functions are compared for each value",
                       fmt::join(unmatched, "` and `"));
  return true;
}

ExprId Parameters::said(const std::vector<ExprId>& guards, const std::vector<Decl>& alone, ExprId body) {
  model::Nodes& nodes = frame_.extension().nodes();
  nodes.at({});
  std::vector<ExprId> parts = guards;
  parts.push_back(alone.empty() ? body : nodes.quantified(Op::quantSome, alone, body));
  return nodes.list(Op::and_, parts);
}

std::vector<Decl> Parameters::all() const {
  std::vector<Decl> decls = shared_;
  decls.insert(decls.end(), onlyOlder_.begin(), onlyOlder_.end());
  decls.insert(decls.end(), onlyNewer_.begin(), onlyNewer_.end());
  return decls;
}

ExprId Parameters::ofBoth(ExprId formula) {
  model::Nodes& nodes = frame_.extension().nodes();
  nodes.at({});
  std::vector<ExprId> parts = guardsOfOlder_;
  parts.insert(parts.end(), guardsOfNewer_.begin(), guardsOfNewer_.end());
  parts.push_back(formula);
  return nodes.list(Op::and_, parts);
}

}  // namespace aunit::strength::versions
