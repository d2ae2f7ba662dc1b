// Converts the arguments of `aunit exec` to a request to solve commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "reporters/terminal/instance_text.h"
#include "runner/selection/shard.h"
#include "runner/solving/request.h"

namespace aunit::cli {

/// Returns `given`, but replaces folders by the models in them and adds the settings of aunit.toml. If options exclude
/// each other or aunit.toml cannot be used, prints a message and returns nothing.
std::optional<ExecArguments> completed(const ExecArguments& given);

/// The format in which instances are shown or written.
reporters::InstanceForm formOf(const ExecArguments& arguments);

/// `arguments`: the result of completed(). `named`: the paths that the user gave.
runner::SolveRequest requestOf(const ExecArguments& arguments, const std::vector<std::string>& named, const runner::Shard& shard,
                               reporters::InstanceForm form);

}  // namespace aunit::cli
