// Escaping of text for HTML, XML, SVG, Markdown and Graphviz's language.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace aunit::reporters {

/// The text as content or quoted attribute value: & < > " ' become references, characters that no document may hold U+FFFD.
std::string escaped(std::string_view text);

/// The text within a line of Markdown, also in a table's cell: nothing in it is a link, an image, markup or the end of the cell.
std::string markdown(std::string_view text);
/// Like markdown(), but parts in backquotes become code.
std::string markdownWithCode(std::string_view text);

/// A path as part of an address: what may not stand there in percent encoding.
std::string percentEncoded(std::string_view path);

/// The text as it stands between the quotation marks of a string in Graphviz's language.
std::string dotText(std::string_view text);

/// JSON on one line that may stand inside a <script> element.
std::string scriptJson(const nlohmann::json& json);

/// A coordinate with at most one decimal.
std::string coordinate(double value);

}  // namespace aunit::reporters
