#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "coverage/cells.h"
#include "coverage/record.h"
#include "reporters/html/pages.h"
#include "reporters/html/report.h"
#include "reporters/html/write.h"
#include "reporters/markup.h"
#include "support/files.h"
#include "tests/reporters/loaded.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::reporters::html {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

TEST(Markup, escapesWhatWouldBeMarkup) {
  EXPECT_EQ(escaped("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(scriptJson("</script><!-- \"\\\n\x7f\xff"), "\"\\u003c/script\\u003e\\u003c!-- \\\"\\\\\\n\uFFFD\uFFFD\"");
}

coverage::Occurrence at(const std::string& text, const std::string& piece) {
  const auto begin = static_cast<std::uint32_t>(text.find(piece));
  return {0, begin, begin + static_cast<std::uint32_t>(piece.size())};
}

coverage::Requirements& requirementsOf(runner::RunResult& run) {
  return run.coverage->models.at(0).requirements;
}

/// A run of five tests of a model that has a partly met formula and a met expression.
runner::RunResult sample() {
  coverage::Requirements r;
  r.model = "one";
  r.digest = "1";
  r.sources = {{"models/one<1>.als", "fact F { some a.r\n  and no r }\n\n-- <script>alert(1)</script>\n"}};
  const std::string& text = r.sources[0].text;
  r.paragraphs = {{coverage::ParagraphKind::fact, "F", 0, 0, 30}};
  const std::string formula = "some a.r\n  and no r";
  r.subjects = {{coverage::SubjectKind::formula, coverage::sets::facts, "formula:1", formula, "", 0, {at(text, formula)}},
                {coverage::SubjectKind::expression, coverage::sets::r2, "expression:2", "a.r", "", 2, {at(text, "a.r")}}};
  const std::vector<std::size_t> met[] = {{0, 2}, {0, 3}, {0, 4}, {}, {0}};
  coverage::Data data;
  coverage::ModelCoverage& model = data.of(r);
  for (std::size_t i = 0; i < std::size(met); ++i) {
    coverage::TestRecord record{"t.aunit::test </title><script>" + std::to_string(i), true, coverage::Bits(r.count()), {}};
    for (const std::size_t id : met[i]) record.met.set(id);
    if (i == 0) record.values = {{0, {"true"}}, {1, {"{<b>}", "{}"}}};
    model.add(record);
  }
  return runOf(std::move(data));
}

TEST(SourcePage, nestsOccurrencesAndReopensThemOnTheNextLine) {
  const runner::RunResult run = sample();
  const std::string page = sourcePage(reportOn("sample", run), 0);
  EXPECT_THAT(page,
              HasSubstr("fact F { <span class=\"partly\" id=\"o0\">some <span class=\"met\" id=\"o1\">a.r</span></span></code>"));
  EXPECT_THAT(page, HasSubstr("<code>  <span class=\"partly\" data-o=\"0\">and no r</span> }</code>"));
}

TEST(SourcePage, marksLinesWithWhatDeservesALook) {
  const runner::RunResult run = sample();
  EXPECT_THAT(sourcePage(reportOn("sample", run), 0),
              HasSubstr("<div id=\"L1\"><a href=\"#L1\">1</a><i class=\"partly\">\u25d0</i>"));
}

TEST(SourcePage, dropsWhatCrossesAndWhatLiesBehindTheText) {
  runner::RunResult run = sample();
  coverage::Requirements& r = requirementsOf(run);
  r.sources[0].text = "abcdef";
  r.subjects[0].occurrences = {{0, 0, 4}, {0, 3, 3}};
  r.subjects[1].occurrences = {{0, 2, 6}, {0, 5, 99}};
  EXPECT_THAT(sourcePage(reportOn("sample", run), 0),
              HasSubstr("<code><span class=\"partly\" id=\"o0\">abcd</span>e<span class=\"met\" id=\"o1\">f</span></code>"));
}

TEST(SourcePage, tellsTheScriptWhichTestsMetWhat) {
  const runner::RunResult run = sample();
  const std::string page = sourcePage(reportOn("sample", run), 0);
  const std::string open = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(open) + open.size();
  const auto data = nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  const auto expected = nlohmann::json::parse(R"({
    "o": [0, 1],
    "s": [["formula", "some a.r\n  and no r", ["true"], 1, [[1, "true", 0], [0, "false", 1]]],
          ["expression", "a.r", ["{<b>}", "{}"], 2, [[1, "empty", 2], [1, "exactly one tuple", 3], [1, "two or more tuples", 4]]]],
    "t": ["0-2,4", "", "0", "1", "2"]})");
  EXPECT_EQ(data, expected);
}

TEST(SourcePage, isWhereLinksOfRequirementsLead) {
  const runner::RunResult run = sample();
  const Report report = reportOn("sample", run);
  EXPECT_THAT(indexPage(report), HasSubstr("was never false <a class=\"where\" href=\"source/1-one-1-.als.html#o0\">"));
  EXPECT_THAT(sourcePage(report, 0), HasSubstr("was never false <a class=\"where\" href=\"#o0\">line 1</a>"));
  EXPECT_THAT(testPage(report, 2), HasSubstr("<code>a.r</code>: two or more tuples <a class=\"where\" "
                                             "href=\"../source/1-one-1-.als.html#o1\">models/one&lt;1&gt;.als:1</a>"));
}

TEST(Pages, escapeEverythingFromModelsAndTests) {
  const runner::RunResult run = sample();
  const Report report = reportOn("sample", run);
  for (const std::string& page : {indexPage(report), sourcePage(report, 0), testPage(report, 3)}) {
    EXPECT_THAT(page, Not(HasSubstr("<script>")));
    EXPECT_THAT(page, Not(HasSubstr("<b>")));
    EXPECT_THAT(page, Not(HasSubstr("one<1>")));
    EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  }
}

TEST(TestPage, showsWhyWithTheExcerptAndItsWitness) {
  runner::RunResult run = sample();
  suite::TestResult& result = run.tests[1];
  result.outcome = suite::Outcome::failed;
  suite::Failure failure;
  failure.constraint = "fact F does not hold";
  failure.place = {"models/one<1>.als", 1, 10, 2, 10, {"fact F { some a.r", "  and no r }"}};
  failure.witness = {{"a", "A0"}};
  result.failure = failure;
  const std::string page = testPage(reportOn("sample", run), 1);
  EXPECT_THAT(page, HasSubstr("fact F does not hold"));
  EXPECT_THAT(page, HasSubstr("fact F { <mark>some a.r</mark>"));
  EXPECT_THAT(page, HasSubstr("  <mark>and no r</mark> }"));
  EXPECT_THAT(page, HasSubstr("<a href=\"../source/1-one-1-.als.html#L1\">"));
  EXPECT_THAT(page, HasSubstr("<code>a</code></th><td><code>A0</code>"));
}

TEST(TestPage, tellsATraceAsAStripAndATable) {
  runner::RunResult run = sample();
  const ModelWithValuation v =
      valued("sig A { var r: set A, w: A -> A }\nval t { A = X + Y  w = X->Y->X  state { r = X->Y } state { } loop 1 }");
  run.tests[0].judgedOn = {v.model, v.instance};
  const std::string page = testPage(reportOn("sample", run), 0);
  EXPECT_THAT(page, HasSubstr("<li><p class=\"state\"><strong>State 0</strong></p>"));
  EXPECT_THAT(page, HasSubstr("<li class=\"repeats\"><p class=\"state\"><strong>State 1</strong> <span class=\"loop\">"));
  EXPECT_THAT(page, HasSubstr("<th scope=\"col\">Relation</th>"));
  EXPECT_THAT(page, HasSubstr("<td><span>X-&gt;Y</span></td><td><del>X-&gt;Y</del></td>"));
  EXPECT_THAT(page, HasSubstr("<caption>A.w</caption>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>X</td><td>Y</td><td>X</td></tr>"));
}

TEST(TestPage, showsTheTextOfTheTest) {
  runner::RunResult run = sample();
  run.tests[0].text = {{"t.aunit", 1, 1, 2, 9, {"val v { A = <1> -- one", "\tno B }"}},
                       {"t.aunit", 4, 1, 9, 1, {"test \"t\" { v valid } /* a", "b */"}},
                       {"t.aunit", 4, 1, 9, 1, {"test \"t\" { v valid } /* a", "b */"}}};
  const std::string page = testPage(reportOn("sample", run), 0);
  EXPECT_THAT(page, HasSubstr("<div><span class=\"no\">1</span><code><b class=\"keyword\">val</b> v { A = &lt;<b "
                              "class=\"literal\">1</b>&gt; <b class=\"comment\">-- one</b></code></div>\n"
                              "<div><span class=\"no\">2</span><code>\t<b class=\"keyword\">no</b> B }</code></div>\n"));
  EXPECT_THAT(page, HasSubstr("<b class=\"keyword\">valid</b> } <b class=\"comment\">/* a</b></code></div>\n"
                              "<div><span class=\"no\">5</span><code><b class=\"comment\">b */</b></code></div>\n"
                              "<p class=\"note\">and 4 more lines</p>\n"));
  EXPECT_EQ(page.find("/* a"), page.rfind("/* a"));
  run.tests[0].text[0].path = "t.np";
  EXPECT_THAT(testPage(reportOn("sample", run), 0), HasSubstr("<code>val v { A = &lt;1&gt; -- one</code>"));
}

class Collected : public testing::Test {
 protected:
  // The paper's list model and one test on it.
  void SetUp() override {
    v_ = valued(
        "sig Node { link: set Node }\nfact PartialFunction { all n: Node | lone n.link }\n"
        "pred NoDirectedCycles { all n: Node | n !in n.^link }\nrun NoDirectedCycles\nval beta { Node = N0 + N1  link = N1->N0 "
        "}\n");
    const coverage::ModelRequirements requirements = coverage::extract(*v_.model, v_.loaded->sources);
    coverage::Recorder recorder(*v_.model, requirements, {.values = true});
    evaluator::Question question{.constraints = evaluator::constraintsOf(*v_.model)};
    append(question.constraints, evaluator::Part::formula, {{v_.model->commands()[0].formula}});
    coverage::TestRecord record = recorder.judge(*v_.instance, question).record;
    record.id = "list.aunit::beta";
    coverage::Data data;
    data.of(requirements.requirements).add(record);
    run_ = runOf(std::move(data));
  }

  coverage::ModelCoverage& model() { return run_.coverage->models[0]; }

  ModelWithValuation v_;
  runner::RunResult run_;
};

TEST_F(Collected, coloursOccurrencesWhereTheyStand) {
  const Report report = reportOn("list", run_);
  const SourcePage& page = report.pages.at(0);
  bool found = false;
  for (const Stretch& stretch : page.stretches) {
    const std::string text = report.source(page).text.substr(stretch.begin, stretch.end - stretch.begin);
    EXPECT_EQ(model().requirements.subjects[stretch.subject].text, text);
    if (text != "n !in n.^link") continue;
    found = true;
    EXPECT_EQ(report.models[0].standing(stretch.subject), CoverageState::partly);
    EXPECT_THAT(report.models[0].values[stretch.subject], testing::ElementsAre("true"));
  }
  EXPECT_TRUE(found);
}

TEST_F(Collected, countsWhatAFileAndAParagraphHold) {
  const Report report = reportOn("list", run_);
  for (std::size_t i = 0; i < coverage::criteria.size(); ++i)
    EXPECT_EQ(report.pages.at(0).criteria[i], model().tally(coverage::criteria[i]));
  EXPECT_EQ(report.models[0].paragraphs.at(0).total, 6u);  // sig Node and its field
}

TEST_F(Collected, marksWhereFurtherCriteriaAskForMore) {
  coverage::ModelRequirements requirements = coverage::extract(*v_.model, v_.loaded->sources);
  coverage::addCells(*v_.loaded->model, v_.loaded->sources, requirements);
  coverage::Data data;
  data.of(requirements.requirements);
  run_ = runOf(std::move(data));
  const Report report = reportOn("list", run_);
  EXPECT_THAT(std::vector(report.criteria.begin() + coverage::criteria.size(), report.criteria.end()),
              testing::ElementsAre(coverage::Criterion::operatorCells, coverage::Criterion::weakMutation,
                                   coverage::Criterion::closureDepth, coverage::Criterion::nearMisses));
  for (std::size_t i = 0; i < report.criteria.size(); ++i)
    EXPECT_EQ(report.pages.at(0).criteria.at(i), model().tally(report.criteria[i]));
  std::set<std::string> marked;
  for (const Stretch& stretch : report.pages[0].stretches)
    if (report.models[0].asksForMore(stretch.subject)) marked.insert(model().requirements.subjects[stretch.subject].text);
  EXPECT_THAT(marked, testing::ElementsAre("^link", "all n: Node | lone n.link", "all n: Node | n !in n.^link", "lone n.link",
                                           "n !in n.^link"));
  const std::string page = sourcePage(report, 0);
  EXPECT_THAT(page, HasSubstr("<span class=\"never more\" id=\"o"));
  EXPECT_THAT(page, HasSubstr(R"(["closure depth",[[0,"single steps only",0],)"));
  // Infeasible requirements are not listed as gaps.
  coverage::Bits all(model().requirements.count());
  for (std::uint32_t id = 0; id < model().requirements.count(); ++id) all.set(id);
  model().exclude(all);
  EXPECT_THAT(sourcePage(reportOn("list", run_), 0), testing::Not(HasSubstr(" more\"")));
}

TEST_F(Collected, countsWhatOneTestAloneMeets) {
  const Report report = reportOn("list", run_);
  EXPECT_EQ(report.contributions.at(0).met, model().met().count());
  EXPECT_EQ(report.contributions.at(0).met, report.contributions.at(0).byItAlone.size());
}

TEST_F(Collected, leavesOutWhatIsInfeasible) {
  const coverage::Requirements& requirements = model().requirements;
  const auto formula = std::ranges::find(requirements.subjects, "n !in n.^link", &coverage::Subject::text);
  ASSERT_NE(formula, requirements.subjects.end());
  coverage::Bits never(requirements.count());
  never.set(formula->first + 1);  // marks "is false" as infeasible
  const std::size_t gaps = reportOn("list", run_).gaps.size();
  model().exclude(never);
  const Report report = reportOn("list", run_);
  EXPECT_EQ(report.pages.at(0).criteria[static_cast<std::size_t>(coverage::Criterion::formula)].total, 19u);
  EXPECT_EQ(report.gaps.size(), gaps - 1);
  for (const Stretch& stretch : report.pages[0].stretches)
    EXPECT_EQ(report.models[0].standing(stretch.subject) == CoverageState::infeasible,
              requirements.subjects[stretch.subject].text == "n !in n.^link");
}

TEST(RunOfData, hasItsTestsOnce) {
  coverage::Data data;
  for (const char* digest : {"1", "2"}) {
    coverage::Requirements requirements;
    requirements.digest = digest;
    for (const char* id : {"a.aunit::x::y", "bare"}) data.of(requirements).add({id, false, coverage::Bits(0), {}});
  }
  const runner::RunResult run = runOf(std::move(data));
  ASSERT_EQ(run.tests.size(), 2u);
  EXPECT_EQ(run.tests[0].file, "a.aunit");
  EXPECT_EQ(run.tests[0].name, "x::y");
  EXPECT_EQ(run.tests[1].name, "bare");
  EXPECT_EQ(run.tests[1].outcome, suite::Outcome::failed);
  EXPECT_EQ(reportOn("data", run).contributions.size(), 2u);
}

class Folder : public testing::Test {
 protected:
  bool writeSample(const fs::path& folder) {
    const runner::RunResult run = sample();
    return write(reportOn("sample", run), folder.string(), error_);
  }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(path_))
      if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), path_).string());
    std::ranges::sort(names);
    return names;
  }

  const test::TemporaryFolder folder_;
  const fs::path path_ = folder_.path();
  std::string error_;
};

TEST_F(Folder, holdsEveryPage) {
  ASSERT_TRUE(writeSample(path_ / "deep/out")) << error_;
  EXPECT_THAT(files(), testing::ElementsAre("deep/out/.aunit-report", "deep/out/assets/report.css", "deep/out/assets/report.js",
                                            "deep/out/assets/tests.js", "deep/out/index.html",
                                            "deep/out/source/1-one-1-.als.html", "deep/out/tests/1.html", "deep/out/tests/2.html",
                                            "deep/out/tests/3.html", "deep/out/tests/4.html", "deep/out/tests/5.html"));
}

TEST_F(Folder, losesPagesOfTheReportBeforeAndNothingElse) {
  runner::RunResult run = sample();
  ASSERT_TRUE(write(reportOn("sample", run), path_.string(), error_)) << error_;
  ASSERT_TRUE(support::writeFile((path_ / "tests/notes.html").string(), "mine", error_));
  ASSERT_TRUE(support::writeFile((path_ / "mine.txt").string(), "mine", error_));
  run.tests.resize(2);
  run.coverage->models[0].tests.resize(2);
  ASSERT_TRUE(write(reportOn("sample", run), path_.string(), error_)) << error_;
  EXPECT_THAT(files(),
              testing::ElementsAre(".aunit-report", "assets/report.css", "assets/report.js", "assets/tests.js", "index.html",
                                   "mine.txt", "source/1-one-1-.als.html", "tests/1.html", "tests/2.html", "tests/notes.html"));
}

TEST_F(Folder, staysSmallForThousandTestsOnTwoThousandLines) {
  const ModelWithValuation v = valued(
      "sig A { r: set A, w: A -> A }\nval t { A = A0 + A1 + A2 + A3  r = A0->A1 + A1->A2 + A2->A3 + A3->A0  w = A0->A1->A2 + "
      "A1->A2->A3 }");
  coverage::Requirements r = sample().coverage->models[0].requirements;
  r.sources[0].text.clear();
  r.subjects.clear();
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const std::string line = "  all x: A | some x.r and lone x.r.w\n";
    for (const char* piece : {"all x: A | some x.r and lone x.r.w", "some x.r", "lone x.r.w", "x.r.w"}) {
      coverage::Occurrence occurrence = at(line, piece);
      occurrence.begin += static_cast<std::uint32_t>(r.sources[0].text.size());
      occurrence.end += static_cast<std::uint32_t>(r.sources[0].text.size());
      const std::string number = std::to_string(r.subjects.size());
      r.subjects.push_back({coverage::SubjectKind::formula,
                            coverage::sets::facts,
                            "formula:" + number,
                            piece + number,
                            "",
                            r.count(),
                            {occurrence}});
    }
    r.sources[0].text += line;
  }
  coverage::Data data;
  coverage::ModelCoverage& model = data.of(r);
  for (std::uint32_t test = 0; test < 1000; ++test) {
    coverage::Bits met(r.count());
    for (std::uint32_t i = 0; i < r.subjects.size(); ++i)
      if (test >= i % 7 && (test - i % 7) % (1 + i % 5) == 0) met.set(2 * i);
    model.add({"t.aunit::case number " + std::to_string(test) + ": everything that can be said about it", true, met, {}});
  }
  runner::RunResult run = runOf(std::move(data));
  for (suite::TestResult& test : run.tests) test.judgedOn = {v.model, v.instance};
  ASSERT_TRUE(write(reportOn("sample", run), path_.string(), error_)) << error_;
  std::uintmax_t bytes = 0;
  for (const std::string& name : files()) bytes += fs::file_size(path_ / name);
  EXPECT_LT(bytes, 10u << 20);
}

TEST_F(Folder, mayNotBeAFile) {
  const std::string file = (path_ / "out").string();
  ASSERT_TRUE(support::writeFile(file, "mine", error_));
  EXPECT_FALSE(prepareFolder(file, error_));
  EXPECT_THAT(error_, HasSubstr("it is a file, not a folder"));
  EXPECT_FALSE(writeSample(file));
  EXPECT_EQ(files(), std::vector<std::string>{"out"});
}

TEST_F(Folder, holdsNoFilesOfTheUser) {
  ASSERT_TRUE(support::writeFile((path_ / "notes.txt").string(), "mine", error_));
  EXPECT_FALSE(prepareFolder(path_.string(), error_));
  EXPECT_THAT(error_, HasSubstr("the folder holds other files (notes.txt)"));
  EXPECT_EQ(files(), std::vector<std::string>{"notes.txt"});
}

TEST_F(Folder, losesNothingThatAMarkerNamesButPages) {
  ASSERT_TRUE(writeSample(path_)) << error_;
  ASSERT_TRUE(support::writeFile((path_ / "mine.html").string(), "mine", error_));
  std::ofstream(path_ / ".aunit-report", std::ios::app) << "mine.html\ntests/../mine.html\n../../etc/x.html\n";
  ASSERT_TRUE(writeSample(path_)) << error_;
  EXPECT_TRUE(fs::exists(path_ / "mine.html"));
}

}  // namespace
}  // namespace aunit::reporters::html
