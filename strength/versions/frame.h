// The frame: a model whose declarations allow all instances of both versions. Declarations that differ are formulas over the
// frame.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/changes/extension.h"
#include "model/formulas/copier.h"
#include "model/instances/instance.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/united.h"

namespace aunit::strength::versions {

/// A declaration or fact in both versions, as formulas over the frame.
struct FramedParagraph {
  std::vector<model::ExprId> older, newer;
  std::string missing;  // the declaration that the older formula needs and the frame lacks: "sig A"; empty if there is none
};

class Frame {
 public:
  /// `sameFacts` has, by fact of the newer model, the equal fact of the older model; noId if there is none.
  Frame(const model::Model& older, const model::Model& newer, comparison::Correspondence corresponding,
        const std::vector<std::uint32_t>& sameFacts);

  const model::Model& older() const { return older_; }
  model::Extension& extension() { return extension_; }
  model::Copier& copier() { return copier_; }
  model::KeyComparison& alike() { return alike_; }
  const comparison::Correspondence& corresponding() const { return corresponding_; }

  /// The conjunction of formulas of the frame.
  model::ExprId all(const std::vector<model::ExprId>& formulas);

  /// What has changed in the declarations of a signature and its fields.
  struct Declaration {
    std::string name;
    model::SigId older = model::noId, newer = model::noId;
    FramedParagraph said;
  };
  const std::vector<Declaration>& declarations() const { return declarations_; }
  /// The signatures and fields that only the newer version has (`onlyNewer`), or only the older version (`onlyOlder`).
  const std::vector<std::string>& onlyNewer() const { return onlyNewer_; }
  const std::vector<std::string>& onlyOlder() const { return onlyOlder_; }

  /// `scope` is a scope of the newer model. Returns the smallest scope of the frame that contains all instances of both versions
  /// within `scope`.
  model::Scope scopeFor(model::Scope scope) const;

  /// Returns what the older version (`asOlder`) or the newer version (`asNewer`) sees of an instance of the frame. The given
  /// instance has all signatures and fields of the newer model.
  model::Instance asOlder(const model::Instance& instance) const;
  model::Instance asNewer(model::Instance instance) const;

 private:
  void relaxDeclarations();
  model::ExprId relaxField(model::FieldId older, model::FieldId newer);
  model::ExprId withinParents(model::SigId sig);
  model::ExprId always(model::ExprId formula);
  bool areLooseBelow(const model::Model& model, model::SigId sig) const;
  Declaration& declaration(model::SigId older, model::SigId newer);

  const model::Model& older_;
  const model::Model& newer_;
  model::Extension extension_;
  model::Model& model_;
  const comparison::Correspondence corresponding_;
  const comparison::Correspondence back_;  // the inverse of `corresponding_`: from newer to older
  UnitedHierarchy united_;
  model::Copier copier_;
  model::KeyComparison alike_;
  std::vector<Declaration> declarations_;
  std::vector<std::string> onlyNewer_, onlyOlder_;
};

}  // namespace aunit::strength::versions
