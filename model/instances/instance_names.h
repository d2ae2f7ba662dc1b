// Finds parts of a model by their names in instance files, for the readers of XML and JSON.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/instances/instance.h"
#include "model/model.h"

namespace aunit::model {

/// The largest bit width that instance files may have. It is small because each integer becomes an atom in memory.
inline constexpr int widestIntegersInFiles = 16;

/// Finds signatures by label, and fields by signature and simple name. If the root opens a model M, also finds the signatures and
/// fields of M by the labels ("this/Node") that they have in instance files of M.
class InstanceNames {
 public:
  explicit InstanceNames(const Model& model);

  std::optional<SigId> sig(std::string_view label) const;
  std::optional<FieldId> field(SigId sig, std::string_view name) const;
  /// The field with a label such as "this/Node.link".
  std::optional<FieldId> field(std::string_view label) const;

  /// Hints for an unknown name; may be empty.
  std::vector<std::string> hintsForSig(std::string_view label) const;
  std::vector<std::string> hintsForField(std::string_view label) const;

 private:
  std::unordered_map<std::string, SigId> sigs_;
  std::unordered_map<std::string, FieldId> fields_;
  std::vector<std::string> sigLabels_, fieldLabels_;
  const Model& model_;
};

/// An instance over `universe` with `states` states. All signatures, fields and skolems are empty.
Instance emptyInstance(const Model& model, std::shared_ptr<const Universe> universe, std::size_t states,
                       const std::vector<Skolem>& skolems);

/// Adds the atoms of each signature to its ancestors. Returns an error sentence if two disjoint signatures have a common atom.
/// Two signatures are disjoint if both are top-level (Int and String are, too), or if both extend the same signature.
std::optional<std::string> addAtomsToAncestors(const Model& model, const Universe& universe, State& state);

}  // namespace aunit::model
