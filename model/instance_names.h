// How files that hold instances name the parts of a model. Shared by their readers.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/instance.h"
#include "model/model.h"

namespace aunit::model {

/// Widest integers that instance files may have: their atoms are all in memory.
inline constexpr int widestIntegersInFiles = 16;

/// Signatures by label, fields by signature and simple name. Where the root opens a model, the labels that this model's own files
/// use
/// ("this/Node") name its parts as well.
class InstanceNames {
 public:
  explicit InstanceNames(const Model& model);

  std::optional<SigId> sig(std::string_view label) const;
  std::optional<FieldId> field(SigId sig, std::string_view name) const;
  /// "this/Node.link"
  std::optional<FieldId> field(std::string_view label) const;

  /// Hints for a name that is not there; may be empty.
  std::vector<std::string> hintsForSig(std::string_view label) const;
  std::vector<std::string> hintsForField(std::string_view label) const;

 private:
  std::unordered_map<std::string, SigId> sigs_;
  std::unordered_map<std::string, FieldId> fields_;
  std::vector<std::string> sigLabels_, fieldLabels_;
  const Model& model_;
};

/// An instance over `universe` with `states` states in which everything is empty.
Instance emptyInstance(const Model& model, std::shared_ptr<const Universe> universe, std::size_t states,
                       const std::vector<Skolem>& skolems);

/// Makes every atom of a signature one of its ancestors, too.
void addAtomsToAncestors(const Model& model, State& state);

/// A top-level or sibling signature, which shares an atom with another (or with Int or String); nothing when all are disjoint
/// as declared.
struct SharedAtom {
  SigId first = noId, second = noId;
  Atom atom = 0;
};
std::optional<SharedAtom> findSharedAtom(const Model& model, const Universe& universe, const State& state);

}  // namespace aunit::model
