// The page of proposed tests, for a reader who decides whether their verdicts are right.
#pragma once

#include <string>
#include <vector>

#include "suite/outcome.h"

namespace aunit::reporters::html {

struct ProposedTest {
  std::string title;  // what the test is for
  std::string says;   // the model's verdict now: "`acyclic` rejects this valuation"
  std::string text;   // Alloy text to copy
  suite::JudgedInstance example;
};

struct Proposals {
  std::string title;                 // "Proposed tests for list.als"
  std::vector<std::string> summary;  // lines on how many goals are met
  std::string head;                  // the first lines of a file with these tests: "open list"
  std::vector<ProposedTest> tests;
};

/// "index.html": each proposal with a picture, and its text with a button that copies the text.
std::string proposalsPage(const Proposals& proposals);

}  // namespace aunit::reporters::html
