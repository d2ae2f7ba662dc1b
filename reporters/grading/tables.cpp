// Results of grading as CSV and as JUnit XML.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "reporters/csv.h"
#include "reporters/grading/grading.h"
#include "reporters/run/xml_text.h"
#include "support/visible.h"

namespace aunit::reporters {

namespace {

using namespace strength::grading;
using GradeReport = strength::grading::Report;

std::string pointsCell(const std::optional<double>& points) {
  return points ? fmt::format("{:g}", *points) : "";
}

}  // namespace

std::string gradingCsv(const GradeReport& report) {
  std::string text = "submission,student,attempt,time,counts,points";
  for (const ExerciseReport& one : report.exercises)
    for (const char* column : {"points", "class", "cluster", "group"}) text += "," + csvCell(one.exercise.name + " " + column);
  text += "\r\n";
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s) {
    const SubmissionReport& submission = report.submissions[s];
    text += fmt::format("{},{},{},{},{},{}", csvCell(submission.name), csvCell(submission.student), submission.attempt,
                        csvCell(submission.time), submission.counts ? "yes" : "no", pointsCell(pointsOf(report, s)));
    for (const ExerciseReport& one : report.exercises) {
      const AnswerReport& answer = one.answers[s];
      const bool clustered = answer.cluster != model::noId;
      text += fmt::format(",{},{},{},{}", pointsCell(answer.points), answer.elsewhere ? "" : nameOf(answer.verdict),
                          clustered ? std::to_string(answer.cluster) : "", clustered ? one.clusters[answer.cluster].name : "");
    }
    text += "\r\n";
  }
  return text;
}

std::string gradingJunit(const GradeReport& report) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node suites = document.append_child("testsuites");
  setAttribute(suites, "name", report.title.empty() ? "aunit grade" : report.title);
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s) {
    pugi::xml_node suite = suites.append_child("testsuite");
    setAttribute(suite, "name", report.submissions[s].name);
    std::size_t tests = 0, failures = 0, errors = 0;
    for (const ExerciseReport& one : report.exercises) {
      const AnswerReport& answer = one.answers[s];
      if (answer.elsewhere) continue;
      ++tests;
      failures += answer.verdict != Class::correct && answer.verdict != Class::unknown;
      errors += answer.verdict == Class::unknown;
    }
    setAttribute(suite, "tests", std::to_string(tests));
    setAttribute(suite, "failures", std::to_string(failures));
    setAttribute(suite, "errors", std::to_string(errors));
    for (const ExerciseReport& one : report.exercises) {
      const AnswerReport& answer = one.answers[s];
      if (answer.elsewhere) continue;
      pugi::xml_node test = suite.append_child("testcase");
      setAttribute(test, "name", one.exercise.name);
      setAttribute(test, "classname", report.submissions[s].name);
      if (answer.verdict == Class::correct) continue;
      pugi::xml_node problem = test.append_child(answer.verdict == Class::unknown ? "error" : "failure");
      setAttribute(problem, "message", nameOf(answer.verdict));
      setAttribute(problem, "type", nameOf(answer.verdict));
      if (!answer.why.empty()) problem.append_child(pugi::node_pcdata).set_value(support::visible(answer.why, false).c_str());
    }
  }
  return xmlText(document, pugi::format_default);
}

}  // namespace aunit::reporters
