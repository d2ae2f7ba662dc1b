// Finds a model's valuations and commands by names that the command line gives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parser/front_end.h"

namespace aunit::cli {

/// The index of the `val` with this name. If there is none, returns nothing and sets `error` to a message that lists all names.
std::optional<std::uint32_t> findValuation(const parser::Loaded& loaded, const std::string& name, std::string& error);

/// The command with this label, or with this index in `aunit exec --list`. Returns nothing and sets `error` if there is none.
std::optional<model::CommandId> findCommand(const model::Model& model, const std::string& wanted, std::string& error);

}  // namespace aunit::cli
