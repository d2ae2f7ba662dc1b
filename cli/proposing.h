// What `aunit generate` does for one model, however many it is asked about: what is loaded, looked for, and said of it.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "coverage/criteria.h"
#include "parser/front_end.h"
#include "strength/generation.h"

namespace aunit::cli {

/// The predicates and functions that are asked for; nothing, after a message, when one is not there.
std::optional<std::vector<model::FuncId>> functionsOf(const model::Model& model, const std::vector<std::string>& names);
/// Nothing, after a message, when one is no criterion.
std::optional<std::set<coverage::Criterion>> criteriaOf(const std::vector<std::string>& names);

/// "open shop/list" for shop/list.als, seen from the folder of `out`; nothing when no `open` can say it.
std::optional<std::string> opening(const std::string& model, const std::string& out);

/// The model with the tests that count: those of the file that tests are to be added to, where that is there. Null after a
/// message; there is one on a test that is wrong by itself, too, and the others count without it.
std::unique_ptr<parser::Loaded> loadSubject(const std::string& model, const std::optional<std::string>& out,
                                            const parser::LoadOptions& options, const std::string& color);

/// What the command line asks for; stopped by an interrupt, which is forgotten then.
strength::GenerationOptions generationOptions(const GenerateArguments& arguments, const std::vector<model::FuncId>& functions,
                                              const std::set<coverage::Criterion>& criteria);

/// How many goals are met, in a few lines.
std::string summary(const strength::Generated& generated);

}  // namespace aunit::cli
