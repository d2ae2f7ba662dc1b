// Drawings of instances as graphs: atoms are boxes, tuples of binary relations arrows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "reporters/drawing/graph_layout.h"
#include "reporters/drawing/graph_theme.h"

namespace aunit::reporters {

/// The signatures and fields of a model that drawings show unless a theme hides them.
std::vector<model::SigId> drawnSignatures(const model::Model& model);
std::vector<model::FieldId> drawnFields(const model::Model& model);

/// The states of an instance as graphs with one layout, so that an atom keeps its place from state to state.
///
/// A box shows its atom's name, its most specific signatures (subsets too), and its integers and strings in fields ("age = 3").
/// Relations of more than two columns are not drawn unless a theme wants them inside boxes; the private singleton of a library
/// module (util/ordering's Ord) is left out and its fields are drawn without their first column. Model and instance must outlive
/// the graph.
class InstanceGraph {
 public:
  InstanceGraph(const model::Model& model, const model::Instance& instance, GraphTheme theme = {},
                std::vector<Projection> projections = {});

  /// False when there is nothing to draw, or too much for a person to see anything.
  bool drawable() const;
  std::size_t boxCount() const { return boxes_.size(); }
  std::size_t arrowCount() const { return arrows_.size(); }

  /// One state in Graphviz's language.
  std::string dot(std::uint32_t state) const;

  /// One state as an <svg> element with classes for style sheets; differences to the state before are marked `new`, `gone` or
  /// `changed`. `title` is its accessible name. Must be drawable.
  std::string svg(std::uint32_t state, std::string_view title);
  /// All states side by side as a file of its own, which says so where nothing can be drawn.
  std::string svgDocument(std::string_view title);
  /// The CSS rules for these classes, light and dark.
  static std::string_view styleSheet();

 private:
  struct Look {
    bool present = false;
    std::vector<std::string> lines;  // below the name
    std::optional<unsigned> color;   // of a subset that the atom is in
    friend bool operator==(const Look&, const Look&) = default;
  };
  struct Box {
    std::string name;
    unsigned color = 0;  // of its most specific signature where it first appears
    Shape shape = Shape::box;
    std::vector<Look> looks;  // by state
  };
  struct Arrow {
    std::string relation;
    unsigned color = 0;  // by relation
    std::uint32_t from = 0, to = 0;
    std::vector<bool> present;  // by state
  };

  void addBoxes();
  std::vector<model::SigId> mostSpecific(const model::State& state) const;
  template <class Property>
  Property said(model::SigId id, Property GraphTheme::OfSignature::*property) const;
  bool isProjected(model::Atom atom, const model::State& state) const;
  void addFields();
  struct Column {
    unsigned index;                // in the field
    const Projection* projection;  // null: the column is drawn
  };
  std::vector<Column> columnsOf(const model::Field& field) const;
  void place();
  std::string drawing(std::uint32_t state) const;
  std::string boxSvg(const Box& box, Point centre, const LayoutBox& place, std::uint32_t state) const;
  std::string arrowSvg(const Arrow& arrow, const Layout::Arrow& way, std::uint32_t state) const;

  const model::Model& model_;
  const model::Instance& instance_;
  const GraphTheme theme_;
  const std::vector<Projection> projections_;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> boxOf_;  // by atom; noId where the atom has none
  std::vector<Arrow> arrows_;
  std::vector<LayoutBox> sizes_;  // of the boxes, once placed
  std::optional<Layout> layout_;
};

}  // namespace aunit::reporters
