#include "reporters/drawing/graph.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "reporters/assets.h"
#include "reporters/markup.h"
#include "reporters/terminal/text.h"
#include "suite/value_text.h"

namespace aunit::reporters {

using model::Atom;
using model::Field;
using model::FieldId;
using model::noId;
using model::Sig;
using model::SigId;

namespace {

// Beyond these nobody sees anything, and layers take long to find.
constexpr std::size_t mostBoxes = 60;
constexpr std::size_t mostArrows = 160;

constexpr unsigned colors = 8;
constexpr unsigned uncolored = colors;  // no signature yet
constexpr std::size_t longestText = 28;

// Characters of the monospace font, in pixels.
constexpr double nameAdvance = 7.9, lineAdvance = 6.7;
constexpr double nameHeight = 17, lineHeight = 14, boxPadding = 7;

bool isBookkeeping(const model::Model& model, const Sig& sig) {
  return sig.isPrivate && sig.multiplicity == model::Multiplicity::one && model.modules()[sig.module].library;
}

bool isDrawn(const model::Model& model, const Sig& sig) {
  return !sig.builtin && !sig.isMeta && !isBookkeeping(model, sig);
}

double widthOf(std::string_view text, double advance) {
  return static_cast<double>(displayWidth(text)) * advance;
}

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

// The size of a shape in which there is room for a text of this size.
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
  std::string points;
  for (const Point corner : corners)
    points += fmt::format("{}{},{}", points.empty() ? "" : " ", coordinate(centre.x + corner.x), coordinate(centre.y + corner.y));
  return fmt::format("<polygon points=\"{}\"/>", points);
}

// A triangle from the end of a line to its tip.
std::string headOf(Point base, Point tip) {
  const double dx = tip.x - base.x, dy = tip.y - base.y;
  const Point left{base.x - dy * 0.45, base.y + dx * 0.45}, right{base.x + dy * 0.45, base.y - dx * 0.45};
  return fmt::format("M{},{}L{},{} {},{}z", coordinate(left.x), coordinate(left.y), coordinate(tip.x), coordinate(tip.y),
                     coordinate(right.x), coordinate(right.y));
}

}  // namespace

std::vector<SigId> drawnSignatures(const model::Model& model) {
  std::vector<SigId> drawn;
  for (SigId id = 0; id < model.sigs().size(); ++id)
    if (isDrawn(model, model.sig(id))) drawn.push_back(id);
  return drawn;
}

std::vector<FieldId> drawnFields(const model::Model& model) {
  std::vector<FieldId> drawn;
  for (FieldId id = 0; id < model.fields().size(); ++id)
    if (!model.field(id).isMeta) drawn.push_back(id);
  return drawn;
}

InstanceGraph::InstanceGraph(const model::Model& model, const model::Instance& instance, GraphTheme theme,
                             std::vector<Projection> projections)
    : model_(model), instance_(instance), theme_(std::move(theme)), projections_(std::move(projections)) {
  addBoxes();
  addFields();
}

void InstanceGraph::addBoxes() {
  const model::Universe& universe = *instance_.universe;
  boxOf_.assign(universe.size(), noId);
  for (std::uint32_t s = 0; s < instance_.states.size(); ++s) {
    const std::vector<SigId> specific = mostSpecific(instance_.states[s]);
    for (SigId id = 0; id < model_.sigs().size(); ++id) {
      const Sig& sig = model_.sig(id);
      if (!isDrawn(model_, sig)) continue;
      instance_.states[s].sigs[id].forEach([&](std::span<const Atom> tuple) {
        const Atom atom = tuple[0];
        if (universe.isInt(atom) || universe.isString(atom) || isProjected(atom, instance_.states[s])) return;
        if (said(specific[atom], &GraphTheme::OfSignature::hidden).value_or(false)) return;
        if (boxOf_[atom] == noId) {
          boxOf_[atom] = static_cast<std::uint32_t>(boxes_.size());
          boxes_.push_back({universe.name(atom), uncolored, Shape::box, std::vector<Look>(instance_.states.size())});
        }
        Box& box = boxes_[boxOf_[atom]];
        Look& look = box.looks[s];
        look.present = true;
        // The most specific signatures: none of their children holds the atom.
        const bool inChild =
            std::ranges::any_of(sig.children, [&](SigId child) { return instance_.states[s].sigs[child].contains(tuple); });
        if (inChild) return;
        const auto color = said(id, &GraphTheme::OfSignature::color);
        if (sig.subset) {
          if (said(id, &GraphTheme::OfSignature::hidden).value_or(false)) return;
          if (color) look.color = color;
        } else if (box.color == uncolored) {
          box.color = color.value_or((id - model::builtin::count) % colors);
          box.shape = said(id, &GraphTheme::OfSignature::shape).value_or(Shape::box);
        }
        look.lines.push_back(sig.name);
      });
    }
  }
}

/// By atom: the signature that holds it and none of whose children does; noId for what is not drawn.
std::vector<SigId> InstanceGraph::mostSpecific(const model::State& state) const {
  std::vector<SigId> result(instance_.universe->size(), noId);
  for (SigId id = 0; id < model_.sigs().size(); ++id) {
    const Sig& sig = model_.sig(id);
    if (sig.subset || !isDrawn(model_, sig)) continue;
    for (const Atom atom : state.sigs[id].atoms()) {
      const bool inChild = std::ranges::any_of(sig.children, [&](SigId child) { return state.sigs[child].contains({&atom, 1}); });
      if (!inChild) result[atom] = id;
    }
  }
  return result;
}

/// The theme's property for a signature, or for the nearest one that it extends.
template <class Property>
Property InstanceGraph::said(SigId id, Property GraphTheme::OfSignature::*property) const {
  if (theme_.signatures.empty()) return {};
  for (SigId at = id; at != noId && !model_.sig(at).builtin; at = model_.sig(at).subset ? noId : model_.sig(at).parents[0]) {
    const auto look = theme_.signatures.find(signatureName(model_, at));
    if (look != theme_.signatures.end() && look->second.*property) return look->second.*property;
  }
  return {};
}

bool InstanceGraph::isProjected(Atom atom, const model::State& state) const {
  return std::ranges::any_of(projections_, [&](const Projection& p) { return state.sigs[p.signature].contains({&atom, 1}); });
}

/// All but the first of a bookkeeping signature's. A column is projected where it holds atoms of that signature only.
std::vector<InstanceGraph::Column> InstanceGraph::columnsOf(const Field& field) const {
  std::vector<Column> columns;
  for (unsigned i = isBookkeeping(model_, model_.sig(field.sig)) ? 1 : 0; i < field.arity; ++i) {
    const auto projection = std::ranges::find_if(projections_, [&](const Projection& p) {
      return std::ranges::all_of(model_.type(field.type).products, [&](const model::Product& product) {
        return product.size() != field.arity || model_.isSubsig(product[i], p.signature);
      });
    });
    columns.push_back({i, projection == projections_.end() ? nullptr : &*projection});
  }
  return columns;
}

void InstanceGraph::addFields() {
  const model::Universe& universe = *instance_.universe;
  std::map<std::tuple<FieldId, Atom, Atom>, std::uint32_t> arrowOf;
  unsigned color = 0;
  for (FieldId id = 0; id < model_.fields().size(); ++id) {
    const Field& field = model_.field(id);
    const auto named = theme_.fields.find(fieldName(model_, id));
    const GraphTheme::OfField look = named == theme_.fields.end() ? GraphTheme::OfField{} : named->second;
    if (field.isMeta || look.hidden) continue;
    const std::vector<Column> columns = columnsOf(field);
    const auto shown = std::ranges::count(columns, nullptr, &Column::projection);
    if (shown == 0 || (shown > 2 && !look.inside)) continue;
    bool drawn = false;
    std::vector<Atom> tuple;  // without what is projected
    for (std::uint32_t s = 0; s < instance_.states.size(); ++s) {
      std::map<std::uint32_t, std::string> remarks;  // by box
      instance_.states[s].fields[id].forEach([&](std::span<const Atom> whole) {
        tuple.clear();
        for (const Column& column : columns) {
          if (!column.projection) tuple.push_back(whole[column.index]);
          if (column.projection && column.projection->atom != whole[column.index]) return;
        }
        const std::uint32_t from = boxOf_[tuple[0]];
        if (from == noId) return;
        if (shown == 1) {
          boxes_[from].looks[s].lines.push_back(field.name);
          return;
        }
        if (const std::uint32_t to = boxOf_[tuple[1]]; to != noId && !look.inside) {
          drawn = true;
          const auto [place, isNew] = arrowOf.try_emplace({id, tuple[0], tuple[1]}, static_cast<std::uint32_t>(arrows_.size()));
          if (isNew)
            arrows_.push_back(
                {field.name, look.color.value_or(color % colors), from, to, std::vector<bool>(instance_.states.size())});
          arrows_[place->second].present[s] = true;
          return;
        }
        std::string& values = remarks[from];
        values += (values.empty() ? "" : ", ") + suite::tupleText(std::span(tuple).subspan(1), universe);
      });
      for (const auto& [box, values] : remarks) boxes_[box].looks[s].lines.push_back(fmt::format("{} = {}", field.name, values));
    }
    if (drawn) ++color;
  }
}

bool InstanceGraph::drawable() const {
  return !boxes_.empty() && boxes_.size() <= mostBoxes && arrows_.size() <= mostArrows;
}

std::string InstanceGraph::dot(std::uint32_t state) const {
  std::string out =
      "digraph instance {\n  node [shape=box, style=rounded, fontname=\"monospace\"];\n  edge [fontname=\"monospace\"];\n";
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const Look& look = boxes_[i].looks[state];
    if (!look.present) continue;
    std::string label = boxes_[i].name;
    for (const std::string& line : look.lines) label += '\n' + line;
    out += fmt::format("  n{} [label=\"{}\"];\n", i, dotText(label));
  }
  for (const Arrow& arrow : arrows_)
    if (arrow.present[state]) out += fmt::format("  n{} -> n{} [label=\"{}\"];\n", arrow.from, arrow.to, dotText(arrow.relation));
  return out + "}\n";
}

void InstanceGraph::place() {
  if (layout_) return;
  const bool trace = instance_.states.size() > 1;
  for (const Box& box : boxes_) {
    double width = widthOf(shortened(box.name, longestText), nameAdvance);
    std::size_t lines = 0;
    for (const Look& look : box.looks) {
      lines = std::max(lines, look.lines.size());
      for (const std::string& line : look.lines) width = std::max(width, widthOf(shortened(line, longestText), lineAdvance));
    }
    const double height = nameHeight + lineHeight * static_cast<double>(lines) + 2 * boxPadding;
    sizes_.push_back({around(box.shape, {std::max(46.0, width + 2 * boxPadding + 4), height}), box.shape});
  }
  std::vector<LayoutEdge> edges;
  for (const Arrow& arrow : arrows_)  // in a trace with room for the sign of a difference
    edges.push_back(
        {arrow.from, arrow.to, {widthOf(shortened(arrow.relation, longestText), lineAdvance) + (trace ? 18 : 6), lineHeight}});
  layout_ = layOut(sizes_, edges);
}

std::string InstanceGraph::boxSvg(const Box& box, Point centre, const LayoutBox& place, std::uint32_t state) const {
  const Look& look = box.looks[state];
  const Look before = state == 0 ? look : box.looks[state - 1];
  if (!look.present && !before.present) return {};
  const char* difference = !before.present ? " new" : !look.present ? " gone" : look != before ? " changed" : "";
  const std::string_view sign = !before.present ? "+ " : !look.present ? "\u2212 " : "";
  const std::vector<std::string>& lines = look.present ? look.lines : before.lines;

  const std::optional<unsigned> color = look.present ? look.color : before.color;
  std::string out = fmt::format("<g class=\"box c{}{}\">", color.value_or(box.color), difference);
  const auto fits = [](const std::string& text) { return displayWidth(text) <= longestText; };
  if (!fits(box.name) || !std::ranges::all_of(lines, fits)) {
    out += "<title>" + escaped(box.name);
    for (const std::string& line : lines) out += "\n" + escaped(line);
    out += "</title>";
  }
  out += outline(place.shape, centre, place.size);
  double y = centre.y - (nameHeight + lineHeight * static_cast<double>(lines.size())) / 2 + 12.5;
  const std::string x = coordinate(centre.x);
  out += fmt::format("<text class=\"name\" x=\"{}\" y=\"{}\">{}{}</text>", x, coordinate(y), sign,
                     escaped(shortened(box.name, longestText)));
  for (const std::string& line : lines) {
    y += lineHeight;
    const bool isNew = look.present && before.present && std::ranges::find(before.lines, line) == before.lines.end();
    out += fmt::format("<text{} x=\"{}\" y=\"{}\">{}</text>", isNew ? " class=\"fresh\"" : "", x, coordinate(y + 1),
                       escaped(shortened(line, longestText)));
  }
  return out + "</g>";
}

std::string InstanceGraph::arrowSvg(const Arrow& arrow, const Layout::Arrow& way, std::uint32_t state) const {
  const bool now = arrow.present[state], before = state == 0 ? now : arrow.present[state - 1];
  if ((!now && !before) || way.curve.empty()) return {};
  const char* difference = !before ? " new" : !now ? " gone" : "";
  const std::string_view sign = !before ? "+ " : !now ? "\u2212 " : "";
  std::string out = fmt::format("<g class=\"arrow f{}{}\">", arrow.color, difference);
  if (displayWidth(arrow.relation) > longestText) out += "<title>" + escaped(arrow.relation) + "</title>";
  return out + fmt::format("<path d=\"{}\"/><path class=\"head\" d=\"{}\"/><text x=\"{}\" y=\"{}\">{}{}</text></g>",
                           pathOf(way.curve), headOf(way.curve.back(), way.tip), coordinate(way.label.x),
                           coordinate(way.label.y + 4), sign, escaped(shortened(arrow.relation, longestText)));
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
  for (std::uint32_t state = 0; states > 1 && state < states; ++state)
    captions.push_back(fmt::format("state {}{}", state, state == instance_.loop ? " (follows the last)" : ""));
  if (!drawable())
    captions = {boxes_.empty()
                    ? "no atoms"
                    : fmt::format("too much to draw: {}, {}", plural(boxCount(), "atom"), plural(arrowCount(), "arrow"))};
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
