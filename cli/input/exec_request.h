// The arguments of `aunit exec` as a request to solve commands.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/input/arguments.h"
#include "reporters/terminal/instance_text.h"
#include "runner/selection/shard.h"
#include "runner/solving/request.h"

namespace aunit::cli {

/// The arguments with the models in place of folders, and what the aunit.toml says besides; nothing, after a message, when that
/// cannot be used.
std::optional<ExecArguments> completed(const ExecArguments& given);

/// The form in which instances are shown or written.
reporters::InstanceForm formOf(const ExecArguments& arguments);

/// `arguments` are complete; `named`: the paths as they were given.
runner::SolveRequest requestOf(const ExecArguments& arguments, const std::vector<std::string>& named, const runner::Shard& shard,
                               reporters::InstanceForm form);

}  // namespace aunit::cli
