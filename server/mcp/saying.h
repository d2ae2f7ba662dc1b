// Converts the JSON of commands to text: instances, reasons, places.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "server/mcp/answer.h"
#include "server/mcp/sources.h"

namespace aunit::server::mcp {

/// A value on one line. Texts are without quotes; line breaks in names, paths and messages are escaped.
std::string lineOf(const Json& value);
/// The text at a path of member names, as lineOf() writes it; empty if there is no text.
std::string textAt(const Json& json, std::initializer_list<const char*> path);
/// Like textAt(), but returns the text unchanged, with its line breaks and control characters. Use it for look-ups and for texts
/// of several lines. Pages::first() escapes the control characters of an answer later.
std::string rawAt(const Json& json, std::initializer_list<const char*> path);
/// "name = value" for each member of an object; empty for other values.
std::string pairsText(const Json& pairs, std::string_view between = ", ");
/// "file:line:column" for a place. `place` is an object, or is already such a text.
std::string placeText(const Json& place);
/// "--> place", then the source lines of the place, each with a caret line below. Returns only the place if `text` is empty or
/// the lines are long.
std::string excerptText(const Json& place, const std::string& text);

/// A reason (`reason` of docs/json.md) as lines. The lines of its parts follow, indented.
std::string reasonText(const Json& reason, int indent = 0);

/// An instance (docs/instance-json.md): its first state, then the changes in each later state. `of` names the instance's command
/// or model, and is added to the data of each piece; it may be empty.
std::vector<Piece> instancePieces(const Json& instance, const std::string& of);
/// A line "name = value" for each relation; " | " separates the values in several states. `relations` has an array of texts for
/// each name: one text for each state, or only one if the value does not change.
std::string relationsText(const Json& relations);

}  // namespace aunit::server::mcp
