// Themes: the look of drawings of a model's instances, which an instance view keeps beside the model.
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

/// Each colour has a light and a dark shade, both legible with text; graph.css has them by number.
inline constexpr std::string_view graphColors[] = {"blue", "orange", "green", "purple", "red", "teal", "yellow", "grey"};

struct GraphTheme {
  /// The look of a signature's atoms. Properties left open are those of the signature that it extends. Atoms have the colour of a
  /// subset while they are in it; its shape means nothing.
  struct OfSignature {
    std::optional<unsigned> color;  // index of graphColors
    std::optional<Shape> shape;
    std::optional<bool> hidden;
    bool projected = false;  // drawings are projected over it: see Projection

    friend bool operator==(const OfSignature&, const OfSignature&) = default;
  };
  struct OfField {
    std::optional<unsigned> color;
    bool hidden = false;
    bool inside = false;  // written into the box of the first atom instead of drawn as arrows

    friend bool operator==(const OfField&, const OfField&) = default;
  };

  std::map<std::string, OfSignature> signatures;  // by signatureName
  std::map<std::string, OfField> fields;          // by fieldName
  std::map<std::string, Point> places;            // by name of atoms: where a person has put them, which is for scripts to follow
  bool library = false;                           // draw the fields of the library's private singletons, too

  friend bool operator==(const GraphTheme&, const GraphTheme&) = default;
};

/// The simple name where it is unambiguous, else the qualified one: "Node", "ordering/Ord"; "Node.link".
std::string signatureName(const model::Model& model, model::SigId id);
std::string fieldName(const model::Model& model, model::FieldId id);

/// {"signatures": {"Node": {"color": "red", "shape": "ellipse", "hidden": true, "projected": true}}, "fields": {"Node.link":
/// {"color": "blue", "hidden": true, "inside": true}}, "places": {"Node$0": [10, 20]}, "library": true}: names that the model
/// lacks are kept. Returns nothing, with `error`, for a text that is no such object.
std::optional<GraphTheme> readTheme(std::string_view json, std::string& error);
std::string writeTheme(const GraphTheme& theme);

/// A projection of an instance over one atom of a signature, as in the Alloy Analyzer: the signature's atoms are not drawn, and a
/// relation over it is drawn as its tuples with the chosen atom, without this column.
struct Projection {
  model::SigId signature = model::noId;
  std::vector<model::Atom> atoms;  // of all states, to choose from
  model::Atom atom = 0;            // the chosen one, where there are any
};

/// The projections that a theme asks for. `chosen` has names of atoms by names of signatures; without one the first atom is
/// chosen.
std::vector<Projection> projections(const model::Model& model, const model::Instance& instance, const GraphTheme& theme,
                                    const std::map<std::string, std::string>& chosen);

}  // namespace aunit::reporters
