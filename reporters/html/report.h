// What the HTML report shows, as plain data: made by reporters/html/collect.h, shown by reporters/html/pages.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "coverage/criteria.h"
#include "runner/run_result.h"

namespace aunit::reporters::html {

/// How far the requirements of an expression or formula are met. `unmet`: it was evaluated or at hand, but met none;
/// `infeasible`: what is left cannot be met by any valuation.
enum class Standing : std::uint8_t { met, partly, unmet, neverEvaluated, infeasible };
inline constexpr std::size_t standings = 5;

/// One thing that the tests should have shown.
struct Requirement {
  std::string asks;  // "false", "two or more tuples"
  bool met = false;
  bool infeasible = false;
  std::vector<std::uint32_t> metBy;  // indices of tests, ascending
};

/// A signature, field, expression or formula with its requirements; what reads the same counts once, wherever it stands.
struct Subject {
  enum class Kind : std::uint8_t { signature, field, expression, formula, implicit } kind = Kind::expression;
  std::string text;
  std::vector<Requirement> requirements;
  std::vector<std::string> values;  // some of those it took
  std::uint64_t valueCount = 0;     // how many different ones it took; 0 when that is not known
};

/// Where a subject stands in a text: bytes begin .. end-1.
struct Occurrence {
  std::uint32_t begin = 0, end = 0;
  std::uint32_t subject = 0;
  Standing standing = Standing::neverEvaluated;
};

/// Without what has been proved infeasible.
using Count = coverage::Tally;

struct Criterion {
  std::string key;    // "FC"
  std::string title;  // "Formulas"
  Count count;
};

struct Paragraph {
  std::string kind;  // "fact", "predicate", ...
  std::string name;
  std::uint32_t line = 1;
  Count count;
};

struct SourceFile {
  std::string path;
  std::string text;
  std::vector<Occurrence> occurrences;
  std::vector<Paragraph> paragraphs;
  std::vector<Count> criteria;  // in the order of Report::criteria
};

/// A requirement as a sentence, with `code` in backquotes.
struct Gap {
  std::string sentence;
  std::uint32_t file = 0;
  std::uint32_t line = 1;
};

struct Test {
  suite::TestResult result;
  std::size_t requirementsMet = 0;
  std::vector<Gap> onlyByThis;  // requirements that no other test met
};

struct Report {
  std::string title;         // what was run
  runner::RunResult run;     // without its tests, which are in `tests`
  bool hasCoverage = false;  // false: the tests alone
  std::vector<Criterion> criteria;
  std::vector<Subject> subjects;
  std::vector<SourceFile> files;
  std::vector<Gap> gaps;  // most useful first
  std::vector<Test> tests;
};

}  // namespace aunit::reporters::html
