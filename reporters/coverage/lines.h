// Coverage by lines of source, as dashboards for programs want it. A line has the subjects that begin on it; its branches are the
// requirements of those whose first occurrence begins there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "coverage/criteria.h"
#include "coverage/data.h"

namespace aunit::reporters {

/// When a line is covered.
enum class LineRule : std::uint8_t {
  met,      // no requirement of its subjects is unmet
  touched,  // a test met one of them
};

struct CoveredBranch {
  std::uint32_t subject = 0;
  std::uint32_t number = 0;  // of the requirement within its subject
  bool evaluated = false;    // whether its subject was
  std::size_t tests = 0;     // how many met it
};

struct CoveredLine {
  std::size_t tests = 0;  // how many met a requirement of a subject that begins here; 0 if the line is not covered
  std::vector<CoveredBranch> branches;
};

struct CoveredParagraph {
  std::string name;  // "pred NoDirectedCycles"
  std::uint32_t firstLine = 0, lastLine = 0;
  std::size_t tests = 0;  // how many evaluated something in it
};

/// One source: its lines on which subjects begin, and totals. Over all sources of a model the branches are the requirements of
/// model coverage (MC), each counted once, at its first occurrence; those proved infeasible are left out.
struct CoveredFile {
  std::string path;
  std::map<std::uint32_t, CoveredLine> lines;  // by 1-based number
  std::vector<CoveredParagraph> paragraphs;
  coverage::Tally lineTally, branchTally;
};

std::vector<CoveredFile> coveredFiles(const coverage::ModelCoverage& model, LineRule rule);
/// The files of all models. A file that several models share is there several times.
std::vector<CoveredFile> coveredFiles(const coverage::Data& data, LineRule rule);

}  // namespace aunit::reporters
