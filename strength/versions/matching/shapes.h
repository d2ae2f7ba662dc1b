// Pairs of declarations with the same content in different forms: a field for a subset, a signature for a relation, an order for
// a field.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"
#include "strength/comparison/correspondence.h"
#include "strength/versions/change.h"
#include "strength/versions/matching/renamings.h"

namespace aunit::strength::versions {

/// A plain declaration of one model, and the declarations of the other model with the same content.
struct Shape {
  enum class Kind : std::uint8_t {
    holder,    // `sig S in A {}` or `sig S extends A {}`; in the other model: `one sig T { s: set A }`
    truth,     // like `holder`; in the other model: `sig A { s: one Bool }`
    relation,  // `sig A { r: set B }`; in the other model: `sig R { a: one A, b: one B }`, where each tuple has one atom
    order,     // `sig A { next: lone A }`; in the other model: `open util/ordering[A]`
  } kind = Kind::holder;
  bool isPlainOlder = true;            // the older model has the plain declaration
  model::SigId subset = model::noId;   // the plain declaration (S), for holder and truth
  model::FieldId field = model::noId;  // the plain declaration (r, next), for relation and order
  model::SigId sig = model::noId;      // T, R, or the signature of the ordering module; noId for truth
  std::vector<model::FieldId>
      fields{};                        // T.s; for truth: A.s; for relation: by column, the field of R; for order: First and Next
  std::vector<model::SigId> values{};  // for truth: the value of members, the other value, and the signature of both if any
  bool isTurned = false;               // for order: the field leads to the previous atom
  bool isNamed = false;                // the names also suggest this shape
  bool isGiven = false;
};

/// The candidates, the likeliest first. `known`: from older to newer; signatures without a counterpart may correspond to each
/// other.
std::vector<Shape> shapesOf(const model::Model& older, const model::Model& newer, const comparison::Correspondence& known,
                            const std::vector<GivenPair>& given);
/// Whether the columns of both sides have corresponding signatures.
bool isFit(const Shape& shape, const model::Model& older, const model::Model& newer, const comparison::Correspondence& known);
/// A signature or field that a shape uses, so that no other match can use it. Several shapes may use the same truth values.
struct UsedDeclaration {
  bool isOlder = true, isSig = true;
  std::uint32_t id = model::noId;
  bool operator==(const UsedDeclaration&) const = default;
};
std::vector<UsedDeclaration> usedBy(const Shape& shape);
/// Whether the shapes have no declaration in common.
bool areApart(const Shape& one, const Shape& other);

/// The names of both sides, and the reason: "Door.open.True", "Open", "a subset as a truth value".
Match inWords(const Shape& shape, const model::Model& older, const model::Model& newer);

/// "Sig.field"
std::string nameOfField(const model::Model& model, model::FieldId id);
/// The similarity of two names. 3: equal up to case, plural and underscores; 1: one contains the other; 0: otherwise.
int likenessOfNames(const std::string& one, const std::string& other);

}  // namespace aunit::strength::versions
