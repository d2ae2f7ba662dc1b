// A program as a model: the same transition system as relations and formulas, for the evaluator, the SAT engine, tests and
// coverage.
//
//   one sig State           a var field for each variable (`turn: one Int`, `wait0: one Bool`, `mode: one Mode`) and, for each
//                           process, for its location (`pc_P0: one P0_Location`); cells of arrays and processes of templates are
//                           fields `fork_2`, `pc_P_2`
//   pred P0_takes_critical  the step from one location, with what stays the same; P0_steps is the disjunction over all locations
//   fact Steps              always some process steps, or none can and everything stays for ever
//   pred MutualExclusion    propositions and invariants, about one state; assert MutualExclusion says that one holds always
//   check ...               a command for each property
//
// What is made from an expression of the program has its place and is the user's; everything else is synthetic and has the place
// of what it was made for, if any. Prompts speak of the model in Alloy.
#pragma once

#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "model/test.h"
#include "parser/program/program.h"

namespace aunit::parser::program {

/// What the program's parts are in the model.
struct Translation {
  std::vector<model::FieldId> variables;             // of State
  std::vector<model::FieldId> processes;             // of State: where each process is
  std::vector<std::vector<model::SigId>> locations;  // signatures of one atom, by process
  std::vector<std::vector<model::SigId>> members;    // the same, by enumeration
  std::vector<model::FuncId> propositions;
  model::SigId state = model::noId;
  model::SigId boolean = model::noId, yes = model::noId, no = model::noId;
  int bitwidth = 4;
};

inline constexpr std::uint32_t mostNodes = 4'000'000;  // of one model

/// Thrown when the model would have more than `mostNodes` expressions: each statement says of every variable and process what
/// becomes of it.
struct ModelTooLarge {};

/// Adds all of it to module 0 of a model that has no declarations of its own yet; `tests` gets one valuation and one test for
/// each of the program's.
Translation translate(const Program& program, model::Model& model, model::Tests& tests);

/// The states of a trace of the translated model, as states of the program.
std::vector<State> statesOf(const Program& program, const Translation& translation, const model::Instance& instance);

/// What `load` keeps of a program beside its model.
struct LoadedProgram {
  Program program;
  Translation translation;
};

}  // namespace aunit::parser::program
