#include "solver/reachability/machine.h"

#include <algorithm>
#include <cstring>

namespace aunit::reachability {

using program::Expr;
using program::ExprId;
using program::Op;

Machine::Machine(const program::Program& program, const Layout& layout) : layout_(layout), starts_(program.exprs.size(), noCode) {
  for (const program::Process& process : program.processes) {
    firstStatement_.push_back(static_cast<std::uint32_t>(statements_.size()));
    for (const program::Location& location : process.locations) {
      Statement statement;
      statement.guard = location.guard == program::noId ? noCode : compileWhole(program, location.guard);
      statement.firstStore = static_cast<std::uint32_t>(stores_.size());
      statement.storeCount = static_cast<std::uint32_t>(location.assignments.size());
      statement.next = location.next;
      statement.otherwise = location.otherwise;
      statement.isEnd = &location == &process.locations.back();
      for (const program::Assignment& assignment : location.assignments) {
        const program::Domain& domain = program.variables[assignment.target].domain;
        const std::uint32_t index = assignment.index == program::noId ? noCode : compileWhole(program, assignment.index);
        stores_.push_back({layout.slotOf(assignment.target), index, assignment.firstIndex, assignment.lastIndex,
                           compileWhole(program, assignment.value), domain.low, domain.high});
      }
      statements_.push_back(statement);
    }
  }
  for (const program::Proposition& proposition : program.propositions) compileStateParts(program, proposition.formula);
}

/// Compiles the formula if it is about single states. Otherwise compiles its largest parts that are about single states.
void Machine::compileStateParts(const program::Program& program, ExprId id) {
  if (!program::speaksOfRuns(program, id))
    compileWhole(program, id);
  else
    for (const ExprId child : program.expr(id).children) compileStateParts(program, child);
}

std::uint32_t Machine::emit(Instruction instruction) {
  code_.push_back(instruction);
  return static_cast<std::uint32_t>(code_.size() - 1);
}

std::uint32_t Machine::compileWhole(const program::Program& program, ExprId expr) {
  if (starts_[expr] != noCode) return starts_[expr];
  const auto start = static_cast<std::uint32_t>(code_.size());
  compile(program, expr, 0);
  emit({Code::stop});
  return starts_[expr] = start;
}

/// When the compiled code begins, `depth` values are on the stack; when it ends, `depth + 1`.
void Machine::compile(const program::Program& program, ExprId id, std::size_t depth) {
  const Expr& e = program.expr(id);
  deepest_ = std::max(deepest_, depth + 1);
  const auto constantOf = [&](ExprId child) { return program.expr(child).op == Op::constant ? &program.expr(child) : nullptr; };
  switch (e.op) {
    case Op::constant: emit({Code::push, 0, e.value}); return;
    case Op::variable: emit({Code::load, layout_.slotOf(e.target)}); return;
    case Op::at: emit({Code::isEqual, e.target, e.value}); return;
    case Op::proposition: compile(program, program.propositions[e.target].formula, depth); return;
    case Op::element:
      compile(program, e.children[0], depth);
      emit({Code::element, layout_.slotOf(e.target), e.value, e.value2});
      return;
    case Op::and_:
    case Op::or_:
    case Op::implies: {
      // Evaluates operands from left to right, until the result is known.
      std::vector<std::uint32_t> jumps;
      for (std::size_t i = 0; i < e.children.size(); ++i) {
        compile(program, e.children[i], depth);
        if (e.op == Op::implies && i == 0) emit({Code::not_});
        if (i + 1 < e.children.size()) jumps.push_back(emit({e.op == Op::and_ ? Code::skipIfFalse : Code::skipIfTrue}));
      }
      for (const std::uint32_t jump : jumps) code_[jump].target = static_cast<std::uint32_t>(code_.size());
      return;
    }
    case Op::equal:
      if (const Expr* constant = constantOf(e.children[1]); constant && program.expr(e.children[0]).op == Op::variable) {
        emit({Code::isEqual, layout_.slotOf(program.expr(e.children[0]).target), constant->value});
        return;
      }
      break;
    default: break;
  }
  for (std::size_t i = 0; i < e.children.size(); ++i) compile(program, e.children[i], depth + i);
  switch (e.op) {
    case Op::negate: emit({Code::negate}); break;
    case Op::add: emit({Code::add}); break;
    case Op::subtract: emit({Code::subtract}); break;
    case Op::multiply: emit({Code::multiply}); break;
    case Op::divide: emit({Code::divide}); break;
    case Op::remainder: emit({Code::remainder}); break;
    case Op::equal:
    case Op::iff: emit({Code::equal}); break;
    case Op::notEqual: emit({Code::notEqual}); break;
    case Op::less: emit({Code::less}); break;
    case Op::lessEqual: emit({Code::lessEqual}); break;
    case Op::greater: emit({Code::greater}); break;
    case Op::greaterEqual: emit({Code::greaterEqual}); break;
    case Op::not_: emit({Code::not_}); break;
    default: break;  // temporal operators have no value in a single state
  }
}

std::int64_t Machine::run(std::uint32_t start, const std::int64_t* values, Scratch& scratch) const {
  std::int64_t* top = scratch.stack.data() - 1;
  for (const Instruction* i = &code_[start];; ++i) {
    switch (i->code) {
      case Code::push: *++top = i->a; break;
      case Code::load: *++top = values[i->target]; break;
      case Code::isEqual: *++top = values[i->target] == i->a; break;
      case Code::element:
        if (*top < i->a || *top > i->b) {
          scratch.failure = Failure::index;
          return 0;
        }
        *top = values[static_cast<std::int64_t>(i->target) + (*top - i->a)];
        break;
      case Code::negate: *top = -*top; break;
      case Code::add:
        --top;
        *top += top[1];
        break;
      case Code::subtract:
        --top;
        *top -= top[1];
        break;
      case Code::multiply:
        --top;
        *top *= top[1];
        break;
      case Code::divide:
      case Code::remainder:
        --top;
        if (top[1] == 0) {
          scratch.failure = Failure::division;
          return 0;
        }
        *top = i->code == Code::divide ? *top / top[1] : *top % top[1];
        break;
      case Code::equal:
        --top;
        *top = *top == top[1];
        break;
      case Code::notEqual:
        --top;
        *top = *top != top[1];
        break;
      case Code::less:
        --top;
        *top = *top < top[1];
        break;
      case Code::lessEqual:
        --top;
        *top = *top <= top[1];
        break;
      case Code::greater:
        --top;
        *top = *top > top[1];
        break;
      case Code::greaterEqual:
        --top;
        *top = *top >= top[1];
        break;
      case Code::not_: *top = *top == 0; break;
      case Code::skipIfFalse:
        if (*top == 0)
          i = &code_[i->target] - 1;
        else
          --top;
        break;
      case Code::skipIfTrue:
        if (*top != 0)
          i = &code_[i->target] - 1;
        else
          --top;
        break;
      case Code::stop: return *top;
    }
  }
}

StepKind Machine::step(program::ProcessId process, const std::int64_t* values, const std::uint64_t* packed,
                       std::uint64_t* successor, Scratch& scratch) const {
  const Statement& statement = statements_[firstStatement_[process] + static_cast<std::uint32_t>(values[process])];
  if (statement.isEnd) return StepKind::ended;
  scratch.failure = Failure::none;
  bool taken = true;
  if (statement.guard != noCode) {
    taken = run(statement.guard, values, scratch) != 0;
    if (scratch.failure != Failure::none) return StepKind::fails;
    if (!taken && statement.otherwise == program::noId) return StepKind::waits;
  }
  std::memcpy(successor, packed, layout_.words() * sizeof(std::uint64_t));
  layout_.set(successor, process, taken ? statement.next : statement.otherwise);
  if (!taken) return StepKind::step;
  for (std::uint32_t s = 0; s < statement.storeCount; ++s) {
    const Store& store = stores_[statement.firstStore + s];
    Slot slot = store.slot;
    if (store.index != noCode) {
      const std::int64_t index = run(store.index, values, scratch);
      if (scratch.failure == Failure::none && (index < store.firstIndex || index > store.lastIndex))
        scratch.failure = Failure::index;
      if (scratch.failure != Failure::none) return StepKind::fails;
      slot += static_cast<Slot>(index - store.firstIndex);
    }
    const std::int64_t value = run(store.value, values, scratch);
    if (scratch.failure == Failure::none && (value < store.low || value > store.high)) scratch.failure = Failure::domain;
    if (scratch.failure != Failure::none) return StepKind::fails;
    layout_.set(successor, slot, value);
  }
  return StepKind::step;
}

}  // namespace aunit::reachability
