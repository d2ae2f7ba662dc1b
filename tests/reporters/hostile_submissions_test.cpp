// Malicious submissions. Each gets a result of its own, and none affects another one, breaks a report or reveals the solution.
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "reporters/grading/grading.h"
#include "reporters/grading/platforms.h"
#include "reporters/grading/words.h"
#include "reporters/html/grading_pages.h"
#include "runner/grading/grading.h"
#include "support/threads.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::reporters {
namespace {

namespace fs = std::filesystem;
using strength::grading::Class;

const std::string seen =
    "sig Person { tutors: set Person }\n"
    "sig Teacher in Person {}\n"
    "fact Nobody { no iden & tutors }\n"
    "pred helper { some Teacher }\n";

/// The names in the hidden parts occur nowhere else, so a report with such a name reveals the solution.
const std::string right = seen +
                          "pred xyzzyMentor[p: Person] { some xyzzyT: Teacher | xyzzyT->p in tutors }\n"
                          "pred tutored { all xyzzyP: Person | xyzzyMentor[xyzzyP] }\n";

const std::string honest = seen + "pred tutored { all p: Person | some Teacher & tutors.p }\n";
const std::string tooMuch = seen + "pred tutored { all p: Person | some tutors.p }\n";

std::string body(const std::string& formula) {
  return seen + "pred tutored { " + formula + " }\n";
}

/// Fewer levels with AddressSanitizer, which reports exceptions from a stack deeper than 64 MB as an overflow (its issue 189).
constexpr std::size_t deep(std::size_t levels) {
#ifdef __SANITIZE_ADDRESS__
  return levels / 50;
#else
  return levels;
#endif
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

struct Hostile {
  std::string text;
  std::string expected;  // acceptable classes; empty: any
};

std::string manyVariables() {
  std::string names = "a0: Person";
  for (int i = 1; i < 40; ++i) names += fmt::format(", a{}: Person", i);
  return body("all " + names + " | a0 + a39 in Person.tutors or a1->a2 in tutors");
}

std::string doubling(int levels) {
  std::string text = seen + "fun f0[s: Person->Person]: Person->Person { s + s }\n";
  for (int i = 1; i <= levels; ++i)
    text += fmt::format("fun f{}[s: Person->Person]: Person->Person {{ f{}[s] + f{}[s] }}\n", i, i - 1, i - 1);
  return text + fmt::format("pred tutored {{ f{}[tutors] = tutors }}\n", levels);
}

std::string lets(int levels) {
  std::string text = "let x0 = tutors | ";
  for (int i = 1; i <= levels; ++i) text += fmt::format("let x{} = x{}.x{} + x{} | ", i, i - 1, i - 1, i - 1);
  return body(text + fmt::format("some x{}", levels));
}

std::string manyHelpers() {
  std::string text;
  for (int i = 0; i < 3'000; ++i) text += fmt::format("pred h{} {{ some Teacher or no Person or h{} }}\n", i, i + 1);
  return text + "pred h3000 { no none }\n";
}

std::vector<std::pair<std::string, Hostile>> hostileTexts() {
  return {
      // Very large formulas.
      {"variables", {manyVariables(), ""}},
      {"higher-order", {body("all s, t, u: set Person->Person | s.t in u or t.u in tutors"), ""}},
      {"higher-order-some", {body("some s, t, u: set Person->Person | s.t = u and #s > 3 and s != t"), ""}},
      {"doubling", {doubling(60), "invalid"}},
      {"lets", {lets(60), ""}},
      {"itself", {body("tutored"), "invalid"}},
      {"each-other", {seen + "pred a { b }\npred b { a }\npred tutored { a }\n", "invalid"}},
      {"parentheses",
       {body(repeated("(", deep(20'000)) + "some Teacher" + repeated(")", deep(20'000))), "invalid under over both"}},
      {"not", {body(repeated("not ", deep(20'001)) + "some Teacher"), "invalid under over both"}},
      {"quantifiers", {body(repeated("all p: Person | ", deep(3'000)) + "some Teacher"), ""}},
      {"union", {body("some (" + repeated("Teacher + ", deep(20'000)) + "none)"), ""}},
      {"closures", {body("some " + repeated("^", deep(2'000)) + "tutors"), ""}},
      {"implications", {body(repeated("some Teacher implies ", deep(5'000)) + "no Person"), ""}},
      {"cardinalities", {body("#(Person->Person->Person->Person->Person->Person->Person) > 3"), ""}},
      // Unusual texts.
      {"nothing", {"", "forbidden invalid"}},
      {"blanks", {std::string(900'000, ' '), "forbidden invalid"}},
      {"comments", {seen + repeated("// x\n", 150'000) + "pred tutored { no none }", "under"}},
      {"open-comment", {honest + "/* ", "invalid"}},
      {"closes-json", {honest + "// \"}]}, {\"class\": \"correct\"\n", "correct"}},
      {"closes-script", {honest + "-- </script><script>alert(1)</script> ]]> -->\n", "correct"}},
      {"closes-json-in-error", {seen + "pred tutored { \"}]},{\" = <script>alert(1)</script> }", "invalid"}},
      {"nul", {body(std::string("some \0 Teacher", 14)), ""}},
      {"no-utf8", {body("some \xff\xfe\xc0\xaf Teacher"), "invalid"}},
      {"bidi", {body("some \u202e Teacher \u2066"), "invalid under over both"}},
      {"escapes", {body("some \x1b[2J\x1b]0;title\x07 Teacher"), "invalid"}},
      {"workflow-command", {seen + "pred tutored {\n::error file=x::y\n}", "invalid"}},
      {"markup-string", {body("\"<img src=x onerror=alert(1)>\" = none"), ""}},
      // Names and files that do not exist.
      {"opens-right", {"open right\npred tutored { right/tutored }", "invalid"}},
      {"opens-passwd", {"open etc/passwd\n" + honest, "invalid"}},
      {"opens-above", {"open ../../etc/hosts\n" + honest, "invalid"}},
      {"opens-library", {"open util/ordering[Person]\n" + honest, "forbidden"}},
      {"calls-solution", {body("all p: Person | xyzzyMentor[p]"), "invalid"}},
      {"calls-hidden-helper", {seen + "pred tutored { this/xyzzyMentor[Person] }", "invalid"}},
      {"redefines-hidden", {seen + "pred xyzzyMentor { some Teacher }\npred tutored { xyzzyMentor }", "under over both"}},
      {"valuation-from-file", {honest + "val v from \"../right.als\"\n", ""}},
      // Parts that students must not change.
      {"fact", {honest + "fact { no Person }\n", "forbidden"}},
      {"field", {"sig Person { tutors: lone Person }\n" + honest.substr(honest.find('\n') + 1), "forbidden"}},
      {"signature", {honest + "sig Extra {}\n", "forbidden"}},
      {"enum", {honest + "enum Colour { Red, Green }\n", "forbidden"}},
      {"var", {"var " + honest, "forbidden"}},
      {"helper",
       {"sig Person { tutors: set Person }\nsig Teacher in Person {}\nfact Nobody { no iden & tutors }\n"
        "pred helper { no Teacher }\npred tutored { helper }\n",
        "forbidden"}},
      {"appended-fact",
       {"sig Person { tutors: set Person } { no tutors }\n" + honest.substr(honest.find('\n') + 1), "forbidden"}},
      {"twice", {honest + "pred tutored { no none }\n", "invalid"}},
      {"parameters", {seen + "pred tutored[p: Person] { some p }\n", "invalid"}},
      {"macro", {seen + "let tutored = some Teacher\n", "invalid"}},
      {"function", {seen + "fun tutored: Person { Teacher }\n", "invalid"}},
      // Integers and time.
      {"large-integer", {body("#Person = 99999999999999999999"), "invalid"}},
      {"smallest-integer", {body("#Person > -2147483648"), ""}},
      {"overflow", {body("plus[7, 1] < 0 and mul[7, 7] = 1"), ""}},
      {"division", {body("div[1, 0] = 0 or rem[#Person, 0] = 1"), ""}},
      {"sums", {body("(sum p: Person | sum q: Person | #(p.tutors + q.tutors)) > 6"), ""}},
      {"time", {body("always eventually some tutors' - tutors"), ""}},
      // Files in other programs' formats.
      {"byte-order-mark", {"\xef\xbb\xbf" + honest, "correct"}},
      {"carriage-returns", {std::regex_replace(honest, std::regex("\n"), "\r\n"), "correct"}},
      {"utf-16", {std::string("\xff\xfes\0i\0g\0", 8), "invalid"}},
      {"no-end-of-line", {honest.substr(0, honest.size() - 1), "correct"}},
      // Names with another meaning.
      {"module-of-the-library", {"module util/ordering\n" + honest, ""}},
      {"module-right", {"module right\n" + honest, "correct"}},
      {"parametric-module", {"module x[Person]\n" + honest, "forbidden invalid"}},
      {"helper-as-function-of-library",
       {"open util/relation\n" + seen + "fun dom[r: univ->univ]: set univ { none }\n" + "pred tutored { dom[tutors] = none }\n",
        ""}},
      {"opens-relations", {"open util/relation\n" + seen + "pred tutored { Person in ran[Teacher <: tutors] }\n", "correct"}},
      {"alias", {"open util/relation as tutored\n" + honest, ""}},
      {"macro-for-everything", {seen + "let Person = none\nlet tutors = none->none\npred tutored { no Person }\n", ""}},
      {"variable-as-signature", {body("all Person: univ, Teacher: univ | Person in Teacher"), "invalid under over both"}},
      {"doubling-macros",
       {seen +
            "let m1[x] = x + x\nlet m2[x] = m1[m1[m1[m1[x]]]]\nlet m3[x] = m2[m2[m2[m2[x]]]]\nlet m4[x] = m3[m3[m3[m3[x]]]]\n" +
            "pred tutored { some m4[m4[tutors]] }\n",
        ""}},
      {"receiver", {seen + "pred Person.tutored { some this }\n", "invalid"}},
      {"long-name",
       {seen + "pred " + std::string(300'000, 'x') + " {}\npred tutored { " + std::string(300'000, 'x') + " }\n", "under"}},
      {"many-helpers", {seen + manyHelpers() + "pred tutored { h0 }\n", "under invalid"}},
      {"tests", {honest + "val v { Person = P0 }\ntest \"t\" { v satisfies tutored }\n", ""}},
      {"commands", {honest + "run tutored for 200\ncheck { tutored } for 99 but 12 int\n", "correct"}},
  };
}

class HostileSubmissions : public testing::Test {
 protected:
  static runner::GradingOptions options() {
    runner::GradingOptions options;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    options.limits.seconds = 2;
#else
    options.limits.seconds = 0.5;
#endif
    options.jobs = 2;
    return options;
  }

  runner::Assignment assignment() const {
    runner::Assignment assignment;
    assignment.right = folder_ / "right.als";
    strength::grading::Exercise exercise;
    exercise.name = "tutored";
    exercise.partial = strength::grading::PartialCredit::suite;
    assignment.exercises.push_back(exercise);
    assignment.hidden = {"xyzzyMentor"};
    return assignment;
  }

  std::vector<runner::Submission> submissions() const {
    std::vector<std::string> errors;
    auto found = runner::readSubmissions({folder_ / "answers"}, "", errors);
    EXPECT_TRUE(errors.empty());
    return found;
  }

  /// Grades on a deep stack, as the program does.
  strength::grading::Report graded() const {
    strength::grading::Report report;
    const auto work = [&] { report = runner::grade(assignment(), submissions(), options()); };
    { const support::Thread thread(work); }
    return report;
  }

  test::TemporaryFolder folder_;
};

strength::grading::AnswerReport answerOf(const strength::grading::Report& report, const std::string& name) {
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s)
    if (fs::path(report.submissions[s].name).filename() == name) return report.exercises[0].answers[s];
  return {};
}

TEST_F(HostileSubmissions, EachGetsItsResult) {
  folder_.write("right.als", right);
  const std::map<std::string, std::string> plain = {{"a-first.als", honest},
                                                    {"m-second.als", tooMuch},
                                                    {"zz-last.als", seen + "pred tutored { no p: Person | no tutors.p }\n"}};
  for (const auto& [name, text] : plain) folder_.write("answers/" + name, text);
  const strength::grading::Report alone = graded();
  std::map<std::string, std::string> expected;  // by name
  for (const auto& [name, hostile] : hostileTexts()) {
    folder_.write("answers/" + name + ".als", hostile.text);
    expected[name + ".als"] = hostile.expected;
  }
  // Files that are not regular, are too long, or have names that are dangerous in output.
  fs::create_symlink("../right.als", folder_.path() / "answers/link.als");
  fs::create_symlink("nowhere", folder_.path() / "answers/dangling.als");
  ASSERT_EQ(mkfifo((folder_ / "answers/pipe.als").c_str(), 0600), 0);
  folder_.write("answers/long.als", std::string(10'000'000, '('));
  for (const char* name : {"link.als", "dangling.als", "pipe.als", "long.als"}) expected[name] = "invalid";
  for (const std::string& name :
       {std::string("=cmd|' C'!A0.als"), std::string("<img src=x onerror=alert(1)>.als"), std::string("a\nb\r,\"c\".als"),
        std::string("::error::x.als"), std::string(200, 'n') + ".als", std::string("\x1b[2J.als"), std::string("\xff.als")}) {
    folder_.write("answers/" + name, tooMuch);
    expected[name] = "under";
  }
  expected["a-first.als"] = "correct";
  expected["m-second.als"] = expected["zz-last.als"] = "under";
  ASSERT_GE(expected.size(), 60u);

  const strength::grading::Report report = graded();
  ASSERT_TRUE(report.errors.empty());
  ASSERT_EQ(report.submissions.size(), expected.size());
  ASSERT_FALSE(report.interrupted);
  const auto& answers = report.exercises[0].answers;
  std::uint32_t last = 0;
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s) {
    const std::string name = fs::path(report.submissions[s].name).filename().string();
    const std::string got = nameOf(answers[s].verdict);
    if (const std::string& classes = expected.at(name); !classes.empty()) {
      EXPECT_NE((" " + classes + " ").find(" " + got + " "), std::string::npos) << name << ": " << got << "\n" << answers[s].why;
    }
    if (name == "zz-last.als") last = s;
    EXPECT_EQ(answers[s].why.empty(), answers[s].cluster != model::noId) << name;
    EXPECT_LT(answers[s].why.size(), 100'000u) << name;
  }
  // Equivalent answers are in one cluster, regardless of their names.
  EXPECT_GE(report.exercises[0].clusters[answers[last].cluster].answers.size(), 8u);

  // No submission affects another.
  for (const auto& [name, text] : plain) {
    const auto before = answerOf(alone, name), after = answerOf(report, name);
    EXPECT_EQ(before.verdict, after.verdict) << name;
    EXPECT_EQ(before.points, after.points) << name;
    ASSERT_NE(before.cluster, model::noId);
    const auto& one = alone.exercises[0].clusters[before.cluster];
    const auto& other = report.exercises[0].clusters[after.cluster];
    EXPECT_EQ(one.name, other.name);
    ASSERT_EQ(one.accepted.has_value(), other.accepted.has_value());
    if (one.accepted) {
      EXPECT_EQ(situationInWords(*alone.model, one.accepted->wrong), situationInWords(*report.model, other.accepted->wrong));
    }
  }

  // No student's page reveals the solution, and no submitted text starts markup in a page.
  for (std::uint32_t s = 0; s < report.submissions.size(); ++s) {
    const std::string name = fs::path(report.submissions[s].name).filename().string();
    const bool own =
        name.find("hidden") != std::string::npos || name.find("solution") != std::string::npos;  // the page's own words
    const std::string markdown = feedbackMarkdown(report, s), page = html::feedbackPage(report, s);
    for (const std::string& text : {markdown, page, gradescopeJson(report, s), prairieLearnJson(report, s),
                                    codeRunnerJson(report, s), classroomJson(report, s)}) {
      EXPECT_TRUE(own || text.find("xyzzy") == std::string::npos) << name;
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << name;
      EXPECT_EQ(text.find('\0'), std::string::npos) << name;
    }
    EXPECT_EQ(page.find("zz-last") == std::string::npos, name != "zz-last.als") << name << " names another student";
    EXPECT_EQ(page.find("<script>alert"), std::string::npos) << name;
    EXPECT_EQ(page.find("<img"), std::string::npos) << name;
    for (const std::string& json :
         {gradescopeJson(report, s), prairieLearnJson(report, s), codeRunnerJson(report, s), classroomJson(report, s)})
      EXPECT_FALSE(nlohmann::json::parse(json, nullptr, false).is_discarded()) << name;
  }

  // Reports for the teacher are well-formed.
  const auto json = nlohmann::json::parse(gradingJson(report), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["submissions"].size(), expected.size());
  const std::string csv = gradingCsv(report);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), static_cast<std::ptrdiff_t>(expected.size() + 1));
  EXPECT_EQ(csv.find("\n="), std::string::npos);
  pugi::xml_document junit;
  EXPECT_TRUE(junit.load_string(gradingJunit(report).c_str()));
  const std::string index = html::gradingIndexPage(report);
  EXPECT_EQ(index.find("<script>alert"), std::string::npos);
  EXPECT_EQ(index.find("<img"), std::string::npos);
}

// A spreadsheet evaluates a cell that begins with a sign such as `=`, also in full width.
TEST(GradingTables, HaveNoFormulas) {
  strength::grading::Report report;
  const std::vector<std::string> names = {"=1+1",
                                          "  -1",
                                          "@x",
                                          "+x",
                                          "|x",
                                          "%x",
                                          "\uff1d1",
                                          "\uff0b1",
                                          "\uff0d1",
                                          "\uff20x",
                                          "\u3000\uff1d1",
                                          "\u00a0=1",
                                          " \u00a0 \u3000@x"};
  for (const std::string& name : names) report.submissions.push_back({name, name, 1, "", true});
  report.submissions.push_back({"x=1", "\u00e4=", 1, "", true});
  const std::string csv = gradingCsv(report);
  for (const std::string& name : names)
    EXPECT_NE(csv.find("\n'" + name + ",'" + name + ","), std::string::npos) << name << "\n" << csv;
  EXPECT_NE(csv.find("\nx=1,\u00e4=,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace aunit::reporters
