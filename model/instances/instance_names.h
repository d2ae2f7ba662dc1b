// Names of a model's parts in files that hold instances; shared by the readers of XML and JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::model {

/// The largest bit width that instance files may have, because all integer atoms are in memory.
inline constexpr int widestIntegersInFiles = 16;

/// Signatures by label, fields by signature and simple name. If the root opens a model, the labels in files of that model
/// itself ("this/Node") name its parts as well.
class InstanceNames {
 public:
  explicit InstanceNames(const Model& model);

  std::optional<SigId> sig(std::string_view label) const;
  std::optional<FieldId> field(SigId sig, std::string_view name) const;
  /// "this/Node.link"
  std::optional<FieldId> field(std::string_view label) const;

  /// Hints for a name that the model does not have; may be empty.
  std::vector<std::string> hintsForSig(std::string_view label) const;
  std::vector<std::string> hintsForField(std::string_view label) const;

 private:
  std::unordered_map<std::string, SigId> sigs_;
  std::unordered_map<std::string, FieldId> fields_;
  std::vector<std::string> sigLabels_, fieldLabels_;
  const Model& model_;
};

/// An instance over `universe` with `states` states in which every signature, field and skolem is empty.
Instance emptyInstance(const Model& model, std::shared_ptr<const Universe> universe, std::size_t states,
                       const std::vector<Skolem>& skolems);

/// Adds the atoms of each signature to all its ancestors. A sentence, where two signatures share an atom although both are
/// top-level, or one of them and Int or String, or extend the same signature.
std::optional<std::string> addAtomsToAncestors(const Model& model, const Universe& universe, State& state);

}  // namespace aunit::model
