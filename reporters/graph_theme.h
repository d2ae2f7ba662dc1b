// How drawings of a model's instances look: what an instance view keeps beside the model.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/instance.h"
#include "model/model.h"
#include "reporters/graph_layout.h"

namespace aunit::reporters {

/// Colours have a light and a dark shade each, in which texts can be read; graph.css has them by number.
inline constexpr std::string_view graphColors[] = {"blue", "orange", "green", "purple", "red", "teal", "yellow", "grey"};

struct GraphTheme {
  /// Of the atoms of a signature. What is not said is as for the signature that it extends. The colour of a subset is that of its
  /// atoms as long as they are in it; its shape means nothing.
  struct OfSignature {
    std::optional<unsigned> color;  // index of graphColors
    std::optional<Shape> shape;
    std::optional<bool> hidden;
    bool projected = false;  // one of its atoms is looked at: see Projection

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

  friend bool operator==(const GraphTheme&, const GraphTheme&) = default;
};

/// The simple name where that is unambiguous, else the qualified one: "Node", "ordering/Ord"; "Node.link".
std::string signatureName(const model::Model& model, model::SigId id);
std::string fieldName(const model::Model& model, model::FieldId id);

/// {"signatures": {"Node": {"color": "red", "shape": "ellipse", "hidden": true, "projected": true}},
///  "fields": {"Node.link": {"color": "blue", "hidden": true, "inside": true}}}: names that no model has are kept. Nothing, with
/// `error`, for what is no such object.
std::optional<GraphTheme> readTheme(std::string_view json, std::string& error);
std::string writeTheme(const GraphTheme& theme);

/// What is left of an instance when one looks at one atom of a signature (the Alloy Analyzer's projection): its atoms are not
/// drawn, and of the relations over it the tuples with that atom, without its column.
struct Projection {
  model::SigId signature = model::noId;
  std::vector<model::Atom> atoms;  // of any state, to choose from
  model::Atom atom = 0;            // the chosen one, where there are any
};

/// The projections that a theme asks for. Chosen is the atom whose name `chosen` has for the signature's, else the first.
std::vector<Projection> projections(const model::Model& model, const model::Instance& instance, const GraphTheme& theme,
                                    const std::map<std::string, std::string>& chosen);

}  // namespace aunit::reporters
