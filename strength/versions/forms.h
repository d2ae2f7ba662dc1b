// Declarations of two models that have the same content in different forms, and the facts that define each form by the other.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/matching.h"

namespace aunit::strength::versions {

/// A field with another order of columns. `order`: by column of the older field, the column of the newer field.
struct FieldForm {
  model::FieldId older = model::noId, newer = model::noId;
  std::vector<unsigned> order;
  bool isRenaming = false;  // the same columns, in a field of the same signature
};

/// Fields of one name in several signatures; the other model has a single field in a common ancestor instead.
struct FieldParts {
  std::vector<model::FieldId> parts;
  model::FieldId whole = model::noId;
  bool isWholeNewer = true;
};

/// A subset signature of one model. The other model has a signature with one field that holds the same atoms.
struct Holder {
  model::SigId subset = model::noId, holder = model::noId;
  model::FieldId field = model::noId;  // a field of `holder`
  bool isSubsetOlder = true;
};

/// By column of a field: the top-level and built-in signatures of its atoms.
std::vector<std::set<model::SigId>> columnsOf(const model::Model& model, model::FieldId id);

/// Adds to each model the declarations that have another form in the other model, with a fact that defines them.
class Definitions {
 public:
  /// `known`: the correspondence from older to newer. The definitions are added to `result`, which must outlive this object.
  Definitions(const model::Model& older, const model::Model& newer, const comparison::Correspondence& known, Matching& result);

  /// Returns false if the other model has no signature for a column; then `result` is unusable.
  bool define(const FieldForm& form);
  bool define(const FieldParts& group);
  bool define(const Holder& one);

 private:
  void begin();
  std::optional<model::FieldId> lend(bool toNewer, model::FieldId id, bool isVar);

  const model::Model &older_, &newer_;
  const comparison::Correspondence& known_;
  const comparison::Correspondence back_;
  Matching& result_;
};

}  // namespace aunit::strength::versions
