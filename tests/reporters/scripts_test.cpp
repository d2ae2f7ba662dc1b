// Scripts as files: names of the program, ITF traces that are behaviours of the model, and names that could break other
// languages.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "evaluator/judge.h"
#include "model/instances/instance_itf.h"
#include "parser/front_end.h"
#include "reporters/scripts/document.h"
#include "reporters/scripts/test_files.h"
#include "strength/scripts/scripts.h"
#include "support/visible.h"

namespace aunit::reporters::scripts {
namespace {

using Json = nlohmann::ordered_json;

const std::string text = R"(
enum Phase { Free, Taken }
sig Node { var phase: one Phase }
one sig Server { var line: seq Node, var seen: set Node }
var lone sig Holder in Node {}
pred class [n, m: Node] { n.phase = Free  phase' = phase ++ n -> Taken  Server.line' = Server.line.add[m]  seen' = seen + Server -> m  Holder' = n }
pred give [n: Node] { n in Holder  phase' = phase ++ n -> Free  Server.line' = Server.line.rest  seen' = seen  no Holder' }
fact { phase = Node -> Free  no line and no seen and no Holder
  always ((phase' = phase and line' = line and seen' = seen and Holder' = Holder) or some n: Node | give[n] or some m: Node | class[n, m]) }
)";
const std::string tests = R"(
open model
log runs from "*.log" {
  on {event: "rm-prepare", args: [n: Node, m: Node]} is class[n, m]
  event .event with .args
  line from .queue
  value "FREE" is Free
  value 7 is Taken
}
)";

struct ScriptedModel {
  std::unique_ptr<parser::Loaded> loaded;
  strength::scripts::Scripts scripts;

  explicit ScriptedModel(bool withLog) {
    const parser::LoadOptions options{
        .readFile = [](const std::string& path) { return path.ends_with("model.als") ? std::optional(text) : std::nullopt; }};
    loaded = withLog ? parser::loadText("tests.aunit", tests, options) : parser::loadText("model.als", text);
    EXPECT_TRUE(loaded->ok());
    strength::scripts::ScriptOptions how;
    how.scope.emplace();
    how.scope->overall = 2;
    how.scope->maxSequence = 2;
    scripts = strength::scripts::scriptsOf(*loaded, how);
    EXPECT_EQ(scripts.error, "");
  }
  const model::Log* log() const { return loaded->tests.logs.empty() ? nullptr : &loaded->tests.logs[0]; }
};

TEST(ScriptFiles, WriteEachRelationInItsShape) {
  const ScriptedModel made(false);
  const ScriptNames names(*made.loaded->model, made.scripts, made.log());
  for (std::size_t i = 0; i < made.scripts.scripts.size(); ++i) {
    const Json script = scriptOf(names, made.scripts, i);
    EXPECT_TRUE(script["state"]["phase"].is_object());
    EXPECT_TRUE(script["state"]["line"].is_array());
    EXPECT_TRUE(script["state"]["Holder"].is_null());
    for (const Json& step : script["steps"])
      if (step["action"] == "class") {
        EXPECT_EQ(step["state"]["Holder"], step["arguments"][0]);
      }
  }
}

TEST(ScriptFiles, UseTheNamesOfALogParagraph) {
  const ScriptedModel made(true);
  ASSERT_TRUE(made.log());
  ASSERT_TRUE(made.log()->errors.empty());
  const ScriptNames names(*made.loaded->model, made.scripts, made.log());
  bool acted = false, free = false, taken = false;
  for (std::size_t i = 0; i < made.scripts.scripts.size(); ++i) {
    const Json script = scriptOf(names, made.scripts, i);
    EXPECT_TRUE(script["state"].contains("queue"));
    EXPECT_FALSE(script["state"].contains("line"));
    for (const auto& [node, phase] : script["state"]["phase"].items()) free = free || phase == "FREE";
    for (const Json& step : script["steps"]) {
      acted = acted || step["action"] == "rm-prepare";
      for (const auto& [node, phase] : step["state"]["phase"].items()) taken = taken || phase == 7;
    }
  }
  EXPECT_TRUE(acted);
  EXPECT_TRUE(free);
  EXPECT_TRUE(taken);
}

TEST(ScriptFiles, AreBehavioursInItfToo) {
  const ScriptedModel made(false);
  evaluator::Evaluator evaluator(*made.loaded->model);
  ASSERT_FALSE(made.scripts.scripts.empty());
  for (const strength::scripts::Script& script : made.scripts.scripts) {
    EXPECT_TRUE(script.isBehaviour);
    const std::string written = model::writeInstanceItf(*made.loaded->model, script.behaviour);
    model::SourceMap sources;
    model::Diagnostics diagnostics;
    const auto read = model::readInstanceItf(*made.loaded->model, "x.itf.json", written, sources, diagnostics);
    ASSERT_TRUE(read);
    EXPECT_EQ(model::writeInstanceItf(*made.loaded->model, *read), written);
    EXPECT_TRUE(evaluator::judge(evaluator, *read, {evaluator::constraintsOf(*made.loaded->model)}).holds());
  }
}

TEST(ScriptFiles, AvoidNamesThatMeanSomethingElse) {
  const ScriptedModel made(true);
  const ScriptNames names(*made.loaded->model, made.scripts, made.log());
  const ScriptOrigin about{"it's/a'''model.als", "aunit generate it's/a'''model.als --scripts"};
  for (std::size_t language = 0; language < std::size(testLanguages); ++language) {
    const auto files =
        testFiles(static_cast<TestLanguage>(language), names, *made.loaded->model, made.scripts, about, "aunit view 'x' {}");
    ASSERT_GE(files.size(), 3u);
    for (const TestFile& file : files) EXPECT_EQ(file.name.find('\''), std::string::npos);
    EXPECT_NE(files.back().text.find(language == 4 ? "Rm_prepare" : "rm_prepare"), std::string::npos) << files.back().text;
    EXPECT_TRUE(files.back().once);
  }
  const ScriptedModel plain(false);
  const ScriptNames own(*plain.loaded->model, plain.scripts, nullptr);
  EXPECT_NE(
      testFiles(TestLanguage::pytest, own, *plain.loaded->model, plain.scripts, about, "")[2].text.find("def class_(self, n, m)"),
      std::string::npos);
}

const std::vector<std::string> hostileNames = {
    R"py(a"""
import os; os.system("touch stolen")
""".als)py",
    "a\nimport os\n.als",
    "a\r\nfn x() {}\r.als",
    R"(a*/ static { System.exit(3); } /*.als)",
    R"(a\u000aclass Evil {}.als)",
    R"(#{`touch stolen`}$(touch stolen)${x}.als)",
    R"py(a'''"""\"\'\.als)py",
    "coding:utf-7+AAo-.als",
    "VIEW TYPE BASE SEQUENCES {} {0.__class__}.als",
    "a\\\n.als",
    "a\x1b[2J\xe2\x80\xa8\xe2\x80\xae.als",
    "--><script>alert(1)</script>.als"};

// For any name of a model, its files have the same number of lines. The name is only in the string literal that shows the command
// to view a script.
TEST(ScriptFiles, HoldNamesThatAreCode) {
  const ScriptedModel made(true);
  const ScriptNames names(*made.loaded->model, made.scripts, made.log());
  const auto filesOf = [&](TestLanguage language, const std::string& name) {
    const ScriptOrigin about{name, "aunit generate " + name + " --scripts"};
    return testFiles(language, names, *made.loaded->model, made.scripts, about, "aunit view " + name + " --instance t/{}.json");
  };
  for (std::size_t l = 0; l < std::size(testLanguages); ++l) {
    const auto usual = filesOf(static_cast<TestLanguage>(l), "plain.als");
    for (const std::string& name : hostileNames) {
      const auto files = filesOf(static_cast<TestLanguage>(l), name);
      ASSERT_EQ(files.size(), usual.size());
      for (std::size_t f = 0; f < files.size(); ++f) {
        SCOPED_TRACE(std::string(testLanguages[l]) + " " + support::oneLine(name) + " " + support::oneLine(files[f].name));
        EXPECT_EQ(std::ranges::count(files[f].text, '\n'), std::ranges::count(usual[f].text, '\n'));
        EXPECT_EQ(files[f].name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_."),
                  std::string::npos);
        std::string rest = files[f].text;
        for (std::size_t view; (view = rest.find("\"aunit view ")) != std::string::npos;) {
          std::size_t end = view + 1;
          while (rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
          EXPECT_EQ(rest.substr(view, end - view).find('\n'), std::string::npos);
          rest.erase(view, end + 1 - view);
        }
        for (const char* code : {"import os;", "os.system(\"", "{ System", "static {", "fn x() {", "class Evil {", "`touch",
                                 "{0.", "<script>", "coding:", "\\u000a", "\r", "\x1b", "\xe2\x80\xa8", "alert(1)<"})
          EXPECT_EQ(rest.find(code), std::string::npos) << code;
      }
    }
  }
}

TEST(ScriptFiles, NameTheMethodOfACallThatIsCalledOtherwise) {
  const ScriptedModel made(true);
  const ScriptNames names(*made.loaded->model, made.scripts, made.log());
  const ScriptOrigin about{"m.als", "aunit generate m.als --scripts"};
  for (const TestLanguage language : {TestLanguage::pytest, TestLanguage::node}) {
    const auto files = testFiles(language, names, *made.loaded->model, made.scripts, about, "");
    EXPECT_NE(files[1].text.find(R"("action":"rm-prepare")"), std::string::npos);
    EXPECT_NE(files[1].text.find(R"("method":"rm_prepare")"), std::string::npos);
  }
}

}  // namespace
}  // namespace aunit::reporters::scripts
