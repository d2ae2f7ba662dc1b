#include "reporters/html/page.h"

#include <algorithm>

#include <fmt/format.h>

#include "reporters/markup.h"

namespace aunit::reporters::html {

std::string document(std::string_view title, std::string_view toRoot, const std::vector<Link>& path, std::string_view bodyClass,
                     std::string_view content) {
  std::string trail;
  for (const Link& link : path) {
    trail += link.target.empty() ? fmt::format("<li><span aria-current=\"page\">{}</span></li>", escaped(link.text))
                                 : fmt::format("<li><a href=\"{}\">{}</a></li>", escaped(link.target), escaped(link.text));
  }
  return fmt::format(
      R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{root}assets/report.css">
<script src="{root}assets/report.js"></script>
</head>
<body class="{body}">
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><nav aria-label="Where you are"><ol>{trail}</ol></nav><button type="button" id="theme" hidden>Dark</button></header>
<main id="main">
{content}
</main>
</body>
</html>
)",
      fmt::arg("title", escaped(title)), fmt::arg("root", toRoot), fmt::arg("body", bodyClass), fmt::arg("trail", trail),
      fmt::arg("content", content));
}

std::string pathOfSource(std::size_t page, std::string_view path) {
  std::string name;
  for (const char c : path.substr(path.find_last_of('/') + 1)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_';
    name += plain ? c : '-';
  }
  return fmt::format("source/{}-{}.html", page + 1, name.substr(0, 60));
}

std::string heads(const std::vector<std::pair<std::string_view, bool>>& columns) {
  std::string out = "<thead><tr>";
  for (const auto& [title, number] : columns)
    out += fmt::format("<th scope=\"col\"{}>{}</th>", number ? " class=\"number\"" : "", title);
  return out + "</tr></thead>";
}

std::string filterField(std::string_view table, std::string_view label) {
  return fmt::format(
      "<p class=\"filter\" hidden><label>{1} <input type=\"search\" data-filter=\"{0}\" autocomplete=\"off\" "
      "spellcheck=\"false\"></label> <span role=\"status\"></span></p>\n",
      table, label);
}

std::string section(std::string_view id, std::string_view title, std::string_view content) {
  return fmt::format("<section aria-labelledby=\"{0}\"><h2 id=\"{0}\">{1}</h2>\n{2}</section>\n", id, title, content);
}

std::string sentence(std::string_view text) {
  std::string out;
  bool code = false;
  while (!text.empty()) {
    const std::size_t next = std::min(text.find('`'), text.size());
    const std::string piece = escaped(text.substr(0, next));
    out += code ? "<code>" + piece + "</code>" : piece;
    code = !code;
    text.remove_prefix(std::min(next + 1, text.size()));
  }
  return out;
}

std::string bar(const coverage::Tally& tally) {
  return fmt::format(
      "<svg class=\"bar\" viewBox=\"0 0 100 8\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect width=\"100\" "
      "height=\"8\"/><rect class=\"full\" width=\"{}\" height=\"8\"/></svg>",
      coordinate(tally.total == 0 ? 0 : 100 * coverage::roundedShare(tally, 3)));
}

std::string share(const coverage::Tally& tally) {
  return tally.total == 0 ? "\u2013" : coverage::percentText(tally);
}

const Look& lookOf(CoverageState standing) {
  static constexpr Look looks[standings] = {{"met", "\u2713", "met", 0},
                                            {"partly", "\u25d0", "partly met", 2},
                                            {"unmet", "\u2717", "unmet", 3},
                                            {"never", "\u25cb", "never evaluated", 4},
                                            {"infeasible", "\u2205", "infeasible", 1}};
  return looks[static_cast<std::size_t>(standing)];
}

std::string_view sign(suite::Outcome outcome) {
  switch (outcome) {
    case suite::Outcome::passed: return "\u2713";
    case suite::Outcome::failed: return "\u2717";
    case suite::Outcome::error: return "!";
    case suite::Outcome::skipped: return "\u2013";
    case suite::Outcome::xfailed: return "\u2717";
    case suite::Outcome::xpassed: return "\u2713";
  }
  return {};
}

std::string badge(suite::Outcome outcome) {
  return fmt::format("<span class=\"badge {0}\"><span aria-hidden=\"true\">{1}</span> {0}</span>", name(outcome), sign(outcome));
}

}  // namespace aunit::reporters::html
