// Coverage requirements of a model (AUnit paper, section 4.3; manual: docs/coverage.md). Plain data for files and reports, which
// may outlive the Model.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/bits.h"
#include "model/source.h"

namespace aunit::coverage {

/// The index of a requirement. The requirements of a subject are consecutive, in the order of subjects.
using RequirementId = std::uint32_t;
inline constexpr std::uint32_t noIndex = 0xffffffff;

/// The kind of a subject. It determines the number of requirements: 3 for a relation (empty, one tuple, two or more), 2 for a
/// formula (true, false), 8 for a quantified formula; for `cells`, one for each of Subject::cells (R4 to R9).
enum class SubjectKind : std::uint8_t { signature, field, expression, formula, quantified, implicit, cells };

/// The sets of requirements that contain a subject, as bits: R0, R1, R2; R3 by the kind of paragraph that contains the formula;
/// implicit constraints separately.
using Sets = std::uint16_t;
namespace sets {
inline constexpr Sets r0 = 1, r1 = 2, r2 = 4, facts = 8, predicates = 16, assertions = 32, implicit = 64;
inline constexpr Sets r3 = facts | predicates | assertions;
/// Operator cells, unique cause, weak mutation, multiplicity borders, closure depth, near misses: see cells.h.
inline constexpr Sets r4 = 128, r5 = 256, r6 = 512, r7 = 1024, r8 = 2048, r9 = 4096;
}  // namespace sets

/// The numbers of requirements in their subject.
namespace requirement {
inline constexpr std::uint32_t empty = 0, single = 1, several = 2;  // relations
inline constexpr std::uint32_t isTrue = 0, isFalse = 1;             // formulas
/// Quantified formulas `Q x: d | b`: the paper's additional requirements 1 to 6.
inline constexpr std::uint32_t noBinding = 2, oneTrue = 3, oneFalse = 4, allTrue = 5, allFalse = 6, mixed = 7;
}  // namespace requirement

/// A text as it was read, including all of a literate document; positions are byte offsets into it.
struct Source {
  std::string path;
  std::string text;

  friend std::strong_ordering operator<=>(const Source&, const Source&) = default;
};

enum class ParagraphKind : std::uint8_t { signature, fact, predicate, function, assertion };

struct Paragraph {
  ParagraphKind kind = ParagraphKind::signature;
  std::string name;  // "Node"; "fact$1" if it has no name
  std::uint32_t source = 0;
  std::uint32_t begin = 0, end = 0;
};

/// One occurrence of a subject in a text. Reports colour occurrences, but requirements belong to subjects.
struct Occurrence {
  std::uint32_t paragraph = 0;  // begin and end are offsets in its source
  std::uint32_t begin = 0, end = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

/// A signature, a field, or a distinct expression, formula or implicit constraint. Two expressions are one subject if they differ
/// only in formatting, and each name refers to the same declaration (bound variables: same name, same type).
struct Subject {
  SubjectKind kind = SubjectKind::expression;
  Sets sets = 0;
  std::string key;     // stable under formatting, comments and order: "field:list/Node.link", "formula:8c7dd922ad47494f"
  std::string text;    // of its first occurrence, in one line without comments
  std::string domain;  // for a quantified formula: "Node" or "x: A, y: B"
  RequirementId first = 0;
  std::vector<Occurrence> occurrences;  // in source order; for a signature or field the declaration is the first
  std::vector<std::string> cells = {};  // for kind `cells`: each requirement in words, "operands disjoint"

  std::uint32_t requirementCount() const {
    if (kind == SubjectKind::cells) return static_cast<std::uint32_t>(cells.size());
    return kind == SubjectKind::quantified ? 8 : kind == SubjectKind::formula || kind == SubjectKind::implicit ? 2 : 3;
  }
  bool isFormula() const { return kind >= SubjectKind::formula && kind != SubjectKind::cells; }
};

/// All requirements of one model. The subjects are in this order: signatures and fields; expressions and formulas in source
/// order; implicit constraints; cells.
struct Requirements {
  std::string model;   // name of its first module
  std::string digest;  // of its paragraphs; equal digests mean equal requirements
  std::vector<Source> sources;
  std::vector<Paragraph> paragraphs;
  std::vector<Subject> subjects;

  std::uint32_t count() const { return subjects.empty() ? 0 : subjects.back().first + subjects.back().requirementCount(); }
  /// The index of the subject of a requirement.
  std::uint32_t subjectOf(RequirementId id) const;
  /// Replaces this by `same`, which has equal requirements, if its sources come first in order. So the same of several texts
  /// (which may differ in comments or folders) is shown, whatever their order.
  void takeFirstText(const Requirements& same);
  /// The position of an offset in a source: 1-based line and column; columns count code points.
  model::Position positionOf(std::uint32_t source, std::uint32_t offset) const;
  /// The line of an offset in a source.
  std::uint32_t lineOf(std::uint32_t source, std::uint32_t offset) const;
};

std::string_view name(SubjectKind kind);    // "signature" "field" "expression" "formula" "quantified" "implicit" "cells"
std::string_view name(ParagraphKind kind);  // "sig" "fact" "pred" "fun" "assert"

/// The status of a subject: all, some or none of its requirements are met. None means that it was never evaluated, because each
/// evaluation meets one.
enum class Status : std::uint8_t { neverEvaluated, partly, met };
Status statusOf(const Subject& subject, const Bits& met);

}  // namespace aunit::coverage
