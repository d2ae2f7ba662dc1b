// Declarations that say the same in two models, but in different ways, such as a subset signature and a field of truth values.
// Each model also gets the other model's declaration, with a fact that defines the added relation by the model's own one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/matching/matching.h"
#include "strength/versions/matching/shapes.h"

namespace aunit::strength::versions {

/// Two fields that differ in the order of their columns. `order[i]` is the column of the newer field that corresponds to column
/// `i` of the older field.
struct FieldForm {
  model::FieldId older = model::noId, newer = model::noId;
  std::vector<unsigned> order;
  /// Whether only the names of the fields differ: both have the same order of columns, and their signatures correspond.
  bool isRenaming = false;
};

/// Fields with the same name in several signatures. The other model has one field instead, in a common ancestor of these
/// signatures.
struct FieldParts {
  std::vector<model::FieldId> parts;
  model::FieldId whole = model::noId;
  bool isWholeNewer = true;
};

/// Adds to each model those declarations that have another form in the other model, with a fact that defines them. The definition
/// omits tuples that the added relation cannot contain. So the addition never excludes an instance of the model.
class Definitions {
 public:
  /// `known` is the correspondence from the older to the newer model. The definitions are added to `result`, which must outlive
  /// this object.
  Definitions(const model::Model& older, const model::Model& newer, const comparison::Correspondence& known, Matching& result);

  /// Adds the definitions of one form. Returns false if the other model has no signature for a column; then `result` must not be
  /// used.
  bool define(const FieldForm& form);
  bool define(const FieldParts& group);
  bool define(const Shape& shape);

 private:
  /// One direction: declarations of the model `from` are added to the model `to`.
  struct Side {
    const model::Model& from;
    model::Extension& to;
    comparison::Correspondence& there;  // the correspondence from `from` to `to`, with the added declarations
    bool isToNewer;
  };
  Side side(bool toNewer);
  std::string rename(const Side& side, const std::string& label);
  std::optional<model::FieldId> lend(const Side& side, model::FieldId id, bool isVar);
  model::SigId lendAlone(const Side& side, model::SigId id, model::Multiplicity multiplicity);
  std::optional<model::SigId> lendSubset(const Side& side, model::SigId id, bool isVar);
  bool lendValues(const Side& side, const Shape& shape);
  bool defineSubset(const Shape& shape);
  bool defineRelation(const Shape& shape);
  bool defineOrder(const Shape& shape);

  const model::Model &older_, &newer_;
  comparison::Correspondence known_, back_;
  Matching& result_;
};

}  // namespace aunit::strength::versions
