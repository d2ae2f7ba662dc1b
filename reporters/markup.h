// Escaping of text for HTML, XML, SVG, Markdown and Graphviz's language.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace aunit::reporters {

/// The text as content or quoted attribute value. & < > " ' become references; characters that XML forbids become U+FFFD.
std::string escaped(std::string_view text);

/// The text for a line or a table cell of Markdown, escaped so that it has no link, image or markup, and does not end the cell.
std::string markdown(std::string_view text);
/// Like markdown(), but parts in backquotes become code.
std::string markdownWithCode(std::string_view text);

/// A path as part of a URL, percent-encoded where needed.
std::string percentEncoded(std::string_view path);

/// The text escaped for a quoted string in Graphviz's language DOT.
std::string dotText(std::string_view text);

/// JSON on one line that may stand inside a <script> element.
std::string scriptJson(const nlohmann::json& json);

/// A coordinate with at most one decimal.
std::string coordinate(double value);

}  // namespace aunit::reporters
