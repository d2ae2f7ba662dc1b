
#include "solver/firstorder/translator.h"

namespace aunit::solver::firstorder {

using namespace model;

/// A quantifier and its variables. quantify() translates one variable after the other.
struct Translator::Walk {
  struct Variable {
    const model::Decl* decl;
    std::uint32_t index;  // the variable's position within the declaration
  };
  std::vector<Variable> variables;
  ExprId body;
  bool exists;  // whether the quantifier is existential; false: universal
  // Whether the quantifier is existential after negations are moved inwards: then fresh relations may replace its variables.
  bool madeUp;
  Polarity bodyPolarity;
  Polarity polarity;
};

FormulaId Translator::quantifier(ExprId id, const Environment& environment, Polarity polarity) {
  const model::Expr& e = model_.expr(id);
  for (const model::Decl& decl : model_.decls(id))
    if (decl.illFormed) refuse("this declaration", id);
  if (e.op == Op::quantLone || e.op == Op::quantOne) return loneOrOne(id, environment);
  Walk walk;
  for (const model::Decl& decl : model_.decls(id))
    for (std::uint32_t k = 0; k < decl.variableCount; ++k) walk.variables.push_back({&decl, k});
  walk.body = model_.child(id, 0);
  walk.exists = e.op != Op::quantAll;
  walk.polarity = polarity;
  walk.bodyPolarity = e.op == Op::quantNo ? opposite(polarity) : polarity;
  walk.madeUp = polarity == (e.op == Op::quantSome ? Polarity::asserted : Polarity::denied);
  FormulaId result = 0;
  if (!quantify(walk, 0, environment, {}, result)) {
    theory_.exact = false;  // a constant replaces the quantifier, so the asserted formula that contains it becomes weaker
    return all_.truth(polarity == Polarity::asserted);
  }
  return e.op == Op::quantNo ? all_.negation(result) : result;
}

/// Translates the quantifier without its first `at` variables, which `environment` binds. Stores the translation in `result`.
/// Returns false if one of the other variables ranges over relations and is universal after negations are moved inwards.
bool Translator::quantify(Walk& walk, std::size_t at, const Environment& environment, const Terms& before, FormulaId& result) {
  if (at == walk.variables.size()) {
    result = formula(walk.body, environment, walk.bodyPolarity);
    return true;
  }
  const auto [decl, index] = walk.variables[at];
  // `environment` may bind earlier variables of this declaration, but they do not occur in the bound of the declaration.
  if (decl->multiplicity != Multiplicity::one || model_.expr(decl->bound).arity != 1)
    return quantifyRelation(walk, at, environment, before, result);
  std::vector<FormulaId> ways;
  for (const Sorts& sort : SortTuples(sortsOf(decl->bound, environment))) {
    const TermId atom = all_.variable(sort[0]);
    std::vector<FormulaId> range = {member(decl->bound, {atom}, environment)};
    if (range[0] == all_.truth(false)) continue;
    for (std::uint32_t k = 0; decl->disjoint && k < index; ++k)
      range.push_back(all_.negation(all_.equal(atom, before[before.size() - 1 - k])));
    Terms all = before;
    all.push_back(atom);
    inScope_.push_back(atom);
    FormulaId inner = 0;
    const bool said = quantify(walk, at + 1, bindAtom(environment, decl->firstVariable + index, atom), all, inner);
    inScope_.pop_back();
    if (!said) return false;
    const FormulaId inRange = all_.conjunction(range);
    ways.push_back(walk.exists ? all_.exists(atom, all_.both(inRange, inner)) : all_.forAll(atom, all_.implies(inRange, inner)));
  }
  result = walk.exists ? all_.disjunction(ways) : all_.conjunction(ways);
  return true;
}

/// Replaces an existential variable over relations by a fresh relation. The value of the variable may depend on the variables of
/// the quantifiers around it. So the first columns of the fresh relation are for those variables.
bool Translator::quantifyRelation(Walk& walk, std::size_t at, const Environment& environment, const Terms& before,
                                  FormulaId& result) {
  const auto [decl, index] = walk.variables[at];
  if (walk.polarity == Polarity::both)
    refuse("a quantifier over relations inside a comprehension, a condition, `one`, `lone` or an operator about the past",
           walk.body);
  if (!walk.madeUp) return false;
  if (decl->disjoint) theory_.exact = false;
  const SortTuples sorts = sortsOf(decl->bound, environment);
  Binding binding;
  binding.kind = Binding::Kind::relation;
  binding.parameters = inScope_;
  for (const Sorts& columns : sorts) {
    Sorts all = all_.sortsOf(inScope_);
    all.insert(all.end(), columns.begin(), columns.end());
    binding.symbols[columns] = all_.symbol("some_" + model_.variable(decl->firstVariable + index).name, all);
  }
  const Membership relation = [this, binding](const Terms& tuple) {
    Terms arguments = binding.parameters;
    arguments.insert(arguments.end(), tuple.begin(), tuple.end());
    return all_.predicate(binding.symbols.at(all_.sortsOf(tuple)), arguments);
  };
  std::vector<FormulaId> range;
  for (const Sorts& columns : sorts) {
    const Terms tuple = variablesFor(columns);
    range.push_back(all_.forAll(tuple, all_.implies(relation(tuple), member(decl->bound, tuple, environment))));
  }
  range.push_back(arrows(relation, sorts, decl->bound, environment));
  range.push_back(multiplicity(decl->multiplicity, relation, sorts));
  FormulaId inner = 0;
  if (!quantify(walk, at + 1, bind(environment, decl->firstVariable + index, binding), before, inner)) return false;
  const FormulaId inRange = all_.conjunction(range);
  result = walk.exists ? all_.both(inRange, inner) : all_.implies(inRange, inner);
  return true;
}

/// Translates the quantifiers `lone` and `one` (over tuples of atoms).
FormulaId Translator::loneOrOne(ExprId id, const Environment& environment) {
  struct Row {
    Environment environment;
    Terms variables;
    std::vector<FormulaId> parts;
  };
  std::vector<Row> rows = {{environment, {}, {}}};
  for (const model::Decl& decl : model_.decls(id)) {
    if (decl.multiplicity != Multiplicity::one || model_.expr(decl.bound).arity != 1)
      refuse("`lone` or `one` over relations", id);
    for (std::uint32_t k = 0; k < decl.variableCount; ++k) {
      std::vector<Row> longer;
      for (const Row& row : rows)
        for (const Sorts& sort : SortTuples(sortsOf(decl.bound, row.environment))) {
          Row next = row;
          const TermId atom = all_.variable(sort[0]);
          next.parts.push_back(member(decl.bound, {atom}, row.environment));
          for (std::uint32_t other = 0; decl.disjoint && other < k; ++other)
            next.parts.push_back(all_.negation(all_.equal(atom, next.variables[next.variables.size() - 1 - other])));
          next.variables.push_back(atom);
          next.environment = bindAtom(row.environment, decl.firstVariable + k, atom);
          longer.push_back(std::move(next));
        }
      rows = std::move(longer);
    }
  }
  std::vector<FormulaId> bodies, ways, parts;
  for (const Row& row : rows) {
    const std::size_t scope = inScope_.size();
    inScope_.insert(inScope_.end(), row.variables.begin(), row.variables.end());
    bodies.push_back(all_.both(all_.conjunction(row.parts), formula(model_.child(id, 0), row.environment, Polarity::both)));
    inScope_.resize(scope);
    ways.push_back(all_.exists(row.variables, bodies.back()));
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = i; j < rows.size(); ++j) {
      Substitution renaming;
      Terms other;
      for (const TermId v : rows[j].variables) renaming[v] = other.emplace_back(all_.variable(all_.sortOf(v)));
      const bool comparable = all_.sortsOf(rows[i].variables) == all_.sortsOf(other);
      const FormulaId equal = comparable ? same(rows[i].variables, other) : all_.truth(false);
      const FormulaId both = all_.both(bodies[i], all_.substitute(bodies[j], renaming));
      Terms every = rows[i].variables;
      every.insert(every.end(), other.begin(), other.end());
      parts.push_back(all_.forAll(every, all_.implies(both, equal)));
    }
  const FormulaId lone = all_.conjunction(parts);
  return model_.expr(id).op == Op::quantLone ? lone : all_.both(all_.disjunction(ways), lone);
}

}  // namespace aunit::solver::firstorder
