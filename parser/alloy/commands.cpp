// Resolves commands: their targets, scopes, and whether they are temporal (language reference 13.1, 13.7, 14, 15).

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "model/changes/nodes.h"
#include "parser/alloy/resolver.h"
#include "parser/command_text.h"

namespace aunit::parser::alloy {

using namespace model;
namespace builtin = model::builtin;

namespace {

bool mentionsAny(const Model& model, ExprId formula, const std::vector<VarId>& variables) {
  const model::Expr& e = model.expr(formula);
  if (e.op == Op::variable && std::ranges::find(variables, e.payload) != variables.end()) return true;
  const auto mentions = [&](ExprId part) { return mentionsAny(model, part, variables); };
  return std::ranges::any_of(model.children(formula), mentions) ||
         std::ranges::any_of(model.decls(formula), [&](const model::Decl& decl) { return mentions(decl.bound); });
}

}  // namespace

void Resolver::resolveCommands(const ModuleInstance& module) {
  const auto& commands = module.file->commands;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    bool good = true;
    model::Command command = resolveCommand(module, commands[i], i + 1, good);
    if (good && commands[i].isTest) good = namesOneValuation(command);
    // Keeps only the first of the commands chained by `=>`.
    if (good && commands[i].chainedTo < 0) model_.mutableCommands().push_back(std::move(command));
  }
  if (!commands.empty() || !module.file->tests.empty()) return;
  model::Command fallback;
  fallback.label = "Default";
  fallback.isDefault = true;
  fallback.formula = model::Nodes(model_, types_).truth(true);
  fallback.text = commandText(model_, fallback);
  fallback.temporal = isTemporal(fallback);
  model_.mutableCommands().push_back(std::move(fallback));
}

// Resolves the commands of an opened module. Drops their diagnostics, because they do not concern the file that opens the module.
void Resolver::resolveOpenedCommands(const ModuleInstance& module) {
  const model::Diagnostics before = diagnostics_;
  const auto& commands = module.file->commands;
  for (std::size_t i = 0; i < commands.size(); ++i) {
    bool good = !commands[i].isTest;
    model::Command command;
    if (good) command = resolveCommand(module, commands[i], i + 1, good);
    if (good) model_.mutableOpenedCommands().push_back(std::move(command));
  }
  diagnostics_ = before;
}

// Checks that a test in the AUnit Analyzer's form names exactly one `val`. If not, reports an error.
bool Resolver::namesOneValuation(const model::Command& command) {
  std::set<model::FuncId> valuations;
  for (const auto& instance : world_.instances())
    for (std::uint32_t i = 0; i < instance->file->funcs.size(); ++i)
      if (instance->file->funcs[i].isValuation) valuations.insert(instance->firstFunction + i);
  std::set<model::FuncId> named;
  if (command.target == model::TargetKind::predicate && valuations.count(command.targetId)) named.insert(command.targetId);
  const auto collect = [&](auto& self, ExprId id) -> void {
    const model::Expr& e = model_.expr(id);
    if (e.op == Op::call && valuations.count(e.payload)) named.insert(e.payload);
    for (const ExprId child : model_.children(id)) self(self, child);
  };
  collect(collect, command.formula);
  if (named.size() == 1) return true;
  return diagnostics_.fail(
      "valuation", command.span,
      named.empty() ? fmt::format("the test \"{}\" names no `val`: it needs exactly one", command.label)
                    : fmt::format("the test \"{}\" names {} `val`s: it needs exactly one", command.label, named.size()));
}

// Returns the formula of `run p`: `some PARAMETERS | BODY`. Its variables are the parameters of `p` themselves, not copies.
ExprId Resolver::runFormula(model::FuncId id) {
  const model::Func& f = model_.func(id);
  model::Nodes make(model_, types_);
  make.at(model_.expr(f.body).span);
  const ExprId body = f.isPredicate ? f.body : make.binary(Op::in, f.body, f.result);
  return f.params.empty() ? body : make.quantified(Op::quantSome, f.params, body);
}

model::Command Resolver::resolveCommand(const ModuleInstance& module, const syntax::Command& syntax, std::size_t number,
                                        bool& good) {
  model::Command command;
  command.check = syntax.check;
  command.module = module.id;
  command.span = module.at(syntax.span);
  command.nameSpan = module.at(syntax.label.span);
  command.expect = syntax.expect < 0 ? -1 : syntax.expect > 0 ? 1 : 0;
  command.marked = syntax.isTest;
  command.label = !syntax.label.text.empty() ? syntax.label.text
                  : syntax.block             ? fmt::format("{}${}", syntax.check ? "check" : "run", number)
                                             : syntax.target.text;
  std::optional<Fact> fact;
  if (!syntax.given.text.empty()) {
    fact = readGiven(Context(module), syntax.given);
    good = fact.has_value();
  }
  bool named = false;
  if (syntax.block) {
    Context context(module);
    if (fact) context.bindings = fact->partial.names;
    tree_.setClaim(syntax.check);
    const NodeRef body = tree_.resolveFormula(visit(context, *syntax.block));
    tree_.setClaim(false);
    good = tree_.report(body) && good;
    if (good) {
      command.formula = tree_.emit(body);
      named = fact && mentionsAny(model_, command.formula, fact->partial.completion.atoms);
    }
  } else {
    auto found = world_.find(module, syntax.target.text, syntax.check ? World::assertions : World::functions);
    // Declarations of the file itself take precedence over those of opened modules.
    const auto own = [&](const World::NameMeaning& f) {
      return (syntax.check ? model_.assertions()[f.id].module : model_.func(f.id).module) == module.id;
    };
    if (found.size() > 1 && std::any_of(found.begin(), found.end(), own)) std::erase_if(found, std::not_fn(own));
    if (found.size() != 1) {
      good = false;
      if (found.empty() && world_.mayBeDeclared(syntax.target.text)) return command;
      const char* what = syntax.check ? "assertion" : "predicate or function";
      auto& error = found.empty()
                        ? diagnostics_.error("unknown-name", module.at(syntax.target.span),
                                             fmt::format("there is no {} \"{}\"", what, syntax.target.text))
                        : diagnostics_.error("ambiguous", module.at(syntax.target.span),
                                             fmt::format("there is more than one {} named \"{}\"", what, syntax.target.text));
      std::vector<std::string> names;
      for (const ModuleInstance* m : module.nameable) {
        if (syntax.check)
          for (const auto& [name, id] : m->assertions) names.push_back(name);
        else
          for (const auto& [name, ids] : m->functions) names.push_back(name);
      }
      std::sort(names.begin(), names.end());
      if (found.empty()) model::suggest(error, syntax.target.text, names);
      if (found.empty() && !world_.find(module, syntax.target.text, syntax.check ? World::functions : World::assertions).empty())
        error.hints.push_back(syntax.check ? fmt::format("\"{}\" is a predicate or function: use `run`", syntax.target.text)
                                           : fmt::format("\"{}\" is an assertion: use `check`", syntax.target.text));
      for (const World::NameMeaning& f : found)
        if (!syntax.check) error.related.push_back({model_.func(f.id).nameSpan, "one of them is declared here"});
      return command;
    }
    command.targetId = found[0].id;
    noteUse(Context(module), syntax.check ? NameKind::assertion : NameKind::function, syntax.target, found[0].declaration);
    if (syntax.check) {
      command.target = model::TargetKind::assertion;
      command.formula = model_.assertions()[found[0].id].body;
      good = good && command.formula != model::noId;
    } else {
      command.target = model_.func(found[0].id).isPredicate ? model::TargetKind::predicate : model::TargetKind::function;
      if (model_.func(found[0].id).body == model::noId) {
        good = false;
        return command;
      }
      command.formula = runFormula(found[0].id);
    }
  }
  if (good && command.check) {
    model::Nodes make(model_, types_);
    make.at(model_.expr(command.formula).span);
    command.formula = make.unary(Op::not_, command.formula);
  }
  good = resolveScope(module, syntax, command) && good;
  command.text = commandText(model_, command);
  if (good && fact) good = give(*fact, command, named);
  if (good) command.temporal = isTemporal(command);
  return command;
}

bool Resolver::resolveScope(const ModuleInstance& module, const syntax::Command& syntax, model::Command& command) {
  model::Scope& scope = command.scope;
  scope.overall = syntax.overall;
  scope.span = module.at(syntax.scopeSpan);
  bool good = true;
  const auto error = [&](model::Range range, std::string message) {
    diagnostics_.error("scope", module.at(range), std::move(message));
    good = false;
  };
  for (const syntax::TypeScope& entry : syntax.scopes) {
    const std::string& name = entry.sig.text;
    const int increment = entry.increment < 0 ? 1 : entry.increment;
    const bool growing = entry.range || entry.increment >= 0;
    if (name == "univ" || name == "none") {
      error(entry.span, fmt::format("no scope can be set on `{}`", name));
    } else if (entry.of == syntax::TypeScope::Of::integers) {
      if (entry.exactly || growing) error(entry.span, "the bit width must be one number, without `exactly`");
      if (scope.bitwidth >= 0) error(entry.span, "the bit width is set twice");
      scope.bitwidth = entry.start;
    } else if (entry.of == syntax::TypeScope::Of::sequences) {
      if (entry.exactly || growing) error(entry.span, "the length of sequences must be one number, without `exactly`");
      if (scope.maxSequence >= 0) error(entry.span, "the length of sequences is set twice");
      scope.maxSequence = entry.start;
    } else if (entry.of == syntax::TypeScope::Of::steps) {
      if (scope.maxSteps >= 0) error(entry.span, "the number of steps is set twice");
      if (increment != 1) error(entry.span, "the increment of steps must be 1");
      const bool open = growing && entry.end < 0;
      if (entry.exactly) {
        scope.minSteps = scope.maxSteps = entry.start;
      } else if (!growing) {
        scope.maxSteps = entry.start;
      } else {
        scope.minSteps = entry.start;
        scope.maxSteps = open ? model::unboundedSteps : entry.end;
        scope.stepsGrow = !entry.range;
      }
      if (open && entry.start != 1) error(entry.span, "a range of steps without an upper bound must start at 1");
      if (scope.maxSteps == 0 || scope.minSteps == 0) error(entry.span, "the number of steps must be at least 1");
      if (scope.minSteps > scope.maxSteps) error(entry.span, "the largest number of steps is below the smallest");
    } else {
      const auto sig = world_.findSig(module, entry.sig);
      if (!sig) {
        good = false;
        continue;
      }
      // The syntax tree says whether the signature is declared with `var`. In the model, followParts() has made `sig S = P + Q`
      // variable, too, if P or Q is variable.
      const syntax::Sig* declared = world_.sigSyntax(*sig);
      const bool exact = entry.exactly || (entry.range && entry.end == entry.start);
      if (declared && declared->isVar && exact)
        error(entry.span, fmt::format("the scope of the variable signature \"{}\" cannot be exact", name));
      else if (declared && declared->isVar && declared->relation != syntax::Sig::Relation::top)
        error(entry.span,
              fmt::format("the variable signature \"{}\" lies in another signature, so it cannot have a scope", name));
      model::SigScope s;
      s.sig = *sig;
      s.exact = exact;
      s.start = entry.start;
      s.end = !growing ? entry.start : entry.end < 0 ? std::numeric_limits<int>::max() : entry.end;
      if (!entry.range && entry.increment >= 0) s.end = std::numeric_limits<int>::max();
      s.increment = increment;
      s.span = module.at(entry.span);
      if (s.end < s.start) error(entry.span, "the largest scope is below the smallest");
      scope.sigs.push_back(s);
    }
  }
  return good;
}

// Whether the command has traces. Only the facts and the command's own text count, not the predicates that it calls (language
// reference 13.1).
bool Resolver::isTemporal(const model::Command& command) {
  if (model_.hasMutable()) return true;
  const auto holds = [&](auto& self, ExprId id) -> bool {
    const model::Expr& e = model_.expr(id);
    if (model::isTemporal(e.op) || e.op == Op::prime) return true;
    const auto children = model_.children(id);
    if (std::any_of(children.begin(), children.end(), [&](ExprId child) { return self(self, child); })) return true;
    const auto decls = model_.decls(id);
    return std::any_of(decls.begin(), decls.end(), [&](const model::Decl& d) { return self(self, d.bound); });
  };
  if (command.formula != model::noId && holds(holds, command.formula)) return true;
  if (!factsAreTemporal_)
    factsAreTemporal_ =
        std::any_of(model_.facts().begin(), model_.facts().end(), [&](const model::Fact& f) { return holds(holds, f.body); });
  return *factsAreTemporal_;
}

}  // namespace aunit::parser::alloy
