// The counterparts of one model's signatures and fields in another.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// Signatures and fields of a model, `from`, and what they are in another, `to`.
struct Correspondence {
  std::vector<SigId> sigs;      // by id in `from`; noId: the other has none
  std::vector<FieldId> fields;  // the same
  bool sameTypes = true;        // each field may hold the same atoms in both

  /// A type of `from` as one of `to`; nothing if it has a signature without a counterpart.
  std::optional<Type> type(const Type& type) const;
  /// What the signature or field of a node of `from` is in `to`. Throws Untranslatable.
  std::uint32_t counterpart(const Model& from, const Expr& node) const;
  /// From `to` to `from`.
  Correspondence turned(const Model& to) const;
  /// From a model to itself, or to a copy of it that grows.
  static Correspondence identity(const Model& model);
};

}  // namespace aunit::model
