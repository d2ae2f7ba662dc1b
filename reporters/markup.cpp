#include "reporters/markup.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "reporters/text.h"
#include "support/visible.h"

namespace aunit::reporters {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : withoutControls(text)) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string dotText(std::string_view text) {
  std::string out;
  for (const char c : withoutControls(text)) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string scriptJson(const nlohmann::json& json) {
  std::string out;
  for (const char c : withoutControls(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace))) {
    switch (c) {  // these characters occur only inside strings; escaped, they cannot form </script> or <!--
      case '<': out += "\\u003c"; break;
      case '&': out += "\\u0026"; break;
      case '>': out += "\\u003e"; break;
      default: out += c;
    }
  }
  return out;
}

std::string coordinate(double value) {
  std::string text = fmt::format("{:.1f}", value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text == "-0" ? "0" : text;
}

std::string markdown(std::string_view text) {
  std::string result;
  for (const char c : support::oneLine(text)) {
    if (std::string_view("\\`*_{}[]<>()#!|&~:$@").find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string percentEncoded(std::string_view path) {
  std::string result;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    result += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

std::string markdownWithCode(std::string_view text) {
  std::string out;
  for (bool code = false; !text.empty(); code = !code) {
    const std::size_t end = std::min(text.find('`'), text.size());
    const std::string_view piece = text.substr(0, end);
    out += code ? "`" + support::oneLine(piece) + "`" : markdown(piece);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace aunit::reporters
