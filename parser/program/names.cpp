#include "parser/program/names.h"

#include <algorithm>
#include <cctype>

namespace aunit::parser::program {

namespace {

// Reserved words of Alloy and its test language (because prompts are in Alloy), and names that the translation uses.
const std::set<std::string> taken{
    "abstract", "all",        "and",     "as",     "assert", "but",        "check",        "disj",  "else",     "enum",
    "exactly",  "expect",     "extends", "fact",   "for",    "fun",        "iden",         "iff",   "implies",  "in",
    "int",      "Int",        "let",     "lone",   "module", "no",         "none",         "not",   "one",      "open",
    "or",       "pred",       "private", "run",    "seq",    "set",        "sig",          "some",  "String",   "sum",
    "this",     "univ",       "after",   "always", "before", "eventually", "historically", "once",  "releases", "since",
    "steps",    "triggered",  "until",   "var",    "val",    "test",       "state",        "loop",  "from",     "satisfies",
    "violates", "valid",      "invalid", "gives",  "State",  "Bool",       "True",         "False", "Initial",  "Next",
    "Stuck",    "NoDeadlock", "NoError", "Steps",  "Start",  "Domains"};

}  // namespace

Names::Names(const Program& program) : used_(taken) {
  for (const Enumeration& e : program.enumerations) {
    enumerations.push_back(unused(e.name.empty() ? "Values" : e.name));
    members.emplace_back();
    for (const std::string& member : e.members) members.back().push_back(unused(member));
  }
  for (const Variable& v : program.variables) variables.push_back(unused(v.name));
  for (const Process& p : program.processes) {
    processes.push_back(unused(p.name));
    counters.push_back(unused("pc_" + p.name));
    locations.emplace_back();
    for (const Location& l : p.locations) locations.back().push_back(unused(p.name + "_" + l.name));
  }
  for (const Proposition& p : program.propositions) propositions.push_back(unused(p.name));
  ofModule = unused(program.name.empty() ? "Program" : program.name);
}

std::string Names::unused(std::string wanted) {
  for (char& c : wanted)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  wanted.erase(std::unique(wanted.begin(), wanted.end(), [](char a, char b) { return a == '_' && b == '_'; }), wanted.end());
  while (!wanted.empty() && wanted.back() == '_') wanted.pop_back();
  if (wanted.empty() || std::isdigit(static_cast<unsigned char>(wanted[0])) || wanted[0] == '_') wanted = "x" + wanted;
  while (!used_.insert(wanted).second) wanted += "_";
  return wanted;
}

}  // namespace aunit::parser::program
