// The JSON of commands as sentences: instances, reasons, places.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "server/mcp/answer.h"
#include "server/mcp/sources.h"

namespace aunit::server::mcp {

/// A value in one line that nothing in it can end: names, paths and messages are what others wrote. Texts without quotes.
std::string lineOf(const Json& value);
/// lineOf() of a member that is a text; empty if there is none.
std::string textAt(const Json& json, std::initializer_list<const char*> path);
/// The text itself: to look something up by it, or because it has several lines (`visible` is applied to whole answers).
std::string rawAt(const Json& json, std::initializer_list<const char*> path);
/// "name = value" of each member of an object; empty of anything else.
std::string pairsText(const Json& pairs, std::string_view between = ", ");
/// "file:line:column" of a place as an object, or as such a text already.
std::string placeText(const Json& place);
/// "--> place", then the lines of the place, in the text of its file, with a caret under each. The place alone where the text is
/// not at hand, or its lines are long.
std::string excerptText(const Json& place, const std::string& text);

/// A reason (`reason` of docs/json.md) as lines, parts indented below it.
std::string reasonText(const Json& reason, int indent = 0);

/// An instance (docs/instance-json.md): its first state, then what each state changes. `of`: what it is an instance of, in the
/// data of each piece; may be empty.
std::vector<Piece> instancePieces(const Json& instance, const std::string& of);
/// Relations by name, each with a text for each state, or one if nothing changes.
std::string relationsText(const Json& relations);

}  // namespace aunit::server::mcp
