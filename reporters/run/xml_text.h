// Helpers that write XML documents as text.
#pragma once

#include <string>

#include <pugixml.hpp>

namespace aunit::reporters {

/// The whole document. Exceptions reach the caller; a stream would swallow them, and half a document would be written.
std::string xmlText(const pugi::xml_document& document, unsigned flags);

/// Sets an attribute to the value on one line.
void setAttribute(pugi::xml_node node, const char* name, const std::string& value);

/// Seconds as JUnit files have them.
std::string secondsText(double seconds);

}  // namespace aunit::reporters
