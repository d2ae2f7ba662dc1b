// Steps that `aunit generate` takes for one model as well as for several models.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "coverage/criteria.h"
#include "strength/generation/generation.h"

namespace aunit::cli {

/// Returns the predicates and functions with these names. If one does not exist, prints a message and returns nothing.
std::optional<std::vector<model::FuncId>> functionsOf(const model::Model& model, const std::vector<std::string>& names);
/// Returns the criteria with these names. If one does not exist, prints a message and returns nothing.
std::optional<std::set<coverage::Criterion>> criteriaOf(const std::vector<std::string>& names);

/// Options for the search, according to the command line. An interrupt stops the search and is then cleared.
strength::GenerationOptions generationOptions(const GenerateArguments& arguments, const std::vector<model::FuncId>& functions,
                                              const std::set<coverage::Criterion>& criteria);

/// The message that the time limit of the whole command was reached.
std::string timeUp(double seconds);

/// A few lines on how many goals are met. If `all` is true, names all impossible goals. Otherwise names the first one and
/// counts the others.
std::string summary(const strength::GeneratedTests& generated, bool all = false);

}  // namespace aunit::cli
