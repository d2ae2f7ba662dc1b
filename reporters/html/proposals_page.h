// The page that shows proposed tests to whoever knows what is right.
#pragma once

#include <string>
#include <vector>

#include "suite/outcome.h"

namespace aunit::reporters::html {

struct ProposedTest {
  std::string title;  // what it is for
  std::string says;   // what the model says now: "rejected by acyclic"
  std::string text;   // ready to be pasted
  suite::JudgedOn example;
};

struct Proposals {
  std::string title;                 // "Proposed tests for list.als"
  std::vector<std::string> summary;  // what they are for, a sentence each
  std::string head;                  // what a file of them begins with: "open list"
  std::vector<ProposedTest> tests;
};

/// All on one page, "index.html": each with its picture, and its text with a button that copies it.
std::string proposalsPage(const Proposals& proposals);

}  // namespace aunit::reporters::html
