// Guards, assignments and propositions compiled to code for a small stack machine over unpacked states.
#pragma once

#include <cstdint>
#include <vector>

#include "model/program.h"
#include "solver/reachability/layout.h"

namespace aunit::reachability {

/// The reason why a statement cannot be executed.
enum class Failure : std::uint8_t { none, domain, index, division };

/// The outcome of a process's statement in a state: it makes a step, it waits, the process has ended, or the statement fails.
enum class StepKind : std::uint8_t { step, waits, ended, fails };

/// The compiled program. All threads share it; each has a Scratch for data that change.
class Machine {
 public:
  struct Scratch {
    std::vector<std::int64_t> stack;
    Failure failure = Failure::none;
  };

  Machine(const program::Program& program, const Layout& layout);

  Scratch scratch() const { return {std::vector<std::int64_t>(deepest_ + 1), Failure::none}; }

  /// The value of an expression without temporal operators. Sets `scratch.failure` if the expression has no value.
  std::int64_t evaluate(program::ExprId expr, const std::int64_t* values, Scratch& scratch) const {
    return run(starts_[expr], values, scratch);
  }

  /// Executes the statement of a process in the state `values`, whose packed form is `packed`. Writes the successor to
  /// `successor`.
  StepKind step(program::ProcessId process, const std::int64_t* values, const std::uint64_t* packed, std::uint64_t* successor,
                Scratch& scratch) const;

 private:
  enum class Code : std::uint8_t {
    push,
    load,
    element,
    isEqual,  // pushes whether the slot `target` has the value `a`
    negate,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    equal,
    notEqual,
    less,
    lessEqual,
    greater,
    greaterEqual,
    not_,
    skipIfFalse,
    skipIfTrue,  // if the top value is true, keeps it and jumps to `target`; otherwise drops it
    stop,
  };
  struct Instruction {
    Code code;
    std::uint32_t target = 0;  // index of a slot or of an instruction
    std::int64_t a = 0;
    std::int64_t b = 0;
  };
  struct Store {
    Slot slot;
    std::uint32_t index;  // where in code_ the array index is computed; noCode if the slot is fixed
    std::int64_t firstIndex, lastIndex;
    std::uint32_t value;  // where in code_ the value is computed
    std::int64_t low, high;
  };
  struct Statement {
    std::uint32_t guard;  // where in code_ the guard is computed; noCode if there is none
    std::uint32_t firstStore, storeCount;
    std::uint32_t next, otherwise;
    bool isEnd;
  };
  static constexpr std::uint32_t noCode = 0xffffffff;

  void compile(const program::Program& program, program::ExprId expr, std::size_t depth);
  void compileStateParts(const program::Program& program, program::ExprId expr);
  std::uint32_t compileWhole(const program::Program& program, program::ExprId expr);
  std::uint32_t emit(Instruction instruction);
  std::int64_t run(std::uint32_t start, const std::int64_t* values, Scratch& scratch) const;

  const Layout& layout_;
  std::vector<Instruction> code_;
  std::vector<std::uint32_t> starts_;  // by expression: where its code begins; noCode if it has no code of its own
  std::vector<Store> stores_;
  std::vector<Statement> statements_;
  std::vector<std::uint32_t> firstStatement_;  // by process: the index of its first statement in statements_
  std::size_t deepest_ = 0;
};

}  // namespace aunit::reachability
