// A `log` paragraph that the first lines of a log suggest, to be edited.
#pragma once

#include <string>

#include "parser/front_end.h"

namespace aunit::suite::log {

/// Fields whose values are names of predicates are events, fields of a relation's name state it; what finds no place is said in
/// comments. Throws std::runtime_error when the file cannot be read, or its first line is no object.
std::string inferredLog(const parser::Loaded& loaded, const std::string& path);

}  // namespace aunit::suite::log
