// The files that a submission may open.
#pragma once

#include <map>
#include <string>

#include "parser/front_end.h"

namespace aunit::runner {

/// The texts of the files that a model opens, without the model itself, by path relative to the model's folder.
std::map<std::string, std::string> openedBy(const parser::Loaded& right);

/// Restricts `how` so that the submission `path` can open only the files in `opened`, which must outlive the load.
void readOnly(const std::map<std::string, std::string>& opened, const std::string& path, parser::LoadOptions& how);

}  // namespace aunit::runner
