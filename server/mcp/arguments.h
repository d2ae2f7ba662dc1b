// Validation of tools' arguments against their schema.
#pragma once

#include <string>

#include "server/messages.h"

namespace aunit::server::mcp {

/// Says in words what is wrong with the arguments, with the nearest valid name for an unknown name; empty if they are valid.
/// Supports the part of JSON Schema that the tools' schemas use: type, anyOf, enum, minimum, maximum, items, minItems,
/// maxItems, properties, required, additionalProperties. Rejects texts with zero bytes.
std::string wrongWith(const Json& arguments, const Json& schema);

}  // namespace aunit::server::mcp
