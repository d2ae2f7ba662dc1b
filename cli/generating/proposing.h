// Steps of `aunit generate` for one model, shared by its forms for one and for several models.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "coverage/criteria.h"
#include "parser/front_end.h"
#include "strength/generation/generation.h"

namespace aunit::cli {

/// The predicates and functions of these names; nothing, after a message, when one is not there.
std::optional<std::vector<model::FuncId>> functionsOf(const model::Model& model, const std::vector<std::string>& names);
/// The criteria of these names; nothing, after a message, when one is no criterion.
std::optional<std::set<coverage::Criterion>> criteriaOf(const std::vector<std::string>& names);

/// "open shop/list" for shop/list.als, seen from the folder of `out`; nothing when no `open` can name the model.
std::optional<std::string> opening(const std::string& model, const std::string& out);

/// The model, with the tests of the file `out` that tests are to be added to, where it exists. Null after a message. A test that
/// is wrong by itself is left out, after a message.
std::unique_ptr<parser::Loaded> loadSubject(const std::string& model, const std::optional<std::string>& out,
                                            const parser::LoadOptions& options, const std::string& color);

/// The options that the command line asks for. An interrupt stops the search and is then cleared.
strength::GenerationOptions generationOptions(const GenerateArguments& arguments, const std::vector<model::FuncId>& functions,
                                              const std::set<coverage::Criterion>& criteria);

/// Says that the time limit of all questions has come.
std::string timeUp(double seconds);

/// A few lines on how many goals are met.
std::string summary(const strength::Generated& generated);

}  // namespace aunit::cli
