#include <fmt/format.h>

#include "coverage/criteria.h"
#include "reporters/coverage/exports.h"

namespace aunit::reporters {

namespace {

constexpr std::string_view colorOf(double percent) {
  if (percent >= 90) return "#2f7d32";
  if (percent >= 75) return "#5f7a12";
  if (percent >= 50) return "#9a6700";
  return "#b3261e";
}

/// The width of a text with room at both sides, in pixels; the font size is 11 px.
int widthOf(std::string_view text) {
  return static_cast<int>(text.size()) * 7 + 12;
}

}  // namespace

std::string coverageBadge(const coverage::Data& data) {
  coverage::Tally tally;
  for (const coverage::ModelCoverage& model : data.models) tally += model.tally(coverage::Criterion::model);
  const std::string_view label = "coverage";
  const std::string value = coverage::percentText(tally);
  const int left = widthOf(label), right = widthOf(value), width = left + right;
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" viewBox=\"0 0 {0} 20\" role=\"img\" "
      "aria-label=\"{1}: {2}\">\n"
      "  <title>{1}: {2}</title>\n"
      "  <clipPath id=\"round\"><rect width=\"{0}\" height=\"20\" rx=\"3\"/></clipPath>\n"
      "  <g clip-path=\"url(#round)\">\n"
      "    <rect width=\"{3}\" height=\"20\" fill=\"#444\"/>\n"
      "    <rect x=\"{3}\" width=\"{4}\" height=\"20\" fill=\"{5}\"/>\n"
      "  </g>\n"
      "  <g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\" text-anchor=\"middle\">\n"
      "    <text x=\"{6}\" y=\"14\">{1}</text>\n"
      "    <text x=\"{7}\" y=\"14\">{2}</text>\n"
      "  </g>\n"
      "</svg>\n",
      width, label, value, left, right, colorOf(tally.percent()), left / 2, left + right / 2);
}

}  // namespace aunit::reporters
