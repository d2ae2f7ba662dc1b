// Lookup of valuations and commands of a model's file that are named on the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "parser/front_end.h"

namespace aunit::cli {

/// The index of the `val` of this name. Nothing if there is none; `error` then lists all names.
std::optional<std::uint32_t> findValuation(const parser::Loaded& loaded, const std::string& name, std::string& error);

/// The command with this label, or this index as `aunit exec --list` counts them; nothing, with `error`, if there is none.
std::optional<model::CommandId> findCommand(const model::Model& model, const std::string& wanted, std::string& error);

}  // namespace aunit::cli
