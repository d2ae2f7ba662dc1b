#include "suite/valuation/quantified_names.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "suite/valuation/default_atoms.h"

namespace aunit::suite {

using namespace model;

namespace {

/// Collects the variables and signatures in an expression. A variable of a `let` or call is replaced by its value.
void collectLeaves(const Model& model, const PredicateStatement& said, ExprId id, std::set<VarId>& variables,
                   std::set<SigId>& sigs) {
  const Expr& e = model.expr(id);
  if (e.op == Op::sig) sigs.insert(e.payload);
  if (e.op == Op::variable) {
    if (const auto meaning = said.meaning.find(e.payload); meaning != said.meaning.end())
      collectLeaves(model, said, meaning->second, variables, sigs);
    else
      variables.insert(e.payload);
  }
  for (const ExprId child : model.children(id)) collectLeaves(model, said, child, variables, sigs);
}

}  // namespace

QuantifiedNames::QuantifiedNames(const Model& model, const PredicateStatement& said) : model_(model), said_(said) {
  std::set<VarId> inSigs;
  std::set<SigId> ignored;
  for (const Equation& equation : said.equations) {
    if (equation.target.sig != noId) {
      stated_.insert(equation.target.sig);
      if (equation.value != noId) collectLeaves(model, said, equation.value, inSigs, mentionedSigs_);
    }
    for (const ExprId part : {equation.value, equation.target.atom})
      if (part != noId) collectLeaves(model, said, part, mentioned_, ignored);
  }
  for (const ExprId formula : said.formulas) collectLeaves(model, said, formula, mentioned_, ignored);

  std::set<std::string> names;
  for (const VarId v : inSigs)
    if (said.naming.contains(v)) names.insert(model.variable(v).name);
  for (const Decl* decl : said.decls)
    for (VarId v = decl->firstVariable; v < decl->firstVariable + decl->variableCount; ++v) {
      const std::string& name = model.variable(v).name;
      innermost_[name] = v;
      boundOf_[v] = decl;
      if (names.erase(name) != 0) named_.push_back(name);
    }
  defaults_ = defaultAtoms(model,
                           [&](SigId id) {
                             const Sig& sig = model.sig(id);
                             return !sig.builtin && !sig.subset && !sig.isVar && sig.multiplicity == Multiplicity::one &&
                                    sig.children.empty() && !stated_.contains(id) &&
                                    // If an equation gives a value to an ancestor, this signature has an atom only if an equation
                                    // mentions this signature.
                                    (mentionedSigs_.contains(id) ||
                                     std::ranges::none_of(stated_, [&](SigId other) { return model.isSubsig(id, other); }));
                           },
                           {named_.begin(), named_.end()});

  for (const std::string& name : named_) variables_.push_back(innermost_.at(name));
  for (const Decl* decl : said.decls)
    for (VarId v = decl->firstVariable; v < decl->firstVariable + decl->variableCount; ++v) {
      const std::string& name = model.variable(v).name;
      if (innermost_.at(name) != v && !isHidden(v) && std::ranges::find(named_, name) != named_.end()) variables_.push_back(v);
    }
}

bool QuantifiedNames::isHidden(VarId variable) const {
  return innermost_.at(model_.variable(variable).name) != variable && !mentioned_.contains(variable);
}

bool QuantifiedNames::allNamed() const {
  return innermost_.size() == named_.size();
}

SigId QuantifiedNames::sigOf(VarId variable) const {
  return model_.expr(boundOf_.at(variable)->bound).payload;
}

bool QuantifiedNames::mayMeet(VarId a, VarId b) const {
  const bool together = boundOf_.at(a) == boundOf_.at(b) && boundOf_.at(a)->disjoint;
  return !together && !areDisjoint(model_, sigOf(a), sigOf(b)) && !saidToDiffer(a, b);
}

bool QuantifiedNames::saidToDiffer(VarId a, VarId b) const {
  const auto is = [&](ExprId id, VarId v) { return model_.expr(id).op == Op::variable && model_.expr(id).payload == v; };
  return std::ranges::any_of(said_.formulas, [&](ExprId formula) {
    const Expr& e = model_.expr(formula);
    const auto children = model_.children(formula);
    const bool differ = (e.op == Op::equal && e.negated) || (e.op == Op::disjoint && !e.negated);
    return differ && std::ranges::any_of(children, [&](ExprId c) { return is(c, a); }) &&
           std::ranges::any_of(children, [&](ExprId c) { return is(c, b); });
  });
}

bool QuantifiedNames::mayBeBuiltin(SigId sig) const {
  return model_.sig(sig).builtin || (model_.sig(sig).subset && std::ranges::any_of(model_.sig(sig).parents, [&](SigId parent) {
                                       return mayBeBuiltin(parent);
                                     }));
}

AtomNaming QuantifiedNames::asWritten() const {
  std::vector<Group> groups;
  for (const VarId v : variables_) {
    const auto name = std::ranges::find(named_, model_.variable(v).name);
    groups.push_back(defaults_.size() + static_cast<Group>(name - named_.begin()));
  }
  return naming(groups);
}

bool QuantifiedNames::certain() const {
  for (auto a = variables_.begin(); a != variables_.end(); ++a) {
    const SigId sig = sigOf(*a);
    if (mayBeBuiltin(sig)) return false;
    if (std::ranges::any_of(defaults_, [&](const auto& d) { return !areDisjoint(model_, sig, d.first); })) return false;
    if (std::any_of(a + 1, variables_.end(), [&](VarId b) { return mayMeet(*a, b); })) return false;
  }
  return variables_.size() == named_.size();
}

std::optional<std::vector<AtomNaming>> QuantifiedNames::others(std::size_t most) const {
  if (std::ranges::any_of(variables_, [&](VarId v) { return mayBeBuiltin(sigOf(v)); })) return std::nullopt;
  std::vector<AtomNaming> result;
  const AtomNaming written = asWritten();
  std::vector<Group> groups;
  Group count = defaults_.size();
  const auto mayJoin = [&](VarId v, Group group) {
    if (group < defaults_.size() &&
        areDisjoint(model_, sigOf(v), std::next(defaults_.begin(), static_cast<std::ptrdiff_t>(group))->first))
      return false;
    for (std::size_t i = 0; i < groups.size(); ++i)
      if (groups[i] == group && !mayMeet(variables_[i], v)) return false;
    return true;
  };
  // Assigns each variable to a new atom or to the atom of an earlier variable. Returns false if there are too many ways.
  const std::function<bool()> place = [&] {
    if (groups.size() == variables_.size()) {
      AtomNaming way = naming(groups);
      if (way != written) result.push_back(std::move(way));
      return result.size() <= most;
    }
    const VarId v = variables_[groups.size()];
    for (Group group = count + 1; group-- > 0;) {
      if (group < count && !mayJoin(v, group)) continue;
      const Group before = count;
      count = std::max(count, group + 1);
      groups.push_back(group);
      const bool goOn = place();
      groups.pop_back();
      count = before;
      if (!goOn) return false;
    }
    return true;
  };
  if (!place()) return std::nullopt;
  return result;
}

/// Names the atoms. `groups[i]` is the group of `variables_[i]`; variables of one group have the same atom as value. The groups
/// with the lowest numbers are for the default atoms of signatures. An atom gets the name of the outermost variable of its group.
AtomNaming QuantifiedNames::naming(const std::vector<Group>& groups) const {
  AtomNaming result;
  std::map<Group, Atom> atomOf;
  std::set<std::string> taken;
  const auto add = [&](Group group, std::string name) {
    const std::string stem = name;
    for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}#{}", stem, i);
    atomOf.emplace(group, static_cast<Atom>(result.atoms.size()));
    result.atoms.push_back(std::move(name));
  };
  for (std::size_t i = 0; i < variables_.size(); ++i) {
    if (!atomOf.contains(groups[i])) add(groups[i], model_.variable(variables_[i]).name);
    result.ofVariable[variables_[i]] = atomOf.at(groups[i]);
  }
  Group group = 0;
  for (const auto& [sig, name] : defaults_) {
    if (!atomOf.contains(group)) add(group, name);
    result.ofSig[sig] = atomOf.at(group++);
  }
  return result;
}

}  // namespace aunit::suite
