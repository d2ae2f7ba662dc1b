// Grading as tables: CSV and JUnit.

#include <fmt/format.h>
#include <pugixml.hpp>

#include "reporters/grading/grading.h"
#include "reporters/run/xml_text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using strength::grading::Class;
using strength::grading::Judgement;

/// A cell of RFC 4180 on one line, which no spreadsheet takes for a formula.
std::string csvCell(std::string text) {
  text = support::oneLine(text);
  if (!text.empty() && std::string_view("=+-@\t\r").find(text[0]) != std::string_view::npos) text.insert(0, "'");
  if (text.find_first_of(",\"") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string sumOf(const runner::GradingResult& result, std::uint32_t submission) {
  double sum = 0;
  for (const runner::ExerciseResult& one : result.exercises) {
    const auto points = runner::pointsOf(one.exercise, *one.grader, submission);
    if (!points) return "";
    sum += *points;
  }
  return fmt::format("{:g}", sum);
}

}  // namespace

std::string gradingCsv(const runner::GradingResult& result) {
  std::string text = "submission,points";
  for (const runner::ExerciseResult& one : result.exercises)
    for (const char* column : {"points", "class", "cluster"}) text += "," + csvCell(one.exercise.predicate + " " + column);
  text += "\r\n";
  for (std::uint32_t s = 0; s < result.names.size(); ++s) {
    text += csvCell(result.names[s]) + "," + sumOf(result, s);
    for (const runner::ExerciseResult& one : result.exercises) {
      const Judgement& judgement = one.grader->judgements()[s];
      const auto points = runner::pointsOf(one.exercise, *one.grader, s);
      text += fmt::format(",{},{},{}", points ? fmt::format("{:g}", *points) : "", strength::grading::nameOf(judgement.verdict),
                          judgement.cluster == model::noId ? "" : std::to_string(judgement.cluster));
    }
    text += "\r\n";
  }
  return text;
}

std::string gradingJunit(const runner::GradingResult& result) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node suites = document.append_child("testsuites");
  setAttribute(suites, "name", result.assignment.title.empty() ? "aunit grade" : result.assignment.title);
  for (std::uint32_t s = 0; s < result.names.size(); ++s) {
    pugi::xml_node suite = suites.append_child("testsuite");
    setAttribute(suite, "name", result.names[s]);
    std::size_t failures = 0, errors = 0;
    for (const runner::ExerciseResult& one : result.exercises) {
      const Judgement& judgement = one.grader->judgements()[s];
      failures += judgement.verdict != Class::correct && judgement.verdict != Class::unknown;
      errors += judgement.verdict == Class::unknown;
    }
    setAttribute(suite, "tests", std::to_string(result.exercises.size()));
    setAttribute(suite, "failures", std::to_string(failures));
    setAttribute(suite, "errors", std::to_string(errors));
    for (const runner::ExerciseResult& one : result.exercises) {
      const Judgement& judgement = one.grader->judgements()[s];
      pugi::xml_node test = suite.append_child("testcase");
      setAttribute(test, "name", one.exercise.predicate);
      setAttribute(test, "classname", result.names[s]);
      if (judgement.verdict == Class::correct) continue;
      pugi::xml_node problem = test.append_child(judgement.verdict == Class::unknown ? "error" : "failure");
      setAttribute(problem, "message", strength::grading::nameOf(judgement.verdict));
      setAttribute(problem, "type", strength::grading::nameOf(judgement.verdict));
      if (!judgement.why.empty())
        problem.append_child(pugi::node_pcdata).set_value(support::visible(judgement.why, false).c_str());
    }
  }
  return xmlText(document, pugi::format_default);
}

}  // namespace aunit::reporters
