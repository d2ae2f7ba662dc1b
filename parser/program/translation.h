// Translates a program to a model: the same transition system as relations and formulas, for the evaluator, the SAT engine, tests
// and coverage.
//
//   one sig State           a var field for each variable (`turn: one Int`, `wait0: one Bool`, `mode: one Mode`), and a var field
//                           for the location of each process (`pc_P0: one P0_Location`); each cell of an array and each process
//                           of a template has its own field (`fork_2`, `pc_P_2`)
//   pred P0_takes_critical  the step from one location, and which fields keep their values; P0_steps: the disjunction over all
//                           locations
//   fact Steps              in each state, a process takes a step; if no process can, everything stays the same forever
//   pred MutualExclusion    propositions and invariants, about one state; assert MutualExclusion: it always holds
//   check ...               a command for each property
//
// A node made from an expression of the program has the place of this expression, and is not synthetic. All other nodes are
// synthetic. If they were made for one part of the program, they have the place of this part. Prompts evaluate Alloy expressions
// in the model.
#pragma once

#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "model/program.h"
#include "model/test.h"

namespace aunit::parser::program {

using namespace model::program;

/// The parts of the model that represent parts of the program.
struct Translation {
  std::vector<model::FieldId> variables;             // fields of State
  std::vector<model::FieldId> processes;             // fields of State: the current location of each process
  std::vector<std::vector<model::SigId>> locations;  // by process: a `one sig` for each location
  std::vector<std::vector<model::SigId>> members;    // by enumeration: a `one sig` for each member
  std::vector<model::FuncId> propositions;
  model::SigId state = model::noId;
  model::SigId boolean = model::noId, yes = model::noId, no = model::noId;
  int bitwidth = 4;
};

inline constexpr std::uint32_t mostNodes = 4'000'000;  // limit for one model

/// Thrown if the model would have more than `mostNodes` expressions. This can happen because each statement defines the next
/// value of every variable and process.
struct ModelTooLarge {};

/// Adds the translation to module 0 of a model without declarations. Adds the program's valuations and tests to `tests`.
Translation translate(const Program& program, model::Model& model, model::Tests& tests);

/// Converts the states of a trace of the model to states of the program.
std::vector<State> statesOf(const Program& program, const Translation& translation, const model::Instance& instance);

/// A program and its translation. `load` stores it with the model.
struct LoadedProgram {
  Program program;
  Translation translation;
};

}  // namespace aunit::parser::program
