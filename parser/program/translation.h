// A program as a model: the same transition system as relations and formulas, for the evaluator, the SAT engine, tests and
// coverage.
//
// The program is written as Alloy text and read by the Alloy front end, which checks it, makes the implicit constraints, and
// gives the prompt its names for nothing; each expression of the result then gets the place in the program that it was made from,
// so that messages and reports show the program. What has no such place is synthetic.
//
//   one sig State           a var field for each variable (`turn: one Int`, `wait0: one Bool`, `mode: one Mode`) and, for each
//   process,
//                           for its location (`pc_P0: one P0_Location`); cells of arrays and processes of templates are fields
//                           `fork_2`, `pc_P_2`
//   pred P0_takes_critical  the step from one location, with what stays the same; P0_steps is the disjunction over all locations
//   fact Steps              always some process steps, or none can and everything stays for ever
//   pred MutualExclusion    propositions and invariants, about one state; assert MutualExclusion says that one holds always
//   check ...               a command for each property
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "model/source.h"
#include "model/test.h"
#include "parser/program/program.h"

namespace aunit::parser::program {

/// A piece of generated text and the place in the program that it says the same as.
struct Origin {
  std::uint32_t begin = 0, end = 0;
  model::Span span;
};

/// Names that the text gives to the program's parts.
struct Translation {
  std::string text;
  std::vector<Origin> origins;                      // in no order
  std::vector<std::string> variables;               // fields of State, by variable
  std::vector<std::string> processes;               // fields of State, by process
  std::vector<std::vector<std::string>> locations;  // signatures of one atom, by process
  std::vector<std::vector<std::string>> members;    // the same, by enumeration
  std::vector<std::string> commands;                // labels, by property
  int bitwidth = 4;
};

/// Nothing when the text would be larger than a file may be (alloy::largestFile): each statement says of every variable and
/// process what becomes of it.
std::optional<Translation> translate(const Program& program);

/// The states of a trace of the translated model, as states of the program.
std::vector<State> statesOf(const Program& program, const Translation& translation, const model::Model& model,
                            const model::Instance& instance);

/// Gives everything in a model that was read from the translation's text (file `generated`) its place in the program; what has
/// none becomes synthetic. Tests and valuations get the names and tags that they have there.
void relocate(const Program& program, const Translation& translation, model::FileId generated, model::Model& model,
              model::Tests& tests);

/// What `load` keeps of a program beside its model.
struct LoadedProgram {
  Program program;
  Translation translation;
};

}  // namespace aunit::parser::program
