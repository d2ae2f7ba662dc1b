// Coverage by source lines, for dashboards that expect the coverage of program code. A subject (a formula, expression, signature
// or field that has requirements) belongs to each line on which one of its occurrences begins. The requirements of a subject are
// branches of the line on which its first occurrence begins.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "coverage/criteria.h"
#include "coverage/data.h"

namespace aunit::reporters {

/// When a line counts as covered.
enum class LineRule : std::uint8_t {
  met,      // all requirements of its subjects are met or infeasible
  touched,  // at least one requirement of its subjects is met
};

struct CoveredBranch {
  std::uint32_t subject = 0;
  std::uint32_t number = 0;  // index of the requirement within its subject
  bool evaluated = false;    // whether a test evaluated the subject
  std::size_t tests = 0;     // number of tests that met the requirement
};

struct CoveredLine {
  std::size_t tests = 0;  // number of tests that meet a requirement of a subject on this line; 0 if the line is not covered
  std::vector<CoveredBranch> branches;
};

struct CoveredParagraph {
  std::string name;  // "pred NoDirectedCycles"
  std::uint32_t firstLine = 0, lastLine = 0;
  std::size_t tests = 0;  // number of tests that evaluated something in the paragraph
};

/// One source: its lines that have subjects, and totals. The branches of all sources of a model are the requirements of model
/// coverage (MC). Each requirement counts once, at its first occurrence; requirements proved infeasible do not count.
struct CoveredFile {
  std::string path;
  std::map<std::uint32_t, CoveredLine> lines;  // by 1-based number
  std::vector<CoveredParagraph> paragraphs;
  coverage::Tally lineTally, branchTally;
};

std::vector<CoveredFile> coveredFiles(const coverage::ModelCoverage& model, LineRule rule);
/// The files of all models. If several models share a file, the result has the file once for each model.
std::vector<CoveredFile> coveredFiles(const coverage::Data& data, LineRule rule);

}  // namespace aunit::reporters
