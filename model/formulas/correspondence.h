// Maps signatures and fields of one model to those of another.
#pragma once

#include <optional>
#include <vector>

#include "model/model.h"

namespace aunit::model {

/// For each signature and field of a model `from`: its counterpart in a model `to`.
struct Correspondence {
  std::vector<SigId> sigs;      // by id in `from`: the counterpart; noId if there is none
  std::vector<FieldId> fields;  // by id in `from`: the counterpart; noId if there is none
  bool sameTypes = true;        // corresponding fields have corresponding types

  /// The type in `to` that corresponds to a type of `from`. std::nullopt if a signature has no counterpart.
  std::optional<Type> type(const Type& type) const;
  /// The counterpart of the signature or field to which a node of `from` refers. Throws Untranslatable.
  std::uint32_t counterpart(const Model& from, const Expr& node) const;
  /// The inverse correspondence, from `to` to `from`.
  Correspondence turned(const Model& to) const;
  /// The correspondence of a model with itself, or with an Extension of it.
  static Correspondence identity(const Model& model);
};

}  // namespace aunit::model
