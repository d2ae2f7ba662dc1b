#include "parser/program/steps.h"

#include <cstdint>
#include <set>

namespace aunit::parser::program {

namespace {

using Node = Formulas::Node;
using ModelOp = model::Op;

std::set<VariableId> assigned(const Location& location) {
  std::set<VariableId> all;
  for (const Assignment& a : location.assignments)
    for (std::int64_t i = 0; i <= (a.index == noId ? 0 : a.lastIndex - a.firstIndex); ++i)
      all.insert(a.target + static_cast<VariableId>(i));
  return all;
}

}  // namespace

bool StepFormulas::mayFailIn(const Assignment& a) const {
  const Expr& value = program_.expr(a.value);
  const Domain& domain = program_.variables[a.target].domain;
  if (value.mayFail || value.low < domain.low || value.high > domain.high) return true;
  if (a.index == noId) return false;
  const Expr& index = program_.expr(a.index);
  return index.mayFail || index.low < a.firstIndex || index.high > a.lastIndex;
}

/// Returns a formula that is true if the assignments can be executed.
Formulas::Node StepFormulas::assignable(const Location& location) {
  std::vector<Node> parts;
  for (const Assignment& a : location.assignments) {
    if (!mayFailIn(a)) continue;
    if (a.index != noId) {
      parts.push_back(formulas_.defined(a.index));
      parts.push_back(formulas_.within(a.index, a.firstIndex, a.lastIndex));
    }
    parts.push_back(formulas_.defined(a.value));
    const Domain& domain = program_.variables[a.target].domain;
    const Expr& value = program_.expr(a.value);
    if (domain.sort == Sort::integer && (value.low < domain.low || value.high > domain.high))
      parts.push_back(formulas_.within(a.value, domain.low, domain.high));
  }
  return formulas_.all(parts);
}

/// Returns a formula that says: the guard has a value; if the guard is true, `then` holds; if it is false, `otherwise` holds.
Formulas::Node StepFormulas::guarded(ExprId guard, Node then, Node otherwise) {
  const Node defined = formulas_.defined(guard);
  return formulas_.all({defined, formulas_.ifThenElse(formulas_.expression(guard), then, otherwise)});
}

Formulas::Node StepFormulas::canStep(ProcessId p, LocationId l) {
  const Location& location = program_.processes[p].locations[l];
  Node possible = assignable(location);
  if (location.guard != noId) possible = guarded(location.guard, possible, formulas_.truth(location.otherwise != noId));
  return formulas_.all({formulas_.isAt(p, l), possible});
}

Formulas::Node StepFormulas::failsAt(ProcessId p, LocationId l) {
  const Location& location = program_.processes[p].locations[l];
  Node good = assignable(location);
  if (location.guard != noId) good = guarded(location.guard, good, formulas_.truth(true));
  return formulas_.all({formulas_.isAt(p, l), formulas_.unary(ModelOp::not_, good)});
}

Formulas::Node StepFormulas::takesStep(ProcessId p, LocationId l) {
  const Location& location = program_.processes[p].locations[l];
  const std::set<VariableId> changed = assigned(location);
  std::vector<Node> then{assignable(location), formulas_.goesTo(p, location.next)};
  for (const Assignment& a : location.assignments) assign(location, a, then);
  Node step = formulas_.all(then);
  if (location.guard != noId) {
    std::vector<Node> otherwise;
    if (location.otherwise != noId) otherwise.push_back(formulas_.goesTo(p, location.otherwise));
    for (const VariableId v : changed)
      if (location.otherwise != noId) otherwise.push_back(formulas_.stays(v));
    step = guarded(location.guard, step, location.otherwise == noId ? formulas_.truth(false) : formulas_.all(otherwise));
  }
  std::vector<Node> parts{formulas_.isAt(p, l), step};
  for (VariableId v = 0; v < program_.variables.size(); ++v)
    if (!changed.contains(v)) parts.push_back(formulas_.stays(v));
  for (ProcessId q = 0; q < program_.processes.size(); ++q)
    if (q != p) parts.push_back(formulas_.staysWhereItIs(q));
  return formulas_.all(parts);
}

/// Adds a formula for the new value of each cell that `first` may change. Omits cells that an earlier assignment of the location
/// may change: the call for that assignment adds their formulas. If several assignments change one cell, the last one counts.
void StepFormulas::assign(const Location& location, const Assignment& first, std::vector<Node>& out) {
  const std::int64_t cells = first.index == noId ? 1 : first.lastIndex - first.firstIndex + 1;
  for (std::int64_t i = 0; i < cells; ++i) {
    const VariableId v = first.target + static_cast<VariableId>(i);
    std::vector<const Assignment*> writers;
    for (const Assignment& a : location.assignments)
      if (a.index == noId ? a.target == v
                          : v >= a.target && v - a.target <= static_cast<std::uint64_t>(a.lastIndex - a.firstIndex))
        writers.push_back(&a);
    if (writers.front() != &first) continue;
    Node value = model::noId;
    for (const Assignment* a : writers) {
      const Node written = formulas_.atomOf(a->value);
      if (a->index == noId) {
        value = written;
        continue;
      }
      if (value == model::noId) value = formulas_.variable(v);
      value = formulas_.ifThenElse(formulas_.isIndex(a->index, a->firstIndex + static_cast<std::int64_t>(v - a->target)), written,
                                   value);
    }
    out.push_back(formulas_.binary(ModelOp::equal, formulas_.nextVariable(v), value));
  }
}

}  // namespace aunit::parser::program
