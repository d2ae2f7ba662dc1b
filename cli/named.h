// What is named on the command line and stands in a model's file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parser/front_end.h"

namespace aunit::cli {

/// The number of the `val` of this name. Nothing where there is none; `error` says which there are.
std::optional<std::uint32_t> findValuation(const parser::Loaded& loaded, const std::string& name, std::string& error);

/// The command with this label, or this index as `aunit commands` counts them; `error` as above.
std::optional<model::CommandId> findCommand(const model::Model& model, const std::string& wanted, std::string& error);

}  // namespace aunit::cli
