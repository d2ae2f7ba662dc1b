// Finds valuations and commands of a model's file by the names on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parser/front_end.h"

namespace aunit::cli {

/// The index of the `val` with this name. Returns nothing and sets `error`, which lists all names, if there is none.
std::optional<std::uint32_t> findValuation(const parser::Loaded& loaded, const std::string& name, std::string& error);

/// The command with this label, or with this index in `aunit exec --list`. Returns nothing and sets `error` if there is none.
std::optional<model::CommandId> findCommand(const model::Model& model, const std::string& wanted, std::string& error);

}  // namespace aunit::cli
