// Drawings of instances as graphs: atoms are boxes, tuples of binary relations arrows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "reporters/drawing/graph_layout.h"
#include "reporters/drawing/graph_theme.h"
#include "suite/outcome.h"

namespace aunit::reporters {

/// Whether a signature is the private singleton of a library module, which holds relations and is nothing by itself.
bool isBookkeeping(const model::Model& model, model::SigId id);

/// The signatures and fields of a model that drawings show unless a theme hides them; those of bookkeeping signatures only with
/// `library`.
std::vector<model::SigId> drawnSignatures(const model::Model& model);
std::vector<model::FieldId> drawnFields(const model::Model& model, bool library);

/// The states of an instance as graphs with one layout, so that an atom keeps its place from state to state.
///
/// A box shows its atom's name, behind the variables whose witness it is ("u = User$2"), its most specific signatures (subsets
/// too), and its integers and strings in fields ("age = 3"). A tuple of more than two columns is an arrow from its first atom to
/// its last, labelled with those between ("cached [Key$0]"). The private singleton of a library module (util/ordering's Ord) and
/// its fields are left out unless the theme asks for them; the fields are drawn without their first column then. Tuples that are
/// `marked` have the class `wrong` and ` !` behind what stands for them. Model and instance must outlive the graph.
class InstanceGraph {
 public:
  InstanceGraph(const model::Model& model, const model::Instance& instance, GraphTheme theme = {},
                std::vector<Projection> projections = {}, std::vector<suite::MarkedTuple> marked = {});

  /// False when there is nothing to draw, or too much for a person to see anything.
  bool drawable() const;
  std::size_t boxCount() const { return boxes_.size(); }
  std::size_t arrowCount() const { return arrows_.size(); }

  /// One state in Graphviz's language.
  std::string dot(std::uint32_t state) const;

  /// One state as an <svg> element with classes for style sheets; differences to the state before are marked `new`, `gone` or
  /// `changed`, the rest of a later state `same`. Boxes and arrows say in `data-` attributes what they are, for scripts: `box`,
  /// `name`, `atom` (its number), `sig` and `at` (centre and size); `from` and `to` (boxes), `field` and `tuple` (atoms by
  /// number). `title` is its accessible name. Must be drawable.
  std::string svg(std::uint32_t state, std::string_view title);
  /// All states side by side as a file of its own, which says so if nothing can be drawn.
  std::string svgDocument(std::string_view title);
  /// The CSS rules for these classes, light and dark.
  static std::string_view styleSheet();

 private:
  struct Look {
    bool present = false;
    std::string witness;             // in front of the name: the variables whose value the atom is, "u = v = "
    std::vector<std::string> lines;  // below the name
    std::optional<unsigned> color;   // of a subset that the atom is in
    friend bool operator==(const Look&, const Look&) = default;
  };
  struct Box {
    model::Atom atom = 0;
    std::string name;
    std::string sig;     // most specific signature where it first appears
    unsigned color = 0;  // of its most specific signature where it first appears
    Shape shape = Shape::box;
    std::vector<Look> looks;  // by state
  };
  struct Arrow {
    std::string relation;  // with the atoms between the first and the last
    std::string field;     // as the theme names it; of a witness empty
    std::string tuple;     // all its atoms by number, "3 17"
    unsigned color = 0;    // by relation
    std::uint32_t from = 0, to = 0;
    std::vector<bool> present;  // by state
    std::vector<bool> marked;
  };

  void addBoxes();
  std::vector<model::SigId> mostSpecific(const model::State& state) const;
  template <class Property>
  Property said(model::SigId id, Property GraphTheme::OfSignature::*property) const;
  bool isMarked(bool isField, std::uint32_t id, std::uint32_t state, std::span<const model::Atom> tuple) const;
  bool isProjected(model::Atom atom, const model::State& state) const;
  void addFields();
  void addWitnesses();
  /// A relation to be drawn, with its values by state.
  struct Relation {
    model::FieldId id = model::noId;  // noId: of a witness
    std::string name, field;
    std::vector<const model::TupleSet*> values;
    bool inside = false;
    unsigned color = 0;
  };
  struct Column {
    unsigned index;                // in the field
    const Projection* projection;  // null: the column is drawn
  };
  std::vector<Column> columnsOf(const model::Field& field) const;
  bool add(const Relation& relation, std::span<const Column> columns);
  void place();
  std::string drawing(std::uint32_t state) const;
  std::string boxSvg(const Box& box, Point centre, const LayoutBox& place, std::uint32_t state) const;
  std::string arrowSvg(const Arrow& arrow, const Layout::Arrow& way, std::uint32_t state) const;

  const model::Model& model_;
  const model::Instance& instance_;
  const GraphTheme theme_;
  const std::vector<Projection> projections_;
  const std::vector<suite::MarkedTuple> marked_;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> boxOf_;  // by atom; noId if the atom has none
  std::vector<Arrow> arrows_;
  std::vector<LayoutBox> sizes_;  // of the boxes, once placed
  std::optional<Layout> layout_;
};

}  // namespace aunit::reporters
