// The `log` paragraph by which a log is read.
#pragma once

#include <optional>
#include <string>

#include "model/log.h"
#include "parser/front_end.h"

namespace aunit::suite::log {

/// The `log` paragraph with this name. If `name` is empty: the only paragraph, or plainLog() if there is none. Returns nothing
/// and sets `error` if there is no such paragraph.
std::optional<model::Log> logFor(const parser::Loaded& loaded, const std::string& name, std::string& error);

/// A `log` paragraph for a model that has none: events are names of predicates, fields are names of relations.
model::Log plainLog(const model::Model& model);

}  // namespace aunit::suite::log
