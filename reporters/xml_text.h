// XML documents as text.
#pragma once

#include <string>

#include <pugixml.hpp>

namespace aunit::reporters {

/// Whole, or an exception: a stream would swallow one, and half a document would be written.
std::string xmlText(const pugi::xml_document& document, unsigned flags);

/// On one line.
void setAttribute(pugi::xml_node node, const char* name, const std::string& value);

/// As JUnit files have them.
std::string secondsText(double seconds);

}  // namespace aunit::reporters
