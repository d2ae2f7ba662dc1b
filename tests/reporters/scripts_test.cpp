// Scripts as files: names of the program, traces in ITF that are behaviours of the model, names that would break other languages.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "evaluator/judge.h"
#include "model/instances/instance_itf.h"
#include "parser/front_end.h"
#include "reporters/scripts/document.h"
#include "reporters/scripts/test_files.h"
#include "strength/scripts/scripts.h"

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

struct Made {
  std::unique_ptr<parser::Loaded> loaded;
  strength::scripts::Scripts scripts;

  explicit Made(bool withLog) {
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
  const Made made(false);
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
  const Made made(true);
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
  const Made made(false);
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
  const Made made(true);
  const ScriptNames names(*made.loaded->model, made.scripts, made.log());
  const About about{"it's/a'''model.als", "aunit generate it's/a'''model.als --scripts"};
  for (std::size_t language = 0; language < std::size(testLanguages); ++language) {
    const auto files =
        testFiles(static_cast<TestLanguage>(language), names, *made.loaded->model, made.scripts, about, "aunit view 'x' {}");
    ASSERT_GE(files.size(), 3u);
    for (const TestFile& file : files) EXPECT_EQ(file.name.find('\''), std::string::npos);
    EXPECT_NE(files.back().text.find(language == 4 ? "Rm_prepare" : "rm_prepare"), std::string::npos) << files.back().text;
    EXPECT_TRUE(files.back().once);
  }
  const Made plain(false);
  const ScriptNames own(*plain.loaded->model, plain.scripts, nullptr);
  EXPECT_NE(
      testFiles(TestLanguage::pytest, own, *plain.loaded->model, plain.scripts, about, "")[2].text.find("def class_(self, n, m)"),
      std::string::npos);
}

}  // namespace
}  // namespace aunit::reporters::scripts
