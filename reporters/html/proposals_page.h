// The page of proposed tests, for people who know what is right.
#pragma once

#include <string>
#include <vector>

#include "suite/outcome.h"

namespace aunit::reporters::html {

struct ProposedTest {
  std::string title;  // its purpose
  std::string says;   // the model's verdict now: "rejected by acyclic"
  std::string text;   // ready to be pasted
  suite::JudgedOn example;
};

struct Proposals {
  std::string title;                 // "Proposed tests for list.als"
  std::vector<std::string> summary;  // their purposes, a sentence each
  std::string head;                  // the beginning of a file of them: "open list"
  std::vector<ProposedTest> tests;
};

/// "index.html": all proposals, each with its picture, and its text with a button that copies it.
std::string proposalsPage(const Proposals& proposals);

}  // namespace aunit::reporters::html
