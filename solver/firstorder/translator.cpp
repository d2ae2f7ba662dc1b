#include "solver/firstorder/translator.h"

#include <fmt/format.h>

#include "model/one_line.h"
#include "solver/grounding/scope.h"

namespace aunit::solver::firstorder {

using namespace model;
namespace builtin = model::builtin;

Translator::Translator(const model::Model& model, const Problem& problem, Fields fields, Theory& theory, Question question)
    : model_(model), problem_(problem), fields_(fields), question_(question), theory_(theory), all_(theory.formulas) {}

void Translator::refuse(const std::string& what, ExprId id) const {
  throw Untranslatable(what, id == noId ? model::Span{} : model_.expr(id).span);
}

void Translator::makeSorts() {
  const auto add = [&](SigId id, const std::string& name) {
    sortOfTop_[id] = static_cast<SortId>(theory_.sortNames.size());
    theory_.sortNames.push_back(name);
    theory_.signatureOf.push_back(id);
  };
  for (SigId id = builtin::count; id < model_.sigs().size(); ++id) {
    if (model_.sig(id).isMeta) refuse("meta signatures such as `sig$`", noId);
    if (model_.isTopLevel(id)) add(id, model_.sig(id).label);
  }
  integers_ = static_cast<SortId>(theory_.sortNames.size());
  add(builtin::integers, "Int");
}

const std::set<SortId>& Translator::sortsOfSignature(SigId id) {
  const auto [found, isNew] = sortsOfSignature_.try_emplace(id);
  if (!isNew) return found->second;
  std::set<SortId> sorts;
  const model::Sig& sig = model_.sig(id);
  if (id == builtin::univ) {
    for (SortId s = 0; s <= integers_; ++s) sorts.insert(s);
  } else if (id == builtin::integers || id == builtin::seqInt) {
    sorts.insert(integers_);
  } else if (id == builtin::string) {
    refuse("String", noId);
  } else if (id != builtin::none && model_.isTopLevel(id)) {
    sorts.insert(sortOfTop_.at(id));
  } else if (id != builtin::none) {
    for (const SigId parent : sig.parents) {
      const std::set<SortId>& above = sortsOfSignature(parent);
      sorts.insert(above.begin(), above.end());
    }
  }
  return sortsOfSignature_[id] = sorts;
}

/// The sorts that the declaration of a field allows: the sort of the signature, then the sorts of the bound.
const Translator::SortTuples& Translator::sortsOfField(FieldId id) {
  if (const auto found = sortsOfField_.find(id); found != sortsOfField_.end()) return found->second;
  const model::Field& field = model_.field(id);
  if (field.isMeta || (field.isVar && time_ == noTerm)) refuse("a variable field", field.bound);
  if (!fieldsAtWork_.insert(id).second) refuse("a field whose bound mentions the field", field.bound);
  SortTuples result;
  for (const SortId owner : sortsOfSignature(field.sig)) {
    Environment environment;
    if (field.thisVariable != noId) environment = bindAtom(nullptr, field.thisVariable, all_.variable(owner));
    for (const Sorts& rest : sortsOf(field.bound, environment)) {
      Sorts whole = {owner};
      whole.insert(whole.end(), rest.begin(), rest.end());
      result.insert(std::move(whole));
    }
  }
  fieldsAtWork_.erase(id);
  return sortsOfField_[id] = result;
}

/// Makes a function for each field that, by its declaration, has exactly one value for each atom of its signature. This is sound,
/// because every problem contains the declarations of these fields.
void Translator::makeFunctions() {
  if (fields_ != Fields::asFunctions) return;
  for (FieldId id = 0; id < model_.fields().size(); ++id) {
    const model::Field& field = model_.field(id);
    if (field.arity != 2 || field.defined || field.isVar || field.isMeta || field.bound == noId) continue;
    const model::Expr& bound = model_.expr(field.bound);
    if (bound.op != Op::bound || bound.rightMultiplicity != Multiplicity::one || bound.arity != 1) continue;
    const SortTuples& sorts = sortsOfField(id);
    if (sorts.size() != 1) continue;
    const Sorts& only = *sorts.begin();
    functions_[id] = all_.symbol("f_" + field.name, {only[0]}, only[1]);
    theory_.meanings[functions_[id]] = {Meaning::Kind::field, id};
    theory_.functions.push_back({id, field.sig, functions_[id]});
    const TermId atom = all_.variable(only[0]);
    theory_.domains.try_emplace({field.sig, only[0]}, std::pair{atom, inSignature(field.sig, atom)});
  }
}

FormulaId Translator::guard(TermId atom) {
  return inSignature(theory_.signatureOf[all_.sortOf(atom)], atom);
}

FormulaId Translator::inSignature(SigId id, TermId atom) {
  const SortId sort = all_.sortOf(atom);
  if (id == builtin::univ) return guard(atom);
  if (!sortsOfSignature(id).contains(sort)) return all_.truth(false);
  const model::Sig& sig = model_.sig(id);
  if (sig.isVar && time_ == noTerm) refuse("a variable signature", noId);
  const auto [found, isNew] = signatureSymbols_.try_emplace({id, sort}, noSymbol);
  const bool constant = !sig.builtin && !sig.subset && !sig.isVar && sig.multiplicity == Multiplicity::one;
  const Terms arguments = constant ? Terms{} : timed({atom}, sig.isVar);
  if (isNew) {
    found->second = constant ? all_.symbol("c_" + sig.name, {}, sort) : all_.symbol("s_" + sig.name, all_.sortsOf(arguments));
    theory_.meanings[found->second] = {Meaning::Kind::signature, id};
  }
  return constant ? all_.equal(atom, all_.apply(found->second, {})) : all_.predicate(found->second, arguments);
}

FormulaId Translator::inField(FieldId id, const Terms& tuple) {
  const Sorts sorts = all_.sortsOf(tuple);
  if (!sortsOfField(id).contains(sorts)) return all_.truth(false);
  const model::Field& field = model_.field(id);
  if (const auto function = functions_.find(id); function != functions_.end())
    return all_.both(inSignature(field.sig, tuple[0]), all_.equal(tuple[1], all_.apply(function->second, {tuple[0]})));
  const auto [found, isNew] = fieldSymbols_.try_emplace({id, sorts}, noSymbol);
  if (isNew) {
    found->second = all_.symbol("f_" + field.name, all_.sortsOf(timed(tuple, field.isVar)));
    theory_.meanings[found->second] = {Meaning::Kind::field, id};
  }
  return all_.predicate(found->second, timed(tuple, field.isVar));
}

Translator::Environment Translator::bind(const Environment& environment, model::VarId variable, Binding binding) {
  return std::make_shared<const Frame>(Frame{variable, std::move(binding), environment});
}

Translator::Environment Translator::bindAtom(const Environment& environment, model::VarId variable, TermId term) {
  Binding binding;
  binding.term = term;
  return bind(environment, variable, std::move(binding));
}

Translator::Environment Translator::bindExpression(const Environment& environment, model::VarId variable, ExprId value,
                                                   const Environment& inner) const {
  Binding binding;
  binding.kind = Binding::Kind::expression;
  binding.expression = value;
  binding.environment = inner;
  return bind(environment, variable, std::move(binding));
}

/// The environment for the body of a called function: each parameter stands for the expression that is its argument.
Translator::Environment Translator::bindArguments(ExprId call, const Environment& environment) const {
  const model::Func& function = model_.func(model_.expr(call).payload);
  if (function.recursive || function.body == noId) refuse("recursion", call);
  Environment inner;
  const auto arguments = model_.children(call);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    inner = bindExpression(inner, function.variables[i], arguments[i], environment);
  return inner;
}

const Translator::Binding& Translator::bindingOf(ExprId variable, const Environment& environment) const {
  for (const Frame* frame = environment.get(); frame != nullptr; frame = frame->outer.get())
    if (frame->variable == model_.expr(variable).payload) return frame->binding;
  refuse("a variable that nothing binds", variable);
  throw std::logic_error("unreachable");
}

void Translator::assertPart(ExprId id, model::Span span, Assertion::Role role, bool inLibrary) {
  inLibrary_ = inLibrary;
  FormulaId made = formula(id, nullptr, Polarity::asserted);
  inLibrary_ = false;
  if (role == Assertion::Role::question && question_ == Question::ofTheLeast) made = leastFirst(made);
  made = all_.simplified(made);
  const Formula whole = all_.formula(made);
  for (const FormulaId part : whole.kind == Kind::and_ ? whole.parts : std::vector<FormulaId>{made})
    if (part != all_.truth(true)) theory_.assertions.push_back({part, role, span, ""});
}

/// If the question asks for an atom of an ordered sort, the returned question asks for the least such atom. It exists, because
/// the order is finite.
FormulaId Translator::leastFirst(FormulaId question) {
  const Formula whole = all_.formula(question);
  std::vector<FormulaId> parts = whole.kind == Kind::and_ ? whole.parts : std::vector<FormulaId>{question};
  for (FormulaId& part : parts) {
    Terms variables;
    FormulaId body = part;
    for (; all_.formula(body).kind == Kind::exists; body = all_.formula(body).parts[0])
      variables.push_back(all_.formula(body).variable);
    for (const TermId v : variables) {
      const SortId sort = all_.sortOf(v);
      const auto order = orders_.find(sort);
      if (order == orders_.end()) continue;
      Terms others;
      for (const TermId w : variables)
        if (w != v) others.push_back(w);
      const FormulaId here = all_.exists(others, body);
      const TermId smaller = all_.variable(sort);
      const FormulaId there = all_.substitute(here, {{v, smaller}});
      const FormulaId below = memberOfClosure(order->second, {smaller, v}, nullptr);
      part = all_.exists(v, all_.both(here, all_.forAll(smaller, all_.implies(below, all_.negation(there)))));
      theory_.leastFirst = true;
      return all_.conjunction(parts);
    }
  }
  return question;
}

void Translator::run() {
  for (const model::SigScope& s : problem_.scope.sigs)
    if (s.sig == builtin::string) refuse("a scope of String", noId);
  bitwidth_ = deriveSizes(model_, problem_.scope, problem_.temporal).bitwidth;
  makeSorts();
  if (problem_.temporal) makeTime();
  makeFunctions();
  using Role = Assertion::Role;
  const auto isLibrary = [&](model::ModuleId module) { return model_.modules()[module].library; };
  for (const model::ImplicitConstraint& c : model_.implicitConstraints()) {
    if (c.formula == noId || (!problem_.signatureFacts && isSignatureFact(model_, c))) continue;
    const bool library = c.sig >= builtin::count && isLibrary(model_.sig(c.sig).module);
    assertPart(c.formula, c.span, Role::background, library);
  }
  if (problem_.facts)
    for (const model::Fact& fact : model_.facts())
      if (fact.body != noId) assertPart(fact.body, fact.span, Role::background, false);
  if (const ExprId id = problem_.given; id != noId) assertPart(id, model_.expr(id).span, Role::background, false);
  for (const ExprId id : problem_.also) assertPart(id, model_.expr(id).span, Role::background, false);
  if (problem_.formula != noId) assertPart(problem_.formula, model_.expr(problem_.formula).span, Role::question, false);
}

void Translator::addClaims(const std::vector<ExprId>& formulas) {
  for (const ExprId id : formulas) try {
      theory_.claims.push_back(all_.negation(formula(id, nullptr, Polarity::denied)));
    } catch (const Untranslatable&) {
      time_ = start_;
      inScope_.clear();
      depth_ = 0;
    }
}

}  // namespace aunit::solver::firstorder
