// Declarations of two models that say the same in different forms, and the facts that define each by the other.
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/matching.h"

namespace aunit::strength::versions {

/// A field in another form. `order`: by column of the older field, the column of the newer field.
struct FieldForm {
  model::FieldId older = model::noId, newer = model::noId;
  std::vector<unsigned> order;
  bool isRenaming = false;  // the same columns in the same signature
};

/// Fields of signatures below one that has a single field instead.
struct FieldParts {
  std::vector<model::FieldId> parts;
  model::FieldId whole = model::noId;
  bool isWholeNewer = true;
};

/// A subset signature in one model, a signature with one field that holds these atoms in the other.
struct Holder {
  model::SigId subset = model::noId, holder = model::noId;
  model::FieldId field = model::noId;  // of the holder
  bool isSubsetOlder = true;
};

/// By column of a field, the top-level and built-in signatures whose atoms it holds.
std::vector<std::set<model::SigId>> columnsOf(const model::Model& model, model::FieldId id);

/// Gives each model the declarations of the other that have another form there, with a fact that defines them.
class Definitions {
 public:
  /// `known`: what stands for what, from older to newer. The definitions are added to `result`, which must outlive this.
  Definitions(const model::Model& older, const model::Model& newer, const comparison::Correspondence& known, Matching& result);

  /// False if the other model has no signature for one of its columns; then the result is of no use.
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
