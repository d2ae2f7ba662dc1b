// Resolves processes: instantiates templates, numbers statements, and replaces structured statements by jumps.
#include <algorithm>

#include <fmt/format.h>

#include "parser/program/resolver.h"

namespace aunit::parser::program {

namespace {

constexpr std::int64_t mostInstances = 1000;
constexpr LocationId mostLocations = 100'000;  // limit for all instances of all processes together

}  // namespace

/// Declares a process with its instances, variables and labels. Its statements are resolved after all processes are declared.
void Resolver::declareProcess(Tree::ProcessContext* context) {
  Tree::NameContext* nameContext = context->name(0);
  const std::string name = nameContext->getText();
  declareGlobal(NameKind::process, nameContext);
  Template process;
  process.syntax = context;
  process.first = static_cast<ProcessId>(program_.processes.size());
  process.isArray = context->index != nullptr;
  if (process.isArray) {
    uses_.declare(NameKind::variable, span(context->index));
    std::tie(process.low, process.high) = range(context->low, context->high, {}, mostInstances);
    if (process.low > process.high)
      fail("program", span(nameContext), fmt::format("the process `{}` has no instances: its range of indices is empty", name));
  }
  if (context->statement().empty()) fail("program", span(nameContext), fmt::format("process `{}` has no statement", name));
  const std::vector<Tree::VariablesContext*> locals = context->variables();
  for (std::int64_t i = process.low; i <= process.high; ++i) {
    Process instance;
    instance.name = process.isArray ? fmt::format("{}[{}]", name, i) : name;
    instance.fair = context->FAIR() != nullptr;
    instance.span = span(nameContext);
    Scope scope;
    if (process.isArray) scope.indices.push_back({context->index->getText(), i, span(context->index)});
    process.locals.emplace_back();
    for (Tree::VariablesContext* v : locals) variables(v, scope, instance.name + ".", process.locals.back());
    program_.processes.push_back(std::move(instance));
  }
  LocationId count = 0;
  collectLabels(context->statement(), process, count);
  statements_ += count * process.locals.size();
  if (statements_ > mostLocations)
    fail("limit", span(nameContext),
         fmt::format("the program has more than {} statements after templates are expanded", mostLocations));
  process.end = count;
  process.labels["end"] = {count, {}};
  templates_.emplace(name, std::move(process));
}

void Resolver::collectLabels(const std::vector<Tree::StatementContext*>& statements, Template& process, LocationId& next) {
  for (Tree::StatementContext* statement : statements) {
    for (Tree::LabelContext* written : statement->label()) {
      const std::string text = written->NUMBER() ? written->NUMBER()->getText() : written->name()->getText();
      if (written->NUMBER()) {
        if (text != std::to_string(next))
          fail("label", span(written), fmt::format("wrong label: this statement has the number {} in its process", next),
               {"statements are counted from 0; the condition of an `if` or a loop counts as a statement"});
        continue;
      }
      if (text == "end") fail("label", span(written), "`end` cannot be a label: it is the location of a process that has ended");
      uses_.declare(NameKind::label, span(written->name()));
      if (!process.labels.emplace(text, Template::Label{next, span(written->name())}).second)
        fail("duplicate", span(written), fmt::format("there are two labels `{}` in this process", text));
    }
    process.labels[std::to_string(next)] = {next, {}};
    if (++next > mostLocations)
      fail("limit", span(statement), fmt::format("this process has more than {} statements", mostLocations));
    if (auto* branch = dynamic_cast<Tree::BranchContext*>(statement->action())) {
      const std::vector<Tree::BlockContext*> blocks = branch->block();
      const std::size_t tests = branch->expr().size();
      for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (i > 0 && i < tests) {  // an `else if` has a location of its own
          process.labels[std::to_string(next)] = {next, {}};
          ++next;
        }
        collectLabels(blocks[i]->statement(), process, next);
      }
    } else if (auto* loop = dynamic_cast<Tree::LoopContext*>(statement->action())) {
      collectLabels(loop->block()->statement(), process, next);
    }
    behind_[statement] = next;
  }
}

void Resolver::resolveProcess(Tree::ProcessContext* context) {
  const auto found = templates_.find(context->name(0)->getText());
  if (found == templates_.end() || found->second.syntax != context) return;  // no template, because the declaration has an error
  const Template& process = found->second;
  for (std::size_t instance = 0; instance < process.locals.size(); ++instance) {
    Scope scope{Place::statement, &process, instance, {}};
    if (process.isArray)
      scope.indices.push_back(
          {context->index->getText(), process.low + static_cast<std::int64_t>(instance), span(context->index)});
    Process& target = program_.processes[process.first + instance];
    target.locations.resize(process.end + 1);
    for (const auto& [name, label] : process.labels) target.locations[label.location].labels.push_back(name);
    for (Location& location : target.locations) {
      // Puts labels that are words before the label that is a number.
      std::ranges::stable_sort(location.labels, {},
                               [](const std::string& l) { return std::isdigit(static_cast<unsigned char>(l[0])) != 0; });
      location.name = location.labels.front();
    }
    target.locations.back().span = tree_.span(*context->stop);
    target.locations.back().next = process.end;
    resolveStatements(context->statement(), scope, target, 0, process.end);
  }
}

/// Resolves `statements`, whose locations begin with `first`. The last statement continues at `after`. For the body of a loop,
/// `after` is the location of the loop. Returns the location after the locations of `statements`.
LocationId Resolver::resolveStatements(const std::vector<Tree::StatementContext*>& statements, const Scope& scope,
                                       Process& process, LocationId first, LocationId after) {
  LocationId at = first;
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const LocationId behind = behind_.at(statements[i]);
    resolveAction(statements[i]->action(), scope, process, at, i + 1 == statements.size() ? after : behind);
    at = behind;
  }
  return at;
}

LocationId Resolver::resolveAction(Tree::ActionContext* action, const Scope& scope, Process& process, LocationId at,
                                   LocationId after) {
  Location& location = process.locations[at];
  location.span = span(action);
  location.next = after;
  const auto block = [&](Tree::BlockContext* body, LocationId first, LocationId successor) {
    return resolveStatements(body->statement(), scope, process, first, successor);
  };
  const auto entry = [](Tree::BlockContext* body, LocationId first, LocationId successor) {
    return body->statement().empty() ? successor : first;
  };

  if (auto* c = dynamic_cast<Tree::AssignContext*>(action)) {
    resolveAssignment(c->assignment(), scope, location);
  } else if (auto* jump = dynamic_cast<Tree::JumpContext*>(action)) {
    location.next = label(jump->target(), *scope.process);
  } else if (auto* conditional = dynamic_cast<Tree::ConditionalJumpContext*>(action)) {
    location.guard = formula(conditional->expr(), scope);
    location.next = label(conditional->target(), *scope.process);
    location.otherwise = after;
  } else if (auto* wait = dynamic_cast<Tree::WaitContext*>(action)) {
    location.guard = formula(wait->expr(), scope);
    if (wait->assignment()) resolveAssignment(wait->assignment(), scope, location);
  } else if (auto* loop = dynamic_cast<Tree::LoopContext*>(action)) {
    location.guard = formula(loop->expr(), scope);
    location.span = model::join(tree_.span(*loop->WHILE()->getSymbol()), span(loop->expr()));
    location.next = entry(loop->block(), at + 1, at);
    location.otherwise = after;
    return block(loop->block(), at + 1, at);
  } else if (auto* branch = dynamic_cast<Tree::BranchContext*>(action)) {
    const std::vector<Tree::BlockContext*> blocks = branch->block();
    const std::vector<Tree::ExprContext*> tests = branch->expr();
    const std::vector<antlr4::tree::TerminalNode*> ifs = branch->IF();
    LocationId next = at;
    for (std::size_t i = 0; i < tests.size(); ++i) {
      Location& test = process.locations[next];
      test.guard = formula(tests[i], scope);
      test.span = model::join(tree_.span(*ifs[i]->getSymbol()), span(tests[i]));
      test.next = entry(blocks[i], next + 1, after);
      const LocationId behind = block(blocks[i], next + 1, after);
      const bool more = i + 1 < blocks.size();
      test.otherwise = !more ? after : i + 1 < tests.size() ? behind : entry(blocks[i + 1], behind, after);
      next = behind;
    }
    if (blocks.size() > tests.size()) next = block(blocks.back(), next, after);
    return next;
  }
  return at + 1;
}

void Resolver::resolveAssignment(Tree::AssignmentContext* context, const Scope& scope, Location& location) {
  const std::vector<Tree::ReferenceContext*> targets = context->reference();
  const std::vector<Tree::ExprContext*> values = context->expr();
  if (targets.size() != values.size())
    fail("type", span(context),
         fmt::format("this assignment has {} variables on the left, but {} values on the right", targets.size(), values.size()));
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::string name = targets[i]->getText();
    if (targets[i]->name().size() == 1 && targets[i]->expr().empty()) {
      const bool local = scope.process->locals[scope.instance].contains(name);
      if (!local && constants_.contains(name)) fail("type", span(targets[i]), fmt::format("`{}` is a constant", name));
      if (!local && std::ranges::any_of(scope.indices, [&](const auto& index) { return index.name == name; }))
        fail("type", span(targets[i]), fmt::format("`{}` is the index of the process and cannot be assigned", name));
    }
    const auto [target, index] = cells(targets[i], scope);
    Assignment assignment;
    assignment.target = target.first;
    assignment.span = span(targets[i]);
    if (index != noId && program_.expr(index).op == Op::constant) {
      assignment.target += static_cast<std::uint32_t>(program_.expr(index).value - target.low);
    } else if (index != noId) {
      assignment.index = index;
      assignment.firstIndex = target.low;
      assignment.lastIndex = target.high;
    }
    assignment.value = expression(values[i], scope);
    requireDomain(assignment.value, program_.variables[target.first].domain, name);
    for (const Assignment& other : location.assignments)
      if (assignment.index == noId && other.index == noId && assignment.target == other.target)
        fail("duplicate", assignment.span, fmt::format("`{}` is assigned twice in one statement", name));
    location.assignments.push_back(assignment);
  }
}

LocationId Resolver::label(Tree::TargetContext* context, const Template& process) {
  const std::string text = context->getText();
  if (const auto found = process.labels.find(text); found != process.labels.end()) {
    uses_.add(NameKind::label, span(context), found->second.span);
    return found->second.location;
  }
  std::vector<std::string> candidates;
  for (const auto& l : process.labels) candidates.push_back(l.first);
  failUnknown(fmt::format("label in process `{}` with the name", process.syntax->name(0)->getText()), text, span(context),
              candidates);
}

}  // namespace aunit::parser::program
