// Steps of `aunit generate` for one model, shared by its forms for one and for several models.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "coverage/criteria.h"
#include "strength/generation/generation.h"

namespace aunit::cli {

/// The predicates and functions of these names; nothing, after a message, when one is not there.
std::optional<std::vector<model::FuncId>> functionsOf(const model::Model& model, const std::vector<std::string>& names);
/// The criteria of these names; nothing, after a message, when one is no criterion.
std::optional<std::set<coverage::Criterion>> criteriaOf(const std::vector<std::string>& names);

/// The options that the command line asks for. An interrupt stops the search and is then cleared.
strength::GenerationOptions generationOptions(const GenerateArguments& arguments, const std::vector<model::FuncId>& functions,
                                              const std::set<coverage::Criterion>& criteria);

/// Says that the time limit of all questions has come.
std::string timeUp(double seconds);

/// A few lines on how many goals are met. For the impossible ones it names `all`, or the first and how many there are.
std::string summary(const strength::Generated& generated, bool all = false);

}  // namespace aunit::cli
