// The server's resources (the language card, examples) and prompts.
#pragma once

#include <optional>
#include <string>

#include "server/messages.h"

namespace aunit::server::mcp {

/// The answers to resources/list, resources/templates/list and prompts/list.
Json listOfResources();
Json listOfTemplates();
Json listOfPrompts();
/// The answer to resources/read; nothing for an unknown URI.
std::optional<Json> resourceAt(const std::string& uri);
/// The answer to prompts/get. Throws RequestError.
Json promptNamed(const std::string& name, const Json& arguments);
/// The answer to completion/complete for the parameter `path` of the resource template: the names of the examples that begin
/// with the typed text.
Json completionOf(const Json& params);

}  // namespace aunit::server::mcp
