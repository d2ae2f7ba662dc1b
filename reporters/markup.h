// Text inside HTML, XML, SVG, Markdown and Graphviz's language.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace aunit::reporters {

/// The text as content or quoted attribute value: & < > " ' as references, what no document may hold as U+FFFD.
std::string escaped(std::string_view text);

/// The text in one line of Markdown, a table's cell too: nothing in it is a link, an image, markup or the end of the cell.
std::string markdown(std::string_view text);
/// The same, but that what stands in backquotes is code already.
std::string markdownWithCode(std::string_view text);

/// The text between the quotation marks of a string in Graphviz's language.
std::string dotText(std::string_view text);

/// JSON on one line that may stand inside a <script> element.
std::string scriptJson(const nlohmann::json& json);

/// A coordinate with one decimal at most.
std::string coordinate(double value);

}  // namespace aunit::reporters
