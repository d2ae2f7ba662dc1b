// Submissions: folder layouts, attempts, tables.
#include "runner/grading/submissions.h"

#include <atomic>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "runner/grading/layout.h"
#include "tests/runner/temporary_folder.h"

namespace aunit::runner {
namespace {

std::string fit(const std::string& layout, const std::string& path) {
  const auto values = fitted(layout, path);
  if (!values) return "no";
  std::string text;
  for (const auto& [name, value] : *values) text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  return text;
}

TEST(Layout, NamesPartsOfPaths) {
  EXPECT_EQ(fit("{student}/{attempt}/{file}", "ada/2/answer.als"), "attempt=2 file=answer.als student=ada");
  EXPECT_EQ(fit("{student}/{attempt}/{file}", "ada/answer.als"), "no");
  EXPECT_EQ(fit("{student}.als", "ada.b.als"), "student=ada.b");
  EXPECT_EQ(fit("{student}.als", "x/ada.als"), "no");
  EXPECT_EQ(fit("*/{student}.als", "x/ada.als"), "student=ada");
  EXPECT_EQ(fit("{time}-{student}.als", "2026-ada-b.als"), "student=ada-b time=2026");
  EXPECT_EQ(fit("{student}/{student}-{file}", "ada/ada-x.als"), "file=x.als student=ada");
  EXPECT_EQ(fit("{student}/{student}-{file}", "ada/ben-x.als"), "no");
  EXPECT_EQ(fit("{student}_{student}", "a_b_a_b"), "student=a_b");
  EXPECT_EQ(fit("", ""), "");
  EXPECT_EQ(fit("", "a"), "no");
  EXPECT_EQ(fit("{", "{"), "");
}

TEST(Layout, TakesNoLongOnHostileNames) {
  std::string layout;
  const std::string path(900, 'a');
  for (int i = 0; i < 6; ++i) layout += fmt::format("*{{v{}}}a", i);
  EXPECT_EQ(fit(layout + "b", path), "no");
  EXPECT_EQ(fit("{student}", std::string(60'000, 'a')), "no");
}

std::string shown(const std::vector<Submission>& all) {
  std::string text;
  for (const Submission& one : all) {
    text += fmt::format("{} {} {}{}{}:", one.name, one.student, one.attempt, one.time.empty() ? "" : " " + one.time,
                        one.counts ? "!" : "");
    for (const SubmittedFile& file : one.files) text += fmt::format(" {}{}", file.name, file.error.empty() ? "" : "?");
    text += "\n";
  }
  return text;
}

TEST(Submissions, FilesOfAStudentBelongTogether) {
  const test::TemporaryFolder folder;
  for (const char* name :
       {"ada/1/a.als", "ada/1/t.aunit", "ada/2/a.als", "ben/10/a.als", "ben/9/a.als", "ben/9/notes.txt", "cyd.als"})
    folder.write(name, "x");
  std::vector<std::string> errors;
  const auto found = readSubmissions({folder.path().string()}, "{student}/{attempt}/{file}", errors);
  EXPECT_EQ(shown(found),
            fmt::format("ada/1 ada 1: a.als t.aunit\nada/2 ada 2!: a.als\nben/10 ben 10!: a.als\nben/9 ben 9: a.als\n"
                        "{0} {0} 1!: cyd.als?\n",
                        folder / "cyd.als"));
  EXPECT_TRUE(errors.empty());
}

TEST(Submissions, AttemptsWithoutNumbersGoByTime) {
  const test::TemporaryFolder folder;
  folder.write("t.csv", "student,time,text\nada,2026-02,x\nada,2026-01,y\nben,,z\nada,2026-03,w\n");
  folder.write("t.jsonl", R"({"student": "eve", "attempt": 2, "text": "x"})"
                          "\n"
                          R"({"student": "eve", "attempt": 1, "text": "y", "file": "a.als"})"
                          "\n"
                          R"({"student": "eve", "attempt": 1, "text": "z", "file": "b.als"})"
                          "\n");
  std::vector<std::string> errors;
  const auto found = readSubmissions({folder / "t.csv", folder / "t.jsonl"}, "", errors);
  EXPECT_EQ(shown(found),
            "ada ada 2 2026-02: \nada (2) ada 1 2026-01: \nben ben 1!: \nada (3) ada 3 2026-03!: \neve eve 2!: \neve (2) eve 1: "
            "a.als b.als\n");
  EXPECT_TRUE(errors.empty());
}

// One student cannot block a class. Submissions that are too large get an error, free names are found quickly, and an interrupt
// ends the reading.
TEST(Submissions, AreRefusedIfTheyAreTooMuch) {
  const test::TemporaryFolder folder;
  std::string many = "student,file,text\n", large = many;
  for (std::size_t i = 0; i < 3 * mostSubmittedFiles; ++i) many += fmt::format("ada,{}.als,x\n", i);
  for (int i = 0; i < 20; ++i) large += fmt::format("ben,{}.als,{}\n", i, std::string(1'000'000, 'x'));
  folder.write("t.csv", many + "cyd,a.als,x\n");
  folder.write("u.csv", large);
  std::vector<std::string> errors;
  const auto found = readSubmissions({folder / "t.csv", folder / "u.csv"}, "", errors);
  ASSERT_EQ(found.size(), 3U);
  for (const Submission& one : found)
    for (const SubmittedFile& file : one.files) {
      EXPECT_EQ(file.error, one.student == "cyd" ? "" : "more than 1000 files or 16777216 bytes were handed in");
      EXPECT_EQ(file.text, one.student == "cyd" ? "x" : "");
    }
  EXPECT_EQ(found[0].files.size(), mostSubmittedFiles);
}

TEST(Submissions, OfOneNameAreNumbered) {
  const test::TemporaryFolder folder;
  std::string rows = "id,text\n";
  constexpr std::size_t count = 60'000;
  for (std::size_t i = 0; i < count; ++i) rows += "a,x\n";
  folder.write("t.csv", rows + "a (2),y\na (70000),z\n");
  std::vector<std::string> errors;
  const auto found = readSubmissions({folder / "t.csv"}, "", errors);
  ASSERT_EQ(found.size(), count + 2);
  std::set<std::string> names;
  for (const Submission& one : found) EXPECT_TRUE(names.insert(one.name).second) << one.name;
  EXPECT_EQ(found[count - 1].name, "a (60000)");
  EXPECT_EQ(found[count].name, "a (2) (2)");
  EXPECT_EQ(found[count + 1].name, "a (70000)");
}

TEST(Submissions, AreNotReadOnWhenAsked) {
  const test::TemporaryFolder folder;
  folder.write("a/x.als", "x");
  folder.write("t.csv", "id,text\na,x\n");
  folder.write("t.jsonl", "{\"id\": \"a\", \"text\": \"x\"}\n");
  const std::atomic<bool> stop = true;
  for (const char* path : {"a", "t.csv", "t.jsonl"}) {
    std::vector<std::string> errors;
    EXPECT_THROW(readSubmissions({folder / path}, "", errors, {.stop = &stop}), support::Exhausted) << path;
  }
}

}  // namespace
}  // namespace aunit::runner
