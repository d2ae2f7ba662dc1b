// Drawings of instances as graphs: atoms are boxes, tuples of binary relations are arrows.
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

/// Whether a signature is a private `one` signature of a library module. Such a signature exists only to have fields,
/// like Ord of util/ordering.
bool isBookkeeping(const model::Model& model, model::SigId id);

/// The signatures and fields of a model that drawings show unless a theme hides them. Includes fields of bookkeeping signatures
/// only if `library` is true.
std::vector<model::SigId> drawnSignatures(const model::Model& model);
std::vector<model::FieldId> drawnFields(const model::Model& model, bool library);

/// The states of an instance as graphs with one layout, so that an atom keeps its place from state to state.
///
/// A box shows the atom's name. The variables of which the atom is the witness precede the name ("u = User$2"). The atom's most
/// specific signatures, including subsets, and the fields with integers or strings ("age = 3") follow below the name. A tuple of
/// more than two columns is an arrow from its first atom to its last, labelled with the atoms between ("cached [Key$0]"). A
/// bookkeeping signature is not drawn. Its fields are drawn only if GraphTheme::library is true, and then without their first
/// column. Tuples in `marked` have the class `wrong`, and a text that ends in ` !`.
class InstanceGraph {
 public:
  InstanceGraph(const model::Model& model, const model::Instance& instance, GraphTheme theme = {},
                std::vector<Projection> projections = {}, std::vector<suite::MarkedTuple> marked = {});

  /// Whether the graph has boxes, and is small enough to be read.
  bool drawable() const;
  std::size_t boxCount() const { return boxes_.size(); }
  std::size_t arrowCount() const { return arrows_.size(); }

  /// One state in Graphviz's language DOT.
  std::string dot(std::uint32_t state) const;

  /// One state as an <svg> element with classes for style sheets. Differences to the previous state have the class `new`, `gone`
  /// or `changed`; everything else in a later state has `same`. `data-` attributes are for scripts: boxes have `box`, `name`,
  /// `atom` (its number), `sig` and `at` (centre and size); arrows have `from` and `to` (boxes), `field` and `tuple` (atom
  /// numbers). `title` is the accessible name. Requires drawable().
  std::string svg(std::uint32_t state, std::string_view title);
  /// All states side by side as a standalone SVG file. If the graph is not drawable, the file says so.
  std::string svgDocument(std::string_view title);
  /// The CSS rules for the classes that svg() uses, light and dark.
  static std::string_view styleSheet();

 private:
  struct Look {
    bool present = false;
    std::string witness;             // the variables of which the atom is the witness, before its name: "u = v = "
    std::vector<std::string> lines;  // lines of text below the name
    std::optional<unsigned> color;   // colour of the subset that has the atom, if the theme gives the subset a colour
    friend bool operator==(const Look&, const Look&) = default;
  };
  struct Box {
    model::Atom atom = 0;
    std::string name;
    std::string sig;     // the most specific signature in the first state that has the atom
    unsigned color = 0;  // colour of the signature `sig`
    Shape shape = Shape::box;
    std::vector<Look> looks;  // one for each state
  };
  struct Arrow {
    std::string relation;  // label: the relation and the atoms between the first and the last
    std::string field;     // name of the field in themes; empty for a witness
    std::string tuple;     // numbers of all atoms of the tuple, "3 17"
    unsigned color = 0;    // colour of the relation
    std::uint32_t from = 0, to = 0;
    std::vector<bool> present;  // for each state: whether the relation has the tuple
    std::vector<bool> marked;
  };

  void addBoxes();
  std::vector<model::SigId> mostSpecific(const model::State& state) const;
  template <class Property>
  Property said(model::SigId id, Property GraphTheme::SignatureTheme::*property) const;
  bool isMarked(bool isField, std::uint32_t id, std::uint32_t state, std::span<const model::Atom> tuple) const;
  bool isProjected(model::Atom atom, const model::State& state) const;
  void addFields();
  void addWitnesses();
  /// A relation to be drawn, with its values by state.
  struct Relation {
    model::FieldId id = model::noId;  // noId for a witness
    std::string name, field;
    std::vector<const model::TupleSet*> values;
    bool inside = false;
    unsigned color = 0;
  };
  struct Column {
    unsigned index;                // index of the column in the field
    const Projection* projection;  // null if the column is drawn
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
  std::vector<std::uint32_t> boxOf_;  // by atom: index of its box; noId if the atom has no box
  std::vector<Arrow> arrows_;
  std::vector<LayoutBox> sizes_;  // sizes of the boxes; place() sets them
  std::optional<Layout> layout_;
};

}  // namespace aunit::reporters
