// Coverage by lines of source, as dashboards for programs want it. A line is covered when a test met a requirement of a subject
// that begins on it; the branches of a line are the requirements of the subjects whose first occurrence begins there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "coverage/criteria.h"
#include "coverage/data.h"

namespace aunit::reporters {

struct CoveredBranch {
  std::uint32_t subject = 0;
  std::uint32_t number = 0;  // of the requirement within its subject
  bool evaluated = false;    // whether its subject was
  std::size_t tests = 0;     // how many met it
};

struct CoveredLine {
  std::size_t tests = 0;  // how many met a requirement of a subject that begins here
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

std::vector<CoveredFile> coveredFiles(const coverage::ModelCoverage& model);
/// The files of all models. A file that several models share is there several times.
std::vector<CoveredFile> coveredFiles(const coverage::Data& data);

}  // namespace aunit::reporters
