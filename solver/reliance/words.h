// The text about the facts on which an answer rests.
#pragma once

#include <string>

#include "model/model.h"
#include "model/source.h"
#include "solver/entailment/entailment.h"
#include "solver/reliance/reliance.h"

namespace aunit::solver {

/// Returns the name and line of a paragraph: "fact Acyclic (line 12)", "the fact in line 12", "the block of sig Node (line 3)".
/// If the paragraph is not in the file `in`, its path stands before the word "line".
std::string paragraphText(const model::Model& model, const model::SourceMap& sources, const Entailment::Source& paragraph,
                          model::FileId in);

/// Returns the reliance in words: "vacuous: the facts contradict each other", "repeats fact F (line 12)", "follows from the
/// declarations", "rests on 1 of 12 facts: fact F (line 12)", "rests on 5 of 12 facts"; empty if nothing is known. `in`: the file
/// of the command.
std::string relianceText(const model::Model& model, const model::SourceMap& sources, const Reliance& reliance, model::FileId in);

}  // namespace aunit::solver
