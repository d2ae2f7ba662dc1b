#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "coverage/record.h"
#include "model/files.h"
#include "reporters/html/collect.h"
#include "reporters/html/pages.h"
#include "reporters/html/write.h"
#include "reporters/markup.h"
#include "tests/reporters/loaded.h"

namespace aunit::reporters::html {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

TEST(Markup, escapesWhatWouldBeMarkup) {
  EXPECT_EQ(escaped("<a href=\"x\">'&'</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(scriptString("</script><!-- \"\\\n"), "\"\\u003c/script\\u003e\\u003c!-- \\\"\\\\\\n\"");
}

Occurrence at(const std::string& text, const std::string& piece, std::uint32_t subject, Standing standing) {
  const auto begin = static_cast<std::uint32_t>(text.find(piece));
  return {begin, begin + static_cast<std::uint32_t>(piece.size()), subject, standing};
}

Report sample() {
  Report report;
  report.title = "sample";
  report.hasCoverage = true;
  report.criteria = {{"MC", "model coverage", {3, 4}}};
  report.subjects = {{Subject::Kind::formula,
                      "some a.r\n  and no r",
                      {{"true", true, false, {0, 1, 2, 4}}, {"false", false, false, {}}},
                      {"true"},
                      1},
                     {Subject::Kind::expression,
                      "a.r",
                      {{"empty", true, false, {0}}, {"exactly one tuple", true, false, {1}}},
                      {"{}", "{<b>}"},
                      2}};
  SourceFile file;
  file.path = "models/one<1>.als";
  file.text = "fact F { some a.r\n  and no r }\n\n-- <script>alert(1)</script>\n";
  file.occurrences = {at(file.text, "a.r", 1, Standing::met), at(file.text, "some a.r\n  and no r", 0, Standing::partly)};
  file.paragraphs = {{"fact", "F", 1, {3, 4}}};
  file.criteria = {{3, 4}};
  report.files = {file};
  report.gaps = {{"`some a.r` was never false", 0, 1}};
  for (int i = 0; i < 5; ++i) {
    Test test;
    test.result.file = "t.aunit";
    test.result.name = "test </title><script>" + std::to_string(i);
    report.tests.push_back(test);
  }
  return report;
}

TEST(SourcePage, nestsOccurrencesAndReopensThemOnTheNextLine) {
  const std::string page = sourcePage(sample(), 0);
  EXPECT_THAT(
      page,
      HasSubstr("fact F { <span class=\"partly\" data-o=\"0\">some <span class=\"met\" data-o=\"1\">a.r</span></span></code>"));
  EXPECT_THAT(page, HasSubstr("<code>  <span class=\"partly\" data-o=\"0\">and no r</span> }</code>"));
}

TEST(SourcePage, marksLinesWithWhatDeservesALook) {
  EXPECT_THAT(sourcePage(sample(), 0), HasSubstr("<div id=\"L1\"><a href=\"#L1\">1</a><i class=\"partly\">\u25d0</i>"));
}

TEST(SourcePage, dropsWhatCrossesAndWhatLiesBehindTheText) {
  Report report = sample();
  report.files[0].text = "abcdef";
  report.files[0].occurrences = {
      {0, 4, 0, Standing::met}, {2, 6, 1, Standing::met}, {5, 99, 1, Standing::partly}, {3, 3, 0, Standing::met}};
  EXPECT_THAT(
      sourcePage(report, 0),
      HasSubstr("<code><span class=\"met\" data-o=\"0\">abcd</span>e<span class=\"partly\" data-o=\"1\">f</span></code>"));
}

TEST(SourcePage, tellsTheScriptWhichTestsMetWhat) {
  EXPECT_THAT(sourcePage(sample(), 0),
              HasSubstr("[\"formula\",\"some a.r\\n  and no r\",[\"true\"],1,[[1,\"true\",0],[0,\"false\",1]]]"));
  EXPECT_THAT(sourcePage(sample(), 0), HasSubstr("\"t\":[\"0-2,4\",\n\"\",\n\"0\",\n\"1\"]"));
}

TEST(Pages, escapeEverythingFromModelsAndTests) {
  const Report report = sample();
  for (const std::string& page : {indexPage(report), sourcePage(report, 0), testPage(report, 3)}) {
    EXPECT_THAT(page, Not(HasSubstr("<script>")));
    EXPECT_THAT(page, Not(HasSubstr("<b>")));
    EXPECT_THAT(page, Not(HasSubstr("one<1>")));
    EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  }
}

TEST(Count, isNeverRoundedUpToEverything) {
  Report report = sample();
  report.criteria[0].count = {999, 1000};
  EXPECT_THAT(indexPage(report), HasSubstr("99\u202f%"));
  report.criteria[0].count = {999, 999};
  EXPECT_THAT(indexPage(report), HasSubstr("100\u202f%"));
}

TEST(TestPage, showsWhyWithTheExcerptAndItsWitness) {
  Report report = sample();
  suite::TestResult& result = report.tests[1].result;
  result.outcome = suite::Outcome::failed;
  suite::Failure failure;
  failure.constraint = "fact F does not hold";
  failure.place = {"models/one<1>.als", 1, 10, 2, 10, {"fact F { some a.r", "  and no r }"}};
  failure.witness = {{"a", "A0"}};
  result.failure = failure;
  const std::string page = testPage(report, 1);
  EXPECT_THAT(page, HasSubstr("fact F does not hold"));
  EXPECT_THAT(page, HasSubstr("fact F { <mark>some a.r</mark>"));
  EXPECT_THAT(page, HasSubstr("  <mark>and no r</mark> }"));
  EXPECT_THAT(page, HasSubstr("<a href=\"../source/1-one-1-.als.html#L1\">"));
  EXPECT_THAT(page, HasSubstr("<code>a</code></th><td><code>A0</code>"));
}

TEST(TestPage, tellsATraceAsAStripAndATable) {
  Report report = sample();
  const Valued v =
      valued("sig A { var r: set A, w: A -> A }\nval t { A = X + Y  w = X->Y->X  state { r = X->Y } state { } loop 1 }");
  report.tests[0].result.judgedOn = {v.model, v.instance};
  const std::string page = testPage(report, 0);
  EXPECT_THAT(page, HasSubstr("<li><p class=\"state\"><strong>State 0</strong></p>"));
  EXPECT_THAT(page, HasSubstr("<li class=\"repeats\"><p class=\"state\"><strong>State 1</strong> <span class=\"loop\">"));
  EXPECT_THAT(page, HasSubstr("<td><span>X-&gt;Y</span></td><td><del>X-&gt;Y</del></td>"));
  EXPECT_THAT(page, HasSubstr("<caption>A.w</caption>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>X</td><td>Y</td><td>X</td></tr>"));
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
    coverage::Recorder recorder(*v_.model, requirements, {.noOverflow = false, .values = true});
    evaluator::Question question{.constraints = evaluator::constraintsOf(*v_.model)};
    append(question.constraints, evaluator::Part::formula, {{v_.model->commands()[0].formula}});
    coverage::TestRecord record = recorder.judge(*v_.instance, question).record;
    record.id = "list.aunit::beta";
    data_.of(requirements.requirements).add(record);
    runner::RunResult run;
    run.tests.resize(1);
    run.tests[0].file = "list.aunit";
    run.tests[0].name = "beta";
    report_ = collect("list", std::move(run), &data_);
  }

  Valued v_;
  coverage::Data data_;
  Report report_;
};

TEST_F(Collected, hasTheTotalsOfThePaper) {
  std::vector<std::pair<std::string, std::size_t>> totals;
  for (const Criterion& criterion : report_.criteria) totals.emplace_back(criterion.key, criterion.count.total);
  using Total = std::pair<std::string, std::size_t>;
  EXPECT_THAT(totals, testing::IsSupersetOf({Total{"SC", 3}, Total{"RC", 6}, Total{"EC", 15}, Total{"FC", 20}, Total{"MC", 35}}));
}

TEST_F(Collected, coloursOccurrencesWhereTheyStand) {
  const SourceFile& file = report_.files.at(0);
  bool found = false;
  for (const Occurrence& occurrence : file.occurrences) {
    const std::string text = file.text.substr(occurrence.begin, occurrence.end - occurrence.begin);
    EXPECT_EQ(report_.subjects[occurrence.subject].text, text);
    if (text != "n !in n.^link") continue;
    found = true;
    EXPECT_EQ(occurrence.standing, Standing::partly);
    EXPECT_EQ(report_.subjects[occurrence.subject].values, std::vector<std::string>{"true"});
  }
  EXPECT_TRUE(found);
}

TEST_F(Collected, countsWhatOneTestAloneMeets) {
  EXPECT_EQ(report_.tests[0].requirementsMet, report_.tests[0].onlyByThis.size());
  EXPECT_EQ(report_.tests[0].requirementsMet, data_.models[0].met().count());
}

TEST_F(Collected, leavesOutWhatIsInfeasible) {
  coverage::ModelCoverage& model = data_.models[0];
  const coverage::Requirements& requirements = model.requirements;
  const auto formula = std::ranges::find(requirements.subjects, "n !in n.^link", &coverage::Subject::text);
  ASSERT_NE(formula, requirements.subjects.end());
  coverage::Bits never(requirements.count());
  never.set(formula->first + 1);  // say that it cannot be false
  model.exclude(never);
  const Report report = collect("list", {}, &data_);
  const auto criterion = [](const Report& r, const std::string& key) {
    return std::ranges::find(r.criteria, key, &Criterion::key)->count;
  };
  EXPECT_EQ(criterion(report, "MC").total, 34u);
  EXPECT_EQ(criterion(report, "FC").total, 19u);
  EXPECT_EQ(criterion(report, "MC").met, criterion(report_, "MC").met);
  for (const Occurrence& occurrence : report.files.at(0).occurrences)
    EXPECT_EQ(occurrence.standing == Standing::infeasible, report.subjects[occurrence.subject].text == "n !in n.^link");
}

TEST_F(Collected, takesTestsFromTheDataAlone) {
  const Report report = collect("list", {}, &data_);
  ASSERT_EQ(report.tests.size(), 1u);
  EXPECT_EQ(report.tests[0].result.id(), "list.aunit::beta");
}

class Folder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "aunit-report-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    path_ = name;
  }
  void TearDown() override { fs::remove_all(path_); }

  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(path_))
      if (entry.is_regular_file()) names.push_back(fs::relative(entry.path(), path_).string());
    std::ranges::sort(names);
    return names;
  }

  fs::path path_;
  std::string error_;
};

TEST_F(Folder, holdsEveryPage) {
  ASSERT_TRUE(write(sample(), (path_ / "deep/out").string(), error_)) << error_;
  EXPECT_THAT(files(), testing::ElementsAre("deep/out/.aunit-report", "deep/out/assets/report.css", "deep/out/assets/report.js",
                                            "deep/out/assets/tests.js", "deep/out/index.html",
                                            "deep/out/source/1-one-1-.als.html", "deep/out/tests/1.html", "deep/out/tests/2.html",
                                            "deep/out/tests/3.html", "deep/out/tests/4.html", "deep/out/tests/5.html"));
}

TEST_F(Folder, losesPagesOfTheReportBeforeAndNothingElse) {
  Report report = sample();
  ASSERT_TRUE(write(report, path_.string(), error_)) << error_;
  ASSERT_TRUE(model::writeFile((path_ / "tests/notes.html").string(), "mine", error_));
  ASSERT_TRUE(model::writeFile((path_ / "mine.txt").string(), "mine", error_));
  report.tests.resize(2);
  ASSERT_TRUE(write(report, path_.string(), error_)) << error_;
  EXPECT_THAT(files(),
              testing::ElementsAre(".aunit-report", "assets/report.css", "assets/report.js", "assets/tests.js", "index.html",
                                   "mine.txt", "source/1-one-1-.als.html", "tests/1.html", "tests/2.html", "tests/notes.html"));
}

TEST_F(Folder, staysSmallForThousandTestsOnTwoThousandLines) {
  Report report = sample();
  const Valued v = valued(
      "sig A { r: set A, w: A -> A }\nval t { A = A0 + A1 + A2 + A3  r = A0->A1 + A1->A2 + A2->A3 + A3->A0  w = A0->A1->A2 + "
      "A1->A2->A3 }");
  report.tests.assign(1000, report.tests[0]);
  for (std::size_t i = 0; i < report.tests.size(); ++i) {
    report.tests[i].result.name = "case number " + std::to_string(i) + ": everything that can be said about it";
    report.tests[i].result.judgedOn = {v.model, v.instance};
  }
  report.subjects.clear();
  report.files[0].text.clear();
  report.files[0].occurrences.clear();
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const std::string line = "  all x: A | some x.r and lone x.r.w\n";
    const auto begin = static_cast<std::uint32_t>(report.files[0].text.size());
    report.files[0].text += line;
    for (const char* piece : {"all x: A | some x.r and lone x.r.w", "some x.r", "lone x.r.w", "x.r.w"}) {
      Subject subject = sample().subjects[0];
      subject.text = piece + std::to_string(i);
      for (Requirement& requirement : subject.requirements) {
        requirement.metBy.clear();
        for (std::uint32_t test = i % 7; requirement.met && test < 1000; test += 1 + i % 5) requirement.metBy.push_back(test);
      }
      const auto at = begin + static_cast<std::uint32_t>(line.find(piece));
      report.files[0].occurrences.push_back({at, at + static_cast<std::uint32_t>(std::string(piece).size()),
                                             static_cast<std::uint32_t>(report.subjects.size()), Standing::partly});
      report.subjects.push_back(subject);
    }
    report.gaps.push_back({"`some x.r` was never false", 0, i + 1});
  }
  ASSERT_TRUE(write(report, path_.string(), error_)) << error_;
  std::uintmax_t bytes = 0;
  for (const std::string& name : files()) bytes += fs::file_size(path_ / name);
  EXPECT_LT(bytes, 10u << 20);
}

TEST_F(Folder, mayNotBeAFile) {
  const std::string file = (path_ / "out").string();
  ASSERT_TRUE(model::writeFile(file, "mine", error_));
  EXPECT_FALSE(prepareFolder(file, error_));
  EXPECT_THAT(error_, HasSubstr("it is a file, not a folder"));
  EXPECT_FALSE(write(sample(), file, error_));
  EXPECT_EQ(files(), std::vector<std::string>{"out"});
}

TEST_F(Folder, holdsNoFilesOfTheUser) {
  ASSERT_TRUE(model::writeFile((path_ / "notes.txt").string(), "mine", error_));
  EXPECT_FALSE(prepareFolder(path_.string(), error_));
  EXPECT_THAT(error_, HasSubstr("it holds other files (notes.txt)"));
  EXPECT_EQ(files(), std::vector<std::string>{"notes.txt"});
}

TEST_F(Folder, losesNothingThatAMarkerNamesButPages) {
  ASSERT_TRUE(write(sample(), path_.string(), error_)) << error_;
  ASSERT_TRUE(model::writeFile((path_ / "mine.html").string(), "mine", error_));
  std::ofstream(path_ / ".aunit-report", std::ios::app) << "mine.html\ntests/../mine.html\n../../etc/x.html\n";
  ASSERT_TRUE(write(sample(), path_.string(), error_)) << error_;
  EXPECT_TRUE(fs::exists(path_ / "mine.html"));
}

}  // namespace
}  // namespace aunit::reporters::html
