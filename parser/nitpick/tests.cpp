// Resolves `val` and `test` paragraphs, which are about schemas and claims (reference "tests and coverage", section 2).
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "parser/nitpick/resolver.h"

namespace aunit::parser::nitpick {

using namespace model;
using syntax::Expr;
using syntax::Kind;

namespace {

constexpr int defaultScope = 3;  // number of elements of each type
constexpr std::size_t mostPairs = 1'000'000;

std::vector<std::string> texts(const std::vector<syntax::Name>& names) {
  std::vector<std::string> out;
  for (const syntax::Name& name : names) out.push_back(name.text);
  return out;
}

}  // namespace

void Resolver::resolveTests(model::Tests& tests) {
  for (const syntax::Valuation& v : world_.rootFile().valuations) resolveValuation(v, tests);
  std::set<std::string> names;
  for (const syntax::Test& t : world_.rootFile().tests) {
    const std::size_t before = diagnostics_.all().size();
    if (!names.insert(t.name).second)
      diagnostics_.error("duplicate", t.nameSpan, fmt::format("there are two tests named \"{}\"", t.name));
    model::Test test = resolveTest(t, tests);
    std::ranges::move(diagnostics_.errorsSince(before), std::back_inserter(test.errors));
    tests.tests.push_back(std::move(test));
  }
}

std::optional<std::uint32_t> Resolver::findValuation(const syntax::Name& name, const model::Tests& tests) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < tests.valuations.size(); ++i) {
    if (tests.valuations[i].name == name.text) {
      uses_.add(NameKind::valuation, name.span, tests.valuations[i].nameSpan);
      return i;
    }
    names.push_back(tests.valuations[i].name);
  }
  model::suggest(diagnostics_.error("unknown-name", name.span, fmt::format("there is no valuation \"{}\" above", name.text)),
                 name.text, names);
  return std::nullopt;
}

void Resolver::resolveValuation(const syntax::Valuation& syntax, model::Tests& tests) {
  model::Valuation v;
  Known known;
  v.name = syntax.name.text;
  v.span = syntax.span;
  v.nameSpan = syntax.name.span;
  uses_.declare(NameKind::valuation, v.nameSpan);
  v.file = syntax.file;
  v.tags = texts(syntax.tags);
  const std::size_t before = diagnostics_.all().size();
  if (const auto base = syntax.base.text.empty() ? std::nullopt : findValuation(syntax.base, tests)) {
    v.bases = {*base};
    known = known_[*base];
    v.errors = tests.valuations[*base].errors;
  }
  known.fromFile |= !v.file.empty();
  v.common.span = syntax.common.span;
  resolveAssignments(syntax.common, false, known, v.common);
  for (const syntax::ValuationBlock& state : syntax.states) resolveAssignments(state, true, known, v.states.emplace_back());
  known.states = std::max(known.states, syntax.states.size());
  v.loopSpan = syntax.loopSpan;
  if (syntax.loop >= 0)
    v.loop = static_cast<std::uint32_t>(syntax.loop);
  else if (!syntax.states.empty())
    v.loop = static_cast<std::uint32_t>(known.states - 1);  // traces need a loop, but no formula reaches the repetitions
  // A type has exactly the elements that the valuation mentions anywhere, even if the valuation has no list for this type.
  for (const auto& [type, elements] : known.ofType) {
    const auto listed = std::ranges::find(v.common.assignments, type, &model::Assignment::sig);
    model::Assignment& assignment = listed != v.common.assignments.end() ? *listed : v.common.assignments.emplace_back();
    if (listed == v.common.assignments.end()) assignment.span = syntax.name.span;
    assignment.sig = type;
    assignment.tuples.clear();
    for (const model::AtomName& atom : elements.inOrder) assignment.tuples.push_back({atom});
  }
  if (const auto same = std::ranges::find(tests.valuations, v.name, &model::Valuation::name); same != tests.valuations.end()) {
    diagnostics_.error("duplicate", v.nameSpan, fmt::format("the valuation \"{}\" is declared more than once", v.name))
        .related.push_back({same->nameSpan, "first declared here"});
    same->errors.push_back(diagnostics_.all().back());  // a test may mean either valuation, so both valuations get the error
  }
  std::ranges::move(diagnostics_.errorsSince(before), std::back_inserter(v.errors));
  tests.valuations.push_back(std::move(v));
  known_.push_back(std::move(known));
}

void Resolver::resolveAssignments(const syntax::ValuationBlock& block, bool inState, Known& known, model::ValuationState& out) {
  out.span = block.span;
  // Reads types first, because their lists determine the order of elements.
  std::vector<const syntax::Assignment*> assignments;
  for (const syntax::Assignment& a : block.assignments) assignments.push_back(&a);
  std::ranges::stable_partition(assignments,
                                [&](const syntax::Assignment* a) { return world_.findType(a->target.text).has_value(); });
  for (const syntax::Assignment* given : assignments) {
    const syntax::Assignment& a = *given;
    model::Assignment assignment;
    assignment.span = a.span;
    Range range;
    range.kind = RangeKind::set;
    if (const auto type = world_.findType(a.target.text)) {
      uses_.add(NameKind::signature, a.target.span, model_.sig(*type).span);
      if (inState) {
        diagnostics_.error(
            "valuation", a.span,
            fmt::format("the type `{}` has the same elements in every state: list them outside of the states", a.target.text));
        continue;
      }
      range.from = *type;
      assignment.sig = *type;
      known.ofType[*type] = {};  // this list replaces an inherited one
    } else {
      const auto& variables = world_.variables();
      const auto v =
          std::find_if(variables.begin(), variables.end(), [&](const Variable& other) { return other.name == a.target.text; });
      if (v == variables.end()) {
        std::vector<std::string> names;
        for (const Variable& other : variables) names.push_back(other.name);
        for (const auto& [name, id] : world_.types()) names.push_back(name);
        model::suggest(
            diagnostics_.error("unknown-name", a.target.span, fmt::format("there is no variable or type `{}`", a.target.text)),
            a.target.text, names);
        continue;
      }
      uses_.add(NameKind::field, a.target.span, v->span);
      range = v->range;
      if (v->sig != noId)
        assignment.sig = v->sig;
      else
        assignment.field = v->field;
    }
    auto values = tuples(*a.value);
    if (!values) continue;
    bool good = true;
    for (const NamedTuple& tuple : *values) {
      if (tuple.size() != range.arity()) {
        diagnostics_.error(
            "valuation", model::join(tuple.front().span, tuple.back().span),
            fmt::format("`{}` holds {}, not {}", a.target.text, range.arity() == 1 ? "single elements" : "pairs such as `a -> b`",
                        tuple.size() == 1 ? "single elements" : "tuples"));
        good = false;
        break;
      }
      good = learn(tuple[0], range.from, known) && good;
      if (range.arity() == 2) good = learn(tuple[1], range.to, known) && good;
    }
    if (!good) continue;
    for (const model::Assignment& other : out.assignments)
      if (other.sig == assignment.sig && other.field == assignment.field)
        diagnostics_.error("valuation", a.span, fmt::format("`{}` is given a value twice", a.target.text))
            .related.push_back({other.span, "first given here"});
    assignment.tuples = std::move(*values);
    out.assignments.push_back(std::move(assignment));
  }
}

bool Resolver::learn(const model::AtomName& atom, SigId type, Known& known) {
  if (world_.findType(atom.text) || world_.findSchema(atom.text))
    return diagnostics_.fail(
        "valuation", atom.span,
        fmt::format("`{}` is a {}; a valuation lists elements", atom.text, world_.findType(atom.text) ? "type" : "schema"));
  for (const Variable& v : world_.variables())
    if (v.name == atom.text) {
      diagnostics_.error("valuation", atom.span, fmt::format("`{}` is a variable; give the element another name", atom.text))
          .related.push_back({v.span, "declared here"});
      return false;
    }
  const SigId before = known.atoms.try_emplace(atom.text, type).first->second;
  if (before != type)
    return diagnostics_.fail("valuation", atom.span,
                             fmt::format("`{}` is already an element of `{}`, so it cannot be an element of `{}`", atom.text,
                                         model_.sig(before).name, model_.sig(type).name));
  Elements& elements = known.ofType[type];
  if (elements.names.insert(atom.text).second) elements.inOrder.push_back(atom);
  return true;
}

// Returns the elements and tuples of a set, or of a union (`U`) of sets. `a -> {b, c}` stands for several tuples.
std::optional<std::vector<NamedTuple>> Resolver::tuples(const Expr& e) {
  std::vector<NamedTuple> out;
  switch (e.kind) {
    case Kind::name: return std::vector<NamedTuple>{{{e.text, e.span}}};
    case Kind::setLiteral:
    case Kind::union_:
      for (const syntax::ExprPtr child : e.children) {
        const auto part = tuples(*child);
        if (!part) return std::nullopt;
        out.insert(out.end(), part->begin(), part->end());
      }
      return out;
    case Kind::maplet: {
      const auto left = tuples(*e.children[0]), right = tuples(*e.children[1]);
      if (!left || !right) return std::nullopt;
      const auto areElements = [](const std::vector<NamedTuple>& list) {
        return std::ranges::all_of(list, [](const NamedTuple& tuple) { return tuple.size() == 1; });
      };
      if (!areElements(*left) || !areElements(*right)) break;  // pairs on a side would give triples, which no variable has
      if (!right->empty() && left->size() > mostPairs / right->size())
        return diagnostics_.fail("limit", e.span, fmt::format("this set has more than {} pairs", mostPairs));
      for (const NamedTuple& a : *left)
        for (const NamedTuple& b : *right) {
          NamedTuple both = a;
          both.insert(both.end(), b.begin(), b.end());
          out.push_back(std::move(both));
        }
      return out;
    }
    default: break;
  }
  return diagnostics_.fail("valuation", e.span,
                           "a valuation lists elements and tuples, such as `{p0, p1}` or `{p0 -> n0, p1 -> n0}`");
}

int Resolver::statesOfClaim(SchemaId id) const {
  for (const model::Command& c : model_.commands())
    if (!c.ofTest && c.label == world_.schemas()[id].name()) return std::max(1, c.scope.maxSteps);
  return 1;
}

std::optional<ExprId> Resolver::testFormula(const syntax::Test& syntax, const Known* known, int& states) {
  const syntax::ExprPtr e = syntax.formula;
  if (e->kind == Kind::name && syntax.kind != syntax::Test::Kind::gives)
    if (const auto id = world_.findSchema(e->text)) {
      const Schema& schema = world_.schemas()[*id];
      uses_.add(schema.kind(), e->span, schema.syntax->name.span);
      states = schema.isClaim() ? statesOfClaim(*id) : schema.isOperation ? 2 : 1;
      if (!schema.isClaim()) return emitter_.someSchema(*id);
      for (const model::Assertion& a : model_.assertions())
        if (a.name == schema.name()) return a.body;
    }
  Scope scope = scopeOfAll();
  scope.atoms = &known->atoms;
  scope.unknownNamesAreAtoms = known->fromFile;
  if (!typing_.checkFormulas(std::span(&e, 1), scope)) return std::nullopt;
  states = emitter_.statesOfLast();
  return emitter_.emitAlone(e);
}

std::optional<model::Command> Resolver::resolveCommand(const syntax::Command& syntax, const Known* known, int& states) {
  model::Command command;
  command.check = syntax.check;
  command.span = syntax.span;
  command.expect = syntax.expect;
  command.ofTest = true;
  command.temporal = model_.hasMutable();
  std::string target = syntax.target.text;
  if (target.empty()) {
    Scope scope = scopeOfAll();
    Atoms none;
    scope.atoms = known ? &known->atoms : &none;
    if (!typing_.checkFormulas(std::span(&syntax.formula, 1), scope) || !sequencesFit(syntax.formula, !syntax.check))
      return std::nullopt;
    states = emitter_.statesOfLast();
    command.formula = emitter_.emitAlone(syntax.formula);
    target = "(" + std::string(sources_.text(syntax.formula->span)) + ")";
  } else {
    const auto id = world_.findSchema(target);
    if (!id || world_.schemas()[*id].isClaim() != syntax.check) {
      model::Diagnostic& error = diagnostics_.error(
          "unknown-name", syntax.target.span, fmt::format("there is no {} `{}`", syntax.check ? "claim" : "schema", target));
      std::vector<std::string> names;
      for (const Schema& schema : world_.schemas())
        if (schema.isClaim() == syntax.check) names.push_back(schema.name());
      if (id)
        error.hints.push_back(syntax.check ? fmt::format("`{}` is a schema: `run` it", target)
                                           : fmt::format("`{}` is a claim: `check` it", target));
      else
        model::suggest(error, target, names);
      return std::nullopt;
    }
    const Schema& schema = world_.schemas()[*id];
    uses_.add(schema.kind(), syntax.target.span, schema.syntax->name.span);
    command.label = schema.name();
    states = syntax.check ? statesOfClaim(*id) : schema.isOperation ? 2 : 1;
    if (syntax.check) {
      command.target = model::TargetKind::assertion;
      while (command.targetId == noId || model_.assertions()[command.targetId].name != target) ++command.targetId;
      command.formula = model_.assertions()[command.targetId].body;
    } else {
      command.target = model::TargetKind::predicate;
      command.targetId = emitter_.predicateOf(*id);
      command.formula = emitter_.someSchema(*id);
    }
  }
  if (syntax.check) command.formula = emitter_.negation(command.formula);
  command.scope = emitter_.scopeFor(states);
  // If only some types have a scope, the other types have the default scope.
  command.scope.overall = syntax.overall < 0 && !syntax.scopes.empty() ? defaultScope : syntax.overall;
  command.scope.span = syntax.scopeSpan;
  command.text = fmt::format("{} {}", syntax.check ? "Check" : "Run", target);
  if (command.scope.overall >= 0) command.text += fmt::format(" for {}", command.scope.overall);
  for (std::size_t i = 0; i < syntax.scopes.size(); ++i) {
    const syntax::TypeScope& entry = syntax.scopes[i];
    const auto type = world_.findType(entry.type.text);
    if (!type) {
      std::vector<std::string> names;
      for (const auto& [name, sig] : world_.types()) names.push_back(name);
      model::suggest(diagnostics_.error("unknown-name", entry.type.span, fmt::format("there is no type `{}`", entry.type.text)),
                     entry.type.text, names);
      return std::nullopt;
    }
    uses_.add(NameKind::signature, entry.type.span, model_.sig(*type).span);
    model::SigScope scope;
    scope.sig = *type;
    scope.exact = entry.exactly;
    scope.start = scope.end = entry.size;
    scope.span = entry.span;
    command.scope.sigs.push_back(scope);
    command.text +=
        fmt::format("{} {}{} {}", i == 0 ? " but" : ",", entry.exactly ? "exactly " : "", entry.size, entry.type.text);
  }
  if (command.expect >= 0) command.text += fmt::format(" expect {}", command.expect);
  return command;
}

model::Test Resolver::resolveTest(const syntax::Test& syntax, const model::Tests& tests) {
  using SyntaxKind = syntax::Test::Kind;
  static constexpr model::TestKind kinds[] = {model::TestKind::satisfies, model::TestKind::violates, model::TestKind::valid,
                                              model::TestKind::invalid,   model::TestKind::gives,    model::TestKind::command};
  model::Test test;
  test.name = syntax.name;
  test.kind = kinds[static_cast<int>(syntax.kind)];
  test.span = syntax.span;
  test.nameSpan = syntax.nameSpan;
  test.tags = texts(syntax.tags);
  const Known* known = nullptr;
  if (syntax.kind != SyntaxKind::command) {
    const auto valuation = findValuation(syntax.valuation, tests);
    if (!valuation) return test;
    test.valuation = *valuation;
    test.errors = tests.valuations[*valuation].errors;
    if (!test.errors.empty()) return test;
    known = &known_[*valuation];
  }
  int states = 1;
  if (syntax.hasCommand) {
    auto command = resolveCommand(syntax.command, known, states);
    if (!command) return test;
    if (command->label.empty()) command->label = syntax.name;
    test.command = static_cast<model::CommandId>(model_.commands().size());
    test.formula = command->formula;
    model_.mutableCommands().push_back(std::move(*command));
  } else if (syntax.formula) {
    const auto formula = testFormula(syntax, known, states);
    if (!formula) return test;
    test.formula = *formula;
  }
  if (known && !known->fromFile && static_cast<std::size_t>(states) > std::max<std::size_t>(1, known->states)) {
    const std::size_t has = std::max<std::size_t>(1, known->states);
    diagnostics_
        .error("valuation", syntax.valuation.span,
               fmt::format("this test refers to {} states, but `{}` has {}", states, syntax.valuation.text, has))
        .hints.emplace_back("Write `state { ... }` in the valuation for each state.");
  }
  return test;
}

}  // namespace aunit::parser::nitpick
