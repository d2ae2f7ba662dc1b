// The files that a submission may open.
#pragma once

#include <map>
#include <string>

#include "parser/front_end.h"

namespace aunit::runner {

/// The files that a model opens, beside itself: their texts by path from its folder.
std::map<std::string, std::string> openedBy(const parser::Loaded& right);

/// Makes a load of the submission `path` read these files and nothing else. `opened` must outlive the load.
void readOnly(const std::map<std::string, std::string>& opened, const std::string& path, parser::LoadOptions& how);

}  // namespace aunit::runner
