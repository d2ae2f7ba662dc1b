// The declarations that two versions of a model share. Declarations that differ become formulas over them.
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

/// A declaration or fact in either version, as formulas over the frame.
struct FramedParagraph {
  std::vector<model::ExprId> older, newer;
  std::string missing;  // what of the older could not be said: "sig A"; empty: nothing
};

class Frame {
 public:
  /// `same`: by fact of the newer model, the older one that says the same; noId: none.
  Frame(const model::Model& older, const model::Model& newer, comparison::Correspondence corresponding,
        const std::vector<std::uint32_t>& sameFacts);

  const model::Model& older() const { return older_; }
  model::Extension& extension() { return extension_; }
  model::Copier& copier() { return copier_; }
  model::Alike& alike() { return alike_; }
  const comparison::Correspondence& corresponding() const { return corresponding_; }

  /// By signature of the newer model, what changed declarations of it and of its fields say; by name.
  struct Declaration {
    std::string name;
    model::SigId older = model::noId, newer = model::noId;
    FramedParagraph said;
  };
  const std::vector<Declaration>& declarations() const { return declarations_; }
  /// Signatures or fields that the older version does not have, or the newer one does not.
  const std::vector<std::string>& onlyNewer() const { return onlyNewer_; }
  const std::vector<std::string>& onlyOlder() const { return onlyOlder_; }

  /// A scope of the newer model in which the frame has room for what either version has within it.
  model::Scope scopeFor(model::Scope scope) const;

  /// An instance of the frame as one of the older model, and of the newer, whose signatures and fields the frame has.
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
  const comparison::Correspondence back_;  // from the newer to the older model
  United united_;
  model::Copier copier_;
  model::Alike alike_;
  std::vector<Declaration> declarations_;
  std::vector<std::string> onlyNewer_, onlyOlder_;
};

}  // namespace aunit::strength::versions
