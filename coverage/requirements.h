// Coverage requirements of a model (AUnit paper, section 4.3; manual: docs/coverage.md). Plain data for files and reports; it
// does not refer to the Model.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/bits.h"
#include "model/source.h"

namespace aunit::coverage {

/// Index of a requirement. The requirements of a subject have consecutive ids, in the order of subjects.
using RequirementId = std::uint32_t;
inline constexpr std::uint32_t noIndex = 0xffffffff;

/// The kind of a subject determines how many requirements it has. A relation has 3 (empty, one tuple, two or more), a formula 2
/// (true, false), a quantified formula 8. A subject of kind `cells` has one for each element of Subject::cells (R4 to R9).
enum class SubjectKind : std::uint8_t { signature, field, expression, formula, quantified, implicit, cells };

/// Sets of requirements, as bits. R0 are signatures, R1 fields, R2 expressions. R3 are formulas, split by the kind of the
/// paragraph that contains the formula. Implicit constraints have a set of their own.
using Sets = std::uint16_t;
namespace sets {
inline constexpr Sets r0 = 1, r1 = 2, r2 = 4, facts = 8, predicates = 16, assertions = 32, implicit = 64;
inline constexpr Sets r3 = facts | predicates | assertions;
/// Operator cells, unique cause, weak mutation, multiplicity borders, closure depth, near misses: see cells.h.
inline constexpr Sets r4 = 128, r5 = 256, r6 = 512, r7 = 1024, r8 = 2048, r9 = 4096;
}  // namespace sets

/// The number of a requirement within its subject, from 0.
namespace requirement {
inline constexpr std::uint32_t empty = 0, single = 1, several = 2;  // relations
inline constexpr std::uint32_t isTrue = 0, isFalse = 1;             // formulas
/// The paper's additional requirements 1 to 6 of a quantified formula `Q x: d | b`, which come after isTrue and isFalse.
inline constexpr std::uint32_t noBinding = 2, oneTrue = 3, oneFalse = 4, allTrue = 5, allFalse = 6, mixed = 7;
}  // namespace requirement

/// A source file. `text` includes all of a literate document; positions are byte offsets into it.
struct Source {
  std::string path;
  std::string text;

  friend std::strong_ordering operator<=>(const Source&, const Source&) = default;
};

enum class ParagraphKind : std::uint8_t { signature, fact, predicate, function, assertion };

struct Paragraph {
  ParagraphKind kind = ParagraphKind::signature;
  std::string name;  // "Node"; "fact$1" for the first fact without a name
  std::uint32_t source = 0;
  std::uint32_t begin = 0, end = 0;
};

/// One occurrence of a subject in a source file. Reports colour occurrences, but requirements belong to subjects.
struct Occurrence {
  std::uint32_t paragraph = 0;  // `begin` and `end` are offsets in the file of this paragraph
  std::uint32_t begin = 0, end = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

/// A signature, a field, or a distinct expression, formula or implicit constraint. Two expressions are the same subject if three
/// conditions hold: they are equal except for formatting; their names refer to the same declarations; their bound variables have
/// the same names and types.
struct Subject {
  SubjectKind kind = SubjectKind::expression;
  Sets sets = 0;
  std::string key;     // does not change with formatting, comments and order: "field:list/Node.link", "formula:8c7dd922ad47494f"
  std::string text;    // text of the first occurrence, in one line without comments
  std::string domain;  // for a quantified formula: "Node" or "x: A, y: B"
  RequirementId first = 0;
  std::vector<Occurrence> occurrences;  // in source order; the first occurrence of a signature or field is its declaration
  std::vector<std::string> cells = {};  // for kind `cells`: each requirement in words, such as "operands disjoint"

  std::uint32_t requirementCount() const {
    if (kind == SubjectKind::cells) return static_cast<std::uint32_t>(cells.size());
    return kind == SubjectKind::quantified ? 8 : kind == SubjectKind::formula || kind == SubjectKind::implicit ? 2 : 3;
  }
  bool isFormula() const { return kind >= SubjectKind::formula && kind != SubjectKind::cells; }
};

/// All requirements of a model. Order of the subjects: signatures and fields; expressions and formulas in source order; implicit
/// constraints; cells.
struct Requirements {
  std::string model;   // name of the model's root module
  std::string digest;  // digest of the model's paragraphs; equal digests mean equal requirements
  std::vector<Source> sources;
  std::vector<Paragraph> paragraphs;
  std::vector<Subject> subjects;

  std::uint32_t count() const { return subjects.empty() ? 0 : subjects.back().first + subjects.back().requirementCount(); }
  /// The index of the subject that has this requirement.
  std::uint32_t subjectOf(RequirementId id) const;
  /// Replaces this object by `same` if `same.sources < sources`. `same` must have equal requirements, but its text may differ in
  /// comments or folders. With this function, a merged report shows the same text in whatever order the reports are merged.
  void takeFirstText(const Requirements& same);
  /// Converts an offset in a source to line and column, which count from 1. Columns count code points.
  model::Position positionOf(std::uint32_t source, std::uint32_t offset) const;
  /// The line of an offset in a source, from 1.
  std::uint32_t lineOf(std::uint32_t source, std::uint32_t offset) const;
};

std::string_view name(SubjectKind kind);    // "signature" "field" "expression" "formula" "quantified" "implicit" "cells"
std::string_view name(ParagraphKind kind);  // "sig" "fact" "pred" "fun" "assert"

/// Whether all, some or none of a subject's requirements are met. If none is met, the subject was never evaluated, since each
/// evaluation meets at least one.
enum class Status : std::uint8_t { neverEvaluated, partly, met };
Status statusOf(const Subject& subject, const Bits& met);

}  // namespace aunit::coverage
