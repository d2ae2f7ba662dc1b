// The signatures, fields and variables that searched formulas may mention, each with the kinds of its columns. Kinds help to
// avoid expressions that are always empty.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/changes/nodes.h"
#include "model/model.h"
#include "strength/synthesis/columns.h"

namespace aunit::strength::synthesis {

/// The kind of the atoms in one column of a relation: a number for their top-level signature; `anyKind` if the column has atoms
/// of several top-level signatures.
using Kind = std::uint8_t;
inline constexpr Kind anyKind = 0xff;
struct Kinds {
  std::uint8_t arity = 1;
  std::array<Kind, maximalColumns> columns{};
  friend bool operator==(const Kinds&, const Kinds&) = default;
};

/// A smallest expression, from which larger expressions are made.
struct Leaf {
  model::ExprId expr = model::noId;
  Kinds kinds;
  std::uint16_t cost = 1;
};

/// A signature over which variables may be quantified, with three such variables.
struct Domain {
  model::SigId sig = model::noId;
  model::ExprId expr = model::noId;
  Kind kind = 0;
  bool topLevel = false;
  std::array<model::VarId, 3> variables{};
  std::array<model::ExprId, 3> uses{};  // the expressions that mention these variables
};

class Vocabulary {
 public:
  /// Adds nodes and variables to the model. The names of the variables differ from all names that the user declares. Signatures
  /// and fields of library modules, and of the modules in `avoid`, are not in the vocabulary.
  Vocabulary(const model::Model& model, model::Nodes& nodes, const std::vector<model::ModuleId>& avoid);

  /// Has a leaf for each signature and field. If `x` is a `var` signature or field, has a second leaf for its value in the next
  /// state (`x'`).
  const std::vector<Leaf>& leaves() const { return leaves_; }
  const std::vector<Domain>& domains() const { return domains_; }
  /// Returns a variable as a leaf; nothing if its values cannot be stored in columns.
  std::optional<Leaf> leafOf(model::VarId variable, model::Nodes& nodes) const;
  /// Returns the kinds of the columns of relations that have this type; nothing if such relations cannot be stored in columns.
  std::optional<Kinds> kindsOf(const model::Type& type) const;
  bool changes() const { return changes_; }

 private:
  Kind kindOf(model::SigId sig) const;
  void addProjections(model::Nodes& nodes);
  std::string freshName(model::SigId sig);

  const model::Model& model_;
  std::vector<Kind> kinds_;  // by signature
  std::vector<Leaf> leaves_;
  std::vector<Domain> domains_;
  std::vector<std::string> taken_;
  bool changes_ = false;  // whether the model has `var` relations
};

}  // namespace aunit::strength::synthesis
