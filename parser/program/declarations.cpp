// Resolves constants, enumerations and variables, and determines the order of resolution in a file.
#include <algorithm>
#include <numeric>
#include <set>

#include <fmt/format.h>

#include "parser/alloy/parse.h"
#include "parser/program/parse.h"
#include "parser/program/resolver.h"

namespace aunit::parser::program {

namespace {

constexpr std::int64_t mostCells = 10'000;      // limit for the cells of one array
constexpr std::size_t mostVariables = 100'000;  // limit for a program; each cell of an array counts
constexpr std::uint64_t largestDomain = std::uint64_t{1} << 31;
constexpr std::uint64_t mostInitialValues = 1 << 16;     // limit for one cell
constexpr std::size_t mostInitialValuesInAll = 1 << 22;  // limit for all cells together

}  // namespace

std::unique_ptr<Program> parse(const model::SourceMap& sources, model::FileId file, model::Diagnostics& diagnostics,
                               UseCollector& uses) {
  const std::unique_ptr<SyntaxTree> tree = SyntaxTree::parse(sources, file, diagnostics);
  if (!tree) return nullptr;
  auto program = std::make_unique<Program>();
  Resolver(*tree, file, *program, diagnostics, uses).resolve();
  return diagnostics.hasErrors() ? nullptr : std::move(program);
}

/// Resolves the items one by one, so that an error in one item does not hide errors in the others.
template <typename Item>
void Resolver::each(const std::vector<Item*>& items, void (Resolver::*resolveOne)(Item*)) {
  for (Item* item : items) {
    try {
      (this->*resolveOne)(item);
    } catch (const Unresolved&) {
      depth_ = 0;
    }
  }
}

void Resolver::resolve() {
  Tree::FileContext& root = tree_.root();
  std::vector<Tree::ConstantContext*> constants;
  std::vector<Tree::EnumerationContext*> enumerations;
  std::vector<Tree::VariablesContext*> variables;
  std::vector<Tree::ProcessContext*> processes;
  std::vector<Tree::PropositionContext*> propositions;
  std::vector<Tree::PropertyContext*> properties;
  std::vector<Tree::ValuationContext*> valuations;
  std::vector<Tree::TestContext*> tests;
  for (Tree::ItemContext* item : root.item()) {
    if (auto* c = item->constant())
      constants.push_back(c);
    else if (auto* e = item->enumeration())
      enumerations.push_back(e);
    else if (auto* v = item->variables())
      variables.push_back(v);
    else if (auto* p = item->process())
      processes.push_back(p);
    else if (auto* q = item->proposition())
      propositions.push_back(q);
    else if (auto* r = item->property())
      properties.push_back(r);
    else if (auto* a = item->valuation())
      valuations.push_back(a);
    else if (auto* t = item->test())
      tests.push_back(t);
  }
  if (root.header()) {
    program_.name = root.header()->name()->getText();
    uses_.declare(NameKind::module, span(root.header()->name()));
  }
  // The order matters: statements may mention labels of all processes, and properties may mention all propositions.
  each(constants, &Resolver::constant);
  each(enumerations, &Resolver::enumeration);
  each(variables, &Resolver::globalVariables);
  each(processes, &Resolver::declareProcess);
  each(propositions, &Resolver::proposition);
  each(processes, &Resolver::resolveProcess);
  each(properties, &Resolver::property);
  absences();
  if (processes.empty())
    diagnostics_.error("program", {program_.file, 0, 0}, "this program has no process")
        .hints.emplace_back("write `process NAME { STATEMENTS }`");
  if (diagnostics_.hasErrors()) return;
  each(valuations, &Resolver::valuation);
  each(tests, &Resolver::test);
}

void Resolver::declareGlobal(NameKind kind, Tree::NameContext* context) {
  const std::string name = context->getText();
  const model::Span where = span(context);
  const auto [first, added] = globals_.emplace(name, Global{kind, where});
  if (added) return uses_.declare(kind, where);
  diagnostics_.error("duplicate", where, fmt::format("`{}` is declared twice", name))
      .related.push_back({first->second.span, "first declared here"});
  throw Unresolved{};
}

void Resolver::noteGlobal(Tree::NameContext* use) {
  const Global& global = globals_.at(use->getText());
  uses_.add(global.kind, span(use), global.span);
}

void Resolver::constant(Tree::ConstantContext* context) {
  const ExprId value = term(context->term(), {});
  constantValue(value, "the value of a constant");
  declareGlobal(NameKind::constant, context->name());
  constants_[context->name()->getText()] = {value, span(context->name())};
}

void Resolver::enumeration(Tree::EnumerationContext* context) {
  const std::vector<Tree::NameContext*> names = context->name();
  const std::string name = names[0]->getText();
  declareGlobal(NameKind::signature, names[0]);
  enumerations_[name] = addEnumeration(name, {names.begin() + 1, names.end()}, span(context));
}

std::uint32_t Resolver::addEnumeration(const std::string& name, const std::vector<Tree::NameContext*>& members,
                                       model::Span where) {
  const auto id = static_cast<std::uint32_t>(program_.enumerations.size());
  Enumeration enumeration{name, {}, where};
  for (Tree::NameContext* member : members) {
    declareGlobal(NameKind::constant, member);
    const auto value = static_cast<std::int64_t>(enumeration.members.size());
    constants_[member->getText()] = {literal(value, Sort::enumeration, id, span(member)), span(member)};
    enumeration.members.push_back(member->getText());
  }
  program_.enumerations.push_back(std::move(enumeration));
  return id;
}

void Resolver::globalVariables(Tree::VariablesContext* context) {
  for (Tree::VariableContext* v : context->variable()) declareGlobal(NameKind::field, v->name());
  variables(context, {}, "", variables_);
}

/// Declares the variables of one `var`. Their names in the program begin with `prefix`.
void Resolver::variables(Tree::VariablesContext* context, const Scope& scope, const std::string& prefix,
                         std::map<std::string, Cells>& into) {
  std::uint32_t inPlace = noId;
  const Domain valueDomain = domain(context->domain(), scope, inPlace);
  for (Tree::VariableContext* v : context->variable()) {
    const std::string name = v->name()->getText();
    if (const auto same = into.find(name); same != into.end()) {
      diagnostics_.error("duplicate", span(v->name()), fmt::format("`{}` is declared twice", name))
          .related.push_back({same->second.span, "first declared here"});
      throw Unresolved{};
    }
    Cells declared;
    declared.first = static_cast<VariableId>(program_.variables.size());
    declared.span = span(v->name());
    uses_.declare(NameKind::field, declared.span);
    declared.isArray = v->low != nullptr;
    if (declared.isArray) {
      std::tie(declared.low, declared.high) = range(v->low, v->high, scope, mostCells);
      if (declared.low > declared.high) fail("domain", span(v), fmt::format("the array `{}` has no cells", name));
    }
    const auto count = static_cast<std::size_t>(declared.high - declared.low) + 1;
    if (program_.variables.size() + count > mostVariables)
      fail("limit", span(v), fmt::format("the program has more than {} variables", mostVariables));
    const auto initial = initials(context->initial(), valueDomain, declared, scope);
    for (std::size_t cell = 0; cell < count; ++cell) {
      const std::string label = declared.isArray
                                    ? fmt::format("{}{}[{}]", prefix, name, declared.low + static_cast<std::int64_t>(cell))
                                    : prefix + name;
      program_.variables.push_back({label, valueDomain, initial[cell], declared.span});
    }
    into[name] = declared;
  }
}

Domain Resolver::domain(Tree::DomainContext* context, const Scope& scope, std::uint32_t& inPlace) {
  if (dynamic_cast<Tree::BooleansContext*>(context)) return {};
  const auto enumerated = [&](std::uint32_t id) {
    return Domain{Sort::enumeration, 0, static_cast<std::int64_t>(program_.enumerations[id].members.size()) - 1, id};
  };
  if (auto* c = dynamic_cast<Tree::AnonymousEnumerationContext*>(context)) {
    // The variables of a template are declared for each instance. An enumeration in their declaration is declared only once.
    for (std::uint32_t id = 0; id < program_.enumerations.size(); ++id)
      if (program_.enumerations[id].span == span(context)) return enumerated(id);
    inPlace = addEnumeration("", c->name(), span(context));
    return enumerated(inPlace);
  }
  if (auto* c = dynamic_cast<Tree::NamedDomainContext*>(context)) {
    const std::string name = c->name()->getText();
    const auto found = enumerations_.find(name);
    if (found == enumerations_.end()) {
      std::vector<std::string> candidates{"bool"};
      for (const auto& e : enumerations_) candidates.push_back(e.first);
      failUnknown("type", name, span(context), candidates);
    }
    noteGlobal(c->name());
    return enumerated(found->second);
  }
  auto* c = dynamic_cast<Tree::RangeContext*>(context);
  const auto [low, high] = range(c->low, c->high, scope, static_cast<std::int64_t>(largestDomain));
  if (low > high) fail("domain", span(context), fmt::format("the domain {}..{} is empty", low, high));
  return {Sort::integer, low, high, noId};
}

/// Returns the ends of a range of constant integers. Throws Unresolved if the range has more than `most` values.
std::pair<std::int64_t, std::int64_t> Resolver::range(Tree::TermContext* low, Tree::TermContext* high, const Scope& scope,
                                                      std::int64_t most) {
  std::int64_t ends[2];
  Tree::TermContext* const contexts[2] = {low, high};
  for (int i = 0; i < 2; ++i) {
    const ExprId id = term(contexts[i], scope);
    requireSort(id, Sort::integer);
    ends[i] = constantValue(id, "the end of a range");
    if (std::abs(ends[i]) > (std::int64_t{1} << 31))
      fail("limit", span(contexts[i]), "the ends of a range must be between -2^31 and 2^31");
  }
  if (ends[1] - ends[0] >= most)
    fail("limit", model::join(span(low), span(high)), fmt::format("this range has more than {} values", most));
  return {ends[0], ends[1]};
}

/// Returns the initial values of each cell.
std::vector<std::vector<std::int64_t>> Resolver::initials(Tree::InitialContext* context, const Domain& domain,
                                                          const Cells& declared, const Scope& scope) {
  const auto one = [&](ExprId id) {
    requireSort(id, domain.sort, domain.enumeration);
    const std::int64_t v = constantValue(id, "an initial value");
    if (!domain.contains(v))
      fail("domain", program_.expr(id).span,
           fmt::format("the initial value {} is outside the domain {}..{}", v, domain.low, domain.high));
    return v;
  };
  Scope constants = scope;
  constants.place = Place::constant;
  const auto all = [&](std::int64_t low, std::int64_t high, model::Span where) {
    if (static_cast<std::uint64_t>(high - low) >= mostInitialValues)
      fail("limit", where, fmt::format("this variable has more than {} initial values", mostInitialValues),
           {"give it one initial value with `= VALUE`"});
    std::vector<std::int64_t> values(static_cast<std::size_t>(high - low) + 1);
    std::iota(values.begin(), values.end(), low);
    return values;
  };
  const auto count = static_cast<std::size_t>(declared.high - declared.low) + 1;
  const auto each = [&](const std::vector<std::int64_t>& values) {
    initialValues_ += count * values.size();
    if (initialValues_ > mostInitialValuesInAll)
      fail("limit", declared.span, fmt::format("the variables have more than {} initial values in all", mostInitialValuesInAll),
           {"give variables one initial value with `= VALUE`"});
    return std::vector(count, values);
  };
  if (!context) return each(all(domain.low, domain.high, declared.span));
  if (auto* c = dynamic_cast<Tree::OneInitialContext*>(context)) return each({one(expression(c->expr(), constants))});
  if (auto* c = dynamic_cast<Tree::SomeInitialContext*>(context)) {
    std::set<std::int64_t> values;
    for (Tree::ExprContext* e : c->expr()) values.insert(one(expression(e, constants)));
    return each({values.begin(), values.end()});
  }
  if (auto* c = dynamic_cast<Tree::RangeInitialContext*>(context)) {
    const auto [low, high] = range(c->low, c->high, constants, static_cast<std::int64_t>(mostInitialValues));
    if (domain.sort != Sort::integer)
      fail("type", span(context), fmt::format("{} is needed here", sortName(domain.sort, domain.enumeration)));
    if (low > high) fail("domain", span(context), "there is no initial value: this range is empty");
    for (const std::int64_t v : {low, high})
      if (!domain.contains(v))
        fail("domain", span(context),
             fmt::format("the initial value {} is outside the domain {}..{}", v, domain.low, domain.high));
    return each(all(low, high, span(context)));
  }
  auto* list = dynamic_cast<Tree::ListInitialContext*>(context);
  if (!declared.isArray) fail("type", span(context), "only an array can have a list of initial values");
  if (list->expr().size() != count)
    fail("type", span(context), fmt::format("the array has {} cells, but the list has {} values", count, list->expr().size()));
  std::vector<std::vector<std::int64_t>> values;
  for (Tree::ExprContext* e : list->expr()) values.push_back({one(expression(e, constants))});
  return values;
}

}  // namespace aunit::parser::program
