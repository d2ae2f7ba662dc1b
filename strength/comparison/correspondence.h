// The counterparts of one model's parts in another: the same names in the same places.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "model/model.h"

namespace aunit::strength::comparison {

/// Other names: the label in the one model ("this/Node", "this/Node.link") and that in the other.
using Renamings = std::map<std::string, std::string>;

/// Whether a signature or field of one name is the same if one model declares it `var`, or below another parent, or `in` instead
/// of `extends`.
enum class Kinds : std::uint8_t { alike, any };

/// Signatures and fields of a model, `from`, that another one, `to`, has as well. Two signatures are the same when their labels
/// are, their parents are the same, and both or neither are subsets and `var`; two fields when their signatures, names and
/// arities are, and both or neither are `var`. Multiplicities and bounds may differ. With Kinds::any two signatures of one label
/// are the same if both are top-level, or neither is and all that they are below is the same.
struct Correspondence {
  std::vector<model::SigId> sigs;      // by id in `from`; noId: the other has none
  std::vector<model::FieldId> fields;  // the same
  bool sameTypes = true;               // each field may hold the same atoms in both

  std::optional<model::Type> type(const model::Type& type) const;
};
Correspondence correspondence(const model::Model& from, const model::Model& to, const Renamings& renamings = {},
                              Kinds kinds = Kinds::alike);

/// The signatures without parents, and built-in ones, that a signature is declared to be within: itself if it has none.
std::set<model::SigId> topsOf(const model::Model& model, model::SigId sig);

/// Takes out fields that may hold atoms of which only one model has the signature, and names them: "field A.f".
std::vector<std::string> leaveToVersions(const model::Model& from, const model::Model& to, Correspondence& corresponding);

/// Whether expressions of two models say the same in the same words: equal nodes, bound variables by the order in which they are
/// bound, functions by what they say.
class Alike {
 public:
  Alike(const model::Model& from, const model::Model& to, const Correspondence& corresponding)
      : from_(from), to_(to), corresponding_(corresponding) {}

  /// Closed expressions; noId is like noId.
  bool expressions(model::ExprId from, model::ExprId to);
  /// Parameters, result and body, whatever their names.
  bool functions(model::FuncId from, model::FuncId to);

 private:
  bool same(model::ExprId from, model::ExprId to);
  bool same(std::span<const model::Decl> from, std::span<const model::Decl> to);
  bool sameDecl(const model::Decl& from, const model::Decl& to);
  void bind(model::VarId from, model::VarId to) { variables_[from] = to; }

  const model::Model& from_;
  const model::Model& to_;
  const Correspondence& corresponding_;
  std::unordered_map<model::VarId, model::VarId> variables_;
  std::map<std::pair<model::FuncId, model::FuncId>, bool> functions_;
  std::set<std::pair<model::FuncId, model::FuncId>> assumed_;  // those that are being compared, which may call themselves
};

}  // namespace aunit::strength::comparison
