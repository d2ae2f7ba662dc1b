// Coverage requirements of a model (AUnit paper, section 4.3; manual: docs/coverage.md): plain data that outlives the Model from
// which it was taken, for data files and reports.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/bits.h"
#include "model/source.h"

namespace aunit::coverage {

/// The index of a requirement: the requirements of one subject follow each other, in the order of the subjects.
using RequirementId = std::uint32_t;
inline constexpr std::uint32_t noIndex = 0xffffffff;

/// The kind of a subject, which determines the number of its requirements: 3 for a relation (empty, one tuple, two or more), 2
/// for a formula (true, false), 8 for a quantified one; one for each of Subject::cells (R4 to R9).
enum class SubjectKind : std::uint8_t { signature, field, expression, formula, quantified, implicit, cells };

/// The sets of requirements to which a subject belongs, as bits: R0, R1, R2; R3 by the kind of paragraph with the formula;
/// implicit constraints apart.
using Sets = std::uint16_t;
namespace sets {
inline constexpr Sets r0 = 1, r1 = 2, r2 = 4, facts = 8, predicates = 16, assertions = 32, implicit = 64;
inline constexpr Sets r3 = facts | predicates | assertions;
/// Operator cells, unique cause, weak mutation, multiplicity borders, closure depth, near misses: see cells.h.
inline constexpr Sets r4 = 128, r5 = 256, r6 = 512, r7 = 1024, r8 = 2048, r9 = 4096;
}  // namespace sets

/// The numbers of requirements within their subject.
namespace requirement {
inline constexpr std::uint32_t empty = 0, single = 1, several = 2;  // relations
inline constexpr std::uint32_t isTrue = 0, isFalse = 1;             // formulas
/// Quantified formulas `Q x: d | b`: the paper's additional requirements 1 to 6.
inline constexpr std::uint32_t noBinding = 2, oneTrue = 3, oneFalse = 4, allTrue = 5, allFalse = 6, mixed = 7;
}  // namespace requirement

/// A text as it was read, with all of a literate document; the positions below are byte offsets into it.
struct Source {
  std::string path;
  std::string text;

  friend std::strong_ordering operator<=>(const Source&, const Source&) = default;
};

enum class ParagraphKind : std::uint8_t { signature, fact, predicate, function, assertion };

struct Paragraph {
  ParagraphKind kind = ParagraphKind::signature;
  std::string name;  // "Node"; "fact$1" when none is written
  std::uint32_t source = 0;
  std::uint32_t begin = 0, end = 0;
};

/// One place where a subject is written. Reports colour occurrences, but requirements belong to subjects.
struct Occurrence {
  std::uint32_t paragraph = 0;  // the positions are in its source
  std::uint32_t begin = 0, end = 0;

  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};

/// A signature, a field, or a distinct expression, formula or implicit constraint. Two expressions are one subject when they read
/// the same apart from formatting, and every name means the same declaration (bound variables: same name, same type).
struct Subject {
  SubjectKind kind = SubjectKind::expression;
  Sets sets = 0;
  std::string key;     // stable: "field:list/Node.link", "formula:8c7dd922ad47494f"; survives formatting, comments and order
  std::string text;    // of its first occurrence, on one line without comments
  std::string domain;  // for a quantified formula: "Node" or "x: A, y: B"
  RequirementId first = 0;
  std::vector<Occurrence> occurrences;  // in source order; of a signature or field its declaration is the first
  std::vector<std::string> cells = {};  // for kind `cells`: each requirement in words, "operands disjoint"

  std::uint32_t requirementCount() const {
    if (kind == SubjectKind::cells) return static_cast<std::uint32_t>(cells.size());
    return kind == SubjectKind::quantified ? 8 : kind == SubjectKind::formula || kind == SubjectKind::implicit ? 2 : 3;
  }
  bool isFormula() const { return kind >= SubjectKind::formula && kind != SubjectKind::cells; }
};

/// All requirements of one model. Subjects are in this order: signatures and fields, expressions and formulas in the order of the
/// text, implicit constraints, cells.
struct Requirements {
  std::string model;   // name of its first module
  std::string digest;  // for its paragraphs: equal digests, same requirements
  std::vector<Source> sources;
  std::vector<Paragraph> paragraphs;
  std::vector<Subject> subjects;

  std::uint32_t count() const { return subjects.empty() ? 0 : subjects.back().first + subjects.back().requirementCount(); }
  /// The index of the subject to which a requirement belongs.
  std::uint32_t subjectOf(RequirementId id) const;
  /// Becomes `same` if its sources come first. So, of files with the same requirements (comments or folders may differ), the same
  /// one is shown in whatever order they come.
  void takeFirstText(const Requirements& same);
  /// The position of an offset in a source: lines and columns from 1, columns in code points.
  model::Position positionOf(std::uint32_t source, std::uint32_t offset) const;
  /// The line of an offset in a source.
  std::uint32_t lineOf(std::uint32_t source, std::uint32_t offset) const;
};

std::string_view name(SubjectKind kind);    // "signature" "field" "expression" "formula" "quantified" "implicit" "cells"
std::string_view name(ParagraphKind kind);  // "sig" "fact" "pred" "fun" "assert"

/// The status of a subject: all, some or none of its requirements are met. None means that it was never evaluated, because an
/// evaluation always meets one.
enum class Status : std::uint8_t { neverEvaluated, partly, met };
Status statusOf(const Subject& subject, const Bits& met);

}  // namespace aunit::coverage
