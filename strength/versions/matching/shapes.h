// Declarations that have the same content in different forms: a field instead of a subset, a signature instead of a relation, an
// order instead of a field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/change.h"
#include "strength/versions/matching/renamings.h"

namespace aunit::strength::versions {

/// Two forms of the same content: a plain declaration in one model, and declarations in the other model.
struct Shape {
  enum class Kind : std::uint8_t {
    holder,    // plain form: `sig S in A {}` or `sig S extends A {}`; other form: `one sig T { s: set A }`
    truth,     // plain form: as for `holder`; other form: `sig A { s: one Bool }`
    relation,  // plain form: `sig A { r: set B }`; other form: `sig R { a: one A, b: one B }` with one atom for each tuple
    order,     // plain form: `sig A { next: lone A }`; other form: `open util/ordering[A]`
  } kind = Kind::holder;
  bool isPlainOlder = true;            // whether the older model has the plain form
  model::SigId subset = model::noId;   // for `holder` and `truth`: S of the plain form
  model::FieldId field = model::noId;  // for `relation` and `order`: r or `next` of the plain form
  /// The signature of the other form. `holder`: T; `relation`: R; `order`: the signature of the ordering module; `truth`: noId.
  model::SigId sig = model::noId;
  /// The fields of the other form. `holder`: T.s; `truth`: A.s; `relation`: for each column, a field of R; `order`: First and
  /// Next.
  std::vector<model::FieldId> fields{};
  /// For `truth`: the value for atoms in the subset, the value for other atoms, and the common parent of these values, if any.
  std::vector<model::SigId> values{};
  bool isTurned = false;  // for `order`: whether the field leads to the previous atom
  bool isNamed = false;   // whether names suggest this shape, not only types
  bool isGiven = false;
};

/// Returns the shapes that may match, the likeliest first. `known` gives the newer declarations that correspond to older ones.
/// Any two signatures without a counterpart in `known` may correspond to each other.
std::vector<Shape> shapesOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& known,
                            const std::vector<GivenPair>& given);
/// Whether the columns of both forms have corresponding signatures.
bool isFit(const Shape& shape, const model::Model& older, const model::Model& newer, const comparison::Correspondence& known);
/// A signature or field that a shape uses. No other match may use it, but several shapes may use the same truth values.
struct UsedDeclaration {
  bool isOlder = true, isSig = true;
  std::uint32_t id = model::noId;
  bool operator==(const UsedDeclaration&) const = default;
};
std::vector<UsedDeclaration> usedBy(const Shape& shape);
/// Whether the shapes use no declaration in common.
bool areApart(const Shape& one, const Shape& other);

/// Returns the names of both forms, and the reason: "Door.open.True", "Open", "a subset as a truth value".
Match inWords(const Shape& shape, const model::Model& older, const model::Model& newer);

/// "Sig.field"
std::string nameOfField(const model::Model& model, model::FieldId id);
/// The similarity of two names: 3 if they are equal up to case, plural and underscores, 1 if one contains the other, else 0.
int likenessOfNames(const std::string& one, const std::string& other);

}  // namespace aunit::strength::versions
