// Themes: how drawings of a model's instances look. The instance view stores the theme in a file beside the model.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"
#include "reporters/drawing/graph_layout.h"

namespace aunit::reporters {

/// Each colour has a light and a dark shade, both with enough contrast for text; graph.css refers to colours by index.
inline constexpr std::string_view graphColors[] = {"blue", "orange", "green", "purple", "red", "teal", "yellow", "grey"};

struct GraphTheme {
  /// The look of a signature's atoms. A property that is not set is inherited from the parent signature. An atom in a subset
  /// has the colour of the subset; the shape of a subset is ignored.
  struct SignatureTheme {
    std::optional<unsigned> color;  // index of graphColors
    std::optional<Shape> shape;
    std::optional<bool> hidden;
    bool projected = false;  // drawings show one atom of this signature at a time: see Projection

    friend bool operator==(const SignatureTheme&, const SignatureTheme&) = default;
  };
  struct FieldTheme {
    std::optional<unsigned> color;
    bool hidden = false;
    bool inside = false;  // values are written into the box of the tuple's first atom, and are not arrows

    friend bool operator==(const FieldTheme&, const FieldTheme&) = default;
  };

  std::map<std::string, SignatureTheme> signatures;  // by signatureName
  std::map<std::string, FieldTheme> fields;          // by fieldName
  std::map<std::string, Point> places;  // by atom name: places that a user has chosen; the scripts of pages apply them
  bool library = false;                 // draw the fields of the private `one` signatures of library modules, too

  friend bool operator==(const GraphTheme&, const GraphTheme&) = default;
};

/// A signature's simple name if it is unique, else its qualified name: "Node", "ordering/Ord". A field's name begins with
/// the signature's: "Node.link".
std::string signatureName(const model::Model& model, model::SigId id);
std::string fieldName(const model::Model& model, model::FieldId id);

/// Format: {"signatures": {"Node": {"color": "red", "shape": "ellipse", "hidden": true, "projected": true}}, "fields":
/// {"Node.link": {"color": "blue", "hidden": true, "inside": true}}, "places": {"Node$0": [10, 20]}, "library": true}. Names that
/// the model lacks are accepted and preserved. Returns nothing and sets `error` if the text does not have this format.
std::optional<GraphTheme> readTheme(std::string_view json, std::string& error);
std::string writeTheme(const GraphTheme& theme);

/// A projection of an instance over one atom of a signature, as in the Alloy Analyzer. The signature's atoms are not drawn. If a
/// relation has a column of this signature, only the relation's tuples with the chosen atom are drawn, without this column.
struct Projection {
  model::SigId signature = model::noId;
  std::vector<model::Atom> atoms;  // the atoms that the signature has in at least one state
  model::Atom atom = 0;            // the chosen atom; meaningless if `atoms` is empty
};

/// The projections that a theme asks for. `chosen` maps signature names to atom names; a signature without an entry gets its
/// first atom.
std::vector<Projection> projections(const model::Model& model, const model::Instance& instance, const GraphTheme& theme,
                                    const std::map<std::string, std::string>& chosen);

}  // namespace aunit::reporters
