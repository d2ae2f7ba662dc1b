// The text about the facts on which an answer rests.
#pragma once

#include <string>

#include "model/model.h"
#include "model/source.h"
#include "solver/entailment/entailment.h"
#include "solver/reliance/reliance.h"

namespace aunit::solver {

/// "fact Acyclic (line 12)", "the fact in line 12", "the block of sig Node (line 3)"; with the path before the word "line" if the
/// paragraph is not in the file `in`.
std::string paragraphText(const model::Model& model, const model::SourceMap& sources, const Entailment::Source& paragraph,
                          model::FileId in);

/// "vacuous: the facts contradict each other", "repeats fact F (line 12)", "follows from the declarations", "rests on 1 of 12
/// facts: fact F (line 12)", "rests on 5 of 12 facts"; empty if nothing is known. `in`: the file of the command.
std::string relianceText(const model::Model& model, const model::SourceMap& sources, const Reliance& reliance, model::FileId in);

}  // namespace aunit::solver
