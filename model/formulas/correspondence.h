// The counterparts of one model's signatures and fields in another.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// The counterparts in a model `to` of the signatures and fields of a model `from`.
struct Correspondence {
  std::vector<SigId> sigs;      // by id in `from`; noId: no counterpart
  std::vector<FieldId> fields;  // likewise
  bool sameTypes = true;        // each field may hold the same atoms in both

  /// The type in `to` that corresponds to a type of `from`; nothing if a signature has no counterpart.
  std::optional<Type> type(const Type& type) const;
  /// The counterpart of the signature or field that a node of `from` names. Throws Untranslatable.
  std::uint32_t counterpart(const Model& from, const Expr& node) const;
  /// The inverse correspondence, from `to` to `from`.
  Correspondence turned(const Model& to) const;
  /// The correspondence of a model with itself, or with an Extension of it.
  static Correspondence identity(const Model& model);
};

}  // namespace aunit::model
