// Instances drawn as graphs: atoms are boxes, tuples of binary relations arrows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "reporters/graph_layout.h"

namespace aunit::reporters {

/// The states of an instance as graphs with one layout, so that an atom keeps its place from state to state.
///
/// A box shows its atom's name, its most specific signatures (subsets too), and what its fields say of integers and strings ("age
/// = 3"). Relations of more than two columns are not drawn; the private singleton of a library module (util/ordering's Ord) is
/// left out and its fields are drawn without their first column. Model and instance must outlive the graph.
class InstanceGraph {
 public:
  InstanceGraph(const model::Model& model, const model::Instance& instance);

  /// False when there is nothing to draw, or more than a person could see anything in.
  bool drawable() const;
  std::size_t boxCount() const { return boxes_.size(); }
  std::size_t arrowCount() const { return arrows_.size(); }

  /// One state in Graphviz's language.
  std::string dot(std::uint32_t state) const;

  /// One state as an <svg> element with classes for style sheets; what differs from the state before is marked `new`, `gone` or
  /// `changed`. `title` is its accessible name. Only when drawable.
  std::string svg(std::uint32_t state, std::string_view title);
  /// All states side by side as a file of its own; where nothing can be drawn, it says so.
  std::string svgDocument(std::string_view title);
  /// The rules for those classes, light and dark.
  static std::string_view styleSheet();

 private:
  struct Look {
    bool present = false;
    std::vector<std::string> lines;  // below the name
    friend bool operator==(const Look&, const Look&) = default;
  };
  struct Box {
    std::string name;
    unsigned color = 0;       // by its most specific signature where it first appears
    std::vector<Look> looks;  // by state
  };
  struct Arrow {
    std::string relation;
    unsigned color = 0;  // by relation
    std::uint32_t from = 0, to = 0;
    std::vector<bool> present;  // by state
  };

  void addBoxes();
  void addFields();
  void addTuple(model::FieldId field, std::span<const model::Atom> tuple, std::uint32_t state);
  void place();
  std::string drawing(std::uint32_t state) const;
  std::string boxSvg(const Box& box, Point centre, Size size, std::uint32_t state) const;
  std::string arrowSvg(const Arrow& arrow, const Layout::Arrow& way, std::uint32_t state) const;

  const model::Model& model_;
  const model::Instance& instance_;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> boxOf_;  // by atom; noId where the atom has none
  std::vector<Arrow> arrows_;
  std::vector<Size> sizes_;  // of the boxes, once placed
  std::optional<Layout> layout_;
};

}  // namespace aunit::reporters
