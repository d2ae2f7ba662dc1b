// Helpers that write XML documents as text.
#pragma once

#include <string>

#include <pugixml.hpp>

namespace aunit::reporters {

/// The text of the whole document. Exceptions reach the caller; if pugixml wrote to a stream, the stream would swallow them and
/// leave half a document.
std::string xmlText(const pugi::xml_document& document, unsigned flags);

/// Sets an attribute. Line breaks in the value become blanks.
void setAttribute(pugi::xml_node node, const char* name, const std::string& value);

/// Seconds in the format of JUnit files.
std::string secondsText(double seconds);

}  // namespace aunit::reporters
