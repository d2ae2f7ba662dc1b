// Instance graphs as SVG.
#include <algorithm>

#include <fmt/format.h>

#include "reporters/assets.h"
#include "reporters/drawing/graph.h"
#include "reporters/markup.h"
#include "reporters/text.h"
#include "suite/steps/step_names.h"
#include "support/pieces.h"
#include "support/plural.h"

namespace aunit::reporters {

namespace {

constexpr std::size_t longestText = 28;

// Widths of one character in the monospace font, in pixels: in an atom's name, and in the lines below the name.
constexpr double nameAdvance = 7.9, lineAdvance = 6.7;
constexpr double nameHeight = 17, lineHeight = 14, boxPadding = 7;

double widthOf(std::string_view text, double advance) {
  return static_cast<double>(displayWidth(text)) * advance;
}

constexpr double muchNarrower = 0.75, pageWidth = 1000;
constexpr double margin = 4;  // around a drawing

std::string opening(std::string_view title, double x, double y, double width, double height) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"graph\" role=\"img\" aria-label=\"{}\" width=\"{:.0f}\" "
      "height=\"{:.0f}\" "
      "viewBox=\"{:.0f} {:.0f} {:.0f} {:.0f}\">",
      escaped(title), width, height, x, y, width, height);
}

std::string pathOf(const std::vector<Point>& curve) {
  std::string d;
  for (std::size_t i = 0; i < curve.size(); ++i)
    d += fmt::format("{}{},{}", i == 0 ? "M" : i == 1 ? "C" : " ", coordinate(curve[i].x), coordinate(curve[i].y));
  return d;
}

// The size of a shape that has room for a text of the size `text`.
Size around(Shape shape, Size text) {
  switch (shape) {
    case Shape::box: return text;
    case Shape::ellipse: return {text.width * 1.25, text.height * 1.3};
    case Shape::hexagon: return {text.width * 1.4, text.height * 1.15};
    case Shape::diamond: return {text.width * 1.6, text.height * 1.9};
  }
  return text;
}

std::string outline(Shape shape, Point centre, Size size) {
  const double x = size.width / 2, y = size.height / 2;
  if (shape == Shape::box)
    return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"7\"/>", coordinate(centre.x - x),
                       coordinate(centre.y - y), coordinate(size.width), coordinate(size.height));
  if (shape == Shape::ellipse)
    return fmt::format("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>", coordinate(centre.x), coordinate(centre.y),
                       coordinate(x), coordinate(y));
  const std::vector<Point> corners = shape == Shape::hexagon
                                         ? std::vector<Point>{{-x, 0}, {-x / 2, -y}, {x / 2, -y}, {x, 0}, {x / 2, y}, {-x / 2, y}}
                                         : std::vector<Point>{{-x, 0}, {0, -y}, {x, 0}, {0, y}};
  const auto point = [&](const Point corner) { return coordinate(centre.x + corner.x) + "," + coordinate(centre.y + corner.y); };
  return fmt::format("<polygon points=\"{}\"/>", support::joined(corners, " ", point));
}

// An arrow head: a triangle from `base`, where the line ends, to `tip`.
std::string headOf(Point base, Point tip) {
  const double dx = tip.x - base.x, dy = tip.y - base.y;
  const Point left{base.x - dy * 0.45, base.y + dx * 0.45}, right{base.x + dy * 0.45, base.y - dx * 0.45};
  return fmt::format("M{},{}L{},{} {},{}z", coordinate(left.x), coordinate(left.y), coordinate(tip.x), coordinate(tip.y),
                     coordinate(right.x), coordinate(right.y));
}

Point transposed(Point p) {
  return {p.y, p.x};
}

Size transposed(Size size) {
  return {size.height, size.width};
}

// A layout from left to right. It puts labels of parallel arrows below each other, which takes less width than side by side.
Layout sidewaysLayout(std::vector<LayoutBox> boxes, std::vector<LayoutEdge> edges) {
  for (LayoutBox& box : boxes) box.size = transposed(box.size);
  for (LayoutEdge& edge : edges) edge.label = transposed(edge.label);
  Layout layout = layOut(boxes, edges);
  layout.size = transposed(layout.size);
  for (Point& centre : layout.boxes) centre = transposed(centre);
  for (Layout::Arrow& arrow : layout.arrows) {
    for (Point& point : arrow.curve) point = transposed(point);
    arrow.tip = transposed(arrow.tip);
    arrow.label = transposed(arrow.label);
  }
  return layout;
}

// Markup for `witness` (the variables whose value is the atom), in a style of its own, and then the atom's `name`. If both
// together are too long, they are shortened and have one style.
std::string nameText(const std::string& witness, const std::string& name) {
  if (witness.empty() || displayWidth(witness + name) > longestText) return escaped(shortened(witness + name, longestText));
  return fmt::format("<tspan class=\"witness\">{}</tspan>{}", escaped(witness), escaped(name));
}

}  // namespace

void InstanceGraph::place() {
  if (layout_) return;
  const bool trace = instance_.states.size() > 1;
  for (const Box& box : boxes_) {
    double width = 0;
    std::size_t lines = 0;
    for (const Look& look : box.looks) {
      width = std::max(width, widthOf(shortened(look.witness + box.name, longestText), nameAdvance));
      lines = std::max(lines, look.lines.size());
      for (const std::string& line : look.lines) width = std::max(width, widthOf(shortened(line, longestText), lineAdvance));
    }
    const double height = nameHeight + lineHeight * static_cast<double>(lines) + 2 * boxPadding;
    sizes_.push_back({around(box.shape, {std::max(46.0, width + 2 * boxPadding + 4), height}), box.shape});
  }
  std::vector<LayoutEdge> edges;
  for (const Arrow& arrow : arrows_)  // labels in traces need room for the `+` or `-` that marks a difference
    edges.push_back(
        {arrow.from,
         arrow.to,
         {widthOf(shortened(arrow.relation, longestText), lineAdvance) + (trace ? 18 : 6) + (marked_.empty() ? 0 : 12),
          lineHeight}});
  layout_ = layOut(sizes_, edges);
  // A trace always tries the sideways layout: its states are side by side, so narrower drawings show more states at once.
  if (!trace && layout_->size.width <= pageWidth) return;
  Layout sideways = sidewaysLayout(sizes_, edges);
  if (sideways.size.width < muchNarrower * layout_->size.width) layout_ = std::move(sideways);
}

std::string InstanceGraph::boxSvg(const Box& box, Point centre, const LayoutBox& place, std::uint32_t state) const {
  const Look& look = box.looks[state];
  const Look before = state == 0 ? look : box.looks[state - 1];
  if (!look.present && !before.present) return {};
  const char* difference = !before.present  ? " new"
                           : !look.present  ? " gone"
                           : look != before ? " changed"
                           : state != 0     ? " same"
                                            : "";
  const std::string_view sign = !before.present ? "+ " : !look.present ? "\u2212 " : "";
  const std::vector<std::string>& lines = look.present ? look.lines : before.lines;

  const std::optional<unsigned> color = look.present ? look.color : before.color;
  const std::string& witness = look.present ? look.witness : before.witness;
  std::string out = fmt::format(
      "<g class=\"box c{}{}\" data-box=\"{}\" data-name=\"{}\" data-atom=\"{}\" data-sig=\"{}\" data-at=\"{} {} {} {}\">",
      color.value_or(box.color), difference, boxOf_[box.atom], escaped(box.name), box.atom, escaped(box.sig),
      coordinate(centre.x), coordinate(centre.y), coordinate(place.size.width), coordinate(place.size.height));
  const auto fits = [](const std::string& text) { return displayWidth(text) <= longestText; };
  if (!fits(witness + box.name) || !std::ranges::all_of(lines, fits)) {
    out += "<title>" + escaped(witness + box.name);
    for (const std::string& line : lines) out += "\n" + escaped(line);
    out += "</title>";
  }
  out += outline(place.shape, centre, place.size);
  double y = centre.y - (nameHeight + lineHeight * static_cast<double>(lines.size())) / 2 + 12.5;
  const std::string x = coordinate(centre.x);
  out += fmt::format("<text class=\"name\" x=\"{}\" y=\"{}\">{}{}</text>", x, coordinate(y), sign, nameText(witness, box.name));
  for (const std::string& line : lines) {
    y += lineHeight;
    const bool isNew = look.present && before.present && std::ranges::find(before.lines, line) == before.lines.end();
    const bool isWrong = line.ends_with(" !") && !marked_.empty();
    out += fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>",
                       isWrong ? " class=\"wrong\""
                       : isNew ? " class=\"fresh\""
                               : "",
                       x, coordinate(y + 1), escaped(shortened(line, longestText)));
  }
  return out + "</g>";
}

std::string InstanceGraph::arrowSvg(const Arrow& arrow, const Layout::Arrow& way, std::uint32_t state) const {
  const bool now = arrow.present[state], before = state == 0 ? now : arrow.present[state - 1];
  if ((!now && !before) || way.curve.empty()) return {};
  const char* difference = !before ? " new" : !now ? " gone" : state != 0 ? " same" : "";
  const std::string_view sign = !before ? "+ " : !now ? "\u2212 " : "";
  const bool wrong = now && arrow.marked[state];
  std::string out =
      fmt::format("<g class=\"arrow f{}{}{}\" data-from=\"{}\" data-to=\"{}\" data-field=\"{}\" data-tuple=\"{}\">", arrow.color,
                  difference, wrong ? " wrong" : "", arrow.from, arrow.to, escaped(arrow.field), arrow.tuple);
  if (displayWidth(arrow.relation) > longestText) out += "<title>" + escaped(arrow.relation) + "</title>";
  return out + fmt::format("<path d=\"{}\"/><path class=\"head\" d=\"{}\"/><text x=\"{}\" y=\"{}\">{}{}{}</text></g>",
                           pathOf(way.curve), headOf(way.curve.back(), way.tip), coordinate(way.label.x),
                           coordinate(way.label.y + 4), sign, escaped(shortened(arrow.relation, longestText)), wrong ? " !" : "");
}

std::string InstanceGraph::drawing(std::uint32_t state) const {
  std::string out;
  for (std::size_t i = 0; i < arrows_.size() && i < layout_->arrows.size(); ++i)
    out += arrowSvg(arrows_[i], layout_->arrows[i], state);
  for (std::size_t i = 0; i < boxes_.size() && i < layout_->boxes.size(); ++i)
    out += boxSvg(boxes_[i], layout_->boxes[i], sizes_[i], state);
  return out;
}

std::string InstanceGraph::svg(std::uint32_t state, std::string_view title) {
  place();
  return opening(title, -margin, -margin, layout_->size.width + 2 * margin, layout_->size.height + 2 * margin) + drawing(state) +
         "</svg>";
}

std::string InstanceGraph::svgDocument(std::string_view title) {
  const auto states = static_cast<std::uint32_t>(instance_.states.size());
  std::vector<std::string> captions;
  const std::vector<suite::StepName> steps = suite::stepNames(model_, instance_);
  for (std::uint32_t state = 0; (states > 1 || !steps.empty()) && state < states; ++state)
    captions.push_back(suite::stateTitle(state, states, instance_.loop, steps));
  if (!drawable())
    captions = {boxes_.empty() ? "no atoms"
                               : fmt::format("too much to draw: {}, {}", support::plural(boxCount(), "atom"),
                                             support::plural(arrowCount(), "arrow"))};
  double widest = 0;
  for (const std::string& caption : captions) widest = std::max(widest, widthOf(caption, lineAdvance));
  if (drawable()) place();
  const Size one = drawable() ? layout_->size : Size{};
  const double column = std::max(one.width, widest) + margin, header = captions.empty() ? 0 : 2 * lineHeight;
  const std::uint32_t columns = drawable() ? states : 1;
  std::string out = opening(title, 0, 0, columns * (column + 3 * margin) + margin, header + one.height + 2 * margin);
  out += fmt::format("<style>{}</style>", styleSheet());
  for (std::uint32_t i = 0; i < columns; ++i) {
    const double left = margin + i * (column + 3 * margin);
    if (i < captions.size())
      out += fmt::format("<text class=\"caption\" x=\"{}\" y=\"{}\">{}</text>", coordinate(left), coordinate(margin + lineHeight),
                         escaped(captions[i]));
    if (drawable())
      out += fmt::format("<g transform=\"translate({} {})\">{}</g>", coordinate(left), coordinate(margin + header), drawing(i));
  }
  return out + "</svg>\n";
}

std::string_view InstanceGraph::styleSheet() {
  return assets::graphStyle();
}

}  // namespace aunit::reporters
