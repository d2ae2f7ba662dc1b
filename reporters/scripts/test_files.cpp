#include "reporters/scripts/test_files.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "reporters/assets.h"
#include "reporters/scripts/script_lines.h"
#include "support/pieces.h"
#include "support/visible.h"

namespace aunit::reporters::scripts {

using Json = nlohmann::ordered_json;
using strength::scripts::Scripts;

std::optional<TestLanguage> testLanguage(std::string_view name) {
  for (std::size_t i = 0; i < std::size(testLanguages); ++i)
    if (testLanguages[i] == name) return static_cast<TestLanguage>(i);
  return std::nullopt;
}

namespace {

/// Makes a name that is valid in all languages of the test files.
std::string identifier(std::string_view name) {
  static const std::set<std::string, std::less<>> taken = {
      "init",       "call",     "state",     "and",      "as",          "assert",       "async",     "auto",      "await",
      "bool",       "boolean",  "break",     "byte",     "case",        "catch",        "char",      "class",     "const",
      "continue",   "crate",    "debugger",  "def",      "default",     "defer",        "del",       "delete",    "do",
      "double",     "dyn",      "elif",      "else",     "enum",        "except",       "export",    "extends",   "extern",
      "false",      "final",    "finally",   "float",    "fn",          "for",          "from",      "func",      "function",
      "global",     "go",       "goto",      "if",       "impl",        "implements",   "import",    "in",        "inline",
      "instanceof", "int",      "interface", "is",       "lambda",      "let",          "long",      "loop",      "map",
      "match",      "mod",      "move",      "mut",      "namespace",   "native",       "new",       "nonlocal",  "not",
      "null",       "operator", "or",        "package",  "pass",        "private",      "protected", "pub",       "public",
      "raise",      "range",    "ref",       "register", "return",      "select",       "self",      "short",     "signed",
      "sizeof",     "static",   "struct",    "super",    "switch",      "synchronized", "template",  "this",      "throw",
      "throws",     "trait",    "transient", "true",     "try",         "type",         "typedef",   "typeof",    "union",
      "unsafe",     "unsigned", "use",       "using",    "var",         "virtual",      "void",      "volatile",  "where",
      "while",      "with",     "yield",     "wait",     "notify",      "toString",     "hashCode",  "equals",    "getClass",
      "refusals",   "a",        "None",      "True",     "False",       "string",       "fixed",     "atoms",     "strict",
      "abstract",   "box",      "become",    "override", "constructor", "prototype",    "clone",     "finalize",  "notifyAll",
      "alignas",    "and_eq",   "bitand",    "bitor",    "compl",       "concept",      "decltype",  "explicit",  "friend",
      "mutable",    "noexcept", "not_eq",    "nullptr",  "or_eq",       "requires",     "typeid",    "typename",  "xor",
      "xor_eq",     "NULL",     "main",      "print",    "chan",        "fallthrough",  "interface", "arguments", "eval"};
  std::string result;
  for (const char c : name) result += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  while (result.starts_with("__")) result.erase(0, 1);  // C++ reserves names that begin with two underscores
  if (result.empty() || std::isdigit(static_cast<unsigned char>(result[0]))) result = "_" + result;
  if (taken.contains(result)) result += '_';
  return result;
}

std::string capital(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

/// A string literal in the syntax of C, which the other languages share. Control characters except tab and line feed become
/// blanks; names of a model have no control characters (`support::oneLine`).
std::string literal(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\t')
      result += "\\t";
    else if (c == '\n')
      result += "\\n";
    else if (c == '"' || c == '\\')
      (result += '\\') += c;
    else
      result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + "\"";
}

/// A text for a comment or docstring in any of the languages: on one line, without characters that would end the comment or have
/// a meaning in it (quotes, `*`, Java's `\\u000a`, Python's `coding:`).
std::string inComment(std::string_view text) {
  std::string result = support::oneLine(text);
  for (char& c : result)
    if (const auto byte = static_cast<unsigned char>(c);
        byte < 0x80 && std::isalnum(byte) == 0 && std::string_view(" _-+./,()~$").find(c) == std::string_view::npos)
      c = '_';
  return result;
}

class FileWriter {
 public:
  FileWriter(const ScriptNames& names, const model::Model& model, const Scripts& scripts, const ScriptOrigin& about,
             std::string view)
      : names_(names), model_(model), scripts_(scripts), about_(about), view_(std::move(view)) {
    base_ = identifier(std::filesystem::path(about.model).stem().generic_string());
    made_ = fmt::format("Made by `{} --as ", inComment(about.command));
    std::set<std::string> used;
    for (const LogCalls::Method& each : names.methods()) {
      Method method{each.name, identifier(each.name), {}};
      while (!used.insert(method.name).second) method.name += '_';
      std::set<std::string> parameters;
      for (const std::string& one : each.parameters) {
        std::string parameter = identifier(one);
        while (!parameters.insert(parameter).second) parameter += '_';
        method.parameters.push_back(std::move(parameter));
      }
      methods_.push_back(std::move(method));
    }
    for (const auto& relation : names.changing())
      relations_ += fmt::format("{}{} ({})", relations_.empty() ? "" : ", ", inComment(relation.name), name(relation.shape));
    for (const auto& relation : names.fixed())
      fixed_ += fmt::format("{}{} ({})", fixed_.empty() ? "" : ", ", inComment(relation.name), name(relation.shape));
    if (fixed_.empty()) fixed_ = "nothing";
  }

  std::vector<TestFile> pytest() const {
    std::string test = fmt::format(
        "# {}pytest`. {}_driver.py connects the scripts with the program.\nimport json\nimport pytest\n", made_, base_);
    test += fmt::format("from aunit_replay import replay\nfrom {}_driver import Driver\n\n", base_);
    test += fmt::format("VIEW = {}\nSHAPES = {}\nSCRIPTS = [json.loads(line) for line in r'''\n", json(view_), json(shapes()));
    for (std::size_t i = 0; i < scripts_.scripts.size(); ++i) test += json(script(i)) + "\n";
    test +=
        "'''.strip().split('\\n')]\n\n@pytest.mark.parametrize('script', SCRIPTS, ids=lambda script: f\"script "
        "{script['script']}\")\n"
        "def test_script(script):\n    replay(script, Driver, SHAPES, VIEW)\n";
    std::string driver = fmt::format(
        "\"\"\"Connects the scripts of {} with the program. aunit writes it once; you edit it.\"\"\"\nfrom aunit_replay import "
        "Refused\n\n\n"
        "class Driver:\n    refusals = (Refused,)  # a call is refused if it raises one of these or returns False\n\n"
        "    def init(self, atoms, fixed, state):\n        \"\"\"Resets the program. atoms: names by signature; fixed: {}; "
        "state: the "
        "first state.\"\"\"\n"
        "        raise NotImplementedError\n\n",
        inComment(about_.model), fixed_);
    for (const Method& each : methods_)
      driver += fmt::format("    def {}(self{}{}):\n        raise NotImplementedError\n\n", each.name,
                            each.parameters.empty() ? "" : ", ", fmt::join(each.parameters, ", "));
    driver += fmt::format(
        "    def state(self):\n        \"\"\"Returns the relations that you can observe, out of these: {}.\"\"\"\n        return "
        "{{}}\n",
        relations_);
    return {{"aunit_replay.py", std::string(assets::replayPython())},
            {fmt::format("test_{}.py", base_), test},
            {base_ + "_driver.py", driver, true}};
  }

  std::vector<TestFile> node() const {
    std::string test = fmt::format(
        "// {}node`. Run it with `node --test`. {}_driver.mjs connects the scripts with the program.\n", made_, base_);
    test += fmt::format(
        "import test from 'node:test';\nimport {{ replay }} from './aunit_replay.mjs';\nimport {{ Driver }} from "
        "'./{}_driver.mjs';\n\n",
        base_);
    test += fmt::format("const view = {};\nconst shapes = {};\nconst scripts = [\n", json(view_), json(shapes()));
    for (std::size_t i = 0; i < scripts_.scripts.size(); ++i) test += json(script(i)) + ",\n";
    test +=
        "];\nfor (const script of scripts) test(`script ${script.script}`, () => replay(script, () => new Driver(), shapes, "
        "view));\n";
    std::string driver = fmt::format(
        "// Connects the scripts of {} with the program. aunit writes it once; you edit it.\nimport {{ Refused }} from "
        "'./aunit_replay.mjs';\n\nexport class Driver {{\n  refusals = [Refused];  // a call is refused if it throws one of "
        "these or "
        "returns false\n\n"
        "  /** Resets the program. atoms: names by signature; fixed: {}; state: the first state. */\n"
        "  init(atoms, fixed, state) {{ throw new Error('to be written'); }}\n",
        inComment(about_.model), fixed_);
    for (const Method& each : methods_)
      driver += fmt::format("  {}({}) {{ throw new Error('to be written'); }}\n", each.name, fmt::join(each.parameters, ", "));
    driver += fmt::format(
        "  /** Returns the relations that you can observe, out of these: {}. */\n  state() {{ return {{}}; }}\n}}\n", relations_);
    return {{"aunit_replay.mjs", std::string(assets::replayNode())},
            {base_ + ".test.mjs", test},
            {base_ + "_driver.mjs", driver, true}};
  }

  std::vector<TestFile> junit() const {
    const std::string type = capital(base_);
    std::string test = fmt::format(
        "// {}junit`. {}Driver.java connects the scripts with the program.\nimport java.io.IOException;\n"
        "import java.nio.file.*;\nimport java.util.*;\nimport java.util.stream.Stream;\n",
        made_, type);
    test += fmt::format(
        "import org.junit.jupiter.api.DynamicTest;\nimport org.junit.jupiter.api.TestFactory;\n\nclass {}ScriptsTest {{\n", type);
    test += "  abstract static class Program implements AunitReplay.Program {\n";
    for (const Method& each : methods_) test += fmt::format("    abstract boolean {}({});\n", each.name, typed("String ", each));
    test += "    @Override public boolean call(String action, List<String> a) {\n      return switch (action) {\n";
    for (const Method& each : methods_)
      test += fmt::format("        case {} -> {}({});\n", literal(support::oneLine(each.action)), each.name,
                          places("a.get({})", each));
    test += "        default -> throw new IllegalArgumentException(action);\n      };\n    }\n  }\n\n";
    for (std::size_t i = 0; i < scripts_.scripts.size(); ++i)
      test += fmt::format("  static String script{}() {{\n    return String.join(\"\\n\",\n        {});\n  }}\n\n", i + 1,
                          lines(i, ",\n        "));
    test += fmt::format("  @TestFactory Stream<DynamicTest> scripts() {{\n    List<String> scripts = List.of({});\n",
                        calls("script{}()", ", "));
    test += fmt::format(
        "    return scripts.stream().map(s -> DynamicTest.dynamicTest(s.split(\"\\n\")[0].replace('\\t', ' '), () -> "
        "replay(s)));\n  }}\n\n{}}}\n",
        reader(assets::readerJava(), "{}"));
    std::string driver = fmt::format(
        "/** Connects the scripts of {} with the program. aunit writes it once; you edit it. */\nclass {}Driver extends "
        "{}ScriptsTest.Program {{\n"
        "  /** Resets the program. atoms: names by signature; fixed: {}; state: the first state. */\n"
        "  @Override public void init(AunitReplay.State atoms, AunitReplay.State fixed, AunitReplay.State state) {{\n"
        "    throw new UnsupportedOperationException();\n  }}\n",
        inComment(about_.model), type, type, fixed_);
    for (const Method& each : methods_)
      driver += fmt::format("  @Override boolean {}({}) {{ throw new UnsupportedOperationException(); }}\n", each.name,
                            typed("String ", each));
    driver += fmt::format(
        "  /** Returns the relations that you can observe, out of these: {}. */\n  @Override public AunitReplay.State state() {{ "
        "return new AunitReplay.State(); "
        "}}\n}}\n",
        relations_);
    return {{"AunitReplay.java", std::string(assets::replayJava())},
            {type + "ScriptsTest.java", test},
            {type + "Driver.java", driver, true}};
  }

  std::vector<TestFile> gtest() const {
    const std::string type = capital(base_);
    std::string program = fmt::format(
        "// {}gtest`.\n#pragma once\n#include <stdexcept>\n#include <string>\n\n#include \"aunit_replay.h\"\n\n"
        "struct {}Program : aunit_replay::Program {{\n",
        made_, type);
    for (const Method& each : methods_)
      program += fmt::format("  virtual bool {}({}) = 0;\n", each.name, typed("const std::string& ", each));
    program += "  bool call(const aunit_replay::Call& a) override {\n";
    for (const Method& each : methods_)
      program += fmt::format("    if (a[0] == {}) return {}({});\n", literal(support::oneLine(each.action)), each.name,
                             places("a[{}]", each, 1));
    program += "    throw std::invalid_argument(a[0]);\n  }\n};\n";
    std::string test = fmt::format(
        "// {}gtest`. {}_driver.h connects the scripts with the program.\n#include <gtest/gtest.h>\n\n#include <cstdlib>\n"
        "#include <fstream>\n#include <map>\n#include <set>\n#include <sstream>\n#include <string>\n#include <vector>\n\n"
        "#include \"{}_driver.h\"\n\nnamespace {{\n\n{}\n"
        "class {}Scripts : public testing::TestWithParam<const char*> {{}};\n\nTEST_P({}Scripts, Replay) {{\n"
        "  std::vector<std::string> logLines;\n  const auto script = read(GetParam(), logLines);\n"
        "  const auto run = aunit_replay::replay(script, [] {{ return std::make_unique<{}Driver>(); }}, {});\n"
        "  writeLog(script, run, logLines);\n  EXPECT_EQ(run.wrong, \"\");\n}}\n\n"
        "const char* const scripts[] = {{\n",
        made_, base_, base_, reader(assets::readerCpp(), "{}"), type, type, type, literal(view_));
    for (std::size_t i = 0; i < scripts_.scripts.size(); ++i) test += fmt::format("    {},\n", lines(i, "\n    ", "\\n"));
    test += fmt::format(
        "}};\n\nINSTANTIATE_TEST_SUITE_P(Of, {}Scripts, testing::ValuesIn(scripts), [](const auto& each) {{ return "
        "std::to_string(each.index + 1); }});\n\n}}  // namespace\n",
        type);
    std::string driver = fmt::format(
        "// Connects the scripts of {} with the program. aunit writes it once; you edit it.\n#pragma once\n#include "
        "<stdexcept>\n#include <string>\n\n"
        "#include \"{}_program.h\"\n\nstruct {}Driver : {}Program {{\n  /// Resets the program. atoms: names by signature; "
        "fixed: {}; "
        "state: the first state.\n"
        "  void init(const aunit_replay::State&, const aunit_replay::State&, const aunit_replay::State&) override {{ throw "
        "std::logic_error(\"to be written\"); }}\n",
        inComment(about_.model), base_, type, type, fixed_);
    for (const Method& each : methods_) {
      std::string unnamed;
      for (std::size_t i = 0; i < each.parameters.size(); ++i)
        unnamed += fmt::format("{}const std::string& /*{}*/", i == 0 ? "" : ", ", each.parameters[i]);
      driver += fmt::format("  bool {}({}) override {{ throw std::logic_error(\"to be written\"); }}\n", each.name, unnamed);
    }
    driver += fmt::format(
        "  /// Returns the relations that you can observe, out of these: {}.\n  aunit_replay::State state() override {{ return "
        "{{}}; }}\n}};\n",
        relations_);
    return {{"aunit_replay.h", std::string(assets::replayCpp())},
            {base_ + "_program.h", program},
            {base_ + "_scripts_test.cpp", test},
            {base_ + "_driver.h", driver, true}};
  }

  std::vector<TestFile> go() const {
    const std::string type = capital(base_);
    std::string test = fmt::format(
        "// {}go`. {}_driver_test.go connects the scripts with the program.\npackage scripts\n\nimport "
        "(\n\t\"encoding/json\"\n\t\"os\"\n\t\"strconv\"\n\t\"strings\"\n\t\"testing\"\n)\n\n",
        made_, base_);
    test += fmt::format(
        "// {}Program is implemented in {}_driver_test.go, which connects the scripts with the program.\ntype {}Program "
        "interface {{\n\tInit(atoms, fixed, "
        "state State)\n",
        type, base_, type);
    for (const Method& each : methods_)
      test += fmt::format("\t{}({}{}) bool\n", capital(each.name), fmt::join(each.parameters, ", "),
                          each.parameters.empty() ? "" : " string");
    test += fmt::format(
        "\tState() State\n}}\n\ntype called{} struct{{ {}Program }}\n\nfunc (p called{}) Call(action string, a []string) bool "
        "{{\n\tswitch action {{\n",
        type, type, type);
    for (const Method& each : methods_)
      test += fmt::format("\tcase {}:\n\t\treturn p.{}({})\n", literal(support::oneLine(each.action)), capital(each.name),
                          places("a[{}]", each));
    test += fmt::format("\t}}\n\tpanic(action)\n}}\n\nfunc Test{}Scripts(t *testing.T) {{\n\tfor _, script := range []string{{\n",
                        type);
    for (std::size_t i = 0; i < scripts_.scripts.size(); ++i) test += fmt::format("\t\t{},\n", lines(i, " +\n\t\t\t", "\\n"));
    test += fmt::format(
        "\t}} {{\n\t\tt.Run(strings.Replace(strings.SplitN(script, \"\\n\", 2)[0], \"\\t\", \" \", 1), func(t *testing.T) {{\n"
        "\t\t\tread, logLines := read{}(script)\n"
        "\t\t\trun := Replay(read, func() Program {{ return called{}{{New{}Driver()}} }}, {})\n\t\t\tlog{}(read, run, logLines)\n"
        "\t\t\tif run.wrong != \"\" {{\n\t\t\t\tt.Error(run.wrong)\n\t\t\t}}\n\t\t}})\n\t}}\n}}\n\n{}",
        type, type, type, literal(view_), type, reader(assets::readerGo(), "{}: true"));
    std::string driver = fmt::format(
        "package scripts\n\n// {}Driver connects the scripts of {} with the program. aunit writes it once; you edit it.\ntype "
        "{}Driver struct{{}}\n\n"
        "func New{}Driver() *{}Driver {{ return &{}Driver{{}} }}\n\n// Init resets the program. atoms: names by signature; "
        "fixed: {}; "
        "state: the first state.\n"
        "func (d *{}Driver) Init(atoms, fixed, state State) {{ panic(\"to be written\") }}\n",
        type, inComment(about_.model), type, type, type, type, fixed_, type);
    for (const Method& each : methods_)
      driver += fmt::format("func (d *{}Driver) {}({}{}) bool {{ panic(\"to be written\") }}\n", type, capital(each.name),
                            fmt::join(each.parameters, ", "), each.parameters.empty() ? "" : " string");
    driver += fmt::format(
        "\n// State returns the relations that you can observe, out of these: {}.\nfunc (d *{}Driver) State() State {{ return "
        "State{{}} }}\n",
        relations_, type);
    return {{"aunit_replay_test.go", std::string(assets::replayGo())},
            {base_ + "_scripts_test.go", test},
            {base_ + "_driver_test.go", driver, true}};
  }

  std::vector<TestFile> rust() const {
    const std::string type = capital(base_);
    std::string test = fmt::format(
        "// {}rust`. {}_driver.rs connects the scripts with the program.\n#![allow(dead_code, non_snake_case)]\nmod "
        "aunit_replay;\nmod {}_driver;\n\n",
        made_, base_, base_);
    test += fmt::format(
        "use aunit_replay::{{replay, Program, Run, Script, State, Step}};\nuse std::collections::BTreeSet;\n\npub trait "
        "{}Program {{\n    fn init(&mut self, atoms: &State, fixed: "
        "&State, state: &State);\n",
        type);
    for (const Method& each : methods_) test += fmt::format("    fn {}(&mut self{}) -> bool;\n", each.name, rustTyped(each, ""));
    test += fmt::format(
        "    fn state(&self) -> State;\n}}\nstruct Called({}_driver::Driver);\nimpl Program for Called {{\n    fn init(&mut "
        "self, atoms: &State, fixed: &State, state: &State) {{ {}Program::init(&mut self.0, atoms, fixed, state) }}\n"
        "    fn call(&mut self, action: &str, a: &[String]) -> bool {{\n        match action {{\n",
        base_, type);
    for (const Method& each : methods_)
      test += fmt::format("            {} => {}Program::{}(&mut self.0{}{}),\n", literal(support::oneLine(each.action)), type,
                          each.name, each.parameters.empty() ? "" : ", ", places("&a[{}]", each));
    test += fmt::format(
        "            _ => panic!(\"{{}} {{}}\", action, a.len()),\n        }}\n    }}\n    fn state(&self) -> State {{ "
        "{}Program::state(&self.0) }}\n}}\n",
        type);
    for (std::size_t i = 0; i < scripts_.scripts.size(); ++i)
      test += fmt::format("\n#[test]\nfn script_{}() {{\n    replay_text(concat!(\n        {}));\n}}\n", i + 1,
                          lines(i, ",\n        ", "\\n"));
    test += "\n" + reader(assets::readerRust(), "{}");
    std::string driver = fmt::format(
        "// Connects the scripts of {} with the program. aunit writes it once; you edit it.\nuse "
        "super::aunit_replay::State;\nuse "
        "super::{}Program;\n\n#[derive(Default)]\npub struct Driver {{}}\n\n"
        "impl {}Program for Driver {{\n    /// Resets the program. atoms: names by signature; fixed: {}; state: the first "
        "state.\n"
        "    fn init(&mut self, _atoms: &State, _fixed: &State, _state: &State) {{ todo!() }}\n",
        inComment(about_.model), type, type, fixed_);
    for (const Method& each : methods_)
      driver += fmt::format("    fn {}(&mut self{}) -> bool {{ todo!() }}\n", each.name, rustTyped(each, "_"));
    driver += fmt::format(
        "    /// Returns the relations that you can observe, out of these: {}.\n    fn state(&self) -> State {{ State::new() "
        "}}\n}}\n",
        relations_);
    return {{"aunit_replay.rs", std::string(assets::replayRust())},
            {base_ + "_scripts.rs", test},
            {base_ + "_driver.rs", driver, true}};
  }

 private:
  struct Method {
    std::string action, name;
    std::vector<std::string> parameters;
  };

  /// JSON in ASCII without single quotes, so that it can stand in a string literal of each language.
  static std::string json(const Json& value) {
    std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace), result;
    for (const char c : text) c == '\'' ? result += "\\u0027" : result += c;
    return result;
  }
  /// A script as JSON. Each call has the name of its action, and also the name of the driver's method for this action if the two
  /// names differ.
  Json script(std::size_t number) const {
    Json all = scriptOf(names_, scripts_, number);
    const auto name = [&](Json& call) {
      const auto method =
          std::ranges::find_if(methods_, [&](const Method& each) { return call.value("action", "") == each.action; });
      if (method != methods_.end() && method->name != method->action) call["method"] = method->name;
    };
    const auto nameAll = [&](Json& calls) {
      for (Json& call : calls) name(call);
    };
    for (Json& step : all["steps"]) {
      name(step);
      if (step.contains("refused")) nameAll(step["refused"]);
    }
    if (all.contains("refused")) nameAll(all["refused"]);
    return all;
  }
  Json shapes() const {
    Json all = Json::object();
    for (const auto& relation : names_.changing()) all[relation.name] = name(relation.shape);
    return all;
  }
  /// The code that reads scripts, with its placeholders replaced. `form` is the format of each name in SEQUENCES (assets.h).
  std::string reader(std::string_view text, const std::string& form) const {
    std::string sequences, result;
    for (const auto& relation : names_.changing())
      if (relation.shape == Shape::sequence)
        sequences += (sequences.empty() ? "" : ", ") + fmt::format(fmt::runtime(form), literal(support::oneLine(relation.name)));
    const std::pair<const char*, std::string> meant[] = {
        {"TYPE", capital(base_)}, {"BASE", base_}, {"VIEW", literal(view_)}, {"SEQUENCES", sequences}};
    while (!text.empty()) {  // in one pass, because a replacement may contain a placeholder
      const auto* const here = std::ranges::find_if(meant, [&](const auto& each) { return text.starts_with(each.first); });
      const bool isWord = here != std::end(meant);
      result += isWord ? here->second : std::string(1, text.front());
      text.remove_prefix(isWord ? std::string_view(here->first).size() : 1);
    }
    return result;
  }
  static std::string typed(const std::string& type, const Method& method) {
    return support::joined(method.parameters, ", ", [&](const std::string& each) { return type + each; });
  }
  static std::string rustTyped(const Method& method, const std::string& before) {
    return support::joined(method.parameters, "", [&](const std::string& each) { return ", " + before + each + ": &str"; });
  }
  static std::string places(const std::string& form, const Method& method, std::size_t from = 0) {
    std::string text;
    for (std::size_t i = 0; i < method.parameters.size(); ++i)
      text += (i == 0 ? "" : ", ") + fmt::format(fmt::runtime(form), i + from);
    return text;
  }
  std::string calls(const std::string& form, const std::string& between) const {
    std::string text;
    for (std::size_t i = 1; i <= scripts_.scripts.size(); ++i)
      text += (i == 1 ? "" : between) + fmt::format(fmt::runtime(form), i);
    return text;
  }
  std::string lines(std::size_t script, const std::string& between, const std::string& end = "") const {
    std::string text;
    for (const std::string& line : scriptLines(names_, scripts_, script)) {
      std::string each = literal(line);
      each.insert(each.size() - 1, end);
      text += (text.empty() ? "" : between) + each;
    }
    return text;
  }

  const ScriptNames& names_;
  const model::Model& model_;
  const Scripts& scripts_;
  const ScriptOrigin& about_;
  std::string view_, base_, made_, relations_, fixed_;
  std::vector<Method> methods_;
};

}  // namespace

std::vector<TestFile> testFiles(TestLanguage language, const ScriptNames& names, const model::Model& model,
                                const Scripts& scripts, const ScriptOrigin& about, const std::string& view) {
  const FileWriter writer(names, model, scripts, about, view);
  switch (language) {
    case TestLanguage::pytest: return writer.pytest();
    case TestLanguage::node: return writer.node();
    case TestLanguage::junit: return writer.junit();
    case TestLanguage::gtest: return writer.gtest();
    case TestLanguage::go: return writer.go();
    case TestLanguage::rust: return writer.rust();
  }
  return {};
}

}  // namespace aunit::reporters::scripts
